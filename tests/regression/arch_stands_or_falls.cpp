// The first command of the README: the gallery's arch stands under its own weight, and falls where
// it must. The least thickness of a semicircular arch is .107 of its mean radius (Milankovitch): of
// intrados radius 1.85 it is 0.2093, so 0.22 stands and 0.2 does not.
#include "talus/io/scene.hpp"
#include "talus/talus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace talus::arch_stands_or_falls_test {

namespace {

/// The arch at the end of the scene.
struct End {
  double keystone = 0;  ///< how high above the springings
  double moved = 0;     ///< how far the stone that went farthest is from where it began
  bool flickers = false;
};

End end_of_arch(const std::vector<Override>& changes) {
  const auto scene =
      std::get<Scene<2>>(load_scene(std::string(TALUS_SCENES_DIR) + "/arch.yaml", changes));
  Simulation<2> simulation(scene.model, scene.state, scene.step);
  End out;
  const std::size_t contacts = simulation.step().contacts;
  while (simulation.state().t < scene.end - 0.5 * scene.step.h) {
    out.flickers = simulation.step().contacts != contacts || out.flickers;
  }
  const auto& names = scene.model.name;
  for (std::size_t b = 0; b < names.size(); ++b) {
    const Vec<2>& x = simulation.state().x[b];
    out.moved = std::max(out.moved, (x - scene.state.x[b]).norm());
    if (names[b] == "stone_10") out.keystone = x[1];
  }
  return out;
}

}  // namespace

TEST(GalleryArch, UnderItsOwnWeight_Stands) {
  for (const std::string thickness : {"0.3", "0.22"}) {
    const End end = end_of_arch({{"generate[0].arch.thickness", thickness}});
    EXPECT_LE(end.moved, 1e-3 * 0.3) << thickness;
    EXPECT_FALSE(end.flickers) << thickness;
  }
}

TEST(GalleryArch, TooThin_Falls) {
  EXPECT_LT(end_of_arch({{"generate[0].arch.thickness", "0.2"}}).keystone, 0);
}

TEST(GalleryArch, KeystonePushed_Falls) {
  EXPECT_LT(end_of_arch({{"loads[0].force", "[0, -40000]"}}).keystone, 0);
}

}  // namespace talus::arch_stands_or_falls_test

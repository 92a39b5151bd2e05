// Results that something has damaged: what can still be read can be exported and drawn, without a
// crash and without breaking a file's form. tests/fuzz looks further.

#include "talus/draw/draw.hpp"
#include "talus/export/csv.hpp"
#include "talus/export/npz.hpp"
#include "talus/export/vtk.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/math/random.hpp"

#include "support/results_arrays.hpp"
#include "support/scratch_folder.hpp"
#include "support/shape_scenes.hpp"
#include "support/written_results.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace talus::test {
namespace {

template <int D>
void draw_last(const ResultsReader& reader) {
  const auto model = reader.model<D>();
  RecordedFrame<D> frame;
  reader.read_frame(reader.frame_times().size() - 1, frame);
  std::vector<ForceLine<D>> lines;
  const auto& c = frame.contacts;
  for (std::size_t i = 0; i < c.count(); ++i) {
    lines.push_back(
        {force_path<D>(model, frame.state, c.body_a[i], c.body_b[i], c.point[i], c.shift[i]),
         c.force[i].norm()});
  }
  way_into_cell<D>(model, frame.state, frame.cell_offset);
  EXPECT_TRUE(draw_svg<D>(model, frame.state, lines, {}).ends_with("</svg>\n"));
}

/// Whether it could be read.
template <int D>
bool use(const std::filesystem::path& file, const std::filesystem::path& out) {
  try {
    const ResultsReader reader(file);
    if (reader.frame_times().empty()) return false;
    const auto go_on = [](std::size_t, std::size_t) { return true; };
    export_vtk(reader, out, {}, go_on);
    export_csv(reader, out, {}, go_on);
    export_npz(reader, out, {}, go_on);
    draw_last<D>(reader);
    return true;
  } catch (const ResultsError&) {
    return false;
  }
}

template <int D>
void damage(const std::string& text) {
  const ScratchFolder folder;
  write_results<D>(folder / "good.h5", text, 4);
  ASSERT_TRUE(use<D>(folder / "good.h5", folder.path()));
  const auto good = file_bytes(folder / "good.h5");
  const auto arrays = array_ranges(folder / "good.h5");
  Random random(5);
  int used = 0;
  constexpr int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    auto bytes = good;
    // Few at a time: most that is damaged more is refused by the reader already.
    for (auto n = 1 + random.below(4); n > 0; --n) {
      const auto& range = arrays[random.below(arrays.size())];
      const auto at = range.begin + random.below(std::min<std::size_t>(range.size, 64));
      bytes[at] = static_cast<char>(random.below(256));
    }
    folder.write("changed.h5", bytes);
    used += use<D>(folder / "changed.h5", folder.path()) ? 1 : 0;
  }
  EXPECT_GT(used, rounds / 10);
}

TEST(DamagedResults, OfThePlane_AreExportedAsFarAsTheyCanBeRead) { damage<2>(plane_of_shapes); }
TEST(DamagedResults, OfSpace_AreExportedAsFarAsTheyCanBeRead) { damage<3>(space_of_shapes); }

}  // namespace
}  // namespace talus::test

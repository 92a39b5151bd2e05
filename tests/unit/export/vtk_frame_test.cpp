// What of a run's shapes goes into a file for ParaView: digits as needed, corners as affordable.

#include "talus/export/vtk_frame.hpp"

#include "support/world.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

std::string shapes_at(const Vec<3>& place) {
  samples::World<3> world;
  world.add(Ball<3>{0.5}, {place, {}});
  world.add(Capsule<3>{0.5, 0.1}, {place + Vec<3>(2, 0, 0), {}});
  RecordedFrame<3> frame;
  frame.state = world.state;
  vtk::FrameFiles<3> files(world.model, world.state, world.state, {0, 1}, true);
  return files.shapes(frame);
}

TEST(VtkFrame, CornersFarFromTheOrigin_HaveAllDigits) {
  EXPECT_NE(shapes_at(Vec<3>(0, 0, 1)).find("\"Float32\" Name=\"Points\""), std::string::npos);
  // Seven digits of 1e5 are hundredths: a tenth of the capsule.
  EXPECT_NE(shapes_at(Vec<3>(1e5, 0, 1)).find("\"Float64\" Name=\"Points\""), std::string::npos);
}

TEST(VtkFrame, BodyThatIsNowhere_IsLeftOut) {
  samples::World<3> world;
  world.add(Hull<3>(box_polytope(Vec<3>(1, 2, 3))), {});
  world.add(Hull<3>(box_polytope(Vec<3>(1, 2, 3))), {Vec<3>(9, 0, 0), {}});
  RecordedFrame<3> frame;
  frame.state = world.state;
  vtk::FrameFiles<3> files(world.model, world.state, world.state, {0, 1}, false);
  const auto points = [&](const std::string& text) {
    const std::string key = "NumberOfPoints=\"";
    return std::stoi(text.substr(text.find(key) + key.size()));
  };
  EXPECT_EQ(points(files.shapes(frame)), 16);
  EXPECT_EQ(points(files.bodies(frame)), 2);
  frame.state.x[0][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(points(files.shapes(frame)), 8);
  EXPECT_EQ(points(files.bodies(frame)), 1);
  frame.state = world.state;
  EXPECT_EQ(points(files.shapes(frame)), 16);
}

TEST(ShapeSurfaces, OfManyBalls_AreCoarse_OfFewRound) {
  const auto corners = [](int count) {
    samples::World<3> world;
    for (int i = 0; i < count; ++i) world.add(Ball<3>{0.4}, {Vec<3>(i, 0, 0), {}});
    const ShapeSurfaces<3> surfaces(world.model, world.state, world.state);
    EXPECT_EQ(surfaces.scale(0), 0.4);
    return surfaces.of(0).vertex.size();
  };
  EXPECT_GT(corners(10), 400U);
  const auto some = corners(10'000);
  EXPECT_LE(10'000 * some, 2'000'000U);
  EXPECT_GE(some, 26U);  // eight on a circle
}

}  // namespace
}  // namespace talus

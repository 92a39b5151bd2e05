// What the page is told about a run.

#include "talus/viewer/run_packs.hpp"

#include "talus/viewer/live_view.hpp"

#include "support/scene_builder.hpp"
#include "support/world.hpp"
#include "unit/viewer/read_pack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace talus::viewer {
namespace {

using Vectors = std::vector<double>;

/// One of everything, hulls of the same form twice.
samples::World<3> everything() {
  samples::World<3> world;
  const Shape<3> box = Hull<3>(box_polytope(Vec<3>(1, 2, 3)));
  world.add(HalfSpace<3>{}, {}, true);
  world.add(Wall<3>{Vec<2>(4, 5)}, {}, true);
  world.add(Drum<3>{6}, {}, true);
  world.add(Ball<3>{0.5}, {Vec<3>(1, 2, 3), {}});
  world.add(Capsule<3>{0.7, 0.3}, {Vec<3>(4, 2, 3), {}});
  world.add(Cylinder{0.8, 0.4}, {Vec<3>(4, 5, 3), {}});
  world.add(box, {Vec<3>(9, 2, 3), {}});
  world.add(box, {Vec<3>(14, 2, 3), {}});
  return world;
}

ViewBox<3> box_of(const samples::World<3>& world, Precision precision) {
  return view_box<3>(world.model, world.state, world.state, precision);
}

TEST(Head, ShapesOfAllKinds_AreThereWithTheirSizes) {
  const auto world = everything();
  HeadNotes notes;
  notes.title = "all \"kinds\" \xff";  // not even UTF-8
  const Read read(head_pack<3>(world.model, box_of(world, Precision::full), notes, {0, 0.5}));
  const auto kinds = read.header.at("kinds").get<std::vector<std::string>>();
  std::vector<std::string> found;
  for (const auto k : read.array<std::uint8_t>("shape_kind")) found.push_back(kinds.at(k));
  EXPECT_EQ(found, (std::vector<std::string>{"half_space", "wall", "drum", "ball", "capsule",
                                             "cylinder", "hull", "hull"}));
  const auto size = read.array<float>("shape_size");
  const auto expect_size = [&](std::size_t s, float a, float b) {
    EXPECT_EQ(size.at(2 * s), a) << found.at(s);
    EXPECT_EQ(size.at(2 * s + 1), b) << found.at(s);
  };
  expect_size(1, 4, 5);
  expect_size(2, 6, 0);
  expect_size(3, 0.5F, 0);
  expect_size(4, 0.7F, 0.3F);
  expect_size(5, 0.8F, 0.4F);
  // Boxes of one form share eight corners and six faces.
  EXPECT_EQ(read.array<std::int32_t>("shape_form"),
            (std::vector<std::int32_t>{-1, -1, -1, -1, -1, -1, 0, 0}));
  EXPECT_EQ(read.array<std::uint32_t>("form_vertex"), (std::vector<std::uint32_t>{0, 8}));
  EXPECT_EQ(read.array<std::uint32_t>("form_face"), (std::vector<std::uint32_t>{0, 6}));
  EXPECT_EQ(read.array<std::uint32_t>("face_start").back(), 24U);
  EXPECT_EQ(read.array<float>("vertices").size(), 24U);
  EXPECT_EQ(read.array<std::uint8_t>("prescribed"),
            (std::vector<std::uint8_t>{1, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(read.array<double>("volume").at(6), 48);
  EXPECT_EQ(read.array<double>("frame_times"), (Vectors{0, 0.5}));
  EXPECT_EQ(read.header.at("names").size(), 8U);
}

TEST(Frame, InFullPrecision_IsTheStateBitByBit) {
  auto world = everything();
  world.state.x[3] = Vec<3>(0.1, 1e-17, 1e6 + 0.1);
  world.state.v[3] = Vec<3>(1 / 3.0, 0, -7);
  RecordedFrame<3> frame;
  frame.time = 0.3;
  frame.state = world.state;
  const Read read(
      frame_pack<3>(world.model, frame, box_of(world, Precision::full), Precision::full));
  const auto x = read.array<double>("position");
  const auto v = read.array<double>("velocity");
  for (std::size_t b = 0; b < world.model.body_count(); ++b) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(x.at(3 * b + k), world.state.x[b][static_cast<int>(k)]);
      EXPECT_EQ(v.at(3 * b + k), world.state.v[b][static_cast<int>(k)]);
    }
  }
  EXPECT_EQ(read.header.at("time"), 0.3);
}

TEST(Frame, InSinglePrecision_CountsFromTheMiddle) {
  // Far from the origin seven digits of a coordinate would not tell the bodies apart.
  auto world = everything();
  const Vec<3> far(3e7, 0, 0);
  for (auto& x : world.state.x) x += far;
  const auto box = box_of(world, Precision::single);
  RecordedFrame<3> frame;
  frame.state = world.state;
  const Read read(frame_pack<3>(world.model, frame, box, Precision::single));
  const auto x = read.array<float>("position");
  for (std::size_t b = 3; b < world.model.body_count(); ++b) {
    // Half a unit in the last of 24 binary places, of numbers below the size of the box.
    EXPECT_NEAR(box.origin[0] + static_cast<double>(x.at(3 * b)), world.state.x[b][0], 32 * 6e-8);
  }
}

TEST(Box, BodiesThatAreNowhere_DoNotSpoilIt) {
  auto world = everything();
  for (auto& x : world.state.x) x = Vec<3>::Constant(std::nan(""));
  world.state.x[3] = Vec<3>(1, 2, 3);
  const auto box = view_box<3>(world.model, world.state, world.state, Precision::single);
  EXPECT_TRUE(box.low.allFinite() && box.high.allFinite() && box.origin.allFinite());
}

TEST(History, AnyNumberOfSteps_LosesNoExtreme) {
  HistoryRows history;
  constexpr int steps = 123'456;
  for (int i = 0; i <= steps; ++i) {
    HistoryRows::Values values{};
    values[0] = i;                         // kinetic
    values[4] = i == 77'777 ? 0.5 : 1e-5;  // law error
    values[9] = i == 77'777 ? 1 : 0;       // missed
    history.add(0.001 * i, values);
  }
  EXPECT_EQ(history.steps(), steps);
  EXPECT_EQ(history.unconverged(), 1);
  EXPECT_EQ(history.law_error_max(), 0.5);
  const Read read(history.pack());
  const auto time = read.array<double>("time");
  EXPECT_LE(time.size(), HistoryRows::rows);
  EXPECT_GE(time.size(), HistoryRows::rows / 2);
  EXPECT_EQ(time.back(), 0.001 * steps);
  const auto error = read.array<double>("law_error.max");
  EXPECT_EQ(*std::max_element(error.begin(), error.end()), 0.5);
  EXPECT_EQ(read.array<double>("law_error.min"), Vectors(time.size(), 1e-5));
  const auto low = read.array<double>("kinetic.min");
  const auto high = read.array<double>("kinetic.max");
  EXPECT_EQ(low.front(), 0);
  EXPECT_EQ(high.back(), steps);
  for (std::size_t i = 1; i < low.size(); ++i) EXPECT_EQ(low[i], high[i - 1] + 1);
  const auto missed = read.array<double>("unconverged.max");
  EXPECT_EQ(std::count(missed.begin(), missed.end(), 1), 1);
}

template <class Dimension>
class Live : public ::testing::Test {};
TYPED_TEST_SUITE(Live, test::Dimensions);

TYPED_TEST(Live, RestingBall_IsCarriedByItsContact) {
  constexpr int D = TypeParam::value;
  auto scene = test::dropped_ball<D>(test::simple_law(0.5), 1e-3, 10, 0.5, 0);
  auto simulation = scene.simulation();
  EXPECT_EQ(record_frame(simulation).contacts.count(), 0U);
  for (int i = 0; i < 10; ++i) simulation.step();
  const auto frame = record_frame(simulation);
  ASSERT_EQ(frame.contacts.count(), 1U);
  EXPECT_EQ(frame.step, 10);
  // Mass 1 under gravity 10; the solver leaves at most its tolerance.
  const double slack = 10 * scene.options.solver.tolerance;
  EXPECT_NEAR(frame.contacts.force[0][D - 1], 10, slack);
  EXPECT_NEAR(frame.contacts.normal[0][D - 1], 1, 1e-15);
  EXPECT_NE(frame.contacts.status[0], ContactStatus::open);
}

TYPED_TEST(Live, PauseAndStop_AreObeyed_AndTheStateIsTheSame) {
  constexpr int D = TypeParam::value;
  const auto scene = test::dropped_ball<D>(test::simple_law(0.5, 0.5), 1e-3, 10, 0.5, 0.2);
  auto alone = scene.simulation();
  auto watched = scene.simulation();
  LiveView<D> view(watched, {});
  const auto never = [] { return false; };
  for (int i = 0; i < 200; ++i) {
    alone.step();
    watched.step();
    EXPECT_TRUE(view.observe(watched, never));
  }
  EXPECT_EQ(state_hash(alone.state()), state_hash(watched.state()));
  EXPECT_EQ(view.status().steps, 200);
  EXPECT_TRUE(view.status().running);

  EXPECT_TRUE(view.control("pause"));
  EXPECT_TRUE(view.status().paused);
  watched.step();
  std::thread page([&] {
    while (view.status().steps < 201) std::this_thread::yield();
    view.control("resume");
  });
  EXPECT_TRUE(view.observe(watched, never));  // comes back because the page lets go
  page.join();
  EXPECT_FALSE(view.status().paused);

  EXPECT_FALSE(view.control("explode"));
  EXPECT_TRUE(view.control("stop"));
  watched.step();
  EXPECT_FALSE(view.observe(watched, never));
  view.finish(watched);
  EXPECT_FALSE(view.status().running);
  const auto frames = view.status().frames;
  EXPECT_EQ(Read(view.frame(frames - 1)).header.at("step"), 202);
  EXPECT_THROW(view.frame(frames), NoSuchFrame);
  EXPECT_EQ(Read(view.head()).array<double>("frame_times").size(), frames);
}

TYPED_TEST(Live, NobodyLooks_NobodyIsWaitedFor) {
  constexpr int D = TypeParam::value;
  auto simulation = test::dropped_ball<D>(test::simple_law(0.5), 1e-3, 10, 0.5, 0).simulation();
  LiveView<D> view(simulation, {});
  view.finish(simulation);
  view.wait_for_goodbye([] {
    ADD_FAILURE() << "waits for nobody";
    return true;
  });
}

}  // namespace
}  // namespace talus::viewer

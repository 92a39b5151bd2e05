// A grain wedged between bodies with prescribed motion that approach each other: no velocities
// satisfy its contacts, impulses would grow for ever. It is named, and the solver goes on with the
// rest.
#include "talus/step/run_totals.hpp"

#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::pinched_grain_is_named_test {

namespace {

constexpr double h = 1e-3;
constexpr double radius = 0.1;
constexpr double speed = 0.1;
constexpr std::size_t left = 0;
constexpr std::size_t right = 1;

template <class Dimension>
class PinchedGrain : public ::testing::Test {};
TYPED_TEST_SUITE(PinchedGrain, Dimensions);

/// A half-space whose surface passes through `along` on the first axis, leans outwards by an angle
/// and moves along that axis.
template <int D>
void add_wall(Scene<D>& scene, const std::string& name, double along, double lean, double v) {
  BodyDescription<D> wall;
  wall.name = name;
  wall.shapes = {{HalfSpace<D>{}, {}}};
  const double quarter = std::acos(0.0);
  wall.pose = {vector<D>(along, 0), incline<D>(along < 0 ? quarter - lean : lean - quarter)};
  wall.prescribed = true;
  Motion<D> motion;
  motion.translation[0] = {{Linear{v}}};
  wall.motion = motion;
  scene.add(wall);
}

/// Two walls a hair from `count` balls in a row between them, coming together.
template <int D>
Scene<D> press(int count, double mu) {
  Scene<D> scene(simple_law(mu), h);
  const double hair = 2.5 * h * speed;
  add_wall(scene, "left", -radius * count - hair, 0, speed);
  add_wall(scene, "right", radius * count + hair, 0, -speed);
  for (int i = 0; i < count; ++i) {
    scene.add_ball(radius, 1, vector<D>(radius * (2 * i + 1 - count), 0));
  }
  return scene;
}

struct Course {
  RunTotals totals;
  int most_sweeps = 0;
};

template <int D>
Course run(Simulation<D>& simulation, int steps) {
  Course course;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    course.totals.add(simulation);
    course.most_sweeps = std::max(course.most_sweeps, simulation.last().solve.sweeps);
  }
  return course;
}

template <int D>
void expect_named(int count, double mu, int steps) {
  auto simulation = press<D>(count, mu).simulation();
  const auto course = run(simulation, steps);
  const auto& pinched = course.totals.pinched;
  ASSERT_EQ(pinched.listed, 1U);
  const auto& grain = pinched.grain[0];
  // The ball that touches the left wall comes first.
  EXPECT_EQ(grain.grain, 2);
  EXPECT_EQ(static_cast<std::size_t>(grain.one_side), left);
  EXPECT_EQ(static_cast<std::size_t>(grain.other_side), right);
  EXPECT_EQ(grain.others, count - 1);
  EXPECT_EQ(grain.by_friction, 0);
  // Midpoints after 0.5, 1.5, 2.5 steps: at the third one walls touch.
  EXPECT_EQ(grain.begin, 3);
  EXPECT_DOUBLE_EQ(grain.begin_time, 3 * h);
  EXPECT_EQ(grain.steps, steps - 2);
  EXPECT_EQ(pinched.steps, steps - 2);
  EXPECT_EQ(course.totals.unconverged_steps, steps - 2);
  EXPECT_EQ(simulation.last().solve.outcome, SolveOutcome::pinched);
  EXPECT_EQ(simulation.last().solve.pinch[0].contacts, static_cast<std::uint32_t>(count + 1));
  EXPECT_LE(course.most_sweeps, 100);
}

}  // namespace

TYPED_TEST(PinchedGrain, BetweenTwoWalls_IsNamed) {
  expect_named<TypeParam::value>(1, 0, 100);
  expect_named<TypeParam::value>(1, 0.5, 100);
}

TYPED_TEST(PinchedGrain, RowOfThree_IsNamed) {
  expect_named<TypeParam::value>(3, 0, 12);
  expect_named<TypeParam::value>(3, 0.5, 12);
}

TYPED_TEST(PinchedGrain, RowOfThree_IsFreeOnceItHasBuckled) {
  // A row under growing impulses is unstable: rounding bends it, and then there is a way out.
  auto simulation = press<TypeParam::value>(3, 0).simulation();
  const auto course = run(simulation, 100);
  EXPECT_GT(course.totals.pinched.steps, 0);
  EXPECT_LT(course.totals.pinched.steps, 98);
  EXPECT_EQ(simulation.last().solve.outcome, SolveOutcome::converged);
}

TYPED_TEST(PinchedGrain, OthersAreSolvedAllTheSame) {
  constexpr int D = TypeParam::value;
  auto scene = press<D>(1, 0.5);
  scene.set_gravity(9.81);
  scene.add_ground({}, vector<D>(0, -1));
  constexpr double small = 0.01;
  for (int i = 0; i < 3; ++i) scene.add_ball(small, 1e-3, vector<D>(0, -1 + small * (2 * i + 1)));
  auto simulation = scene.simulation();
  const auto course = run(simulation, 100);
  EXPECT_EQ(course.totals.pinched.listed, 1U);
  EXPECT_GE(course.totals.pinched.steps, 90);
  // Three balls on each other's heads stay where they are but for what the tolerance leaves of
  // their weight, step by step.
  const double left_over = 100 * h * scene.options.solver.tolerance * 3 * 9.81 * h;
  for (std::size_t b = 4; b < 7; ++b) {
    EXPECT_LE((simulation.state().x[b] - scene.state.x[b]).norm(), left_over) << b;
  }
}

TYPED_TEST(PinchedGrain, TwoAtATime_AreBothNamed) {
  constexpr int D = TypeParam::value;
  auto scene = press<D>(1, 0.5);
  scene.add_ball(radius, 2, vector<D>(0, 3 * radius));
  auto simulation = scene.simulation();
  const auto course = run(simulation, 100);
  const auto& pinched = course.totals.pinched;
  ASSERT_EQ(pinched.listed, 2U);
  EXPECT_EQ(pinched.grain[0].grain + pinched.grain[1].grain, 2 + 3);
  EXPECT_EQ(pinched.steps, 98);
  EXPECT_EQ(pinched.grain[0].steps + pinched.grain[1].steps, 2 * 98);
  EXPECT_LE(course.most_sweeps, 100);
}

TYPED_TEST(PinchedGrain, WedgeWithoutFriction_LetsItOut) {
  constexpr int D = TypeParam::value;
  for (const double lean : {0.5, 0.1, 0.02}) {
    Scene<D> scene(simple_law(0), h);
    const double along = radius / std::cos(lean);
    add_wall(scene, "left", -along, lean, speed);
    add_wall(scene, "right", along, lean, -speed);
    scene.add_ball(radius, 1, Vec<D>::Zero());
    auto simulation = scene.simulation();
    const auto course = run(simulation, 20);
    EXPECT_EQ(course.totals.unconverged_steps, 0) << lean;
    EXPECT_EQ(course.totals.pinched.steps, 0) << lean;
    // Both walls keep touching: it leaves with their speed over the slope.
    EXPECT_NEAR(simulation.state().v[2][D - 1], speed / std::tan(lean), 1e-3 * speed / lean);
  }
}

TYPED_TEST(PinchedGrain, WedgeNarrowerThanFriction_HoldsIt) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(1), h);
  constexpr double lean = 0.3;  // atan(1) would be the least that lets it out
  const double along = radius / std::cos(lean);
  add_wall(scene, "left", -along, lean, speed);
  add_wall(scene, "right", along, lean, -speed);
  scene.add_ball(radius, 1, Vec<D>::Zero());
  auto simulation = scene.simulation();
  const auto course = run(simulation, 20);
  ASSERT_EQ(course.totals.pinched.listed, 1U);
  EXPECT_EQ(course.totals.pinched.grain[0].by_friction, course.totals.pinched.grain[0].steps);
  EXPECT_LE(course.most_sweeps, 100);
}

TYPED_TEST(PinchedGrain, WallsThatMoveTogether_CarryItAlong) {
  constexpr int D = TypeParam::value;
  Scene<D> scene(simple_law(0.5), h);
  add_wall(scene, "left", -radius, 0, speed);
  add_wall(scene, "right", radius, 0, speed);
  scene.add_ball(radius, 1, Vec<D>::Zero());
  auto simulation = scene.simulation();
  const auto course = run(simulation, 20);
  EXPECT_EQ(course.totals.unconverged_steps, 0);
  EXPECT_NEAR(simulation.state().v[2][0], speed, 1e-4 * speed);
}

}  // namespace talus::test::pinched_grain_is_named_test

// Row A06: a block on an incline. It holds if and only if mu >= tan(angle); sliding, it gains
// g (sin(angle) - mu cos(angle)) per unit of time, exactly, in every step.
//
// The block is a flat plate whose centre of mass lies in the plane of contact: it touches by its
// corners, friction has no arm, so nothing turns and the sum of the corners' normal impulses is
// m g h cos(angle). Impulses are found by sweeps until the law error is below the tolerance: the
// velocity left over is at most cond(W) |w r| tolerance, |w r| < 2 g h and cond(W) < 8 for these
// plates (eigenvalues of W between 1/m and 7/m). The tolerance itself cannot be below the round-off
// of the relative velocities the error is judged by, a few dozen eps V / (g h) at speed V.
//
// At the threshold every corner has to reach its limit and sweeps converge as slowly as the margin
// is small; there the block is a ball with a moment of inertia that forbids it to turn, whose one
// contact is solved in closed form.
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>

namespace talus::test::incline_test {

namespace {

constexpr double g = 9.81;
constexpr double h = 1e-3;
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double fastest = 10;
constexpr double tolerance = 64 * epsilon * fastest / (g * h);
constexpr double left_over = 16 * tolerance * g * h;

template <class Dimension>
class Incline : public ::testing::Test {};
TYPED_TEST_SUITE(Incline, Dimensions);

enum class Tilted { plane, gravity };

template <int D>
struct Slope {
  Scene<D> scene;
  Vec<D> down;  ///< unit, along the slope
  Vec<D> normal;
  Rotation<D> ground;
};

/// In space the slope dips 0.5 rad away from the first axis when gravity is what is tilted.
template <int D>
Slope<D> slope(Tilted tilted, double angle, double mu) {
  Slope<D> s{Scene<D>(simple_law(mu), h), {}, {}, {}};
  s.scene.options.solver.tolerance = tolerance;
  s.scene.options.solver.max_sweeps = 20000;  // the first step of a plate that starts to slide
  if (tilted == Tilted::plane) {
    s.scene.set_gravity(g);
    s.ground = incline<D>(angle);
    s.down = rotate<D>(s.ground, vector<D>(1, 0));
    s.normal = rotate<D>(s.ground, vector<D>(0, 1));
  } else {
    s.down = vector<D>(1, 0);
    if constexpr (D == 3) s.down = Vec<3>(std::cos(0.5), std::sin(0.5), 0);
    s.normal = vector<D>(0, 1);
    s.scene.model.loads.gravity = g * (std::sin(angle) * s.down - std::cos(angle) * s.normal);
  }
  s.scene.add_ground(s.ground);
  return s;
}

template <int D>
Slope<D> plate_on_slope(Tilted tilted, double angle, double mu, double speed) {
  auto s = slope<D>(tilted, angle, mu);
  s.scene.add_plate(0.5, 2, {Vec<D>::Zero(), s.ground}, speed * s.down);
  return s;
}

template <int D>
Slope<D> unturnable_ball_on_slope(Tilted tilted, double angle, double mu) {
  auto s = slope<D>(tilted, angle, mu);
  s.scene.options.solver.tolerance = 8 * epsilon;
  BodyDescription<D> ball;
  ball.shapes = {{Ball<D>{0.5}, {}}};
  ball.pose.x = 0.5 * s.normal;
  ball.mass = 2;
  ball.inertia = Spin<D>::Constant(1e30);
  s.scene.add(ball);
  return s;
}

}  // namespace

TYPED_TEST(Incline, SlidingPlate_HasExactAccelerationEveryStep) {
  constexpr int D = TypeParam::value;
  for (const Tilted tilted : {Tilted::plane, Tilted::gravity}) {
    for (const double angle : {0.1, 0.5, 1.0}) {
      for (const double mu : {0.0, 0.05, 0.09}) {
        auto s = plate_on_slope<D>(tilted, angle, mu, 0);
        auto sim = s.scene.simulation();
        const double gain = h * g * (std::sin(angle) - mu * std::cos(angle));
        double travelled = 0;
        for (int i = 0; i < 1000; ++i) {
          const double before = s.down.dot(sim.state().v[1]);
          sim.step();
          ASSERT_EQ(sim.last().solve.outcome, SolveOutcome::converged);
          const Vec<D> v = sim.state().v[1];
          const double speed = s.down.dot(v);
          const double round_off = 16 * epsilon * (speed + g * h);
          ASSERT_NEAR(speed - before, gain, left_over + round_off);
          ASSERT_LE((v - speed * s.down).norm(), (i + 1) * (left_over + round_off));
          travelled += 0.5 * h * (before + speed);
        }
        // g t^2 / 2 with the reduced g: errors of a step, summed twice over 1000 steps.
        EXPECT_NEAR(travelled, 0.5 * gain / h, 500 * h * 1000 * (left_over + 32 * epsilon * g));
        expect_balanced(sim);
      }
    }
  }
}

TYPED_TEST(Incline, FrictionThreshold_IsExact) {
  // A part in 1e12 decides.
  constexpr int D = TypeParam::value;
  const double margin = 1e-12;
  const int steps = 200;
  for (const Tilted tilted : {Tilted::plane, Tilted::gravity}) {
    for (const double angle : {0.1, 0.5, 1.0}) {
      auto holding = unturnable_ball_on_slope<D>(tilted, angle, std::tan(angle) * (1 + margin));
      auto held = holding.scene.simulation();
      auto letting = unturnable_ball_on_slope<D>(tilted, angle, std::tan(angle) * (1 - margin));
      auto sliding = letting.scene.simulation();
      for (int i = 0; i < steps; ++i) {
        held.step();
        sliding.step();
      }
      // Roundings of one step: 8 of the solver's tolerance, 8 of frames and products.
      const double round_off = 16 * epsilon * g * h;
      EXPECT_LE(held.state().v[1].norm(), round_off);
      const double speed = steps * h * g * std::sin(angle) * margin;
      EXPECT_NEAR(letting.down.dot(sliding.state().v[1]), speed, steps * round_off);
      EXPECT_GT(letting.down.dot(sliding.state().v[1]), 0);
      expect_balanced(held);
      expect_balanced(sliding);
    }
  }
}

TYPED_TEST(Incline, PlateNearThreshold_HoldsAboveAndSlidesBelow) {
  constexpr int D = TypeParam::value;
  const double margin = 0.01;
  for (const Tilted tilted : {Tilted::plane, Tilted::gravity}) {
    const double angle = 0.5;
    auto holding = plate_on_slope<D>(tilted, angle, std::tan(angle) * (1 + margin), 0);
    auto held = holding.scene.simulation();
    auto letting = plate_on_slope<D>(tilted, angle, std::tan(angle) * (1 - margin), 0);
    auto sliding = letting.scene.simulation();
    for (int i = 0; i < 200; ++i) {
      held.step();
      sliding.step();
      ASSERT_EQ(held.last().solve.outcome, SolveOutcome::converged);
      ASSERT_EQ(sliding.last().solve.outcome, SolveOutcome::converged);
    }
    // Friction left in hand, `margin` of all, divides what it has to make up for.
    EXPECT_LE(held.state().v[1].norm(), left_over / margin);
    EXPECT_NEAR(letting.down.dot(sliding.state().v[1]), 200 * h * g * std::sin(angle) * margin,
                200 * left_over);
    expect_balanced(held);
    expect_balanced(sliding);
  }
}

TYPED_TEST(Incline, PlateThrownUphill_StopsAndHoldsOrComesBack) {
  // Uphill friction adds to gravity: v0 / (g (sin + mu cos)) until it stops.
  constexpr int D = TypeParam::value;
  const double angle = 0.4;
  const double v0 = 1;
  for (const double mu : {0.1, 0.8}) {
    auto s = plate_on_slope<D>(Tilted::plane, angle, mu, -v0);
    auto sim = s.scene.simulation();
    const double down = g * (std::sin(angle) - mu * std::cos(angle));
    const double stop = v0 / (g * (std::sin(angle) + mu * std::cos(angle)));
    const int steps = static_cast<int>(std::ceil(stop / h)) + 300;
    for (int i = 0; i < steps; ++i) sim.step();
    // The step in which it turns is whole: gravity and friction share it as they do in the
    // continuous motion up to one step's worth of either.
    const double speed = mu < std::tan(angle) ? down * (steps * h - stop) : 0;
    EXPECT_NEAR(s.down.dot(sim.state().v[1]), speed, mu < std::tan(angle) ? 2 * g * h : left_over);
    expect_balanced(sim);
  }
}

}  // namespace talus::test::incline_test

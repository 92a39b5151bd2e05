// Row A01: a ball with e < 1 dropped from height H bounces infinitely often before
//
//     T = t_0 (1 + e) / (1 - e),   t_0 = sqrt(2 H / g),
//
// and rests from then on. What the midpoint scheme makes of it, with speeds in units of g h and
// times in units of h (omega_k: speed when the k-th bounce begins, n_k: steps of the flight after):
//
// - the flight is exact, so n_k = omega_(k+1) + e omega_k, and the bounce itself takes one step;
// - a bounce starts with q within omega/2 of the ground and leaves q in (-omega (1 - e/2),
//   omega e/2]; landing is noticed at the first midpoint below ground, half a step early or late.
//   While omega >= omega* = (2 - e) / e^2 this gives omega_(k+1) - e omega_k in [-a, b] with
//   a = 2/e - 1/2, b = 1 + 1/(8 e omega*) <= a;
// - so omega_k differs from e^k omega_0 by at most c = a / (1 - e), whatever k, and each flight's
//   duration from the exact one by at most (1 + e) c + 1 steps.
//
// After K bounces, when omega_K < omega*, what is left of the exact motion lasts 2 e (omega* + c) /
// (1 - e) at most. K grows as log(1/h) / log(1/e): the error is O(h log 1/h).
#include "support/scene_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::test::zeno_test {

namespace {

constexpr double g = 9.81;
constexpr double radius = 0.1;
constexpr double tolerance = 1e-14;

template <class Dimension>
class Zeno : public ::testing::Test {};
TYPED_TEST_SUITE(Zeno, Dimensions);

template <int D>
Simulation<D> dropped(double e, double height, double h) {
  auto scene = dropped_ball<D>(simple_law(0.3, e), h, g, radius, height);
  scene.options.solver.tolerance = tolerance;
  return scene.simulation();
}

}  // namespace

TYPED_TEST(Zeno, AccumulationTime_MatchesTheExactSum) {
  constexpr int D = TypeParam::value;
  const double height = 1;
  for (const double e : {0.5, 0.7, 0.9}) {
    const double exact = std::sqrt(2 * height / g) * (1 + e) / (1 - e);
    const double slow = (2 - e) / (e * e);
    const double a = 2 / e - 0.5;
    const double c = a / (1 - e);
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      auto sim = dropped<D>(e, height, h);
      int bounces = 0;
      double last_fast = 0;  // end of the last step that begins or ends faster than omega*
      double v = 0;
      while (sim.state().t < 1.5 * exact) {
        const double before = v;
        sim.step();
        v = sim.state().v[1][D - 1];
        if (std::max(std::abs(before), std::abs(v)) <= slow * g * h) continue;
        last_fast = sim.state().t;
        if (before < 0 && v > 0) ++bounces;
      }
      // The first landing is off by one step at most, the last flight seen may stop short by its
      // whole length 2 omega* + a + 1.
      const double steps =
          1 + bounces * ((1 + e) * c + 1) + 2 * slow + a + 1 + 2 * e * (slow + c) / (1 - e);
      EXPECT_NEAR(last_fast, exact, steps * h) << "e = " << e << ", h = " << h;
      EXPECT_GE(bounces, std::floor(std::log(std::sqrt(2 * g * height) / ((slow + c) * g * h)) /
                                    std::log(1 / e)));
      expect_balanced(sim);
    }
  }
}

TYPED_TEST(Zeno, AfterwardsBall_DoesNotMoveAtAll) {
  constexpr int D = TypeParam::value;
  const double e = 0.5;
  const double h = 1e-3;
  const double height = 0.1;
  auto sim = dropped<D>(e, height, h);
  // Once closed for good, the law makes v_f = -e v_i: what is left halves in each step, down to
  // the last bit of g h in 53 steps.
  const double exact = std::sqrt(2 * height / g) * (1 + e) / (1 - e);
  while (sim.state().t < 2 * exact + 100 * h) sim.step();
  const Vec<D> x = sim.state().x[1];
  double fastest = 0;
  for (int i = 0; i < 10000; ++i) {
    sim.step();
    fastest = std::max(fastest, sim.state().v[1].norm());
  }
  // Each step leaves two roundings of g h and the solver's tolerance times |w r| = g h; of a sum of
  // such steps 1/(1 - e) remain.
  const double eps = std::numeric_limits<double>::epsilon();
  EXPECT_LE(fastest, (2 * eps + tolerance) / (1 - e) * g * h);
  EXPECT_EQ(sim.state().x[1], x);  // far below the last bit of the position
  // It rests within the last bounces' overlap: q >= -omega* (1 - e/2) g h^2.
  const double sunk = radius - x[D - 1];
  EXPECT_LE(sunk, (2 - e) / (e * e) * (1 - e / 2) * g * h * h);
  EXPECT_GE(sunk, -1e-10 * radius);
  expect_balanced(sim);
}

}  // namespace talus::test::zeno_test

// The interior point against sweeps where these get there, and by the judge where they do not.
#include "talus/solvers/interior_point.hpp"

#include "talus/solvers/nlgs.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace talus {
namespace {

using samples::ProblemKind;

template <int D>
struct Answer {
  Solution<D> solution;
  SolveReport report;
};

template <int D>
Answer<D> directly(const ContactProblem<D>& p, double tolerance) {
  Answer<D> a;
  InteriorPoint<D> interior;
  interior.prepare(p);
  a.report = interior.solve(tolerance, a.solution);
  return a;
}

template <int D>
Answer<D> by_sweeps(const ContactProblem<D>& p, double tolerance, int max_sweeps) {
  Answer<D> a;
  SolverOptions o;
  o.tolerance = tolerance;
  o.max_sweeps = max_sweeps;
  a.report = Nlgs<D>().solve(p, o, std::vector<double>(p.contact_count()), a.solution);
  return a;
}

/// Converged, and so says the judge of the impulses alone.
template <int D>
void expect_solved(const ContactProblem<D>& p, const Answer<D>& a, double tolerance) {
  EXPECT_EQ(a.report.outcome, SolveOutcome::converged);
  ASSERT_EQ(a.solution.r.size(), p.contact_count());
  EXPECT_EQ(judge(p, a.solution.r).relative, a.report.error.relative);
  EXPECT_LE(a.report.error.relative, tolerance);
  EXPECT_GT(a.report.factorisations, 0);
  std::vector<Twist<D>> v;
  p.velocities(a.solution.r, v);
  for (std::size_t b = 0; b < v.size(); ++b) EXPECT_EQ(v[b], a.solution.v[b]);
}

template <class V>
double difference(const std::vector<V>& a, const std::vector<V>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]).squaredNorm();
  return std::sqrt(sum);
}

template <class V>
double size_of(const std::vector<V>& a) {
  return difference(a, std::vector<V>(a.size(), V::Zero()));
}

/// What can be asked for. In space the cone's side is round: an angle between the slip of y and
/// that of x costs its square of x . y only, so that a thousand roundings of x . y hide an angle of
/// sqrt(1000 eps) = 5e-7. Sweeps set it right (solvers/automatic.hpp). In the plane there is none.
template <int D>
constexpr double tightest = D == 2 ? 1e-11 : 1e-6;

template <class T>
class InteriorPointTest : public ::testing::Test {};
TYPED_TEST_SUITE(InteriorPointTest, samples::Dimensions);

TYPED_TEST(InteriorPointTest, UniqueAnswers_AreThoseOfSweeps) {
  // A tree of contacts has a definite W, and little friction keeps the answer unique.
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const bool radial : {false, true}) {
    for (int i = 0; i < 20; ++i) {
      const auto p = samples::random_problem<D>(
          random, {.blocks = 15, .contacts = 15, .radial = radial, .tree = true, .mu = 0.1});
      const double tolerance = tightest<D>;
      const auto swept = by_sweeps(p, 1e-13, 200000);
      ASSERT_EQ(swept.report.outcome, SolveOutcome::converged);
      const auto direct = directly(p, tolerance);
      expect_solved(p, direct, tolerance);
      // Divided by W's smallest eigenvalue, about 1e-2 of its mean in a tree of fifteen; ten times
      // that, as in the test of sweeps. Velocities: times M^-1 H, below 10.
      const double bound = 1e3 * tolerance * (1 + size_of(swept.solution.r));
      EXPECT_LE(difference(direct.solution.r, swept.solution.r), bound);
      EXPECT_LE(difference(direct.solution.v, swept.solution.v), 10 * bound);
    }
  }
}

TYPED_TEST(InteriorPointTest, Tower_IsSolvedWhereSweepsAreNot) {
  constexpr int D = TypeParam::value;
  const int boxes = 20;
  const auto p = samples::tower<D>(boxes);
  const auto swept = by_sweeps(p, 1e-8, 2000);
  EXPECT_GT(judge(p, swept.solution.r).relative, 1e-6) << "a hundred times too much";
  const auto direct = directly(p, 1e-8);
  expect_solved(p, direct, 1e-8);
  // Momentum: what the floor carries more than the ceiling is what no longer falls, up to roundings
  // of a velocity's eight impulses, each below the weight of all.
  double carried = -direct.solution.r.back()[0];
  for (int corner = 0; corner < 1 << (D - 1); ++corner) {
    carried += direct.solution.r[static_cast<std::size_t>(corner)][0];
  }
  double falling = 0;
  for (const auto& v : direct.solution.v) falling -= v[D - 1];
  EXPECT_NEAR(carried + falling, boxes, 8 * boxes * samples::eps * boxes);
  // It stands: a box turns by the sum of the errors of those below, and moves by the sum of turns.
  EXPECT_LE(size_of(direct.solution.v), 1e-8 * boxes * boxes * size_of(p.v_free));
}

TYPED_TEST(InteriorPointTest, LawsOfEveryKind_AreSatisfied) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (const bool radial : {false, true}) {
    const ProblemKind rigid{
        .blocks = 12, .contacts = 24, .radial = radial, .mu = 0.3, .plain_laws = true};
    for (int i = 0; i < 10; ++i) {
      auto smooth = samples::random_problem<D>(random, rigid);
      auto soft = smooth;
      auto sticky = smooth;
      auto mixed = smooth;
      for (std::size_t c = 0; c < smooth.contact_count(); ++c) {
        smooth.law[c].mu = 0;
        soft.law[c].compliance = 0.1 * Vec<D>::Ones() + samples::vector<D>(random, 0.1);
        sticky.law[c].cohesion = random.uniform(0, 0.2);
        mixed.law[c] = samples::random_law<D>(random, {.mu = c % 3 == 0 ? 0 : 0.3});
      }
      // A tenth of the default tolerance, which bodies at rest are promised; in the plane half of
      // all digits.
      const double tolerance = D == 2 ? std::sqrt(samples::eps) : 0.1 * SolverOptions().tolerance;
      for (const auto* p : {&smooth, &soft, &sticky, &mixed}) {
        SCOPED_TRACE(p == &smooth   ? "smooth"
                     : p == &soft   ? "soft"
                     : p == &sticky ? "sticky"
                                    : "mixed");
        expect_solved(*p, directly(*p, tolerance), tolerance);
      }
    }
  }
}

TYPED_TEST(InteriorPointTest, ReleasedTower_NeedsNoImpulse) {
  // All contacts open: impulses vanish with the barrier.
  constexpr int D = TypeParam::value;
  auto p = samples::tower<D>(5);
  for (std::size_t b = 0; b < p.block_count(); ++b) {
    p.v_free[b] = (1.0 + static_cast<double>(b)) * Twist<D>::Unit(D - 1);
  }
  p.law.back().shift[0] = 100;
  const auto direct = directly(p, 1e-8);
  // The judge divides by max(|w r|, sqrt(eps) |q|) where nothing acts; |q| < 200 here, w > 1.
  expect_solved(p, direct, 1e-8);
  EXPECT_LE(size_of(direct.solution.r), 200 * 1e-8);
}

TYPED_TEST(InteriorPointTest, UnitsOfMassAndVelocity_DoNotMatter) {
  // Powers of two change no bit of what has no unit.
  constexpr int D = TypeParam::value;
  const auto p = samples::tower<D>(8);
  auto heavy = p;
  for (std::size_t b = 0; b < p.block_count(); ++b) {
    heavy.inv_mass[b] *= std::ldexp(1, -20);
    heavy.inv_inertia[b] *= std::ldexp(1, -20);
    heavy.v_free[b] *= std::ldexp(1, -10);
  }
  for (auto& law : heavy.law) law.shift *= std::ldexp(1, -10);
  const auto one = directly(p, 1e-8);
  const auto other = directly(heavy, 1e-8);
  EXPECT_EQ(one.report.factorisations, other.report.factorisations);
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    EXPECT_EQ(std::ldexp(1, 10) * one.solution.r[c], other.solution.r[c]);
  }
}

TYPED_TEST(InteriorPointTest, UsedAgain_GivesTheBitsOfAFreshOne) {
  constexpr int D = TypeParam::value;
  Random random(3);
  const auto tower = samples::tower<D>(10);
  const auto p = samples::random_problem<D>(random, {.blocks = 10, .contacts = 20, .mu = 0.3});
  InteriorPoint<D> used;
  Solution<D> s;
  used.prepare(tower);
  used.solve(1e-8, s);
  used.prepare(p);
  used.solve(1e-8, s);
  const auto fresh = directly(p, 1e-8);
  ASSERT_EQ(s.r.size(), p.contact_count());
  EXPECT_EQ(difference(s.r, fresh.solution.r), 0);
  EXPECT_EQ(difference(s.v, fresh.solution.v), 0);
}

TYPED_TEST(InteriorPointTest, NotANumber_EndsWithTheBudgetSpent) {
  constexpr int D = TypeParam::value;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto tower = samples::tower<D>(5);
  auto speed = tower;
  speed.v_free[2][0] = nan;
  auto mass = tower;
  mass.inv_mass[2] = nan;
  auto frame = tower;
  frame.frame[3](0, 0) = nan;
  auto friction = tower;
  friction.law[1].mu = nan;
  auto compliance = tower;
  compliance.law[1].compliance[0] = nan;
  auto cohesion = tower;
  cohesion.law[0].cohesion = nan;
  for (const auto* p : {&speed, &mass, &frame, &friction, &compliance, &cohesion}) {
    const auto direct = directly(*p, 1e-4);
    EXPECT_EQ(direct.report.outcome, SolveOutcome::budget_spent);
    EXPECT_FALSE(direct.report.error.relative <= 1e-4);
  }
}

}  // namespace
}  // namespace talus

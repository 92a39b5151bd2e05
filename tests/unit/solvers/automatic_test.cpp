// When the default solver leaves sweeps alone, when it goes direct, and what it then promises.
#include "talus/solvers/automatic.hpp"

#include "talus/solvers/solve.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace talus {
namespace {

constexpr int boxes = 20;

template <int D>
SolveReport solve(Solvers<D>& solvers, const ContactProblem<D>& p, const SolverOptions& options,
                  Solution<D>& s) {
  return solvers.solve(p, options, std::vector<double>(p.contact_count()), s);
}

template <int D>
SolveReport solve(const ContactProblem<D>& p, const SolverOptions& options, Solution<D>& s) {
  Solvers<D> solvers;
  return solve(solvers, p, options, s);
}

template <int D>
void expect_same_bits(const Solution<D>& a, const Solution<D>& b) {
  ASSERT_EQ(a.r.size(), b.r.size());
  ASSERT_EQ(a.v.size(), b.v.size());
  for (std::size_t c = 0; c < a.r.size(); ++c) EXPECT_EQ(a.r[c], b.r[c]);
  for (std::size_t k = 0; k < a.v.size(); ++k) EXPECT_EQ(a.v[k], b.v[k]);
}

template <class T>
class AutomaticTest : public ::testing::Test {};
TYPED_TEST_SUITE(AutomaticTest, samples::Dimensions);

TYPED_TEST(AutomaticTest, SweepsThatConvergeWhileBodiesMove_AreLeftAlone) {
  constexpr int D = TypeParam::value;
  Random random(1);
  int improvable = 0;  // those bodies at rest would have got a better answer for
  for (int i = 0; i < 20; ++i) {
    const auto p = samples::random_problem<D>(
        random, {.blocks = 20, .contacts = 20, .radial = i % 2 == 0, .tree = true, .mu = 0.3});
    SolverOptions o;
    Solution<D> automatic;
    const auto report = solve(p, o, automatic);
    EXPECT_EQ(report.outcome, SolveOutcome::converged);
    EXPECT_EQ(report.factorisations, 0);
    improvable += report.error.relative > 0.1 * o.tolerance ? 1 : 0;
    o.method = SolverMethod::nlgs;
    Solution<D> swept;
    EXPECT_EQ(solve(p, o, swept).sweeps, report.sweeps);
    expect_same_bits(automatic, swept);
  }
  EXPECT_GT(improvable, 0);
}

TYPED_TEST(AutomaticTest, StalledTower_GoesDirect) {
  constexpr int D = TypeParam::value;
  const auto p = samples::tower<D>(boxes);
  for (const double tolerance : {1e-4, 1e-8}) {
    SolverOptions o;
    o.tolerance = tolerance;
    o.max_sweeps = 2000;
    o.method = SolverMethod::nlgs;
    Solution<D> swept;
    const auto sweeps = solve(p, o, swept);
    // Towers in the plane may just reach 1e-4, long after Newton has.
    if (tolerance < 1e-4) {
      EXPECT_EQ(sweeps.outcome, SolveOutcome::budget_spent);
    }
    EXPECT_EQ(sweeps.factorisations, 0);
    o.method = SolverMethod::automatic;
    Solution<D> s;
    const auto report = solve(p, o, s);
    EXPECT_GT(report.factorisations, 0);
    EXPECT_EQ(report.outcome, SolveOutcome::converged);
    EXPECT_LE(judge(p, s.r).relative, tolerance);
    EXPECT_LT(report.sweeps, sweeps.sweeps);
    // The ceiling is out of reach, and everything else bears weight.
    EXPECT_EQ(s.r.back(), Vec<D>(Vec<D>::Zero()));
    EXPECT_EQ(report.error.acting, p.contact_count() - 1);
  }
}

TYPED_TEST(AutomaticTest, InteriorPointByName_ZeroesOpenContactsToo) {
  constexpr int D = TypeParam::value;
  const auto p = samples::tower<D>(boxes);
  SolverOptions o;
  o.method = SolverMethod::interior_point;
  o.tolerance = 1e-8;
  Solution<D> s;
  const auto report = solve(p, o, s);
  EXPECT_GT(report.factorisations, 0);
  EXPECT_EQ(report.outcome, SolveOutcome::converged);
  EXPECT_LE(judge(p, s.r).relative, o.tolerance);
  EXPECT_EQ(s.r.back(), Vec<D>(Vec<D>::Zero()));
}

TYPED_TEST(AutomaticTest, BodiesAtRest_GetMoreThanAskedForWhereItIsCheap) {
  // Three boxes: sweeps reach the tolerance soon, and nothing moves.
  constexpr int D = TypeParam::value;
  const auto p = samples::tower<D>(3);
  SolverOptions o;
  o.tolerance = 1e-3;
  o.method = SolverMethod::nlgs;
  Solution<D> swept;
  const auto sweeps = solve(p, o, swept);
  ASSERT_EQ(sweeps.outcome, SolveOutcome::converged);
  ASSERT_LE(sweeps.sweeps, 100);
  ASSERT_GT(sweeps.error.relative, 0.1 * o.tolerance);
  o.method = SolverMethod::automatic;
  Solution<D> s;
  const auto report = solve(p, o, s);
  EXPECT_EQ(report.outcome, SolveOutcome::converged);
  EXPECT_GT(report.factorisations, 0);
  EXPECT_LE(judge(p, s.r).relative, 0.1 * o.tolerance);
}

TYPED_TEST(AutomaticTest, FewSweepsAllowed_AreNotExceededNorFollowedByNewton) {
  constexpr int D = TypeParam::value;
  const auto p = samples::tower<D>(boxes);
  SolverOptions o;
  o.max_sweeps = 100;
  Solution<D> s;
  const auto report = solve(p, o, s);
  EXPECT_EQ(report.outcome, SolveOutcome::budget_spent);
  EXPECT_EQ(report.sweeps, 100);
  EXPECT_EQ(report.factorisations, 0);
}

TYPED_TEST(AutomaticTest, ReportedError_IsTheJudges) {
  // On problems easy and hard, solved or not.
  constexpr int D = TypeParam::value;
  Random random(2);
  std::vector<ContactProblem<D>> problems = {samples::tower<D>(boxes), samples::tower<D>(4, 0)};
  for (int i = 0; i < 10; ++i) {
    problems.push_back(samples::random_problem<D>(
        random, {.blocks = 10, .contacts = 25, .radial = i % 2 == 0, .mu = 0.6}));
  }
  for (const auto& p : problems) {
    for (const auto method :
         {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::interior_point}) {
      for (const double tolerance : {1e-2, 1e-6, 1e-15}) {
        SolverOptions o;
        o.method = method;
        o.tolerance = tolerance;
        o.max_sweeps = 300;
        Solution<D> s;
        const auto report = solve(p, o, s);
        const LawError e = judge(p, s.r);
        EXPECT_EQ(report.error.relative, e.relative);
        EXPECT_EQ(report.error.acting, e.acting);
        EXPECT_EQ(report.outcome == SolveOutcome::converged, e.relative <= tolerance);
        if (method == SolverMethod::nlgs) {
          EXPECT_EQ(report.factorisations, 0);
        }
        std::vector<Twist<D>> v;
        p.velocities(s.r, v);
        for (std::size_t b = 0; b < v.size(); ++b) EXPECT_EQ(v[b], s.v[b]);
      }
    }
  }
}

TYPED_TEST(AutomaticTest, SameProblem_SameBits) {
  // Whatever the solver has worked on before.
  constexpr int D = TypeParam::value;
  Random random(3);
  const auto p = samples::tower<D>(boxes);
  const auto other = samples::random_problem<D>(random, {.blocks = 30, .contacts = 60});
  for (const auto method : {SolverMethod::automatic, SolverMethod::interior_point}) {
    SolverOptions o;
    o.method = method;
    Solvers<D> solvers;
    Solution<D> first;
    const auto one = solve(solvers, p, o, first);
    Solution<D> between;
    solve(solvers, other, o, between);
    Solution<D> second;
    const auto two = solve(solvers, p, o, second);
    EXPECT_EQ(one.sweeps, two.sweeps);
    EXPECT_EQ(one.factorisations, two.factorisations);
    EXPECT_EQ(one.error.relative, two.error.relative);
    expect_same_bits(first, second);
  }
}

TYPED_TEST(AutomaticTest, NoContacts_IsAnAnsweredProblem) {
  constexpr int D = TypeParam::value;
  Random random(4);
  const auto p = samples::random_problem<D>(random, {.blocks = 3, .contacts = 0});
  for (const auto method : {SolverMethod::automatic, SolverMethod::interior_point}) {
    SolverOptions o;
    o.method = method;
    Solution<D> s;
    const auto report = solve(p, o, s);
    EXPECT_EQ(report.outcome, SolveOutcome::converged);
    EXPECT_EQ(report.factorisations, 0);
    ASSERT_EQ(s.v.size(), 3U);
    for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(s.v[b], p.v_free[b]);
  }
}

TYPED_TEST(AutomaticTest, NotANumber_EndsWithTheBudgetSpent) {
  constexpr int D = TypeParam::value;
  auto p = samples::tower<D>(5);
  p.v_free[2][0] = std::numeric_limits<double>::quiet_NaN();
  for (const auto method : {SolverMethod::automatic, SolverMethod::interior_point}) {
    SolverOptions o;
    o.method = method;
    o.max_sweeps = 200;
    Solution<D> s;
    const auto report = solve(p, o, s);
    EXPECT_EQ(report.outcome, SolveOutcome::budget_spent);
    EXPECT_EQ(s.r.size(), p.contact_count());
    EXPECT_EQ(s.v.size(), p.block_count());
  }
}

}  // namespace
}  // namespace talus

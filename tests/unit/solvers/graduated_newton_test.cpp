// Newton's method from a blurred problem to the exact one, and tall walls for the automatic solver.

#include "talus/solvers/graduated_newton.hpp"

#include "talus/solvers/assembled_solve.hpp"

#include "support/random_problem.hpp"
#include "support/wall_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

constexpr double wanted = 1e-8;

template <int D>
BestAnswer<D> graduated(const AssembledProblem<D>& problem, int most_factorisations) {
  AssembledLorentz<D> lorentz;
  lorentz.take(problem);
  AssembledOptions options;
  options.tolerance = wanted;
  BestAnswer<D> best;
  const int n = GraduatedNewton<D>().solve(lorentz, AssembledJudge<D>(problem), options,
                                           most_factorisations, best);
  EXPECT_GT(n, 0);
  return best;
}

template <class T>
class Graduated : public ::testing::Test {};
TYPED_TEST_SUITE(Graduated, samples::Dimensions);

TYPED_TEST(Graduated, Newton_SolvesWallsThatStand) {
  constexpr int D = TypeParam::value;
  const auto problem = assembled<D>(samples::wall<D>(8, 4));
  const auto best = graduated<D>(problem, 500);
  EXPECT_LE(AssembledJudge<D>(problem)(best.r).decisive(), wanted);
}

TYPED_TEST(Graduated, Newton_SolvesWallsThatSlide) {
  // Pushed by a tenth of their weight they slide on their courses when friction is below that.
  constexpr int D = TypeParam::value;
  const auto problem = assembled<D>(samples::wall<D>(6, 4, 0.05));
  const auto best = graduated<D>(problem, 500);
  EXPECT_LE(AssembledJudge<D>(problem)(best.r).decisive(), wanted);
}

TYPED_TEST(Graduated, Newton_NeverTouchesABetterAnswer) {
  constexpr int D = TypeParam::value;
  const auto problem = assembled<D>(samples::wall<D>(3, 2));
  AssembledLorentz<D> lorentz;
  lorentz.take(problem);
  auto best = graduated<D>(problem, 500);
  const auto kept = best.r;
  AssembledOptions options;
  options.tolerance = wanted;
  GraduatedNewton<D>().solve(lorentz, AssembledJudge<D>(problem), options, 3, best);
  EXPECT_EQ(best.r, kept);
}

TYPED_TEST(Graduated, Auto_SolvesTallWalls) {
  // Sweeps carry a weight one course a sweep, and need their square to share it out.
  constexpr int D = TypeParam::value;
  const auto problem = assembled<D>(samples::wall<D>(D == 2 ? 50 : 20, D == 2 ? 8 : 3));
  AssembledOptions options;
  options.tolerance = wanted;
  std::vector<Vec<D>> r;
  const auto report = solve_assembled<D>(problem, options, r);
  EXPECT_EQ(report.outcome, AssembledOutcome::solved) << report.path;
  EXPECT_LE(AssembledJudge<D>(problem)(r).decisive(), wanted);
}

}  // namespace
}  // namespace talus

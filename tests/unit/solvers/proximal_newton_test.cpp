// Row B09: the proximal Newton method ends superlinearly, also where loads may be shared in many
// ways and W is singular.

#include "talus/solvers/proximal_newton.hpp"

#include "support/dimensions.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

/// Errors of the best answers, each better than the one before, as more factorisations are allowed.
template <int D>
std::vector<double> errors_on_the_way(const AssembledProblem<D>& problem, double tolerance) {
  AssembledLorentz<D> lorentz;
  lorentz.take(problem);
  const AssembledJudge<D> judge(problem);
  AssembledOptions options;
  options.tolerance = tolerance;
  const std::vector<Vec<D>> start(problem.contact_count(), Vec<D>::Zero());
  std::vector<double> errors;
  for (int most = 1; most <= 200; ++most) {
    BestAnswer<D> best;
    ProximalNewton<D>().solve(lorentz, judge, options, most, start, best);
    if (!best.any || (!errors.empty() && !(best.decisive() < errors.back()))) continue;
    errors.push_back(best.decisive());
    if (errors.back() <= tolerance) break;
  }
  return errors;
}

template <class T>
class ProximalNewtonTest : public ::testing::Test {};
TYPED_TEST_SUITE(ProximalNewtonTest, samples::Dimensions);

TYPED_TEST(ProximalNewtonTest, HyperstaticTower_EndsSuperlinearly) {
  // The pull towards the last answer falls to 0.3 of itself or less from one answer to the next as
  // long as these come easily, and with it the part of the error that is left: a linear method
  // would keep its ratio, this one is to halve it at least. Four answers are enough to the
  // tolerance; the one after it would end in rounding, some 10 eps, and have no ratio.
  constexpr int D = TypeParam::value;
  constexpr double tolerance = 1e-10;
  const auto errors = errors_on_the_way<D>(assembled(samples::tower<D>(5)), tolerance);
  const std::size_t n = errors.size();
  ASSERT_GE(n, 4U);
  EXPECT_LE(errors[n - 1], tolerance);
  for (std::size_t i = n - 2; i < n; ++i) {
    EXPECT_LE(errors[i] / errors[i - 1], 0.5 * errors[i - 1] / errors[i - 2]) << errors[i];
  }
  EXPECT_LE(errors[n - 1] / errors[n - 2], 1e-2);
}

TYPED_TEST(ProximalNewtonTest, Factorisations_AreNeverMoreThanAllowed) {
  // From nowhere the first answer alone takes several.
  constexpr int D = TypeParam::value;
  const auto problem = assembled(samples::tower<D>(5));
  AssembledLorentz<D> lorentz;
  lorentz.take(problem);
  const std::vector<Vec<D>> start(problem.contact_count(), Vec<D>::Zero());
  for (const int most : {1, 3, 10}) {
    BestAnswer<D> best;
    const int n = ProximalNewton<D>().solve(lorentz, AssembledJudge<D>(problem), AssembledOptions(),
                                            most, start, best);
    EXPECT_LE(n, most);
  }
}

}  // namespace
}  // namespace talus

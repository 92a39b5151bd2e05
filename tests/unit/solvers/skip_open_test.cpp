// Sweeps that visit open contacts now and then only, and sweeps that always visit all: answers with
// the same certificate.

#include "talus/solvers/solve.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

template <class T>
class SkipOpen : public ::testing::Test {};
TYPED_TEST_SUITE(SkipOpen, samples::Dimensions);

TYPED_TEST(SkipOpen, OnOrOff_AnswersHaveTheSameCertificate) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 60; ++i) {
    // Little friction: with more of it sweeps of either kind may go round in circles.
    auto p = samples::random_problem<D>(random, {.blocks = 20,
                                                 .contacts = 60,
                                                 .radial = i % 2 == 0,
                                                 .mu = i % 3 == 0 ? 0.0 : 0.1,
                                                 .plain_laws = true});
    for (auto& b : p.offset) b.setZero();
    std::vector<Solution<D>> answers(2);
    for (const bool skips : {false, true}) {
      SolverOptions options;
      options.method = SolverMethod::nlgs;
      options.skip_open = skips;
      options.tolerance = 1e-9;
      options.max_sweeps = 100'000;
      auto& answer = answers[skips ? 1 : 0];
      answer.r.assign(p.contact_count(), Vec<D>::Zero());
      Solvers<D> solvers;
      const auto report = solvers.solve(p, options, {}, answer);
      ASSERT_EQ(report.outcome, SolveOutcome::converged) << i << " " << skips;
      // By a judge of its own, velocities from the impulses anew.
      std::vector<Twist<D>> v;
      p.velocities(answer.r, v);
      EXPECT_LE(Judge<D>(p)(answer.r, v, {}).relative, options.tolerance * (1 + 1e-3))
          << i << " " << skips;
    }
    if (i % 3 != 0) continue;
    // Without friction velocities are unique. An error e in the laws moves them by the root of e
    // at most, beside those without impulses.
    double apart2 = 0;
    double free2 = 0;
    for (std::size_t b = 0; b < p.block_count(); ++b) {
      apart2 += (answers[0].v[b] - answers[1].v[b]).squaredNorm();
      free2 += p.v_free[b].squaredNorm();
    }
    EXPECT_LE(apart2, 1e-9 * 10 * free2) << i;
  }
}

}  // namespace
}  // namespace talus

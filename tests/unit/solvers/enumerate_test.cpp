// All answers of small problems in the plane.

#include "talus/solvers/enumerate.hpp"

#include "talus/problem/judge.hpp"
#include "talus/solvers/nlgs.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

/// One block of mass 1 on one contact, with W = [5 4; 4 5]: arm and inertia chosen for it.
ContactProblem<2> painleve(double mu, const Vec<2>& q) {
  ContactProblem<2> p;
  p.v_free.emplace_back(q[0], q[1], 0);
  p.inv_mass = {1};
  p.inv_inertia = {Spin<2>(4)};
  p.first = {0};
  p.second = {-1};
  p.frame = {Mat<2>::Identity()};
  p.offset = {Vec<2>::Zero()};
  p.law.resize(1);
  p.law[0].mu = mu;
  p.general = {0};
  p.lever_first = p.lever_second = {0};
  p.spin_first = {Mat<2, 1>(1, 1)};
  p.spin_second = {Mat<2, 1>(0, 0)};
  return p;
}

TEST(Enumerate, PainlevesContact_HasThreeAnswers) {
  // mu W_NT / W_NN = 1.2. Leaving the ground (0.1, 1) it may go on, slide or stop at once: sliding
  // needs r_N = q_N / (mu W_NT - W_NN) = 0.1 and leaves a slip of 1 - 0.35.
  const auto p = painleve(1.5, Vec<2>(0.1, 1));
  const auto answers = enumerate_answers(p);
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].status[0], TriedStatus::open);
  EXPECT_EQ(answers[1].status[0], TriedStatus::sticking);
  EXPECT_EQ(answers[2].status[0], TriedStatus::forward);
  EXPECT_LE((answers[2].r[0] - Vec<2>(0.1, -0.15)).norm(), 1e-12);
  for (const auto& a : answers) EXPECT_LE(judge<2>(p, a.r).relative, 1e-12);
  // Below the limit there is just one.
  EXPECT_EQ(enumerate_answers(painleve(1.2, Vec<2>(0.1, 1))).size(), 1U);
}

TEST(Enumerate, RandomProblems_HaveTheSolversAnswerAmongThem) {
  Random random(3);
  int plural = 0;
  for (int i = 0; i < 60; ++i) {
    samples::ProblemKind kind;
    kind.blocks = 4;
    kind.contacts = 4;
    kind.tree = true;
    kind.mu = 1.2;
    const auto p = samples::random_problem<2>(random, kind);
    const auto answers = enumerate_answers(p);
    ASSERT_FALSE(answers.empty()) << i;
    for (const auto& a : answers) ASSERT_LE(judge<2>(p, a.r).relative, 1e-7) << i;
    plural += answers.size() > 1 ? 1 : 0;
    Nlgs<2> nlgs;
    SolverOptions options;
    options.tolerance = 1e-12;
    options.max_sweeps = 20000;
    Solution<2> solution;
    const std::vector<double> height(p.contact_count(), 0.0);
    if (nlgs.solve(p, options, height, solution).outcome != SolveOutcome::converged) continue;
    double nearest = 1e300;
    for (const auto& a : answers) {
      double distance = 0;
      for (std::size_t b = 0; b < a.v.size(); ++b) distance += (a.v[b] - solution.v[b]).norm();
      nearest = std::min(nearest, distance);
    }
    ASSERT_LE(nearest, 1e-6) << i;
  }
  EXPECT_LT(plural, 60);
}

}  // namespace
}  // namespace talus

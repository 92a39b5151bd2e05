// Rows B02, B03: a million random problems of one contact in each dimension.

#include "talus/solvers/single_contact.hpp"

#include "talus/solvers/general_sweep.hpp"

#include "single_problems.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using property::Problem;
using property::random_problem;
using property::random_q;
using property::relative_residual;
using samples::eps;

template <class T>
class SingleContactProperty : public ::testing::Test {};
TYPED_TEST_SUITE(SingleContactProperty, samples::Dimensions);

TYPED_TEST(SingleContactProperty, MillionProblems_AreSolvedToRoundOff) {
  constexpr int D = TypeParam::value;
  Random random(20240000 + D);
  int failures = 0;
  int acting = 0;
  for (int i = 0; i < 1000000; ++i) {
    const auto p = random_problem<D>(random);
    const Vec<D> r = SingleContact<D>(p.w, p.mu).solve(p.q);
    const double residual = relative_residual(p, r);
    acting += r[0] > 0 ? 1 : 0;
    if (residual <= 1e-12) continue;
    if (++failures <= 3) {
      ADD_FAILURE() << "residual " << residual << " for mu = " << p.mu
                    << ", q = " << p.q.transpose() << ", W =\n"
                    << p.w << "\nr = " << r.transpose();
    }
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(acting, 700000);  // the kinds above mostly press
}

/// Eight problems side by side, as sweeps solve them: contacts between obstacles that move by q.
template <int D>
std::array<Vec<D>, lanes> solve_in_lanes(const std::array<Problem<D>, lanes>& problems,
                                         LaneInstructions instructions) {
  std::vector<NlgsBlock<D>> obstacle(1);
  obstacle[0].v.setZero();
  obstacle[0].inv_mass = 0;
  obstacle[0].spin.setZero();
  std::vector<std::uint32_t> busy(1, 0);
  GeneralBatcher<D> batcher;
  batcher.start(busy);
  std::array<GeneralContact<D>, lanes> given;
  for (std::size_t i = 0; i < lanes; ++i) {
    GeneralContact<D>& c = given[i];
    c.first = c.second = 0;
    c.frame.setIdentity();
    c.spin_first.setZero();
    c.spin_second.setZero();
    c.offset = problems[i].q;
    c.scale.setOnes();
    c.compliance.setZero();
    c.w = problems[i].w;
    c.single = SingleContact<D>(problems[i].w, problems[i].mu);
    c.r.setZero();
    batcher.place(0, 0, i);
  }
  batcher.fill([&](std::size_t i, std::size_t) { return given[i]; });
  SweepSize size;
  sweep_general<D>(batcher, obstacle, size, {}, SweepExtent::all, instructions);
  std::array<Vec<D>, lanes> r;
  for (std::uint32_t i = 0; i < lanes; ++i) r[i] = given[i].single.axes() * batcher.impulse({0, i});
  return r;
}

TYPED_TEST(SingleContactProperty, ProblemsSideBySide_AreSolvedToRoundOff) {
  constexpr int D = TypeParam::value;
  Random random(20250000 + D);
  int acting = 0;
  for (int i = 0; i < 50000; ++i) {
    std::array<Problem<D>, lanes> problems;
    for (auto& p : problems) p = random_problem<D>(random);
    const auto r = solve_in_lanes<D>(problems, LaneInstructions::widest);
    const auto by_four = solve_in_lanes<D>(problems, LaneInstructions::avx2);
    const auto by_two = solve_in_lanes<D>(problems, LaneInstructions::baseline);
    for (std::size_t k = 0; k < lanes; ++k) {
      const auto& p = problems[k];
      ASSERT_EQ(r[k], by_four[k]);
      ASSERT_EQ(r[k], by_two[k]);
      acting += r[k][0] > 0 ? 1 : 0;
      ASSERT_LE(relative_residual(p, r[k]), 1e-12)
          << "mu = " << p.mu << ", q = " << p.q.transpose() << ", W =\n"
          << p.w << "\nr = " << r[k].transpose();
      ASSERT_LE(r[k].template tail<D - 1>().norm(), p.mu * r[k][0] * (1 + 8 * eps));
      if (p.q[0] >= 0) {
        ASSERT_TRUE(r[k].isZero(0));
      }
    }
  }
  EXPECT_GT(acting, 280000);
}

TYPED_TEST(SingleContactProperty, Neighbours_DoNotShow) {
  constexpr int D = TypeParam::value;
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    std::array<Problem<D>, lanes> problems;
    for (auto& p : problems) p = random_problem<D>(random);
    const auto r = solve_in_lanes<D>(problems, LaneInstructions::widest);
    std::rotate(problems.begin(), problems.begin() + 3, problems.end());
    problems[0] = random_problem<D>(random);
    const auto turned = solve_in_lanes<D>(problems, LaneInstructions::widest);
    for (std::size_t k = 1; k < lanes; ++k) ASSERT_EQ(turned[k], r[(k + 3) % lanes]);
  }
}

TYPED_TEST(SingleContactProperty, SeparatingContacts_GetExactlyNothing) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 100000; ++i) {
    auto p = random_problem<D>(random);
    p.q[0] = random.below(4) == 0 ? 0 : std::abs(p.q[0]);
    const Vec<D> r = SingleContact<D>(p.w, p.mu).solve(p.q);
    ASSERT_TRUE(r.isZero(0));
  }
}

TYPED_TEST(SingleContactProperty, Impulses_LieInTheCone) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 100000; ++i) {
    const auto p = random_problem<D>(random);
    const Vec<D> r = SingleContact<D>(p.w, p.mu).solve(p.q);
    ASSERT_TRUE(r.allFinite());
    ASSERT_GE(r[0], 0);
    // Turning the tangent into the frame's axes rounds a few times.
    ASSERT_LE(r.template tail<D - 1>().norm(), p.mu * r[0] * (1 + 8 * eps));
  }
}

TYPED_TEST(SingleContactProperty, DiagonalW_GivesTheRadialClosedForm) {
  // 002 sect. 5.3: r_N = -q_N / w_n, r_T = -q_T / w_t cut back to the disk of radius mu r_N.
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 100000; ++i) {
    const double w_n = samples::scale(random, 1e-6, 1e6);
    const double w_t = w_n * samples::scale(random, 1, 4);
    Vec<D> diagonal = Vec<D>::Constant(w_t);
    diagonal[0] = w_n;
    const double mu = random.uniform(0, 5);
    const Mat<D> w = diagonal.asDiagonal();
    const Vec<D> q = random_q<D>(random, w, mu);
    Vec<D> expected = Vec<D>::Zero();
    if (q[0] < 0) {
      expected = -q.cwiseQuotient(diagonal);
      const double length = expected.template tail<D - 1>().norm();
      const double limit = mu * expected[0];
      if (length > limit) expected.template tail<D - 1>() *= limit / length;
    }
    const Vec<D> r = SingleContact<D>(w, mu).solve(q);
    // The root of mu r_N = |r_T| is found to 2 eps; the rest is a handful of roundings.
    ASSERT_LE((r - expected).norm(), 16 * eps * expected.norm()) << q.transpose() << " mu " << mu;
  }
}

// Invariants, with rapidcheck choosing and shrinking the seeds.

template <int D>
void expect_homogeneous(std::uint64_t seed) {
  Random random(seed);
  const auto p = random_problem<D>(random);
  const SingleContact<D> single(p.w, p.mu);
  const Vec<D> r = single.solve(p.q);
  const double power = std::ldexp(1.0, static_cast<int>(random.below(40)) - 20);
  const Vec<D> scaled = single.solve(power * p.q);
  RC_ASSERT(scaled == power * r);  // powers of two change no mantissa
  // Heavier bodies with the same velocities: W / s asks for s r.
  const Vec<D> heavier = SingleContact<D>(Mat<D>(p.w / power), p.mu).solve(p.q);
  RC_ASSERT(heavier == power * r);
}

RC_GTEST_PROP(SingleContactInvariance, ScaledVelocities_ScaleTheImpulse2, (std::uint64_t seed)) {
  expect_homogeneous<2>(seed);
}

RC_GTEST_PROP(SingleContactInvariance, ScaledVelocities_ScaleTheImpulse3, (std::uint64_t seed)) {
  expect_homogeneous<3>(seed);
}

RC_GTEST_PROP(SingleContactInvariance, MirroredPlane_MirrorsTheImpulse, (std::uint64_t seed)) {
  Random random(seed);
  const auto p = random_problem<2>(random);
  const Vec<2> mirror(1, -1);
  const Mat<2> w = mirror.asDiagonal() * p.w * mirror.asDiagonal();
  const Vec<2> r = SingleContact<2>(p.w, p.mu).solve(p.q);
  const Vec<2> m = SingleContact<2>(w, p.mu).solve(mirror.cwiseProduct(p.q));
  // Without uniqueness either image is an answer; q_T = 0 breaks no tie.
  RC_PRE(SingleContact<2>(p.w, p.mu).painleve_number() < 1);
  RC_ASSERT((m - mirror.cwiseProduct(r)).norm() <= 8 * eps * r.norm());
}

RC_GTEST_PROP(SingleContactInvariance, TurnAboutTheNormal_TurnsTheImpulse, (std::uint64_t seed)) {
  Random random(seed);
  // Well-conditioned and with one answer by a tenth: the answer depends on the data with a
  // Lipschitz constant of about cond(W) / (1 - number) <= 1e3, the turned data carry 10 roundings.
  auto p = random_problem<3>(random, 0.1, 10);
  p.mu = std::min(p.mu, 0.9 * p.mu / SingleContact<3>(p.w, p.mu).uniqueness_number());
  Mat<3> turn = Mat<3>::Identity();
  turn.block<2, 2>(1, 1) = matrix(samples::rotation<2>(random));
  const Vec<3> r = SingleContact<3>(p.w, p.mu).solve(p.q);
  const Vec<3> turned =
      SingleContact<3>(Mat<3>(turn * p.w * turn.transpose()), p.mu).solve(turn * p.q);
  RC_ASSERT((turned - turn * r).norm() <= 1e4 * eps * (r.norm() + p.q.norm() / p.w.norm()));
}

/// Pressed so that it just sticks, one answer is r = -W^-1 q; rounding decides whether it is seen.
/// Looks for another by the answer of the same contact in a frame turned about the normal.
bool has_two_answers(const Problem<3>& p, Random& random) {
  Mat<3> turn = Mat<3>::Identity();
  turn.block<2, 2>(1, 1) = matrix(samples::rotation<2>(random));
  const Vec<3> r = SingleContact<3>(p.w, p.mu).solve(p.q);
  const Vec<3> other =
      turn.transpose() *
      SingleContact<3>(Mat<3>(turn * p.w * turn.transpose()), p.mu).solve(turn * p.q);
  EXPECT_LE(relative_residual(p, r), 1e-12);
  EXPECT_LE(relative_residual(p, other), 1e-12);
  return (other - r).norm() > 1e-6 * r.norm();
}

TEST(SingleContactUniqueness, BelowTheNumber_TheFrameDoesNotChoose) {
  // Loads on the border of sticking, where a second answer appears first. Two answers are met at
  // Painleve numbers below 1, none where the uniqueness number is.
  Random random(11);
  int several_below_painleve = 0;
  for (int i = 0; i < 200000; ++i) {
    Problem<3> p;
    p.w = samples::positive_matrix<3>(random, 0.01, 100);
    p.mu = random.uniform(0, 2);
    p.q = -(p.w * property::cone_point<3>(random, p.mu, 1));
    if (p.q[0] >= 0) continue;
    const SingleContact<3> single(p.w, p.mu);
    EXPECT_GE(single.uniqueness_number(), single.painleve_number() * (1 - 4 * eps));
    if (!has_two_answers(p, random)) continue;
    EXPECT_GE(single.uniqueness_number(), 1) << p.w << "\nmu = " << p.mu;
    several_below_painleve += single.painleve_number() < 1 ? 1 : 0;
  }
  EXPECT_GT(several_below_painleve, 0);
}

}  // namespace
}  // namespace talus

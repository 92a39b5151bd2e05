// One contact against methods that share nothing with the solver's.

#include "talus/solvers/single_contact.hpp"

#include "support/samples.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace talus {
namespace {

using samples::eps;

/// All answers of a plane problem: open, sticking, sliding either way (002 (34)), in long double.
std::vector<Vec<2>> all_branches(const Mat<2>& w, double mu, const Vec<2>& q) {
  using Real = long double;
  std::vector<Vec<2>> answers;
  if (q[0] >= 0) answers.emplace_back(0, 0);
  const Real nn = w(0, 0);
  const Real nt = w(0, 1);
  const Real tt = w(1, 1);
  const Real det = nn * tt - nt * nt;
  const Real stick_n = (nt * q[1] - tt * q[0]) / det;
  const Real stick_t = (nt * q[0] - nn * q[1]) / det;
  if (stick_n >= 0 && std::abs(stick_t) <= mu * stick_n) {
    answers.emplace_back(static_cast<double>(stick_n), static_cast<double>(stick_t));
  }
  for (const int s : {-1, 1}) {
    const Real r_n = -q[0] / (nn - s * mu * nt);
    const Real u_t = q[1] + (nt - s * mu * tt) * r_n;
    if (r_n > 0 && s * u_t >= 0) {
      answers.emplace_back(static_cast<double>(r_n), static_cast<double>(-s * mu * r_n));
    }
  }
  return answers;
}

TEST(SingleContact2, EveryAnswer_IsOneOfTheEnumeratedBranches) {
  Random random(1);
  int several = 0;
  for (int i = 0; i < 200000; ++i) {
    const Mat<2> w = samples::positive_matrix<2>(random, 0.1, 10);
    const double mu = random.uniform(0, 5);
    const Vec<2> q = samples::vector<2>(random);
    const SingleContact<2> single(w, mu);
    const Vec<2> r = single.solve(q);
    const auto answers = all_branches(w, mu, q);
    ASSERT_FALSE(answers.empty());
    several += answers.size() > 1 ? 1 : 0;
    if (single.painleve_number() < 1) {
      ASSERT_EQ(answers.size(), 1U);
    }
    double nearest = 1e300;
    for (const auto& a : answers) nearest = std::min(nearest, (a - r).norm());
    // Dividing by W loses cond(W) <= 100; by w_nn - s mu w_nt, which random draws bring to 1e-5 of
    // its terms, 1e5. The answer is then as large, so the error is relative to it.
    ASSERT_LE(nearest, 1e7 * eps * (r.norm() + q.norm())) << w << "\n" << q.transpose();
  }
  EXPECT_GT(several, 100);  // Painleve's cases were among them
}

/// Answer of a space problem without uniqueness trouble: sticks, or slides at an angle found by
/// scanning and bisecting the misalignment of slip and friction.
std::optional<Vec<3>> scan_slip_angle(const Mat<3>& w, double mu, const Vec<3>& q) {
  const Vec<3> stick = -w.inverse() * q;
  if (stick.tail<2>().norm() <= mu * stick[0]) return stick;
  const auto answer = [&](double angle) {
    const Vec<2> d(std::cos(angle), std::sin(angle));
    const double r_n = -q[0] / (w(0, 0) - mu * w.block<1, 2>(0, 1).dot(d));
    Vec<3> r;
    r << r_n, -mu * r_n * d;
    return r;
  };
  const auto slip = [&](double angle) -> Vec<2> {
    const Vec<2> u = (w * answer(angle) + q).tail<2>();
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * u[0] + s * u[1], c * u[1] - s * u[0]};  // along and across the direction assumed
  };
  const int steps = 3600;
  std::optional<Vec<3>> found;
  for (int i = 0; i < steps; ++i) {
    double a = 2 * std::numbers::pi * i / steps;
    double b = 2 * std::numbers::pi * (i + 1) / steps;
    if ((slip(a)[1] > 0) == (slip(b)[1] > 0) || slip(a)[0] <= 0) continue;
    for (int k = 0; k < 60; ++k) {
      const double mid = 0.5 * (a + b);
      ((slip(mid)[1] > 0) == (slip(a)[1] > 0) ? a : b) = mid;
    }
    if (found) return std::nullopt;  // two answers: left to the property tests
    found = answer(a);
  }
  return found;
}

TEST(SingleContact3, Answers_EqualAScanOverTheSlipAngle) {
  Random random(2);
  int compared = 0;
  int slid = 0;
  for (int i = 0; i < 1500; ++i) {
    const Mat<3> w = samples::positive_matrix<3>(random, 0.3, 3);
    const double limit = w(0, 0) / w.block<2, 1>(1, 0).norm();
    const double mu = random.uniform(0, std::min(2.0, 0.8 * limit));
    Vec<3> q = samples::vector<3>(random);
    q[0] = -std::abs(q[0]);
    const auto expected = scan_slip_angle(w, mu, q);
    if (!expected) continue;
    const Vec<3> r = SingleContact<3>(w, mu).solve(q);
    // Bisection ends at eps in the angle; slopes of the misalignment are of order one but where
    // slip is slow, and there the answer is lost at the rate |q| / |u_T|: 1e5 is seen at most.
    ASSERT_LE((r - *expected).norm(), 1e6 * eps * (r.norm() + q.norm()))
        << w << "\n"
        << q.transpose() << " mu " << mu;
    ++compared;
    slid += r.tail<2>().norm() > 0.999999 * mu * r[0] ? 1 : 0;
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(slid, 300);
}

TEST(SingleContact3, ZeroTangentialScale_LeavesThePlaneProblem) {
  // Elliptic friction with mu_across = 0: the third row and column of A^T W A vanish.
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const Mat<2> w2 = samples::positive_matrix<2>(random, 0.1, 10);
    const double mu = random.uniform(0, 0.9 * w2(0, 0) / (std::abs(w2(0, 1)) + 0.2));
    const Vec<2> q2 = samples::vector<2>(random);
    const int axis = 1 + static_cast<int>(random.below(2));
    Mat<3> w = Mat<3>::Zero();
    w(0, 0) = w2(0, 0);
    w(0, axis) = w(axis, 0) = w2(0, 1);
    w(axis, axis) = w2(1, 1);
    Vec<3> q = Vec<3>::Zero();
    q[0] = q2[0];
    q[axis] = q2[1];
    const Vec<3> r = SingleContact<3>(w, mu).solve(q);
    const Vec<2> expected = SingleContact<2>(w2, mu).solve(q2);
    ASSERT_EQ(r[3 - axis], 0);
    // Both are backward stable; cond(W2) <= 100 and the Painleve margin 0.1 bound what that loses.
    ASSERT_LE((Vec<2>(r[0], r[axis]) - expected).norm(), 1e4 * eps * (expected.norm() + q2.norm()));
  }
}

TEST(SingleContact3, PlaneOfSymmetry_GivesThePlaneAnswer) {
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    const Mat<2> w2 = samples::positive_matrix<2>(random, 0.1, 10);
    const double mu = random.uniform(0, 0.9 * w2(0, 0) / (std::abs(w2(0, 1)) + 0.2));
    const Vec<2> q2 = samples::vector<2>(random);
    Mat<3> w = Mat<3>::Identity();
    w.topLeftCorner<2, 2>() = w2;
    const Vec<3> r = SingleContact<3>(w, mu).solve(Vec<3>(q2[0], q2[1], 0));
    const Vec<2> expected = SingleContact<2>(w2, mu).solve(q2);
    ASSERT_LE((r.head<2>() - expected).norm(), 1e4 * eps * (expected.norm() + q2.norm()));
    ASSERT_EQ(r[2], 0);
  }
}

TEST(SingleContact, PainleveNumber_IsMuTimesTheCouplingRatio) {
  Mat<2> w2;
  w2 << 2, -3, -3, 10;
  EXPECT_EQ(SingleContact<2>(w2, 0.5).painleve_number(), 0.75);
  Mat<3> w3;
  w3 << 2, 3, 4, 3, 20, 0, 4, 0, 20;
  EXPECT_NEAR(SingleContact<3>(w3, 0.5).painleve_number(), 0.5 * 5 / 2, 8 * eps);
}

TEST(SingleContact, TinyAndHugeApproach_StayFinite) {
  Random random(5);
  for (const double size : {1e-300, 1e-150, 1e-30, 1e30, 1e150}) {
    for (int i = 0; i < 1000; ++i) {
      const Mat<3> w = samples::positive_matrix<3>(random, 0.1, 10);
      const double mu = random.uniform(0, 2);
      Vec<3> q = samples::vector<3>(random);
      q[0] = -size;
      const Vec<3> r = SingleContact<3>(w, mu).solve(q);
      ASSERT_TRUE(r.allFinite());
      ASSERT_GE(r[0], 0);
      ASSERT_LE(r.tail<2>().norm(), mu * r[0] * (1 + 8 * eps));
      const Vec<2> r2 = SingleContact<2>(Mat<2>(w.topLeftCorner<2, 2>()), mu).solve(q.head<2>());
      ASSERT_TRUE(r2.allFinite());
      ASSERT_LE(std::abs(r2[1]), mu * r2[0] * (1 + 8 * eps));
    }
  }
}

}  // namespace
}  // namespace talus

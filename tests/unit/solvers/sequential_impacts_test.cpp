// Newton's cradle under two laws: shocks one by one, and all together.

#include "talus/solvers/sequential_impacts.hpp"

#include "talus/solvers/nlgs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

/// Equal balls in a row, all in touch, the first coming from the left with speed 1.
ContactProblem<2> cradle(int balls, double e) {
  ContactProblem<2> p;
  for (int b = 0; b < balls; ++b) {
    p.v_free.emplace_back(b == 0 ? 1 : 0, 0, 0);
    p.inv_mass.push_back(1);
    p.inv_inertia.emplace_back(1);
  }
  for (int c = 0; c + 1 < balls; ++c) {
    p.first.push_back(c);  // pushed along its normal, to the left
    p.second.push_back(c + 1);
    Mat<2> frame;
    frame << -1, 0, 0, -1;
    p.frame.push_back(frame);
    p.offset.emplace_back(Vec<2>::Zero());
    p.general.push_back(-1);
    p.lever_first.push_back(1);
    p.lever_second.push_back(1);
    CanonicalLaw<2> law;
    law.shift[0] = e * p.local_velocity(static_cast<std::size_t>(c), p.v_free)[0];
    p.law.push_back(law);
  }
  return p;
}

double kinetic(const std::vector<Twist<2>>& v) {
  double sum = 0;
  for (const auto& x : v) sum += 0.5 * x.squaredNorm();
  return sum;
}

TEST(NewtonsCradle, OneByOne_TheLastBallLeavesAlone) {
  for (const int n : {2, 3, 5}) {
    const auto out = bounce_one_by_one(cradle(n, 1), 1.0);
    EXPECT_TRUE(out.finished);
    EXPECT_EQ(out.impacts, static_cast<std::size_t>(n - 1));
    for (int b = 0; b < n; ++b)
      EXPECT_NEAR(out.v[static_cast<std::size_t>(b)][0], b == n - 1, 1e-14);
  }
}

TEST(NewtonsCradle, AllTogether_TheRestGoesOnAsOne) {
  // 000 (43) with e = 1: the first contact reverses its approach, the others stay in touch. Three
  // balls: -1/3, 2/3, 2/3.
  const auto p = cradle(3, 1);
  Nlgs<2> nlgs;
  SolverOptions options;
  options.tolerance = 1e-13;
  options.max_sweeps = 10000;
  Solution<2> s;
  const std::vector<double> height(p.contact_count(), 0.0);
  nlgs.solve(p, options, height, s);
  EXPECT_NEAR(s.v[0][0], -1.0 / 3, 1e-10);
  EXPECT_NEAR(s.v[1][0], 2.0 / 3, 1e-10);
  EXPECT_NEAR(s.v[2][0], 2.0 / 3, 1e-10);
  EXPECT_NEAR(kinetic(s.v), 0.5, 1e-10);
}

TEST(NewtonsCradle, SoftBalls_LoseEnergyAndKeepMomentum) {
  for (const double e : {0.0, 0.3, 0.8}) {
    const auto p = cradle(5, e);
    const auto out = bounce_one_by_one(p, e);
    double momentum = 0;
    for (const auto& v : out.v) momentum += v[0];
    EXPECT_NEAR(momentum, 1, 1e-12);
    EXPECT_LT(kinetic(out.v), 0.5);
    EXPECT_TRUE(out.finished);
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      EXPECT_GE(p.local_velocity(c, out.v)[0], -1e-11);
    }
  }
}

TEST(NewtonsCradle, WithoutEnd_SaysSo) {
  const auto out = bounce_one_by_one(cradle(5, 0), 0.0, 0.0, 20);
  EXPECT_FALSE(out.finished);
  EXPECT_EQ(out.impacts, 20U);
}

}  // namespace
}  // namespace talus

// Newton's cradle: shocks one by one, and all together under the other laws.

#include "talus/solvers/sequential_impacts.hpp"

#include "talus/solvers/shock.hpp"

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

std::vector<Restitution> all(int balls, double e) {
  return std::vector<Restitution>(static_cast<std::size_t>(balls - 1), Restitution{e, 0});
}

double kinetic(const std::vector<Twist<2>>& v) {
  double sum = 0;
  for (const auto& x : v) sum += 0.5 * x.squaredNorm();
  return sum;
}

TEST(NewtonsCradle, OneByOne_TheLastBallLeavesAlone) {
  for (const int n : {2, 3, 5}) {
    const auto out = bounce_one_by_one(cradle(n, 1), all(n, 1));
    EXPECT_TRUE(out.finished);
    EXPECT_EQ(out.impacts, static_cast<std::size_t>(n - 1));
    for (int b = 0; b < n; ++b)
      EXPECT_NEAR(out.v[static_cast<std::size_t>(b)][0], b == n - 1, 1e-14);
  }
}

/// Velocities after the shock of three balls, with a restitution for each contact.
std::vector<double> after(ImpactLaw law, double e_first, double e_second) {
  auto p = cradle(3, 0);
  SolverOptions options;
  options.tolerance = 1e-13;
  options.max_sweeps = 10000;
  Solvers<2> solvers;
  Shock<2> shock;
  shock.strike(law, {{e_first, 0}, {e_second, 0}}, options, {0, 0}, solvers, p);
  const auto& v = shock.answer().v;
  EXPECT_NEAR(v[0][0] + v[1][0] + v[2][0], 1, 1e-10);
  return {v[0][0], v[1][0], v[2][0]};
}

void expect_near(const std::vector<double>& v, const std::vector<double>& expected) {
  for (std::size_t b = 0; b < 3; ++b) EXPECT_NEAR(v[b], expected[b], 1e-10) << "ball " << b;
}

TEST(NewtonsCradle, ElasticBalls_LeaveAsTheLawHasIt) {
  // 000 (43): the first contact reverses its approach, the second stays in touch. Compression ends
  // with a common speed and expansion gives all of it back: the same.
  expect_near(after(ImpactLaw::newton, 1, 1), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  expect_near(after(ImpactLaw::poisson, 1, 1), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  expect_near(after(ImpactLaw::sequential, 1, 1), {0, 0, 1});
  expect_near(after(ImpactLaw::lotstedt, 0, 0), {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(NewtonsCradle, SoftThenElastic_AllLawsDiffer) {
  // The second contact does not approach, so Newton's law finds nothing to give back.
  expect_near(after(ImpactLaw::newton, 0, 1), {1.0 / 3, 1.0 / 3, 1.0 / 3});
  // Poisson's: compression has r = (2/3, 1/3). Given back: (0, 1/3), leaving 1/3, 0, 2/3, of which
  // the first two hit again and go on together.
  expect_near(after(ImpactLaw::poisson, 0, 1), {1.0 / 6, 1.0 / 6, 2.0 / 3});
  // One by one: 1/2 1/2 0, 1/2 0 1/2, 1/4 1/4 1/2.
  expect_near(after(ImpactLaw::sequential, 0, 1), {0.25, 0.25, 0.5});
}

TEST(NewtonsCradle, SoftBalls_LoseEnergyAndKeepMomentum) {
  for (const double e : {0.0, 0.3, 0.8}) {
    const auto p = cradle(5, e);
    const auto out = bounce_one_by_one(p, all(5, e));
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
  const auto out = bounce_one_by_one(cradle(5, 0), all(5, 0), 0.0, 20);
  EXPECT_FALSE(out.finished);
  EXPECT_EQ(out.impacts, 20U);
}

}  // namespace
}  // namespace talus

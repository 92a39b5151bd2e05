// The cone of rolling contacts: its projection by what defines one, and its shift.

#include "talus/math/contact_cone.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

Vec<5> inside(Random& random, const ContactCone<5>& cone) {
  Vec<5> k;
  k[0] = random.uniform(0, 3);
  k.segment<2>(1) = cone.mu * k[0] * random.uniform() * samples::unit<2>(random);
  k.segment<2>(3) = cone.mu_rolling * k[0] * random.uniform() * samples::unit<2>(random);
  return k;
}

TEST(RollingCone, Projection_IsInsideAndAtRightAngles) {
  Random random(8);
  for (int i = 0; i < 2000; ++i) {
    const ContactCone<5> cone{random.uniform(0, 1.5), random.uniform(0, 0.5)};
    const Vec<5> x = samples::vector<5>(random, 2);
    const Vec<5> p = cone.project(x);
    EXPECT_LE(p.segment<2>(1).norm(), cone.mu * p[0] * (1 + 4 * eps));
    EXPECT_LE(p.segment<2>(3).norm(), cone.mu_rolling * p[0] * (1 + 4 * eps));
    // Nearest of a cone: what is left over is at right angles to p and points away from the cone.
    EXPECT_LE(std::abs((x - p).dot(p)), 50 * eps);
    for (int k = 0; k < 5; ++k) EXPECT_LE((x - p).dot(inside(random, cone)), 200 * eps);
  }
}

TEST(RollingCone, WithoutRolling_IsCoulombs) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    const double mu = random.uniform(0, 1);
    const ContactCone<5> rolling{mu, 100};
    Vec<5> x = samples::vector<5>(random);
    x.tail<2>().setZero();
    const Vec<3> plain = ContactCone<3>{mu}.project(x.head<3>());
    EXPECT_LE((rolling.project(x).head<3>() - plain).norm(), 8 * eps);
    EXPECT_EQ((rolling.project(x).tail<2>()), (Vec<2>(0, 0)));
  }
}

TEST(RollingCone, Shift_AddsBothSlips) {
  Vec<5> u;
  u << 1, 3, 4, 0, -2;
  Vec<5> wanted = u;
  wanted[0] = 1 + 0.5 * 5 + 0.1 * 2;
  EXPECT_LE(((ContactCone<5>{0.5, 0.1}.shifted(u)) - wanted).norm(), 4 * eps);
}

}  // namespace
}  // namespace talus

// Mass, centre and principal axes of compound bodies against Monte Carlo and Steiner's rule.

#include "talus/model/mass_properties.hpp"

#include "support/samples.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

/// Three balls apart from each other, of different densities.
template <int D>
BodyDescription<D> three_balls(Random& random) {
  BodyDescription<D> body;
  body.name = "three";
  for (int i = 0; i < 3; ++i) {
    PlacedShape<D> s{Ball<D>{random.uniform(0.2, 0.45)}, samples::pose<D>(random, 0.3), 0,
                     random.uniform(1, 3)};
    s.placement.x[0] += i - 1.0;
    body.shapes.push_back(s);
  }
  return body;
}

Mat<1> inertia_of(const Vec<2>& p) { return Mat<1>(p.squaredNorm()); }
Mat<3> inertia_of(const Vec<3>& p) {
  return p.squaredNorm() * Mat<3>::Identity() - p * p.transpose();
}

Mat<1> turned(const MassProperties<2>& m) { return Mat<1>(m.inertia[0]); }
Mat<3> turned(const MassProperties<3>& m) {
  const Mat<3> r = matrix(m.principal.r);
  return r * m.inertia.asDiagonal() * r.transpose();
}

template <class T>
class MassPropertiesTest : public ::testing::Test {};
TYPED_TEST_SUITE(MassPropertiesTest, samples::Dimensions);

TYPED_TEST(MassPropertiesTest, Compounds_EqualMonteCarlo) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const auto body = three_balls<D>(random);
  const auto m = mass_properties(body);
  const int n = 600000;
  const double box = std::pow(4.0, D);
  double mass = 0;
  Vec<D> first = Vec<D>::Zero();
  Mat<spin_dim<D>> second = Mat<spin_dim<D>>::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec<D> p = samples::vector<D>(random, 2);
    double density = 0;
    for (const auto& s : body.shapes) {
      if ((p - s.placement.x).norm() < std::get<Ball<D>>(s.shape).radius) density += s.density;
    }
    if (density == 0) continue;
    const double dm = density * box / n;
    mass += dm;
    first += dm * p;
    second += dm * inertia_of(Vec<D>(p - m.principal.x));
  }
  // A hit has probability near 0.05 (0.01 in space): relative deviation sqrt(1 / hits)
  // below 1.5e-2; four of them, times the sizes 1 and 1 of arms.
  EXPECT_NEAR(m.mass, mass, 0.06 * mass);
  EXPECT_LE((m.principal.x - first / mass).norm(), 0.06);
  EXPECT_LE((turned(m) - second).norm(), 0.06 * second.norm());
}

TYPED_TEST(MassPropertiesTest, GivenMass_IsSharedByVolume) {
  constexpr int D = TypeParam::value;
  BodyDescription<D> body;
  body.shapes.push_back({Ball<D>{1}, {Vec<D>::Zero(), {}}, 0, 7});
  body.shapes.push_back({Ball<D>{2}, {3 * Vec<D>::Unit(0), {}}, 0, 100});
  body.mass = 10;
  const auto m = mass_properties(body);
  const double ratio = std::pow(2.0, D);
  EXPECT_NEAR(m.mass, 10, 8 * eps * 10);
  EXPECT_NEAR(m.principal.x[0], 3 * ratio / (1 + ratio), 8 * eps * 3);
}

TYPED_TEST(MassPropertiesTest, Dumbbell_FollowsSteiner) {
  constexpr int D = TypeParam::value;
  BodyDescription<D> body;
  for (const double side : {-1.0, 1.0}) {
    body.shapes.push_back({Ball<D>{0.5}, {side * Vec<D>::Unit(0), {}}, 0, 0});
  }
  body.mass = 2;
  const auto m = mass_properties(body);
  const double own = 2 * (D == 2 ? 0.5 : 0.4) * 0.25;
  EXPECT_EQ(m.principal.x.norm(), 0);
  EXPECT_NEAR(m.inertia.maxCoeff(), own + 2, 8 * eps);
  if (D == 3) {
    EXPECT_NEAR(m.inertia[0], own, 8 * eps);  // the user's axes were principal and are kept
    EXPECT_EQ(matrix(m.principal.r), Mat<D>(Mat<D>::Identity()));
  }
}

TYPED_TEST(MassPropertiesTest, ThinWalls_ShareMassByExtent) {
  constexpr int D = TypeParam::value;
  BodyDescription<D> body;
  body.shapes.push_back({Wall<D>{Vec<D - 1>::Constant(1)}, {Vec<D>::Zero(), {}}, 0, 0});
  body.shapes.push_back({Wall<D>{Vec<D - 1>::Constant(1)}, {2 * last_axis<D>(), {}}, 0, 0});
  body.mass = 4;
  EXPECT_NEAR(mass_properties(body).principal.x[D - 1], 1, 4 * eps);
}

TYPED_TEST(MassPropertiesTest, BodiesWithoutMass_AreRefused) {
  constexpr int D = TypeParam::value;
  BodyDescription<D> body;
  body.name = "ghost";
  body.shapes.push_back({Wall<D>{Vec<D - 1>::Ones()}, {}, 0, 5});  // thin: density gives no mass
  EXPECT_THROW(mass_properties(body), ModelError);
  body.mass = -1;
  EXPECT_THROW(mass_properties(body), ModelError);
  body.mass = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(mass_properties(body), ModelError);
  body.mass = std::numeric_limits<double>::infinity();
  EXPECT_THROW(mass_properties(body), ModelError);
  BodyDescription<D> point;
  point.mass = 1;
  EXPECT_THROW(mass_properties(point), ModelError);  // no inertia
  point.inertia = Spin<D>::Ones();
  EXPECT_EQ(mass_properties(point).mass, 1);
}

TEST(MassProperties3, TiltedCompound_IsDiagonalInItsPrincipalFrame) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const auto body = three_balls<3>(random);
    const auto m = mass_properties(body);
    Mat<3> expected = Mat<3>::Zero();
    for (const auto& s : body.shapes) {
      const double r = std::get<Ball<3>>(s.shape).radius;
      const double mass = s.density * 4 * std::numbers::pi / 3 * r * r * r;
      expected += mass * (0.4 * r * r * Mat<3>::Identity() +
                          inertia_of(Vec<3>(s.placement.x - m.principal.x)));
    }
    ASSERT_LE((turned(m) - expected).norm(), 64 * eps * expected.norm());
    ASSERT_NEAR(matrix(m.principal.r).determinant(), 1, 16 * eps);
  }
}

}  // namespace
}  // namespace talus

// Row B12: the bipotential is never negative, and 0 exactly at answers.

#include "talus/problem/bipotential.hpp"

#include "support/local_impact.hpp"
#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus {
namespace {

using samples::LocalImpact;

/// Laws of every section.
std::vector<ContactLaw> laws(int dimension) {
  std::vector<ContactLaw> out(4);
  out[0].friction = IsotropicFriction{0.4};
  out[1].friction = TrescaFriction{20};
  out[2].friction = StickingFriction{};
  out[3].friction = IsotropicFriction{0.2};
  out[3].bond = Cohesion{10};
  if (dimension == 3) {
    PolygonalFriction f;
    for (int k = 0; k < 5; ++k) {
      const double t = 2 * std::numbers::pi * k / 5;
      f.corners.emplace_back(0.5 * std::cos(t), 0.3 * std::sin(t));
    }
    out.emplace_back().friction = f;
  }
  ContactLaw& joint = out.emplace_back();
  joint.bond = Joint{100, 100, 1, 1, 0.5};
  return out;
}

template <class T>
class BipotentialOf : public ::testing::Test {};
TYPED_TEST_SUITE(BipotentialOf, samples::Dimensions);

TYPED_TEST(BipotentialOf, Answers_IsZeroAndOfOthersPositive) {
  constexpr int D = TypeParam::value;
  Random random(1);
  const auto all = laws(D);
  for (int i = 0; i < 3000; ++i) {
    const ContactLaw& law = all[static_cast<std::size_t>(i) % all.size()];
    LocalImpact<D> hit(random);
    hit.state.bonded = true;
    hit.state.stretch = samples::vector<D>(random, 0.1);
    hit.solve(law);
    const auto velocity = [&](const Vec<D>& r) -> Vec<D> {
      Vec<D> impulse = hit.law.scale.cwiseProduct(r);
      impulse[0] -= hit.law.cohesion;
      const Vec<D> u = hit.u_free + hit.w * impulse;
      return hit.law.scale.cwiseProduct(u + hit.law.shift) + hit.law.compliance.cwiseProduct(r);
    };
    const double w = (hit.w.trace() + hit.law.compliance.sum()) / D;
    const Vec<D>& r = hit.r_canonical;
    // Sticking bodies that jam slip by all the bound leaves them: not an answer of the limit.
    const bool jams = hit.law.section == Section::sticking && r.norm() > 1e6 * r[0];
    if (!jams) {
      ASSERT_LE(contact_bipotential<D>(hit.law, w, r, velocity(r)),
                1e-12 * (1 + w * r.squaredNorm()))
          << i;
    }
    // Any other impulse has a positive one, and more than the square of how far it is off: W is
    // not below 0.5, so that answers 0.1 apart differ by 0.05 in velocity or by their cones.
    const Vec<D> other = r + samples::unit<D>(random) * 0.1 * (1 + r.norm());
    ASSERT_GT(contact_bipotential<D>(hit.law, w, other, velocity(other)), 0) << i;
  }
}

TYPED_TEST(BipotentialOf, AnyPair_IsNotNegative) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (const auto& law : laws(D)) {
    LocalState<D> state;
    state.closed = state.bonded = true;
    state.h = 0.01;
    state.u_before.setZero();
    state.stretch.setZero();
    const auto canonical = canonical_form<D>(law, state);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_GE(contact_bipotential<D>(canonical, 1, samples::vector<D>(random),
                                       samples::vector<D>(random)),
                0);
    }
  }
}

/// One body between two contacts that face each other and both approach.
template <int D>
AssembledProblem<D> pinched_body() {
  AssembledProblem<D> p;
  const Mat<D> one = Mat<D>::Identity();
  p.w.add_row({0, 1}, {one, -one});
  p.w.add_row({0, 1}, {-one, one});
  p.q.assign(2, -Vec<D>::Unit(0));
  p.cone.assign(2, {0.3});
  return p;
}

TYPED_TEST(BipotentialOf, ImpulsesWithoutBound_ExcuseNothing) {
  // Each contact's approach counts by u_N^2 / w = 1, and so does its q.
  constexpr int D = TypeParam::value;
  const auto p = pinched_body<D>();
  for (double size = 1; size < 1e100; size *= 1e3) {
    const Vec<D> push = size * Vec<D>::Unit(0);
    EXPECT_NEAR(bipotential<D>(p, {push, push}).relative, 1, 1e-12) << size;
  }
}

TYPED_TEST(BipotentialOf, BothForms_SayTheSame) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0, .plain_laws = true});
    std::vector<Vec<D>> r;
    for (std::size_t c = 0; c < p.contact_count(); ++c) r.push_back(samples::vector<D>(random));
    std::vector<Twist<D>> v;
    p.velocities(r, v);
    const auto a = bipotential(p, r, v);
    const auto b = bipotential(assembled(p), r);
    EXPECT_NEAR(b.value, a.value, 1e-12 * a.value);
    EXPECT_NEAR(b.relative, a.relative, 1e-12 * a.relative);
    EXPECT_NEAR(b.complementarity, a.complementarity, 1e-12 * a.complementarity);
    EXPECT_NEAR(b.cone, a.cone, 1e-12 * a.cone);
  }
}

TEST(Bipotential, Rolling_IsZeroExactlyWhereTheLawHolds) {
  // Answers made by the natural map: r = P(x), u~ = r - x, and u_N what the shift leaves of it.
  Random random(4);
  for (int i = 0; i < 3000; ++i) {
    const ContactCone<5> cone{random.uniform(0, 1), random.uniform(0, 0.5)};
    const Vec<5> x = samples::vector<5>(random);
    const Vec<5> r = cone.project(x);
    Vec<5> u = r - x;
    u[0] -= cone.shifted(u)[0] - u[0];
    ASSERT_LE(contact_bipotential<5>(cone, 1, r, u), 1e-14) << i;
    const Vec<5> other = u + 0.1 * samples::unit<5>(random);
    ASSERT_GE(contact_bipotential<5>(cone, 1, r, other), 0) << i;
    ASSERT_GT(contact_bipotential<5>(cone, 1, Vec<5>(-Vec<5>::Unit(0)), u), 0) << i;
    if (r[0] > 0) {
      ASSERT_GT(contact_bipotential<5>(cone, 1, r, Vec<5>(u + Vec<5>::Unit(0))), 0) << i;
    }
  }
}

}  // namespace
}  // namespace talus

// Row B12: the bipotential is never negative, and 0 exactly at answers.

#include "talus/problem/bipotential.hpp"

#include "support/local_impact.hpp"

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

}  // namespace
}  // namespace talus

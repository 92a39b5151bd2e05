// The algebra of contact problems against dense matrices.

#include "talus/problem/contact_problem.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

using samples::eps;

template <int D>
std::vector<Twist<D>> random_twists(Random& random, std::size_t n) {
  std::vector<Twist<D>> v;
  for (std::size_t i = 0; i < n; ++i) v.push_back(samples::vector<dof<D>>(random));
  return v;
}

/// p . v in the duality of block velocities and impulses, for the impulses that make `change`.
template <int D>
double power(const ContactProblem<D>& p, const std::vector<Twist<D>>& change,
             const std::vector<Twist<D>>& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b) {
    sum += change[b].template head<D>().dot(v[b].template head<D>()) / p.inv_mass[b];
    sum += change[b]
               .template tail<spin_dim<D>>()
               .cwiseQuotient(p.inv_inertia[b])
               .dot(v[b].template tail<spin_dim<D>>());
  }
  return sum;
}

/// The same radial contacts written with arms, as those of other shapes are.
template <int D>
ContactProblem<D> written_generally(const ContactProblem<D>& p) {
  ContactProblem<D> g = p;
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const Vec<D> n = p.frame[c].col(0);
    g.general[c] = static_cast<int>(c);
    // The arm of `first` points against the normal, that of `second` along it.
    g.spin_first.push_back(p.frame[c].transpose() * cross_matrix(Vec<D>(-p.lever_first[c] * n)));
    g.spin_second.push_back(-p.frame[c].transpose() * cross_matrix(Vec<D>(p.lever_second[c] * n)));
  }
  return g;
}

template <class T>
class ContactProblemTest : public ::testing::Test {};
TYPED_TEST_SUITE(ContactProblemTest, samples::Dimensions);

TYPED_TEST(ContactProblemTest, ImpulsesAndVelocities_AreAdjoint) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const bool radial : {false, true}) {
    const auto p =
        samples::random_problem<D>(random, {.blocks = 5, .contacts = 40, .radial = radial});
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      const Vec<D> r = samples::vector<D>(random);
      const auto v = random_twists<D>(random, p.block_count());
      std::vector<Twist<D>> change(p.block_count(), Twist<D>::Zero());
      p.apply_impulse(c, r, change);
      const Vec<D> u = p.local_velocity(c, v) - p.offset[c];
      // r . H^T v = (H r) . v; some fifty products of numbers below 3.
      EXPECT_NEAR(r.dot(u), power(p, change, v), 200 * eps);
    }
  }
}

TYPED_TEST(ContactProblemTest, DiagonalBlocks_AreThoseOfW) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (const bool radial : {false, true}) {
    const auto p =
        samples::random_problem<D>(random, {.blocks = 5, .contacts = 40, .radial = radial});
    const auto w = samples::delassus(p);
    EXPECT_LE((w - w.transpose()).norm(), 16 * eps * w.norm());
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      const auto at = static_cast<Eigen::Index>(D * c);
      const Mat<D> block = w.template block<D, D>(at, at);
      EXPECT_LE((p.diagonal_block(c) - block).norm(), 64 * eps * block.norm());
    }
  }
}

TYPED_TEST(ContactProblemTest, Velocities_AreFreeOnesPlusMassTimesImpulses) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (const bool radial : {false, true}) {
    const auto p =
        samples::random_problem<D>(random, {.blocks = 5, .contacts = 20, .radial = radial});
    std::vector<Vec<D>> r;
    Eigen::VectorXd true_r(static_cast<Eigen::Index>(D * p.contact_count()));
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      r.push_back(samples::vector<D>(random));
      Vec<D> impulse = p.law[c].scale.cwiseProduct(r[c]);
      impulse[0] -= p.law[c].cohesion;
      EXPECT_EQ(p.impulse(c, r[c]), impulse);
      true_r.template segment<D>(static_cast<Eigen::Index>(D * c)) = impulse;
    }
    const Eigen::VectorXd expected = samples::inverse_mass(p).asDiagonal() *
                                     (samples::contact_map(p).transpose() * true_r).eval();
    std::vector<Twist<D>> v;
    p.velocities(r, v);
    for (std::size_t b = 0; b < p.block_count(); ++b) {
      const auto at = static_cast<Eigen::Index>(dof<D> * b);
      const Twist<D> change = v[b] - p.v_free[b];
      EXPECT_LE((change - expected.template segment<dof<D>>(at)).norm(), 1000 * eps);
    }
  }
}

TYPED_TEST(ContactProblemTest, RadialContacts_AgreeWithTheirGeneralForm) {
  constexpr int D = TypeParam::value;
  Random random(4);
  const auto p = samples::random_problem<D>(random, {.blocks = 5, .contacts = 40, .radial = true});
  const auto g = written_generally(p);
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const auto v = random_twists<D>(random, p.block_count());
    EXPECT_LE((p.local_velocity(c, v) - g.local_velocity(c, v)).norm(), 64 * eps);
    EXPECT_LE((p.diagonal_block(c) - g.diagonal_block(c)).norm(), 128 * eps);
    const Vec<D> r = samples::vector<D>(random);
    auto a = v;
    auto b = v;
    p.apply_impulse(c, r, a);
    g.apply_impulse(c, r, b);
    for (std::size_t i = 0; i < v.size(); ++i) EXPECT_LE((a[i] - b[i]).norm(), 64 * eps);
  }
}

TYPED_TEST(ContactProblemTest, CanonicalVelocity_IsTheChangeOfVariables) {
  constexpr int D = TypeParam::value;
  Random random(5);
  const auto p = samples::random_problem<D>(random, {});
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const Vec<D> u = samples::vector<D>(random);
    const Vec<D> r = samples::vector<D>(random);
    const auto& law = p.law[c];
    const Vec<D> expected =
        law.scale.asDiagonal() * Vec<D>(u + law.shift) + Vec<D>(law.compliance.asDiagonal() * r);
    EXPECT_LE((p.canonical_velocity(c, u, r) - expected).norm(), 4 * eps);
  }
}

}  // namespace
}  // namespace talus

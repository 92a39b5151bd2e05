// The problem in cone variables against the one it was taken from.
#include "talus/solvers/lorentz_problem.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::eps;

/// All laws at once, and every fourth contact without friction.
template <int D>
ContactProblem<D> mixed_problem(Random& random, bool radial) {
  auto p =
      samples::random_problem<D>(random, {.blocks = 8, .contacts = 16, .radial = radial, .mu = 1});
  for (std::size_t c = 0; c < p.contact_count(); c += 4) p.law[c].mu = 0;
  return p;
}

/// Canonical velocities without impulses.
template <int D>
std::vector<Vec<D>> still_velocities(const ContactProblem<D>& p) {
  std::vector<Twist<D>> v;
  p.velocities(std::vector<Vec<D>>(p.contact_count(), Vec<D>::Zero()), v);
  std::vector<Vec<D>> q;
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    q.push_back(p.canonical_velocity(c, p.local_velocity(c, v), Vec<D>::Zero()));
  }
  return q;
}

template <int D>
double root_mean_square(const std::vector<Vec<D>>& q) {
  double sum = 0;
  for (const auto& u : q) sum += u.squaredNorm();
  return std::sqrt(sum / static_cast<double>(q.size()));
}

/// Cone variables and the canonical impulses they stand for; any ones where there is friction.
template <int D>
struct Impulses {
  std::vector<Vec<D>> x, r;

  Impulses(Random& random, const ContactProblem<D>& p, double unit) {
    for (const auto& law : p.law) {
      r.push_back(samples::vector<D>(random));
      if (law.mu == 0) r.back().template tail<D - 1>().setZero();
      x.push_back(r.back() / unit);
      if (law.mu > 0) x.back()[0] *= law.mu;
    }
  }
};

template <class T>
class LorentzProblemTest : public ::testing::Test {};
TYPED_TEST_SUITE(LorentzProblemTest, samples::Dimensions);

TYPED_TEST(LorentzProblemTest, Units_MakeWAndQOfSizeOne) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (const bool radial : {false, true}) {
    const auto p = mixed_problem<D>(random, radial);
    LorentzProblem<D> lorentz;
    lorentz.take(p);
    // W's mean diagonal entry, from the dense matrix.
    const auto w = samples::delassus(p);
    double mean = 0;
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      for (int i = 0; i < D; ++i) {
        const auto at = static_cast<Eigen::Index>(D * c) + i;
        mean += p.law[c].scale[i] * p.law[c].scale[i] * w(at, at) + p.law[c].compliance[i];
      }
    }
    mean /= static_cast<double>(D * p.contact_count());
    const double speed = root_mean_square<D>(still_velocities(p));
    // Sums of 48 numbers of one sign, each with some ten roundings.
    EXPECT_NEAR(lorentz.unit_of_impulse, speed / mean, 100 * eps * speed / mean);
    EXPECT_NEAR(root_mean_square<D>(lorentz.q), 1, 100 * eps);
  }
}

TYPED_TEST(LorentzProblemTest, VelocitiesAndImpulses_AreThoseOfTheProblem) {
  constexpr int D = TypeParam::value;
  Random random(2);
  LorentzProblem<D> lorentz;  // memory of the last problem must not show
  for (int i = 0; i < 40; ++i) {
    const auto p = mixed_problem<D>(random, i % 2 == 0);
    lorentz.take(p);
    ASSERT_EQ(lorentz.contact_count(), p.contact_count());
    ASSERT_EQ(lorentz.block_count(), p.block_count());
    const auto q = still_velocities(p);
    const double speed = root_mean_square<D>(q);
    const Impulses<D> impulses(random, p, lorentz.unit_of_impulse);
    std::vector<Twist<D>> still;
    std::vector<Twist<D>> moved;
    std::vector<Twist<D>> change;
    p.velocities(std::vector<Vec<D>>(p.contact_count(), Vec<D>::Zero()), still);
    p.velocities(impulses.r, moved);
    lorentz.velocities(impulses.x, change);
    // Masses, arms and impulses of order 1: a velocity is a sum of up to 16 impulses with arms, of
    // size 10^2 at most, a relative one of two of these. A hundred roundings of 10^2.
    const double bound = 1e4 * eps;
    for (std::size_t b = 0; b < p.block_count(); ++b) {
      ASSERT_LE((speed * change[b] - (moved[b] - still[b])).norm(), bound);
    }
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      ASSERT_LE((lorentz.impulse(c, impulses.x[c]) - impulses.r[c]).norm(), bound);
      // T u^, where T divides the normal by mu and drops the slip of contacts without friction.
      Vec<D> expected = p.canonical_velocity(c, p.local_velocity(c, moved), impulses.r[c]);
      double stretch = 1;
      if (p.law[c].mu > 0) {
        stretch = 1 / p.law[c].mu;
        expected[0] *= stretch;
      } else {
        expected.template tail<D - 1>().setZero();
      }
      const Vec<D> u = lorentz.relative_velocity(c, change) +
                       lorentz.t[c].cwiseProduct(lorentz.q[c]) +
                       lorentz.compliance[c].cwiseProduct(impulses.x[c]);
      ASSERT_LE((speed * u - expected).norm(), bound * std::max(1.0, stretch));
      ASSERT_EQ(lorentz.slips[c] != 0, p.law[c].mu > 0);
    }
  }
}

TYPED_TEST(LorentzProblemTest, Momentum_IsTheTransposeOfRelativeVelocity) {
  // (H T x) . v = x . (T H^T v) for each contact alone.
  constexpr int D = TypeParam::value;
  Random random(3);
  const auto p = mixed_problem<D>(random, false);
  LorentzProblem<D> lorentz;
  lorentz.take(p);
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const Vec<D> x = samples::vector<D>(random);
    std::vector<Twist<D>> v;
    for (std::size_t b = 0; b < p.block_count(); ++b) {
      v.push_back(samples::vector<dof<D>>(random));
    }
    std::vector<Twist<D>> momentum(p.block_count(), Twist<D>::Zero());
    lorentz.add_momentum(c, x, momentum);
    double power = 0;
    for (std::size_t b = 0; b < p.block_count(); ++b) power += momentum[b].dot(v[b]);
    // Some 60 products below 2 max T.
    ASSERT_NEAR(power, x.dot(lorentz.relative_velocity(c, v)), 200 * eps * lorentz.t[c].maxCoeff());
  }
}

TYPED_TEST(LorentzProblemTest, NothingMoves_LeavesUnitsFinite) {
  constexpr int D = TypeParam::value;
  Random random(4);
  auto p = samples::random_problem<D>(random, {.plain_laws = true});
  for (auto& v : p.v_free) v.setZero();
  for (auto& b : p.offset) b.setZero();
  LorentzProblem<D> lorentz;
  lorentz.take(p);
  EXPECT_TRUE(std::isfinite(lorentz.unit_of_impulse));
  EXPECT_GT(lorentz.unit_of_impulse, 0);
  for (const auto& q : lorentz.q) EXPECT_TRUE(q.isZero(0));
}

}  // namespace
}  // namespace talus

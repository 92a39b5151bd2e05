// Free rotation: the momentum equation it promises, and what follows from it.

#include "talus/dynamics/rigid_spin.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;

/// Moments of some body: each at most the sum of the others.
Spin<3> random_inertia(Random& random, double flattest) {
  const Vec<3> squares(samples::scale(random, flattest, 1), samples::scale(random, flattest, 1),
                       samples::scale(random, flattest, 1));
  return {squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]};
}

/// exp(h w_f / 2) I w_f - exp(-h w_i / 2) I w_i - m, the defect of the header's equation.
Vec<3> defect(const Spin<3>& before, const Spin<3>& after, const Spin<3>& inertia, const Spin<3>& m,
              double h) {
  return rotate<3>(exponential(Spin<3>(0.5 * h * after)), inertia.cwiseProduct(after)) -
         unrotate<3>(exponential(Spin<3>(0.5 * h * before)), inertia.cwiseProduct(before)) - m;
}

/// Largest relative defect over many spins with h |w| up to `turn`. Two rotations and a product
/// round some twenty times.
double worst_defect(std::uint64_t seed, double flattest, double turn) {
  Random random(seed);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const Spin<3> inertia = random_inertia(random, flattest);
    const double size = samples::scale(random, 1e-3, 1e3);
    const Spin<3> w = size * samples::unit<3>(random);
    const double h = samples::scale(random, 1e-6 * turn, turn) / size;
    // Loads that change the spin by up to half of it.
    const double load = random.below(2) == 0 ? 0 : 0.3 * size;
    const Spin<3> m = inertia.cwiseProduct(samples::vector<3>(random, load));
    const Spin<3> after = free_spin(w, inertia, m, h);
    const double scale = inertia.cwiseProduct(w).norm() + m.norm();
    worst = std::max(worst, defect(w, after, inertia, m, h).norm() / scale);
  }
  return worst;
}

TEST(FreeSpin3, Momentum_IsConservedToRoundOff) { EXPECT_LE(worst_defect(1, 0.01, 1), 32 * eps); }

TEST(FreeSpin3, MomentumOfNeedles_IsConservedToRoundOff) {
  // Moments up to 1:10^4 apart. From h |w| = 0.7 on the equation itself may have no root near w
  // (one spin in 10^5 at 1:3000, by search from many starts), so steps are shorter here.
  EXPECT_LE(worst_defect(2, 1e-4, 0.3), 32 * eps);
}

TEST(FreeSpin3, EqualMoments_KeepTheSpin) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Spin<3> w = samples::vector<3>(random);
    EXPECT_EQ(free_spin(w, Spin<3>::Constant(2), Spin<3>::Zero(), 0.1), w);
    const Spin<3> m = samples::vector<3>(random);
    EXPECT_LE((free_spin(w, Spin<3>::Constant(2), m, 0.1) - w - m / 2).norm(), 4 * eps);
  }
}

TEST(FreeSpin3, AboutAPrincipalAxis_KeepsTheSpin) {
  const Spin<3> inertia(1, 2, 2.5);
  for (int k = 0; k < 3; ++k) {
    const Spin<3> w = 3 * Spin<3>::Unit(k);
    EXPECT_LE((free_spin(w, inertia, Spin<3>::Zero(), 0.1) - w).norm(), 16 * eps);
  }
}

TEST(FreeSpin3, ShortSteps_FollowEuler) {
  // I dw/dt = (I w) x w + M; one step is first-order exact with an error c h^2, c of order 10 here.
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Spin<3> inertia = random_inertia(random, 0.1);
    const Spin<3> w = samples::vector<3>(random);
    const Spin<3> moment = samples::vector<3>(random);
    const double h = 1e-5;
    const Spin<3> rate = (free_spin(w, inertia, Spin<3>(h * moment), h) - w) / h;
    const Spin<3> euler = (inertia.cwiseProduct(w).cross(w) + moment).cwiseQuotient(inertia);
    EXPECT_LE((rate - euler).norm(), 1e4 * h);
  }
}

TEST(FreeSpin3, Time_RunsBackwardsToTheStart) {
  // The equation is the same with w_i, w_f exchanged and h reversed.
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const Spin<3> inertia = random_inertia(random, 0.1);
    const Spin<3> w = samples::vector<3>(random);
    const Spin<3> there = free_spin(w, inertia, Spin<3>::Zero(), 0.3);
    const Spin<3> back = free_spin(there, inertia, Spin<3>::Zero(), -0.3);
    EXPECT_LE((back - w).norm(), 1e3 * eps);  // moments at most 1:10 apart
  }
}

TEST(FreeSpin2, Moments_AddUp) {
  EXPECT_EQ(free_spin(Spin<2>(3), Spin<2>(4), Spin<2>(2), 0.5), Spin<2>(3.5));
}

}  // namespace
}  // namespace talus

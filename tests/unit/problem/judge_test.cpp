// The judge: zero at answers found by hand, positive elsewhere, and the same in all units and
// frames.

#include "talus/problem/judge.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace talus {
namespace {

using samples::eps;

/// One ball of mass 1 and radius 1 against an obstacle; the normal is the last axis.
template <int D>
ContactProblem<D> one_ball(const Vec<D>& local_velocity, double mu) {
  ContactProblem<D> p;
  const Mat<D> frame = contact_frame(last_axis<D>());
  Twist<D> v = Twist<D>::Zero();
  v.template head<D>() = frame * local_velocity;
  p.v_free.push_back(v);
  p.inv_mass.push_back(1);
  p.inv_inertia.push_back(Spin<D>::Constant(2));
  p.first.push_back(0);
  p.second.push_back(-1);
  p.frame.push_back(frame);
  p.offset.push_back(Vec<D>::Zero());
  p.law.emplace_back().mu = mu;
  p.general.push_back(-1);
  p.lever_first.push_back(1);
  p.lever_second.push_back(0);
  return p;
}

/// Lengths times `length`, masses times `mass`, times times `time`.
template <int D>
ContactProblem<D> in_other_units(const ContactProblem<D>& p, double length, double mass,
                                 double time) {
  ContactProblem<D> q = p;
  const double speed = length / time;
  for (std::size_t b = 0; b < p.block_count(); ++b) {
    q.v_free[b].template head<D>() *= speed;
    q.v_free[b].template tail<spin_dim<D>>() /= time;
    q.inv_mass[b] /= mass;
    q.inv_inertia[b] /= mass * length * length;
  }
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    q.offset[c] *= speed;
    q.law[c].shift *= speed;
    q.law[c].compliance /= mass;
    q.law[c].cohesion *= mass * speed;
    q.lever_first[c] *= length;
    q.lever_second[c] *= length;
  }
  for (auto& j : q.spin_first) j *= length;
  for (auto& j : q.spin_second) j *= length;
  return q;
}

template <int D>
std::vector<Vec<D>> random_impulses(Random& random, const ContactProblem<D>& p) {
  std::vector<Vec<D>> r;
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    r.push_back(samples::vector<D>(random));
    if (random.below(3) == 0) r.back().setZero();
  }
  return r;
}

template <class T>
class JudgeTest : public ::testing::Test {};
TYPED_TEST_SUITE(JudgeTest, samples::Dimensions);

TYPED_TEST(JudgeTest, HandMadeAnswers_AreFaultless) {
  constexpr int D = TypeParam::value;
  const Vec<D> n = Vec<D>::Unit(0);
  const Vec<D> t = Vec<D>::Unit(1);
  // Open: moves away and gets nothing.
  EXPECT_EQ(judge<D>(one_ball<D>(n + t, 0.5), {Vec<D>::Zero()}).relative, 0);
  // Sticks: W = diag(1, 3); u = 0 for r = (1, -1/4) from (-1, 3/4), all exact in binary, which
  // the judge cannot know: |q| = 5/4, and |w r| is not above 3.
  EXPECT_LE(judge<D>(one_ball<D>(-n + 0.75 * t, 0.5), {n - 0.25 * t}).absolute, 4 * eps);
  // Slides: from (-1, 3), r = (1, -1/2) leaves u_T = 3/2 against r_T.
  const auto slides = judge<D>(one_ball<D>(-n + 3 * t, 0.5), {n - 0.5 * t});
  EXPECT_LE(slides.relative, 8 * eps);
  // Without friction.
  EXPECT_LE(judge<D>(one_ball<D>(-n + 3 * t, 0), {n}).relative, 8 * eps);
  // Touches without approach.
  EXPECT_EQ(judge<D>(one_ball<D>(3 * t, 0.5), {Vec<D>::Zero()}).relative, 0);
}

TYPED_TEST(JudgeTest, EveryKindOfFault_IsSeen) {
  constexpr int D = TypeParam::value;
  const Vec<D> n = Vec<D>::Unit(0);
  const Vec<D> t = Vec<D>::Unit(1);
  const auto stick = one_ball<D>(-n + 0.75 * t, 0.5);
  const auto slide = one_ball<D>(-n + 3 * t, 0.5);
  const Vec<D> zero = Vec<D>::Zero();
  EXPECT_GT(judge<D>(stick, {zero}).relative, 0.1);              // lets it through
  EXPECT_GT(judge<D>(stick, {2 * n - 0.25 * t}).relative, 0.1);  // throws it off
  EXPECT_GT(judge<D>(stick, {n}).relative, 0.1);                 // slides without friction
  EXPECT_GT(judge<D>(slide, {n + 0.5 * t}).relative, 0.1);       // friction pushes
  EXPECT_GT(judge<D>(slide, {n - t}).relative, 0.1);             // out of the cone
  EXPECT_GT(judge<D>(slide, {-n}).relative, 0.1);                // pulls
  EXPECT_GT(judge<D>(one_ball<D>(n, 0.5), {n}).relative, 0.1);   // acts at a distance
  EXPECT_GT(judge<D>(slide, {n - 0.4999 * t}).relative, 1e-5);   // too little friction
}

TYPED_TEST(JudgeTest, ErrorsGrowLikeTheFault) {
  // A fault d in r_T of a sticking contact leaves u_T = 3 d, of which the natural map sees
  // d w, w = (1 + 3 (D - 1)) / D, times a factor between 1/(1 + w) and 3: judged linear in d.
  constexpr int D = TypeParam::value;
  const auto p = one_ball<D>(-Vec<D>::Unit(0) + 0.375 * Vec<D>::Unit(1), 0.5);
  double before = 0;
  for (double d = 1e-3; d > 1e-9; d /= 10) {
    const Vec<D> r = Vec<D>::Unit(0) + (d - 0.125) * Vec<D>::Unit(1);
    const double error = judge<D>(p, {r}).absolute;
    EXPECT_GT(error, d);
    EXPECT_LT(error, 6 * d);
    if (before > 0) {
      EXPECT_NEAR(before / error, 10, 0.5);
    }
    before = error;
  }
}

TYPED_TEST(JudgeTest, PowersOfTwoAsUnits_ChangeNoBit) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0});
    const auto r = random_impulses<D>(random, p);
    const double length = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    const double mass = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    const double time = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    auto scaled = r;
    for (auto& x : scaled) x *= mass * length / time;
    const auto a = judge(p, r);
    const auto b = judge(in_other_units(p, length, mass, time), scaled);
    ASSERT_EQ(a.relative, b.relative);
    ASSERT_EQ(a.absolute * length / time, b.absolute);
    ASSERT_EQ(a.worst_contact, b.worst_contact);
    ASSERT_EQ(a.acting, b.acting);
  }
}

TYPED_TEST(JudgeTest, OtherUnits_ChangeRoundingOnly) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0});
    const auto r = random_impulses<D>(random, p);
    const double length = samples::scale(random, 1e-6, 1e6);
    const double mass = samples::scale(random, 1e-6, 1e6);
    const double time = samples::scale(random, 1e-6, 1e6);
    auto scaled = r;
    for (auto& x : scaled) x *= mass * length / time;
    const double a = judge(p, r).relative;
    EXPECT_NEAR(judge(in_other_units(p, length, mass, time), scaled).relative, a, 1e-12 * a);
  }
}

TYPED_TEST(JudgeTest, CommonVelocity_ChangesRoundingOnly) {
  // Everything, obstacles included, moves with a speed V more: round-off of V eps stays.
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0});
    const auto r = random_impulses<D>(random, p);
    const Vec<D> drift = samples::vector<D>(random, 100);
    auto q = p;
    for (auto& v : q.v_free) v.template head<D>() += drift;
    for (std::size_t c = 0; c < q.contact_count(); ++c) {
      if (q.second[c] < 0) q.offset[c] -= q.frame[c].transpose() * drift;
    }
    const auto a = judge(p, r);
    const auto b = judge(q, r);
    // Velocities near 100 are known to 100 eps; norms of some ten contacts are of order one.
    EXPECT_NEAR(b.absolute, a.absolute, 1e5 * eps);
    EXPECT_NEAR(b.relative, a.relative, 1e5 * eps * (1 + a.relative));
  }
}

TYPED_TEST(JudgeTest, FastSliding_DoesNotExcuseWrongForces) {
  // The header's promise: 1e6 of slip speed must not hide a normal impulse that is 1 % off.
  constexpr int D = TypeParam::value;
  const Vec<D> n = Vec<D>::Unit(0);
  const Vec<D> t = Vec<D>::Unit(1);
  const auto p = one_ball<D>(-n + 1e6 * t, 0.5);
  EXPECT_LE(judge<D>(p, {n - 0.5 * t}).relative, 1e6 * 8 * eps);
  EXPECT_GT(judge<D>(p, {1.01 * (n - 0.5 * t)}).relative, 1e-3);
}

/// One ball between two obstacles that face each other and both approach: no answer.
template <int D>
ContactProblem<D> pinched_ball(double mu) {
  auto p = one_ball<D>(Vec<D>::Zero(), mu);
  p.first.push_back(0);
  p.second.push_back(-1);
  p.frame.push_back(contact_frame(Vec<D>(-last_axis<D>())));
  p.offset = {-Vec<D>::Unit(0), -Vec<D>::Unit(0)};
  p.law.push_back(p.law[0]);
  p.general.push_back(-1);
  p.lever_first.push_back(1);
  p.lever_second.push_back(0);
  return p;
}

TYPED_TEST(JudgeTest, ImpulsesThatSwallowVelocities_AreNoAnswer) {
  constexpr int D = TypeParam::value;
  for (const double mu : {0.0, 0.3, 2.0}) {
    const auto p = pinched_ball<D>(mu);
    for (double size = 1; size < 1e150; size *= 10) {
      const Vec<D> push = size * Vec<D>::Unit(0);
      EXPECT_GE(judge<D>(p, {push, push}).relative, 0.5) << mu << ' ' << size;
    }
  }
}

TYPED_TEST(JudgeTest, GreatFriction_HidesNoApproach) {
  constexpr int D = TypeParam::value;
  const Vec<D> n = Vec<D>::Unit(0);
  const Vec<D> t = Vec<D>::Unit(1);
  for (double mu = 1; mu < 1e300; mu *= 1e3) {
    const auto p = one_ball<D>(-n + 0.75 * t, mu);
    EXPECT_GE(judge<D>(p, {Vec<D>::Zero()}).relative, 0.5) << mu;
    // W = diag(1, 3): this stops the ball, exactly.
    EXPECT_LE(judge<D>(p, {n - 0.25 * t}).relative, 8 * eps) << mu;
  }
}

TYPED_TEST(JudgeTest, SignorinisDefect_IsWithinTheNaturalMapUpToFrictionOfOne) {
  // What add_cone builds upon: for any r and u the natural map is no less than min(r_N, u_N) over
  // sqrt(1 + mu^2).
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 20'000; ++i) {
    const double mu = samples::scale(random, 1e-2, 1e2);
    const Vec<D> r = samples::vector<D>(random);
    const Vec<D> u = samples::vector<D>(random);
    Vec<D> shifted = u;
    shifted[0] += mu * u.template tail<D - 1>().norm();
    const double natural = (r - project_on_cone<D>(r - shifted, mu)).norm();
    ASSERT_GE(natural * std::sqrt(1 + mu * mu) + 1e3 * eps * (1 + mu),
              std::abs(std::min(r[0], u[0])))
        << i;
  }
}

TYPED_TEST(JudgeTest, WhatIsNoNumber_IsNoAnswer) {
  constexpr int D = TypeParam::value;
  const auto p = one_ball<D>(-Vec<D>::Unit(0) + Vec<D>::Unit(1), 0.5);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e200}) {
    for (int k = 0; k < D; ++k) {
      const double error = judge<D>(p, {bad * Vec<D>::Unit(k)}).relative;
      EXPECT_TRUE(std::isinf(error) && error > 0) << bad << ' ' << k << ' ' << error;
    }
  }
  const Vec<D> fast = -1e200 * Vec<D>::Unit(0) + 5e199 * Vec<D>::Unit(1);
  EXPECT_GT(judge<D>(one_ball<D>(fast, 0.5), {Vec<D>::Zero()}).relative, 1);
}

TYPED_TEST(JudgeTest, ErrorsOfContacts_AddUpToTheLawError) {
  constexpr int D = TypeParam::value;
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const auto p = samples::random_problem<D>(random, {.contacts = 150, .radial = i % 2 == 0});
    const auto r = random_impulses<D>(random, p);
    std::vector<Twist<D>> v;
    p.velocities(r, v);
    Judge<D> judge(p);
    const auto whole = judge(r, v);
    const auto errors = judge.contact_errors(r, v);
    ASSERT_EQ(errors.size(), p.contact_count());
    double sum = 0;
    for (const double e : errors) sum += e * e;
    EXPECT_NEAR(std::sqrt(sum), whole.relative, 1e-12 * whole.relative);
    EXPECT_EQ(errors[whole.worst_contact], *std::max_element(errors.begin(), errors.end()));
  }
}

}  // namespace
}  // namespace talus

// Assembled problems: the same numbers as the problem of bodies, as dense algebra and as M and H
// give, and complaints about problems that make no sense.

#include "talus/problem/assembled_problem.hpp"

#include "talus/problem/assembled_judge.hpp"
#include "talus/problem/global_problem.hpp"
#include "talus/problem/judge.hpp"
#include "talus/problem/problem_error.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {
namespace {

using samples::Dense;
using samples::eps;
using samples::ProblemKind;

template <int D>
Eigen::VectorXd flat(const std::vector<Vec<D>>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.front().data(),
                                           static_cast<Eigen::Index>(D * v.size()));
}

template <int D>
std::vector<Vec<D>> random_impulses(Random& random, std::size_t n) {
  std::vector<Vec<D>> r;
  for (std::size_t c = 0; c < n; ++c) r.push_back(samples::vector<D>(random));
  return r;
}

template <class T>
class AssembledProblemTest : public ::testing::Test {};
TYPED_TEST_SUITE(AssembledProblemTest, samples::Dimensions);

TYPED_TEST(AssembledProblemTest, OfBodies_IsDenseAlgebraInCanonicalVariables) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0});
    const auto a = assembled(p);
    a.check();
    Eigen::VectorXd scale(D * 10);
    Eigen::VectorXd compliance(D * 10);
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      scale.segment<D>(static_cast<Eigen::Index>(D * c)) = p.law[c].scale;
      compliance.segment<D>(static_cast<Eigen::Index>(D * c)) = p.law[c].compliance;
    }
    Dense w = scale.asDiagonal() * samples::delassus(p) * scale.asDiagonal();
    w.diagonal() += compliance;
    EXPECT_LE((Dense(a.w.scalars()) - w).norm(), 100 * eps * w.norm());
    // q, cohesion included, and W r + q by the problem's own way through the bodies.
    const auto r = random_impulses<D>(random, p.contact_count());
    std::vector<Twist<D>> v;
    p.velocities(r, v);
    std::vector<Vec<D>> u;
    a.velocities(r, u);
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      const Vec<D> wanted = p.canonical_velocity(c, p.local_velocity(c, v), r[c]);
      EXPECT_LE((u[c] - wanted).norm(), 1000 * eps);
    }
  }
}

TYPED_TEST(AssembledProblemTest, Judge_SaysWhatTheJudgeOfBodiesSays) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    auto p = samples::random_problem<D>(random, {.radial = i % 2 == 0});
    // The judge of bodies counts as q what there is without cohesion, which is in q here.
    for (auto& law : p.law) law.cohesion = 0;
    const auto a = assembled(p);
    const auto r = random_impulses<D>(random, p.contact_count());
    const LawError one = judge(p, r);
    const LawError other = AssembledJudge<D>(a)(r).law;
    EXPECT_NEAR(other.relative, one.relative, 1e-12 * one.relative);
    EXPECT_NEAR(other.worst, one.worst, 1e-12 * one.absolute);
    EXPECT_EQ(other.worst_contact, one.worst_contact);
    EXPECT_EQ(other.acting, one.acting);
  }
}

TYPED_TEST(AssembledProblemTest, FromMassAndMap_IsTheSameProblem) {
  constexpr int D = TypeParam::value;
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const auto p = samples::random_problem<D>(random, {.plain_laws = true});
    const auto a = assembled(p);
    const auto b = assembled<D>(samples::by_matrices(p), a.cone);
    EXPECT_LE((Dense(a.w.scalars()) - Dense(b.w.scalars())).norm(), 1000 * eps);
    EXPECT_LE((flat<D>(a.q) - flat<D>(b.q)).norm(), 1000 * eps);
  }
}

TEST(GlobalProblem, DeformableBody_IsInvertedWhole) {
  // A chain of 90 masses between springs, too long for a dense inverse, and a body of its own.
  constexpr Eigen::Index n = 93;
  Random random(6);
  Dense m = Dense::Zero(n, n);
  for (Eigen::Index i = 0; i < 90; ++i) {
    m(i, i) = 3 + random.uniform();
    if (i > 0) m(i, i - 1) = m(i - 1, i) = -1;
  }
  m.bottomRightCorner<3, 3>() = samples::positive_matrix<3>(random, 1, 4);
  Dense h = Dense::Zero(n, 9);
  for (int j = 0; j < 9; ++j) {
    h(10 * j, j) = 1;
    h(90 + j % 3, j) = random.uniform(-1, 1);
  }
  GlobalProblem g{m.sparseView(), h.sparseView(), Eigen::VectorXd::Random(n),
                  Eigen::VectorXd::Random(9)};
  const auto p = assembled<3>(g, std::vector<ContactCone<3>>(3, {0.5}));
  const Dense w = h.transpose() * m.inverse() * h;
  const Eigen::VectorXd q = h.transpose() * m.inverse() * g.f + g.w;
  EXPECT_LE((Dense(p.w.scalars()) - w).norm(), 1e-12 * w.norm());
  EXPECT_LE((flat<3>(p.q) - q).norm(), 1e-12 * q.norm());
}

/// The field a complaint names, or "" without one.
template <class Call>
std::string field_of(Call&& call) {
  try {
    call();
  } catch (const ProblemError& error) {
    return error.field();
  }
  return "";
}

GlobalProblem one_ball() {
  GlobalProblem g;
  g.m = Dense(Dense::Identity(3, 3)).sparseView();
  g.h = Dense(Dense::Identity(3, 3)).sparseView();
  g.f = Eigen::Vector3d(-1, 0, 0);
  g.w = Eigen::Vector3d::Zero();
  return g;
}

TEST(GlobalProblem, Nonsense_IsNamed) {
  const auto field = [](const GlobalProblem& g) {
    return field_of([&] { assembled<3>(g, {{0.5}}); });
  };
  EXPECT_EQ(field(one_ball()), "");
  GlobalProblem g = one_ball();
  g.m.coeffRef(1, 1) = 0;
  EXPECT_EQ(field(g), "M");
  g = one_ball();
  g.m = Dense(Dense::Ones(3, 3)).sparseView();
  EXPECT_EQ(field(g), "M");
  g = one_ball();
  g.m = Dense(Dense::Ones(100, 100)).sparseView();
  g.h = Dense(Dense::Ones(100, 3)).sparseView();
  g.f = Eigen::VectorXd::Ones(100);
  EXPECT_EQ(field(g), "M");
  g = one_ball();
  g.f = Eigen::VectorXd::Zero(2);
  EXPECT_EQ(field(g), "f");
  g = one_ball();
  g.w = Eigen::VectorXd::Zero(6);
  EXPECT_EQ(field(g), "w");
  g = one_ball();
  g.h.resize(3, 6);
  EXPECT_EQ(field(g), "H");
  g = one_ball();
  g.h.coeffRef(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(field(g), "H");
}

TEST(AssembledProblem, Nonsense_IsNamed) {
  const auto good = assembled<3>(one_ball(), {{0.5}});
  const auto field = [&](auto&& spoil) {
    auto p = good;
    spoil(p);
    return field_of([&] { p.check(); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with_w = [](const Mat<3>& w) {
    BlockSparse<3> out;
    out.add_row({0}, {w});
    return out;
  };
  EXPECT_EQ(field([](auto&) {}), "");
  EXPECT_EQ(field([&](auto& p) { p.q[0][1] = nan; }), "q");
  EXPECT_EQ(field([&](auto& p) { p.cone[0].mu = nan; }), "mu");
  EXPECT_EQ(field([&](auto& p) { p.cone[0].mu = -0.1; }), "mu");
  EXPECT_EQ(field([&](auto& p) { p.cone.clear(); }), "mu");
  EXPECT_EQ(field([&](auto& p) { p.q.clear(); }), "W");
  EXPECT_EQ(field([&](auto& p) { p.w = with_w(Mat<3>::Constant(nan)); }), "W");
  EXPECT_EQ(field([&](auto& p) { p.w = with_w(-Mat<3>::Identity()); }), "W");
  // A contact of bodies that cannot move: nothing helps where they approach, all is well otherwise.
  EXPECT_EQ(field([&](auto& p) { p.w = with_w(Mat<3>::Zero()); }), "W");
  EXPECT_EQ(field([&](auto& p) {
              p.w = with_w(Mat<3>::Zero());
              p.q[0][0] = 1;
            }),
            "");
}

TEST(AssembledJudge, ErrorsOfOthers_AreWhatTheyDefine) {
  // One sliding ball that is given no impulse: r - P(r - u~) = -P(-u~) with u~ = (-1 + mu 3, 3, 0).
  AssembledProblem<3> p;
  p.w.add_row({0}, {Mat<3>::Identity()});
  p.q = {Vec<3>(-1, 3, 0)};
  p.cone = {{0.1}};
  const auto e = AssembledJudge<3>(p)({Vec<3>::Zero()});
  const double normal = (0.7 + 0.1 * 3) / (1 + 0.01);
  EXPECT_NEAR(e.natural, normal * std::sqrt(1.01) / std::sqrt(10.0), 4 * eps);
  EXPECT_NEAR(e.siconos, e.natural, 4 * eps);  // |u| = |q|, r = 0
  EXPECT_EQ(e.cone, 0);
  // Outside of its cone by a known way: r = (-2, 0, 0) is 2 away from it.
  EXPECT_NEAR(AssembledJudge<3>(p)({Vec<3>(-2, 0, 0)}).cone, 1, 4 * eps);
}

TEST(AssembledProblem, NumbersWithoutSquares_AreNamed) {
  // W = w 1 and q: what overflows or vanishes when it is squared is refused, the rest is judged.
  const auto field = [](double w, double q) {
    AssembledProblem<3> p;
    p.w.add_row({0}, {w * Mat<3>::Identity()});
    p.q = {q * Vec<3>(-1, 0.5, 0)};
    p.cone = {{0.3}};
    const auto found = field_of([&] { p.check(); });
    if (found.empty()) {
      const double size = q / w;
      EXPECT_GT(AssembledJudge<3>(p)({Vec<3>::Zero()}).decisive(), 0.1);
      EXPECT_LE(AssembledJudge<3>(p)({size * Vec<3>(1, -0.3, 0)}).law.relative, 8 * eps);
    }
    return found;
  };
  for (const double size : {1e-100, 1e-40, 1.0, 1e40, 1e100}) EXPECT_EQ(field(size, size), "");
  EXPECT_EQ(field(1e-170, 1e-170), "q");
  EXPECT_EQ(field(1e155, 1e155), "q");
  EXPECT_EQ(field(1, 1e200), "q");
  EXPECT_EQ(field(1e-130, 1), "W");
  EXPECT_EQ(field(1e90, 1e-90), "W");
}

/// One body between two contacts that face each other: W is singular and nothing stops both.
AssembledProblem<3> pinched_body() {
  AssembledProblem<3> p;
  const Mat<3> one = Mat<3>::Identity();
  p.w.add_row({0, 1}, {one, -one});
  p.w.add_row({0, 1}, {-one, one});
  p.q = {Vec<3>(-1, 0, 0), Vec<3>(-1, 0, 0)};
  p.cone = {{0.3}, {0.3}};
  return p;
}

TEST(AssembledJudge, ImpulsesThatSwallowVelocities_AreNoAnswer) {
  const auto p = pinched_body();
  const AssembledJudge<3> judge(p);
  for (double size = 1; size < 1e150; size *= 10) {
    const Vec<3> push(size, 0, 0);
    const auto e = judge({push, push});
    EXPECT_GE(e.decisive(), 0.5) << size;
    if (size > 1e15) {
      EXPECT_GE(e.natural, 0.1) << size;
    }
  }
}

TEST(AssembledJudge, GreatFriction_HidesNoApproach) {
  for (double mu = 1; mu < 1e300; mu *= 1e3) {
    AssembledProblem<5> rolling;
    rolling.w.add_row({0}, {Mat<5>::Identity()});
    rolling.q = {Vec<5>(-1, 0.5, 0.2, 0.1, 0)};
    rolling.cone = {{mu, mu}};
    EXPECT_GE(AssembledJudge<5>(rolling)({Vec<5>::Zero()}).decisive(), 0.5) << mu;
    AssembledProblem<3> p;
    p.w.add_row({0}, {Mat<3>::Identity()});
    p.q = {Vec<3>(-1, 0.5, 0.2)};
    p.cone = {{mu}};
    EXPECT_GE(AssembledJudge<3>(p)({Vec<3>::Zero()}).decisive(), 0.5) << mu;
    EXPECT_LE(AssembledJudge<3>(p)({-p.q[0]}).decisive(), 8 * eps) << mu;
  }
}

TEST(AssembledJudge, HeavyBodies_AreStillCertified) {
  // Impulses 1e12 times as large as velocities: as a number added to them the natural error is
  // uncertain by 1e-4, and says so; the law error knows.
  AssembledProblem<3> p;
  p.w.add_row({0}, {1e-12 * Mat<3>::Identity()});
  p.q = {Vec<3>(-1, 0.1, 0)};
  p.cone = {{0.3}};
  const auto e = AssembledJudge<3>(p)({-1e12 * p.q[0]});
  EXPECT_LE(e.decisive(), 8 * eps);
  EXPECT_GE(e.natural, 1e12 * eps);
}

TEST(AssembledJudge, WhatIsNoNumber_IsNoAnswer) {
  const auto p = pinched_body();
  const AssembledJudge<3> judge(p);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e200}) {
    for (int k = 0; k < 3; ++k) {
      const Vec<3> r = bad * Vec<3>::Unit(k);
      for (const auto& answer : {std::vector<Vec<3>>{r, r}, {r, Vec<3>::Zero()}}) {
        const double e = judge(answer).decisive();
        EXPECT_TRUE(std::isinf(e) && e > 0) << bad << ' ' << k << ' ' << e;
      }
    }
  }
}

TYPED_TEST(AssembledProblemTest, ErrorsOfContacts_AddUpToTheLawError) {
  constexpr int D = TypeParam::value;
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const auto p = assembled(samples::random_problem<D>(random, {.radial = i % 2 == 0}));
    const auto r = random_impulses<D>(random, p.contact_count());
    const AssembledJudge<D> judge(p);
    const auto errors = judge.contact_errors(r);
    const LawError whole = judge(r).law;
    EXPECT_NEAR(Eigen::Map<const Eigen::VectorXd>(errors.data(), 10).norm(), whole.relative,
                1e-12 * whole.relative);
    EXPECT_EQ(errors[whole.worst_contact], *std::max_element(errors.begin(), errors.end()));
  }
}

}  // namespace
}  // namespace talus

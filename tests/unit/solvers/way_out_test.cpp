// Problems without an answer are proved to have none, and no others.

#include "talus/solvers/way_out.hpp"

#include "talus/solvers/assembled_solve.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"
#include "support/wall_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::solvable;

/// Adds a ball and obstacles on all its sides, whose pushes balance where they are as large as
/// `push`; the obstacles move with a velocity common to all, and the first one closer by `closing`.
template <int D>
void add_caged_ball(Random& random, double inverse_mass, double mu, const Vec<D>& common,
                    double closing, ContactProblem<D>& p) {
  const int ball = static_cast<int>(p.v_free.size());
  p.v_free.push_back(Twist<D>::Zero());
  p.v_free.back().template head<D>() = common;
  p.inv_mass.push_back(inverse_mass);
  p.inv_inertia.push_back(Spin<D>::Constant(2.5 * inverse_mass));
  CanonicalLaw<D> law;
  law.mu = mu;
  Vec<D> rest = Vec<D>::Zero();
  for (int i = 0; i <= D; ++i) {
    Vec<D> normal = samples::unit<D>(random);
    if (i == D) normal = -rest.normalized();
    rest += random.uniform(0.5, 2) * normal;
    samples::add_point_contact<D>(ball, -1, normal, -normal, normal, law, p);
    p.offset.back() = -p.frame.back().transpose() * common;
    if (i == 0) p.offset.back()[0] -= closing;
  }
}

template <class T>
class WayOut : public ::testing::Test {};
TYPED_TEST_SUITE(WayOut, samples::Dimensions);

TYPED_TEST(WayOut, CagedBalls_HaveNone) {
  constexpr int D = TypeParam::value;
  Random random(31);
  for (int i = 0; i < 100; ++i) {
    auto p = samples::tower<D>(1 + i % 4, 0.5 * (i % 2));
    const auto before = p.contact_count();
    const Vec<D> common = samples::vector<D>(random, 1);
    add_caged_ball<D>(random, std::pow(10, random.uniform(-4, 4)), 0.5 * (i % 3), common, 0.1, p);
    const auto q = assembled(p);
    const auto found = look_for_way_out<D>(q);
    ASSERT_TRUE(found.proved()) << i;
    // All on the ball, and the proof holds as it is told.
    EXPECT_GE(found.contacts.size(), 2U);
    for (const std::size_t c : found.contacts) EXPECT_GE(c, before) << i;
  }
}

TYPED_TEST(WayOut, SolversSaySo) {
  constexpr int D = TypeParam::value;
  Random random(32);
  auto p = samples::tower<D>(3);
  add_caged_ball<D>(random, 1, 0.5, Vec<D>::Zero(), 0.1, p);
  auto q = assembled(p);
  for (const auto& m : assembled_methods) {
    auto own = q;
    if (m.kind == MethodKind::frictionless) {
      for (auto& cone : own.cone) cone.mu = 0;
    }
    AssembledOptions options;
    options.method = m.method;
    options.max_sweeps = 2000;
    std::vector<Vec<D>> r;
    const auto report = solve_assembled<D>(own, options, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::infeasible) << m.name << ": " << report.path;
    EXPECT_NE(report.path.find("no way out"), std::string::npos) << m.name;
  }
}

TYPED_TEST(WayOut, ObstaclesThatMoveTogether_LeaveOne) {
  // Pushes that balance there are, but what they work against is the rounding of q.
  constexpr int D = TypeParam::value;
  Random random(33);
  for (const double speed : {0.0, 1.0, 1e6}) {
    for (int i = 0; i < 100; ++i) {
      ContactProblem<D> p;
      const Vec<D> common = speed * samples::unit<D>(random);
      for (int ball = 0; ball < 3; ++ball) {
        add_caged_ball<D>(random, std::pow(10, random.uniform(-4, 4)), 0.3, common, 0, p);
        p.v_free.back() += 0.1 * samples::vector<dof<D>>(random, 1);
      }
      EXPECT_FALSE(look_for_way_out<D>(assembled(p)).proved()) << speed << " " << i;
    }
  }
}

TYPED_TEST(WayOut, ProblemsThatHaveAnAnswer_AreNotDoubted) {
  constexpr int D = TypeParam::value;
  Random random(34);
  for (int i = 0; i < 1000; ++i) {
    const auto p = solvable<D>(random, {.contacts = 4 + i % 30,
                                        .radial = i % 3 == 0,
                                        .tree = false,
                                        .mu = 0.4 * (i % 4),
                                        .plain_laws = true});
    EXPECT_FALSE(look_for_way_out<D>(p).proved()) << i;
  }
  EXPECT_FALSE(look_for_way_out<D>(assembled(samples::tower<D>(30))).proved());
  EXPECT_FALSE(look_for_way_out<D>(assembled(samples::wall<D>(6, 6))).proved());
}

TYPED_TEST(WayOut, HeavyOnLight_IsNotDoubted) {
  // The heavier the block on top, the larger the impulses that stop it; answers there are up to
  // masses that W's digits do not tell from infinite ones.
  constexpr int D = TypeParam::value;
  for (const double ratio : {1e3, 1e6, 1e9, 1e12}) {
    auto p = samples::tower<D>(4, 0.0);
    p.inv_mass.back() /= ratio;
    p.inv_inertia.back() /= ratio;
    EXPECT_FALSE(look_for_way_out<D>(assembled(p)).proved()) << ratio;
  }
}

TYPED_TEST(WayOut, WrongPushes_ProveNothing) {
  constexpr int D = TypeParam::value;
  Random random(35);
  ContactProblem<D> p;
  add_caged_ball<D>(random, 1, 0.5, Vec<D>::Zero(), 0.1, p);
  const auto q = assembled(p);
  EXPECT_FALSE(no_way_out<D>(q, std::vector<double>(q.contact_count(), 0)).proved());
  EXPECT_FALSE(no_way_out<D>(q, std::vector<double>(q.contact_count(), 1)).proved());
  EXPECT_FALSE(no_way_out<D>(q, std::vector<double>(q.contact_count(), -1)).proved());
  EXPECT_FALSE(no_way_out<D>(q, std::vector<double>(q.contact_count(), NAN)).proved());
}

TEST(WayOutRolling, PushesFromBothSides_LeaveNone) {
  AssembledProblem<5> p;
  Mat<5> w = Mat<5>::Identity();
  p.w.add_row({0, 1}, {w, -w});
  p.w.add_row({0, 1}, {-w, w});
  p.q = {-Vec<5>::Unit(0), Vec<5>::Zero()};
  p.cone = {{0.5, 0.1}, {0.5, 0.1}};
  std::vector<Vec<5>> r;
  AssembledOptions options;
  options.max_sweeps = 1000;
  const auto report = solve_assembled<5>(p, options, r);
  EXPECT_EQ(report.outcome, AssembledOutcome::infeasible) << report.path;
  EXPECT_EQ(report.no_way_out.contacts, (std::vector<std::size_t>{0, 1}));
  // Half of the approach of 1 at one of two contacts; 1 over the root of 2 is typical.
  EXPECT_NEAR(report.no_way_out.approach, 0.5 * std::sqrt(2.0), 1e-9);
}

}  // namespace
}  // namespace talus

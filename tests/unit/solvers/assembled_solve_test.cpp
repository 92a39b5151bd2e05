// Solvers of assembled problems: every answer is measured here again, solvers agree where the
// answer is unique, and odd problems get right answers.

#include "talus/solvers/assembled_solve.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus {
namespace {

using samples::eps;
using samples::ProblemKind;
using samples::solvable;

constexpr double tolerance = 1e-8;

/// |r - P_K(r - u~)| / |q|, written out once more.
template <int D>
double natural_error(const AssembledProblem<D>& p, const std::vector<Vec<D>>& r) {
  const Eigen::MatrixXd w = p.w.scalars();
  double defect2 = 0;
  double q2 = 0;
  const Eigen::Map<const Eigen::VectorXd> flat(r.front().data(),
                                               static_cast<Eigen::Index>(D * r.size()));
  const Eigen::VectorXd wr = w * flat;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const Vec<D> u = wr.segment<D>(static_cast<Eigen::Index>(D * c)) + p.q[c];
    defect2 += (r[c] - p.cone[c].project(r[c] - p.cone[c].shifted(u))).squaredNorm();
    q2 += p.q[c].squaredNorm();
  }
  return std::sqrt(defect2 / q2);
}

template <int D>
AssembledReport solve(const AssembledProblem<D>& p, AssembledMethod method,
                      std::vector<Vec<D>>& r) {
  AssembledOptions options;
  options.method = method;
  options.tolerance = tolerance;
  return solve_assembled<D>(p, options, r);
}

/// Methods whose answer is one to the problem with friction as it is.
template <int D>
std::vector<AssembledMethodName> exact_methods() {
  std::vector<AssembledMethodName> out;
  for (const auto& m : assembled_methods) {
    const bool is_exact =
        m.kind == MethodKind::exact || (D == 2 && m.kind == MethodKind::polyhedral);
    if (is_exact) out.push_back(m);
  }
  return out;
}

template <class T>
class AssembledSolve : public ::testing::Test {};
TYPED_TEST_SUITE(AssembledSolve, samples::Dimensions);

TYPED_TEST(AssembledSolve, RandomProblems_AreSolvedByAuto) {
  constexpr int D = TypeParam::value;
  Random random(7);
  for (const double mu : {0.0, 0.3, 0.7, 1.2}) {
    for (int i = 0; i < 50; ++i) {
      const auto p = solvable<D>(random, {.radial = i % 3 == 0, .mu = mu, .plain_laws = true});
      std::vector<Vec<D>> r;
      const auto report = solve<D>(p, AssembledMethod::automatic, r);
      EXPECT_EQ(report.outcome, AssembledOutcome::solved)
          << "mu " << mu << ", number " << i << ": " << report.path;
      // Rounding of W r in another order.
      EXPECT_LE(natural_error<D>(p, r), tolerance + 1e-12);
      EXPECT_NEAR(report.error.natural, natural_error<D>(p, r), 1e-12);
    }
  }
}

TYPED_TEST(AssembledSolve, WhereVelocitiesAreUnique_AllSolversFindThem) {
  constexpr int D = TypeParam::value;
  Random random(8);
  // Without friction the problem is convex and u unique; chains of bodies with little friction have
  // a regular W, and are near that.
  for (const auto& kind :
       {ProblemKind{.mu = 0, .plain_laws = true},
        ProblemKind{.contacts = 6, .tree = true, .mu = 0.1, .plain_laws = true}}) {
    for (int i = 0; i < 50; ++i) {
      const auto p = solvable<D>(random, kind);
      std::vector<Vec<D>> first;
      for (const auto& method : assembled_methods) {
        if (kind.mu > 0 && method.kind != MethodKind::exact) continue;
        std::vector<Vec<D>> r;
        const auto report = solve<D>(p, method.method, r);
        if (report.outcome != AssembledOutcome::solved) {
          // An interior point alone may end near the square root of round-off.
          EXPECT_EQ(method.name, "interior_point") << report.path;
          continue;
        }
        std::vector<Vec<D>> u;
        p.velocities(r, u);
        if (first.empty()) first = u;
        // Energies differ by at most error times impulse, velocities by the root of that.
        for (std::size_t c = 0; c < u.size(); ++c) {
          EXPECT_LE((u[c] - first[c]).norm(), 10 * std::sqrt(tolerance)) << method.name;
        }
      }
    }
  }
}

TYPED_TEST(AssembledSolve, Tower_StallsSweepsAndNotNewton) {
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(20));
  std::vector<Vec<D>> r;
  AssembledOptions options;
  options.method = AssembledMethod::nlgs;
  options.max_sweeps = 500;
  const auto sweeps = solve_assembled<D>(p, options, r);
  EXPECT_EQ(sweeps.outcome, AssembledOutcome::budget_spent);
  EXPECT_EQ(sweeps.sweeps, 500);
  const auto newton = solve<D>(p, AssembledMethod::newton, r);
  EXPECT_EQ(newton.outcome, AssembledOutcome::solved) << newton.path;
  EXPECT_GT(newton.factorisations, 0);
  EXPECT_LE(natural_error<D>(p, r), tolerance + 1e-12);
  EXPECT_LE(r.back().norm(), tolerance) << "the ceiling stays open";
  const auto automatic = solve<D>(p, AssembledMethod::automatic, r);
  EXPECT_EQ(automatic.outcome, AssembledOutcome::solved) << automatic.path;
}

TYPED_TEST(AssembledSolve, InteriorPointPolishedBySweeps_NeedsFewerFactorisations) {
  constexpr int D = TypeParam::value;
  Random random(7);
  int alone = 0;
  int polished = 0;
  for (int i = 0; i < 20; ++i) {
    const auto p = solvable<D>(random, {.contacts = 40, .mu = 0.5, .plain_laws = true});
    std::vector<Vec<D>> r;
    const auto by_itself = solve<D>(p, AssembledMethod::interior_point, r);
    if (by_itself.outcome != AssembledOutcome::solved) continue;
    const auto report = solve<D>(p, AssembledMethod::newton, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::solved) << report.path;
    alone += by_itself.factorisations;
    polished += report.factorisations;
  }
  EXPECT_LT(polished, alone);
}

TYPED_TEST(AssembledSolve, UnsymmetricMatrix_IsTakenAsItIs) {
  constexpr int D = TypeParam::value;
  Random random(9);
  for (int i = 0; i < 30; ++i) {
    auto p = solvable<D>(random, {.mu = 0.5, .plain_laws = true});
    SparseRows w = p.w.scalars();
    // As unsymmetric as files are that other programs wrote.
    for (Eigen::Index k = 0; k < w.nonZeros(); ++k) {
      w.valuePtr()[k] *= 1 + 1e-3 * random.uniform(-1, 1);
    }
    // So large a part of W is undetermined that it must not be left to chance: a little compliance.
    for (Eigen::Index k = 0; k < w.rows(); ++k) w.coeffRef(k, k) += 0.02;
    p.w = BlockSparse<D>::from(w);
    for (const auto method : {AssembledMethod::automatic, AssembledMethod::newton}) {
      std::vector<Vec<D>> r;
      const auto report = solve<D>(p, method, r);
      EXPECT_EQ(report.outcome, AssembledOutcome::solved) << report.path;
      EXPECT_LE(natural_error<D>(p, r), tolerance + 1e-12);
    }
  }
}

TYPED_TEST(AssembledSolve, WithoutFriction_ThereIsNoTangentialImpulse) {
  constexpr int D = TypeParam::value;
  Random random(10);
  const auto p = solvable<D>(random, {.mu = 0, .plain_laws = true});
  for (const auto& method : assembled_methods) {
    std::vector<Vec<D>> r;
    solve<D>(p, method.method, r);
    for (const auto& impulse : r) {
      EXPECT_EQ(impulse.template tail<D - 1>().norm(), 0) << method.name;
    }
  }
}

TYPED_TEST(AssembledSolve, ContactOfFixedBodies_GetsNoImpulse) {
  constexpr int D = TypeParam::value;
  AssembledProblem<D> p;
  p.w.add_row({0}, {Mat<D>::Zero()});
  p.w.add_row({1}, {Mat<D>::Identity()});
  p.q = {Vec<D>::Unit(0), -Vec<D>::Unit(0)};
  p.cone = {{0.5}, {0.5}};
  for (const auto& method : exact_methods<D>()) {
    std::vector<Vec<D>> r;
    const auto report = solve<D>(p, method.method, r);
    EXPECT_LE((r[1] - Vec<D>::Unit(0)).norm(), 1e-6) << method.name << " " << report.path;
    EXPECT_LE(r[0].norm(), 1e-6) << method.name;
  }
}

TYPED_TEST(AssembledSolve, NoContacts_AreSolved) {
  constexpr int D = TypeParam::value;
  std::vector<Vec<D>> r;
  for (const auto& method : assembled_methods) {
    EXPECT_EQ(solve<D>({}, method.method, r).outcome, AssembledOutcome::solved);
    EXPECT_TRUE(r.empty());
  }
}

TYPED_TEST(AssembledSolve, AllOpen_IsSolvedWithoutAnything) {
  constexpr int D = TypeParam::value;
  AssembledProblem<D> p;
  p.w.add_row({0}, {Mat<D>::Identity()});
  p.q = {Vec<D>::Ones()};
  p.cone = {{0.5}};
  for (const auto& method : assembled_methods) {
    if (method.kind == MethodKind::frictionless) continue;
    std::vector<Vec<D>> r;
    const auto report = solve<D>(p, method.method, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::solved);
    EXPECT_EQ(report.sweeps + report.factorisations, 0);
    EXPECT_EQ(report.path, "no impulses (0.0e+00)") << method.name;
    EXPECT_EQ(r[0], Vec<D>(Vec<D>::Zero()));
  }
}

TYPED_TEST(AssembledSolve, TimeSpent_IsAnOutcomeWithTheBestAnswer) {
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(20));
  for (const auto& method : assembled_methods) {
    if (method.kind == MethodKind::frictionless) continue;
    AssembledOptions options;
    options.method = method.method;
    options.deadline = Deadline(0);
    std::vector<Vec<D>> r;
    const auto report = solve_assembled<D>(p, options, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::budget_spent) << method.name;
    EXPECT_EQ(r.size(), p.contact_count());
  }
}

TYPED_TEST(AssembledSolve, Twice_GivesTheSameBits) {
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(8));
  std::vector<Vec<D>> one;
  std::vector<Vec<D>> other;
  EXPECT_EQ(solve<D>(p, AssembledMethod::automatic, one).path,
            solve<D>(p, AssembledMethod::automatic, other).path);
  EXPECT_EQ(one, other);
}

TEST(AssembledSolveRolling, RandomProblems_AreSolvedBySweeps) {
  Random random(11);
  for (int i = 0; i < 50; ++i) {
    // Four contacts of two bodies: W = A A^T and q = A v, so that u = 0 can be had.
    Eigen::MatrixXd a(20, 12);
    for (Eigen::Index k = 0; k < a.size(); ++k) a.data()[k] = random.uniform(-1, 1);
    const Eigen::MatrixXd w = a * a.transpose();
    const Eigen::VectorXd q = a * Eigen::VectorXd::NullaryExpr(12, [&] { return random.normal(); });
    AssembledProblem<5> p;
    p.w = BlockSparse<5>::from(w.sparseView());
    for (int c = 0; c < 4; ++c) {
      p.q.push_back(q.segment<5>(5 * c));
      p.cone.push_back({random.uniform(0, 0.5), random.uniform(0, 0.2)});
    }
    std::vector<Vec<5>> r;
    const auto report = solve<5>(p, AssembledMethod::automatic, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::solved) << i << ": " << report.path;
    EXPECT_LE(natural_error<5>(p, r), tolerance + 1e-12);
  }
}

TEST(AssembledSolveRolling, BallPushed_StaysWhereItsMomentIsSmall) {
  // One ball: unit mass, a push along the tangent and a spin; both held within the cone.
  AssembledProblem<5> p;
  p.w.add_row({0}, {Mat<5>::Identity()});
  p.q = {(Vec<5>() << -1, 0.3, 0, 0, 0.05).finished()};
  p.cone = {{0.5, 0.1}};
  std::vector<Vec<5>> r;
  EXPECT_EQ(solve<5>(p, AssembledMethod::automatic, r).outcome, AssembledOutcome::solved);
  EXPECT_LE((r[0] + p.q[0]).norm(), 1e-7);  // all motion stopped: r = -q
  // A larger spin is slowed down by as much as the cone allows.
  p.q[0][4] = 0.5;
  EXPECT_EQ(solve<5>(p, AssembledMethod::automatic, r).outcome, AssembledOutcome::solved);
  EXPECT_NEAR(r[0][4], -0.1 * r[0][0], 1e-7);
  EXPECT_NEAR(r[0][0], 1, 1e-7);
}

}  // namespace
}  // namespace talus

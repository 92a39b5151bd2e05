// Joints beside contacts: eliminated exactly, against a problem solved by hand and against dense
// solutions of the whole system; redundant ones too, and nonsense is refused.

#include "talus/problem/joints.hpp"

#include "talus/problem/global_problem.hpp"
#include "talus/problem/problem_error.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::Dense;
using samples::eps;
using Column = Eigen::VectorXd;

SparseRows sparse(const Dense& a) { return a.sparseView(); }

Dense random_matrix(Random& random, Eigen::Index m, Eigen::Index n) {
  Dense a(m, n);
  for (auto& x : a.reshaped()) x = random.uniform(-1, 1);
  return a;
}

/// A body of mass 1 that touches the ground, held to one of mass 3 in both directions.
GlobalProblem held_together() {
  GlobalProblem p;
  const Eigen::Vector4d mass(1, 1, 3, 3);
  p.m = sparse(Dense(mass.asDiagonal()));
  Dense h = Dense::Zero(4, 2);
  h(1, 0) = h(0, 1) = 1;
  p.h = sparse(h);
  Dense g(4, 2);
  g << 1, 0, 0, 1, -1, 0, 0, -1;
  p.g = sparse(g);
  p.f = mass.cwiseProduct(Eigen::Vector4d(0.125, -1, 0.125, -1));
  p.w = Column::Zero(2);
  p.b = Column::Zero(2);
  return p;
}

TEST(JointsTest, TwoBodiesHeldTogether_PushAsOne) {
  const auto p = assembled<2>(held_together(), {{0.5}});
  EXPECT_LE((p.w.diagonal(0) - Mat<2>(0.25 * Mat<2>::Identity())).norm(), 4 * eps);
  EXPECT_LE((p.q[0] - Vec<2>(-1, 0.125)).norm(), 4 * eps);
  std::vector<Vec<2>> r;
  const auto report = solve_assembled<2>(p, {}, r);
  EXPECT_EQ(report.outcome, AssembledOutcome::solved);
  // It sticks: friction takes the whole momentum along the ground, less than half of the push.
  EXPECT_LE((r[0] - Vec<2>(4, -0.5)).norm(), 1e-7);
}

TEST(JointsTest, JointThatMoves_CarriesItsBody) {
  // The joint says by how much the first body is faster: (0, 2) for b = (0, -2).
  GlobalProblem p = held_together();
  p.b << 0, -2;
  // Momentum -1 - 3 = v + 3 (v - 2): v = 1/2.
  const auto a = assembled<2>(p, {{0.5}});
  EXPECT_LE((a.q[0] - Vec<2>(0.5, 0.125)).norm(), 8 * eps);
}

TEST(JointsTest, ContactThatJointsHold_CannotBeMoved) {
  GlobalProblem p = held_together();
  // Both bodies are held to the world as well.
  Dense g = Dense::Zero(4, 4);
  g.leftCols<2>() = Dense(p.g);
  g(0, 2) = g(1, 3) = 1;
  p.g = sparse(g);
  p.b = Column::Zero(4);
  const auto a = assembled<2>(p, {{0.5}});
  EXPECT_EQ(a.w.diagonal(0), Mat<2>(Mat<2>::Zero()));
  EXPECT_EQ(a.q[0], Vec<2>(Vec<2>::Zero()));
  EXPECT_NO_THROW(a.check());
}

/// Any mass, unsymmetric by `skew`, five joints, and as many more that say the same again.
struct Whole {
  GlobalProblem given;
  Dense w;  ///< of the contacts, from the whole system of equations
  Column q;
};

Whole random_whole(Random& random, double skew, bool redundant) {
  constexpr Eigen::Index n = 12, m = 9, p = 5;
  const Dense a = random_matrix(random, n, n);
  const Dense mass = a * a.transpose() + Dense::Identity(n, n) + skew * random_matrix(random, n, n);
  const Dense h = random_matrix(random, n, m);
  const Dense g = random_matrix(random, n, p);
  const Column f = random_matrix(random, n, 1);
  const Column b = random_matrix(random, p, 1);
  Whole out;
  out.given = {sparse(mass), sparse(h), f, random_matrix(random, m, 1), sparse(g), b};
  // (M, -G; G^T, 0) (v, l) = (H r + f, -b).
  Dense saddle = Dense::Zero(n + p, n + p);
  saddle.topLeftCorner(n, n) = mass;
  saddle.topRightCorner(n, p) = -g;
  saddle.bottomLeftCorner(p, n) = g.transpose();
  Dense right = Dense::Zero(n + p, m + 1);
  right.topLeftCorner(n, m) = h;
  right.col(m) << f, -b;
  const Dense v = saddle.fullPivLu().solve(right).topRows(n);
  out.w = h.transpose() * v.leftCols(m);
  out.q = h.transpose() * v.col(m) + out.given.w;
  if (redundant) {
    const Dense mix = random_matrix(random, p, p);
    Dense twice(n, 2 * p);
    twice << g, g * mix;
    out.given.g = sparse(twice);
    Column both(2 * p);
    both << b, mix.transpose() * b;
    out.given.b = both;
  }
  return out;
}

/// Largest difference of what is left from what the whole system says. The condition of the
/// random systems is some hundreds.
void expect_as_a_whole(const Whole& whole) {
  const auto a = assembled<3>(whole.given, {{0.5}, {0.5}, {0.5}});
  EXPECT_LE((Dense(a.w.scalars()) - whole.w).norm(), 1e-10 * whole.w.norm());
  for (std::size_t c = 0; c < 3; ++c) {
    const Vec<3> q = whole.q.segment<3>(static_cast<Eigen::Index>(3 * c));
    EXPECT_LE((a.q[c] - q).norm(), 1e-10 * whole.q.norm());
  }
}

TEST(JointsTest, RandomSystems_AreThoseSolvedAsAWhole) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    expect_as_a_whole(random_whole(random, 0, false));
    expect_as_a_whole(random_whole(random, 0.1, false));
    expect_as_a_whole(random_whole(random, 0, true));
  }
}

TEST(JointsTest, LocalForm_IsTheSame) {
  Random random(4);
  const Whole whole = random_whole(random, 0, false);
  const auto& p = whole.given;
  const Dense y = Dense(p.m).inverse();
  const Dense h = p.h;
  const Dense g = p.g;
  const Dense v = h.transpose() * y * g;
  SparseRows w = sparse(h.transpose() * y * h);
  Column q = h.transpose() * y * p.f + p.w;
  eliminate_joints({sparse(v), sparse(v.transpose()), sparse(g.transpose() * y * g),
                    g.transpose() * y * p.f + p.b},
                   w, q);
  EXPECT_LE((Dense(w) - whole.w).norm(), 1e-10 * whole.w.norm());
  EXPECT_LE((q - whole.q).norm(), 1e-10 * whole.q.norm());
}

std::string field_of_complaint(const GlobalProblem& p) {
  try {
    assembled<2>(p, {{0.5}});
  } catch (const ProblemError& error) {
    return error.field();
  }
  return "";
}

TEST(JointsTest, Nonsense_IsRefusedByField) {
  GlobalProblem p = held_together();
  Dense g(4, 3);
  g << Dense(p.g), Dense(p.g).col(0);
  p.g = sparse(g);
  p.b = Column::Zero(3);
  EXPECT_EQ(field_of_complaint(p), "") << "the same twice is no contradiction";
  p.b[2] = 1;
  EXPECT_EQ(field_of_complaint(p), "b") << "the same twice, once with another velocity";
  p.b = Column::Zero(2);
  EXPECT_EQ(field_of_complaint(p), "b");
  p = held_together();
  p.g = sparse(Dense::Ones(3, 2));
  EXPECT_EQ(field_of_complaint(p), "G");
  p = held_together();
  p.b[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(field_of_complaint(p), "b");
  // R of nothing would bind the contacts' impulses.
  SparseRows w = sparse(Dense::Identity(2, 2));
  Column q = Column::Zero(2);
  const SparseRows v = sparse(Dense::Ones(2, 1));
  try {
    eliminate_joints({v, v.transpose(), SparseRows(1, 1), Column::Zero(1)}, w, q);
    ADD_FAILURE();
  } catch (const ProblemError& error) {
    EXPECT_EQ(error.field(), "R");
  }
}

}  // namespace
}  // namespace talus

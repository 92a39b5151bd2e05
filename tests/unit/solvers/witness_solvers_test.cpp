// Solvers that bear witness for others: Lemke's and Dantzig's pivots (rows B06, B07), the
// projection with its certificate (B11), and the relaxations (B10).

#include "talus/solvers/accelerated_gradient.hpp"
#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/augmented_lagrangian.hpp"
#include "talus/solvers/lemke.hpp"
#include "talus/solvers/pivoting.hpp"
#include "talus/solvers/projection.hpp"

#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus {
namespace {

using samples::ProblemKind;
using samples::solvable;

template <int D>
AssembledError error_of(const AssembledProblem<D>& p, const std::vector<Vec<D>>& r) {
  return AssembledJudge<D>(p)(r);
}

template <int D>
std::vector<Vec<D>> velocities(const AssembledProblem<D>& p, const std::vector<Vec<D>>& r) {
  std::vector<Vec<D>> u;
  p.velocities(r, u);
  return u;
}

template <int D>
double distance(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]).squaredNorm();
  return std::sqrt(sum);
}

template <int D>
double length(const std::vector<Vec<D>>& a) {
  return distance<D>(a, std::vector<Vec<D>>(a.size(), Vec<D>::Zero()));
}

constexpr ProblemKind chain{.contacts = 6, .tree = true, .mu = 0.1, .plain_laws = true};

TEST(Lemke, InThePlane_IsExact) {
  Random random(21);
  int solved = 0;
  for (int i = 0; i < 100; ++i) {
    const auto p = solvable<2>(random, {.mu = 0.5, .plain_laws = true});
    const PolyhedralLcp<2> polyhedral(p, 2);
    const auto answer = lemke(polyhedral.lcp());
    ASSERT_TRUE(answer.solved) << i;  // the matrix is copositive
    // A pivot of size 1e-11 may be used: what is left of sixteen digits after it.
    if (error_of<2>(p, polyhedral.impulses(answer.z)).decisive() <= 1e-5) ++solved;
    EXPECT_LE(error_of<2>(p, polyhedral.impulses(answer.z)).decisive(), 1e-5) << i;
  }
  EXPECT_EQ(solved, 100);
}

TEST(Lemke, EqualBoxes_AreNoObstacle) {
  // A tower that pushes straight down: in every pivot many variables reach 0 together.
  auto bodies = samples::tower<3>(6);
  for (auto& v : bodies.v_free) v[0] = 0;
  const auto p = assembled(bodies);
  const PolyhedralLcp<3> polyhedral(p, 8);
  const auto answer = lemke(polyhedral.lcp());
  ASSERT_TRUE(answer.solved);
  EXPECT_LE(AssembledJudge<3>(p)(polyhedral.impulses(answer.z)).natural, 1e-8);
}

TEST(Lemke, WithoutAnAnswer_SaysSo) {
  // z >= 0 cannot make -z - 1 positive.
  const Lcp impossible{Eigen::MatrixXd::Constant(1, 1, -1), Eigen::VectorXd::Constant(1, -1)};
  EXPECT_FALSE(lemke(impossible).solved);
  // Nor does it need to do anything here.
  const Lcp open{Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Ones(2)};
  const auto answer = lemke(open);
  EXPECT_TRUE(answer.solved);
  EXPECT_EQ(answer.pivots, 0);
  EXPECT_TRUE(answer.z.isZero(0));
}

/// A polygon of m corners inside a circle is off by 1 - cos(pi / m) of its radius at most.
TEST(Lemke, AsFacetsGrow_ApproachesTheRoundCone) {
  Random random(22);
  for (int i = 0; i < 20; ++i) {
    const auto p = solvable<3>(random, chain);
    std::vector<Vec<3>> exact;
    ASSERT_EQ(solve_assembled<3>(p, {}, exact).outcome, AssembledOutcome::solved);
    const auto u = velocities<3>(p, exact);
    double largest = 0;
    for (const auto& r : exact) largest = std::max(largest, r.norm());
    for (const int facets : {4, 16, 64}) {
      const PolyhedralLcp<3> polyhedral(p, facets);
      const auto answer = lemke(polyhedral.lcp());
      ASSERT_TRUE(answer.solved);
      const auto r = polyhedral.impulses(answer.z);
      for (const auto& impulse : r) {
        EXPECT_LE(impulse.tail<2>().norm(), 0.1 * impulse[0] * (1 + 1e-9) + 1e-12 * largest);
      }
      // Directions of sliding are off by half an angle between facets, velocities by what friction
      // makes of that: mu pi / m of those without impulses, by a factor for the chain's length.
      EXPECT_LE(distance<3>(velocities<3>(p, r), u),
                6 * 0.1 * std::numbers::pi / facets * length<3>(p.q))
          << facets;
    }
  }
}

TEST(Pivoting, WhereTheAnswerIsUnique_FindsWhatLemkeFinds) {
  Random random(23);
  for (const auto& kind : {ProblemKind{.mu = 0, .plain_laws = true}, chain}) {
    for (int i = 0; i < 50; ++i) {
      const auto p = solvable<2>(random, kind);
      const PolyhedralLcp<2> polyhedral(p, 2);
      const auto lemkes = lemke(polyhedral.lcp());
      const auto dantzigs = Pivoting<2>().solve(p);
      ASSERT_TRUE(lemkes.solved);
      ASSERT_TRUE(dantzigs.solved) << i;
      EXPECT_LE(error_of<2>(p, dantzigs.r).decisive(), 1e-8) << i;
      EXPECT_LE(distance<2>(velocities<2>(p, dantzigs.r),
                            velocities<2>(p, polyhedral.impulses(lemkes.z))),
                1e-5 * length<2>(p.q))
          << i;
    }
  }
}

TEST(Pivoting, InSpaceWithoutFriction_IsExact) {
  Random random(24);
  for (int i = 0; i < 50; ++i) {
    const auto p = solvable<3>(random, {.mu = 0, .plain_laws = true});
    const auto answer = Pivoting<3>().solve(p);
    ASSERT_TRUE(answer.solved) << i;
    EXPECT_LE(error_of<3>(p, answer.r).decisive(), 1e-8) << i;
  }
}

template <class T>
class Witness : public ::testing::Test {};
TYPED_TEST_SUITE(Witness, samples::Dimensions);

TYPED_TEST(Witness, Projection_IsCertified) {
  constexpr int D = TypeParam::value;
  Random random(25);
  for (int i = 0; i < 100; ++i) {
    const auto p =
        solvable<D>(random, {.contacts = 20, .radial = i % 2 == 0, .mu = 0, .plain_laws = true});
    const auto answer = Projection<D>().solve(p, 1e-10);
    ASSERT_TRUE(answer.solved) << i;
    EXPECT_LE(answer.certificate.gap, 1e-10);
    EXPECT_LE(answer.certificate.approach, 1e-10);
    EXPECT_LE(error_of<D>(p, answer.r).decisive(), 1e-8) << i;
    // A wrong answer is not certified.
    auto wrong = answer.r;
    double work = 0;
    for (auto& r : wrong) {
      work += r[0];
      r *= 1.01;
    }
    if (work > 0) {
      EXPECT_GT(certify<D>(p, wrong).gap, 1e-3);
    }
  }
}

TYPED_TEST(Witness, ProjectionWithoutTime_CertifiesWhatItGives) {
  // No impulses, so no work and no gap; but all that approached still does.
  constexpr int D = TypeParam::value;
  const auto p = assembled(samples::tower<D>(5, 0));
  const auto answer = Projection<D>().solve(p, 1e-9, Deadline(1e-9));
  EXPECT_FALSE(answer.solved);
  EXPECT_EQ(answer.certificate.gap, 0);
  EXPECT_EQ(answer.certificate.approach, 1);
}

TYPED_TEST(Witness, Projection_OfALoadSharedInManyWays_IsFound) {
  constexpr int D = TypeParam::value;
  auto p = assembled(samples::tower<D>(20));
  for (auto& cone : p.cone) cone.mu = 0;
  const auto answer = Projection<D>().solve(p, 1e-9);
  EXPECT_TRUE(answer.solved) << answer.certificate.gap << " " << answer.certificate.approach;
}

TYPED_TEST(Witness, Relaxations_AgreeWithEachOtherAndOpenWhatSlides) {
  constexpr int D = TypeParam::value;
  Random random(26);
  for (int i = 0; i < 50; ++i) {
    const auto p = solvable<D>(random, {.mu = 0.5, .plain_laws = true});
    ConvexRelaxation<D> relaxed;
    relaxed.take(p);
    std::vector<Vec<D>> one;
    std::vector<Vec<D>> other;
    AcceleratedGradient<D>().solve(relaxed, 1e-9, 100'000, {}, one);
    AugmentedLagrangian<D>().solve(relaxed, 1e-9, 100'000, {}, other);
    EXPECT_LE(relaxed.errors(one).strict, 1e-9) << i;
    EXPECT_LE(relaxed.errors(other).strict, 1e-9) << i;
    // The least is unique in u; errors of 1e-9 move it by their root at most.
    const auto u = velocities<D>(p, one);
    EXPECT_LE(distance<D>(u, velocities<D>(p, other)), std::sqrt(1e-9) * length<D>(p.q)) << i;
    // The mark of a relaxation: u_N >= mu |u_T| wherever an impulse acts, not 0.
    for (std::size_t c = 0; c < u.size(); ++c) {
      EXPECT_GE(u[c][0], p.cone[c].mu * u[c].template tail<D - 1>().norm() - 1e-4 * length<D>(p.q));
    }
  }
}

/// A problem whose W is as unsymmetric as those of some programs, with positive symmetric part.
template <int D>
AssembledProblem<D> unsymmetric(Random& random, double mu) {
  auto p = solvable<D>(random, {.mu = mu, .plain_laws = true});
  SparseRows w = p.w.scalars();
  for (Eigen::Index k = 0; k < w.nonZeros(); ++k) {
    w.valuePtr()[k] *= 1 + 1e-2 * random.uniform(-1, 1);
  }
  // Gershgorin: more than what was changed in a row.
  for (Eigen::Index i = 0; i < w.rows(); ++i) {
    double row = 0;
    for (SparseRows::InnerIterator it(w, i); it; ++it) row += std::abs(it.value());
    w.coeffRef(i, i) += 0.02 * row;
  }
  p.w = BlockSparse<D>::from(w);
  return p;
}

TYPED_TEST(Witness, AugmentedLagrangian_TakesUnsymmetricMatricesAsTheyAre) {
  constexpr int D = TypeParam::value;
  Random random(28);
  for (int i = 0; i < 50; ++i) {
    const auto p = unsymmetric<D>(random, 0.5);
    ConvexRelaxation<D> relaxed;
    relaxed.take(p);
    std::vector<Vec<D>> r;
    AugmentedLagrangian<D>().solve(relaxed, 1e-9, 100'000, {}, r);
    EXPECT_LE(relaxed.errors(r).strict, 1e-9) << i;
  }
}

TYPED_TEST(Witness, UnsymmetricMatrix_IsToldWhereTheMethodAsksForSymmetry) {
  constexpr int D = TypeParam::value;
  Random random(29);
  auto p = unsymmetric<D>(random, 0);
  EXPECT_GT(p.asymmetry(), 1e-3);
  EXPECT_LT(p.asymmetry(), 2.1e-2);
  for (const auto& m : assembled_methods) {
    AssembledOptions options;
    options.method = m.method;
    std::vector<Vec<D>> r;
    const auto report = solve_assembled<D>(p, options, r);
    const bool asks = m.method == AssembledMethod::projection || m.method == AssembledMethod::apgd;
    EXPECT_EQ(report.notes.size(), asks ? 1U : 0U) << m.name;
  }
  auto symmetric = solvable<D>(random, {.mu = 0, .plain_laws = true});
  EXPECT_LT(symmetric.asymmetry(), 1e-14);
  AssembledOptions options;
  options.method = AssembledMethod::projection;
  std::vector<Vec<D>> r;
  EXPECT_TRUE(solve_assembled<D>(symmetric, options, r).notes.empty());
}

TEST(Unsuitable, Problems_AreRefusedWithTheReason) {
  Random random(27);
  const auto p = solvable<3>(random, {.mu = 0.5, .plain_laws = true});
  AssembledOptions options;
  options.method = AssembledMethod::projection;
  EXPECT_NE(unsuitable<3>(p, options).find("friction"), std::string::npos);
  std::vector<Vec<3>> r;
  EXPECT_THROW(solve_assembled<3>(p, options, r), std::runtime_error);
  options.method = AssembledMethod::lemke;
  EXPECT_EQ(unsuitable<3>(p, options), "");
  options.facets = 1000;
  EXPECT_NE(unsuitable<3>(p, options).find("too many"), std::string::npos);
  options.method = AssembledMethod::apgd;
  EXPECT_NE(unsuitable<5>({}, options).find("rolling"), std::string::npos);
}

}  // namespace
}  // namespace talus

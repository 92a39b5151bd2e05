// Sweeps by bodies against sweeps by rows of W: the same steps where no contact may be taken out of
// turn, the same answers elsewhere.

#include "talus/solvers/body_sweeps.hpp"

#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/convex_seed.hpp"
#include "talus/solvers/row_sweeps.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::eps;
using samples::ProblemKind;

template <class T>
class BodySweepsTest : public ::testing::Test {};
TYPED_TEST_SUITE(BodySweepsTest, samples::Dimensions);

/// The problem by rows of W, told by bodies as well.
template <int D>
AssembledProblem<D> with_balls(const ContactProblem<D>& p) {
  auto out = assembled(p);
  out.balls = std::make_shared<const ContactProblem<D>>(p);
  return out;
}

template <int D>
ContactProblem<D> at_rest(Random& random, const ProblemKind& kind) {
  auto p = samples::random_problem<D>(random, kind);
  for (auto& b : p.offset) b.setZero();
  return p;
}

TYPED_TEST(BodySweepsTest, AboutOneBody_AreThoseByRows) {
  // Ten sweeps over twelve contacts, some twenty roundings each, carried on by up to .5: 1e4 eps.
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const ProblemKind kind{
        .blocks = 8, .contacts = 0, .radial = true, .mu = 0.3, .plain_laws = true};
    auto p = samples::random_problem<D>(random, kind);
    for (int c = 0; c < 12; ++c) {
      const int second = static_cast<int>(random.below(8));
      samples::add_contact<D>(random, kind, 0, second == 0 ? -1 : second, p);
    }
    const auto w = assembled(p);
    std::vector<Vec<D>> start(12, Vec<D>::Zero());
    RowSweeps<D> rows;
    rows.take(w);
    rows.start(start);
    BodySweeps<D> bodies;
    bodies.take(p, RadialLaw::coulomb);
    for (auto& r : start) r[0] = 1e-300;  // none seems open: the order is kept
    bodies.start(start);
    for (int sweep = 0; sweep < 10; ++sweep) {
      const double carry = sweep < 3 ? 0 : 0.5;
      rows.sweep(carry, true);
      bodies.sweep(carry, true);
      const auto& r = bodies.impulses();
      double size = 1;
      for (const auto& x : rows.impulses()) size += x.norm();
      for (std::size_t c = 0; c < r.size(); ++c) {
        ASSERT_LE((r[c] - rows.impulses()[c]).norm(), 1e4 * eps * size) << "sweep " << sweep;
      }
    }
  }
}

TYPED_TEST(BodySweepsTest, SeedOfBalls_HasTheVelocitiesOfTheConvexProblem) {
  // The convex problem has one velocity. An error of e |q| in the law is one of energy of e |q|
  // |r|, and of its root in velocities: with e = 1e-12 and sizes of ten, 1e-5.
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const auto p = at_rest<D>(random, {.radial = true, .plain_laws = true});
    auto problem = with_balls<D>(p);
    std::vector<Vec<D>> u[2];
    for (auto& velocities : u) {
      ConvexSeed<D> seed;
      seed.take(problem, 0.9);
      std::vector<Vec<D>> r;
      EXPECT_LT(seed.solve(1e-12, 100000, {}, r), 100000);
      problem.velocities(r, velocities);
      problem.balls = nullptr;
    }
    for (std::size_t c = 0; c < u[0].size(); ++c) ASSERT_LE((u[0][c] - u[1][c]).norm(), 1e-5);
  }
}

TYPED_TEST(BodySweepsTest, ProblemsOfBalls_AreSolved) {
  constexpr int D = TypeParam::value;
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const auto p = with_balls<D>(
        at_rest<D>(random, {.blocks = 40, .contacts = 100, .radial = true, .plain_laws = true}));
    std::vector<Vec<D>> r;
    const auto report = solve_assembled<D>(p, {}, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::solved) << report.path;
    EXPECT_EQ(AssembledJudge<D>(p)(r).decisive(), report.error.decisive());
  }
}

}  // namespace
}  // namespace talus

// Every solver's answers by a measure none of them uses: the bipotential (row B12) is 0 at them, to
// what their law error allows, and positive beside them.

#include "talus/problem/bipotential.hpp"
#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/solve.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

constexpr double tolerance = 1e-9;
/// A defect d of the natural map leaves b below |d| (w |r| + |u|)/w at a contact; velocities here
/// are up to some tens of times w |r|.
constexpr double zero = 1e3 * tolerance;

template <class T>
class BipotentialAcross : public ::testing::Test {};
TYPED_TEST_SUITE(BipotentialAcross, samples::Dimensions);

template <int D>
void move_some(Random& random, const ContactProblem<D>& p, std::vector<Vec<D>>& r) {
  for (std::size_t c = 0; c < r.size(); ++c) {
    r[c] += samples::vector<D>(random, 0.3);
    r[c] = project_on_cone<D>(r[c], p.law[c].mu);
  }
}

TYPED_TEST(BipotentialAcross, SolversOfSteps_AreAtItsZero) {
  constexpr int D = TypeParam::value;
  Random random(1);
  int judged = 0;
  for (int i = 0; i < 60; ++i) {
    const auto p = samples::random_problem<D>(random, {.blocks = 8,
                                                       .contacts = 8,
                                                       .radial = i % 3 == 0,
                                                       .tree = true,
                                                       .mu = 0.4,
                                                       .plain_laws = i % 2 == 0});
    for (const auto method :
         {SolverMethod::automatic, SolverMethod::nlgs, SolverMethod::interior_point}) {
      SolverOptions options;
      options.method = method;
      options.tolerance = tolerance;
      options.max_sweeps = 50'000;
      Solvers<D> solvers;
      Solution<D> s;
      const auto report = solvers.solve(p, options, std::vector<double>(p.contact_count()), s);
      if (report.outcome != SolveOutcome::converged) continue;
      ++judged;
      const auto b = bipotential(p, s.r, s.v, s.m);
      EXPECT_GE(b.value, 0);
      EXPECT_LE(b.relative, zero) << i << ", method " << static_cast<int>(method);
      move_some<D>(random, p, s.r);
      p.velocities(s.r, s.v);
      EXPECT_GT(bipotential(p, s.r, s.v).relative, 1e3 * zero) << i;
    }
  }
  EXPECT_GT(judged, 150);
}

TYPED_TEST(BipotentialAcross, SolversOfFiles_AreAtItsZeroWhereTheyAreExact) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (const auto& entry : assembled_methods) {
    int solved = 0;
    double relaxed = 0;
    for (int i = 0; i < 20; ++i) {
      const double mu = entry.kind == MethodKind::frictionless ? 0 : 0.4;
      const auto p = samples::solvable<D>(
          random, {.blocks = 6, .contacts = 6, .tree = true, .mu = mu, .plain_laws = true});
      AssembledOptions options;
      options.method = entry.method;
      options.tolerance = tolerance;
      if (!unsuitable<D>(p, options).empty()) continue;
      std::vector<Vec<D>> r;
      const auto report = solve_assembled<D>(p, options, r);
      if (entry.kind == MethodKind::relaxation) {
        relaxed = std::max(relaxed, bipotential<D>(p, r).relative);
        continue;
      }
      if (report.outcome != AssembledOutcome::solved) continue;
      ++solved;
      EXPECT_LE(bipotential<D>(p, r).relative, zero) << entry.name << ' ' << i;
    }
    if (entry.kind == MethodKind::relaxation) {
      EXPECT_GT(relaxed, 1e-4) << entry.name;  // another law: sliding opens contacts
    } else if (entry.kind != MethodKind::polyhedral || D == 2) {
      EXPECT_GT(solved, 4) << entry.name;  // an interior point alone stops inside the cones
    }
  }
}

}  // namespace
}  // namespace talus

// Contacts that resist rolling, by the interior point: two cones a contact that share its push.

#include "talus/problem/assembled_judge.hpp"
#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/lorentz_parts.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using samples::Dense;
using samples::eps;

AssembledProblem<5> problem_of(const Dense& w, const Eigen::VectorXd& q, double mu,
                               double rolling) {
  AssembledProblem<5> p;
  p.w = BlockSparse<5>::from(SparseRows(w.sparseView()));
  for (Eigen::Index c = 0; c < q.size() / 5; ++c) {
    p.q.emplace_back(q.segment<5>(5 * c));
    p.cone.push_back({mu, rolling});
  }
  return p;
}

/// Balls of radius and mass 1 on top of each other: sweeps carry the weight down one ball at a
/// time.
AssembledProblem<5> pillar_of_balls(int count) {
  const Eigen::Index n = 6 * count;
  Dense h = Dense::Zero(n, Eigen::Index{5} * count);
  const auto hold = [&h](Eigen::Index ball, Eigen::Index contact, double sign) {
    const auto at = 6 * ball;
    const auto c = 5 * contact;
    h(at + 2, c) = sign;                     // up
    h(at, c + 1) = h(at + 1, c + 2) = sign;  // across
    h(at + 4, c + 1) = -1;                   // spins carry the surfaces: both the same way
    h(at + 3, c + 2) = 1;
    h(at + 3, c + 3) = h(at + 4, c + 4) = sign;  // rolling
  };
  for (Eigen::Index i = 0; i < count; ++i) {
    hold(i, i, 1);
    if (i > 0) hold(i - 1, i, -1);
  }
  Eigen::VectorXd mobility(n);
  for (Eigen::Index i = 0; i < count; ++i) mobility.segment<6>(6 * i) << 1, 1, 1, 2.5, 2.5, 2.5;
  Eigen::VectorXd fall = Eigen::VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < count; ++i) {
    fall[6 * i + 2] = -1;
    fall[6 * i] = 0.01;
  }
  return problem_of(h.transpose() * mobility.asDiagonal() * h, h.transpose() * fall, 0.5, 0.25);
}

AssembledReport solve(const AssembledProblem<5>& p, AssembledMethod method, int sweeps,
                      std::vector<Vec<5>>& r) {
  AssembledOptions options;
  options.method = method;
  options.max_sweeps = sweeps;
  return solve_assembled<5>(p, options, r);
}

TEST(RollingInteriorPoint, Pillar_IsSolvedWhereSweepsAreNot) {
  const auto p = pillar_of_balls(60);
  std::vector<Vec<5>> r;
  EXPECT_EQ(solve(p, AssembledMethod::nlgs, 300, r).outcome, AssembledOutcome::budget_spent);
  const auto inside = solve(p, AssembledMethod::interior_point, 0, r);
  // It ends near the square root of round-off.
  EXPECT_LE(inside.error.decisive(), 1e-6) << inside.path;
  EXPECT_NEAR(r[0][0], 60, 1e-4) << "the lowest contact carries all";
  const auto automatic = solve(p, AssembledMethod::automatic, 1000, r);
  EXPECT_EQ(automatic.outcome, AssembledOutcome::solved) << automatic.path;
  EXPECT_GT(automatic.factorisations, 0);
}

TEST(RollingInteriorPoint, UniqueAnswers_AreThoseOfSweeps) {
  Random random(11);
  for (int i = 0; i < 20; ++i) {
    constexpr Eigen::Index size = 5 * 6;
    Dense a(size, size);
    for (auto& x : a.reshaped()) x = random.uniform(-1, 1);
    const Dense w = a * a.transpose() / size + Dense::Identity(size, size);
    Eigen::VectorXd q(size);
    for (auto& x : q) x = random.uniform(-1, 1);
    // Friction below the root of W's least over its largest eigenvalue, which is some 1/2.
    const auto p = problem_of(w, q, 0.2, 0.2);
    std::vector<Vec<5>> by_sweeps;
    std::vector<Vec<5>> inside;
    EXPECT_EQ(solve(p, AssembledMethod::nlgs, 10'000, by_sweeps).outcome, AssembledOutcome::solved);
    const auto report = solve(p, AssembledMethod::interior_point, 0, inside);
    // It ends where its error is the root of what is left of the barrier: 3e-6 at worst of these.
    EXPECT_LE(report.error.decisive(), 1e-5) << report.path;
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      // W's least eigenvalue is 1: impulses differ by errors over what friction leaves of that,
      // less than ten of them.
      EXPECT_LE((inside[c] - by_sweeps[c]).norm(), 10 * 1e-5) << i << " " << report.path;
    }
  }
}

TEST(RollingInteriorPoint, PartsOfAContact_MakeItWhole) {
  Random random(12);
  const Vec<5> x = samples::vector<5>(random);
  const lorentz::Parts<5> parts{lorentz::part_of<5>(x, 0), lorentz::part_of<5>(x, 1)};
  EXPECT_EQ(parts[0], Vec<3>(x[0], x[1], x[2]));
  EXPECT_EQ(parts[1], Vec<3>(x[0], x[3], x[4]));
  Vec<5> twice = x;
  twice[0] *= 2;
  EXPECT_EQ(lorentz::whole<5>(parts), twice);
  // E^T a E x = the whole of a times the parts.
  const std::array<Mat<3>, 2> a{samples::positive_matrix<3>(random, 0.5, 2),
                                samples::positive_matrix<3>(random, 0.5, 2)};
  const Vec<5> wanted = lorentz::whole<5>(lorentz::Parts<5>{a[0] * parts[0], a[1] * parts[1]});
  EXPECT_LE((lorentz::whole<5>(a) * x - wanted).norm(), 16 * eps);
  // With one part nothing is added up.
  const Vec<3> y = samples::vector<3>(random);
  EXPECT_EQ(lorentz::whole<3>(lorentz::Parts<3>{y}), y);
  EXPECT_EQ(lorentz::shift<3>(lorentz::Parts<3>{y}).size, y.tail<2>().norm());
}

TEST(RollingJudge, UnitOfLength_DoesNotMatter) {
  const auto p = pillar_of_balls(3);
  Random random(13);
  std::vector<Vec<5>> r;
  for (int c = 0; c < 3; ++c) r.push_back(p.cone[0].project(samples::vector<5>(random, 2)));
  const double error = AssembledJudge<5>(p)(r).law.relative;
  // Lengths in a unit k times as small: u and r grow by k, impulses against rolling by k^2.
  for (const double k : {1024.0, 1.0 / 1024}) {
    Vec<5> turn;
    turn << 1, 1, 1, 1 / k, 1 / k;
    Dense w = p.w.scalars();
    Eigen::VectorXd q(15);
    std::vector<Vec<5>> other;
    for (Eigen::Index c = 0; c < 3; ++c) {
      for (Eigen::Index d = 0; d < 3; ++d) {
        w.block<5, 5>(5 * c, 5 * d) =
            turn.asDiagonal() * Mat<5>(w.block<5, 5>(5 * c, 5 * d)) * turn.asDiagonal();
      }
      q.segment<5>(5 * c) = k * turn.cwiseProduct(p.q[static_cast<std::size_t>(c)]);
      other.emplace_back(k * r[static_cast<std::size_t>(c)].cwiseQuotient(turn));
    }
    const auto scaled = problem_of(w, q, p.cone[0].mu, k * p.cone[0].mu_rolling);
    EXPECT_NEAR(AssembledJudge<5>(scaled)(other).law.relative, error, 1e-12 * error) << k;
  }
}

}  // namespace
}  // namespace talus

// Budgets of time, by a clock that the test turns: how often it is looked at inside the long
// stretches of work, and that nothing goes on once it has run out.

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "support/tower_problem.hpp"
#include "support/wall_problem.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace talus {
namespace {

/// A second passes with every look.
class Looks {
 public:
  /// Passed at the look of this number.
  Deadline deadline(int last) const {
    return Deadline(last, [count = count_] { return static_cast<double>((*count)++); });
  }
  /// The first was taken when the deadline was made.
  int count() const { return *count_ - 1; }

 private:
  std::shared_ptr<int> count_ = std::make_shared<int>(0);
};

constexpr int never = 1'000'000'000;
/// Multiplications that go by without a look at the clock, but for what is left of a column.
constexpr double stretch = 1e7;

/// A matrix in which all is coupled to all.
BlockLu<3> dense_factors(std::uint32_t size) {
  std::vector<BlockLu<3>::Pair> pairs;
  for (std::uint32_t i = 0; i < size; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) pairs.emplace_back(i, j);
  }
  BlockLu<3> lu;
  lu.analyse(size, pairs);
  return lu;
}

void fill(std::uint32_t size, BlockLu<3>& lu) {
  lu.set_zero();
  for (std::uint32_t i = 0; i < size; ++i) lu.diagonal(i).setIdentity();
}

TEST(Deadlines, Factorisation_LooksAtTheClockAllAlong) {
  constexpr std::uint32_t size = 250;
  auto lu = dense_factors(size);
  fill(size, lu);
  const Looks looks;
  EXPECT_TRUE(lu.factor(looks.deadline(never)));
  const double column = 27.0 * size * size;
  EXPECT_GE(looks.count(), std::floor(lu.cost() / (stretch + column)) - 1);
  EXPECT_GE(looks.count(), 10);
}

TEST(Deadlines, FactorisationOutOfTime_Ends) {
  constexpr std::uint32_t size = 250;
  auto lu = dense_factors(size);
  for (const int last : {1, 3, 7}) {
    fill(size, lu);
    const Looks looks;
    EXPECT_FALSE(lu.factor(looks.deadline(last)));
    EXPECT_EQ(looks.count(), last);
  }
  // What was left half done does no harm.
  fill(size, lu);
  EXPECT_TRUE(lu.factor());
}

TEST(Deadlines, OrderingOutOfTime_LeavesNoPattern) {
  BlockLu<3> lu;
  const Looks looks;
  EXPECT_FALSE(lu.analyse(2, {{0, 1}}, looks.deadline(1)));
  EXPECT_TRUE(lu.analyse(2, {{0, 1}}));
  fill(2, lu);
  EXPECT_TRUE(lu.factor());
}

TEST(Deadlines, FirstFactorisation_IsNotFinishedOutOfTime) {
  const auto p = assembled(samples::wall<3>(20, 24));
  AssembledLorentz<3> lorentz;
  ASSERT_TRUE(lorentz.take(p));
  ASSERT_GE(lorentz.cost(), 5 * stretch) << "the test needs more than a few stretches";
  for (const auto method :
       {AssembledMethod::interior_point, AssembledMethod::newton, AssembledMethod::admm}) {
    // One look when the solve begins, one after the ordering, one before the factorisation.
    const Looks looks;
    AssembledOptions options;
    options.method = method;
    options.deadline = looks.deadline(5);
    std::vector<Vec<3>> r;
    const auto report = solve_assembled<3>(p, options, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::budget_spent);
    EXPECT_EQ(report.factorisations, 0) << report.path;
    EXPECT_EQ(r.size(), p.contact_count());
  }
}

/// Whatever the method and whenever the time runs out, the rest is a few looks on the way out.
TEST(Deadlines, SolvesOutOfTime_EndAtOnce) {
  constexpr int most_looks_on_the_way_out = 12;
  auto p = assembled(samples::tower<3>(20));
  for (const auto& m : assembled_methods) {
    auto own = p;
    if (m.kind == MethodKind::frictionless) {
      for (auto& cone : own.cone) cone.mu = 0;
    }
    AssembledOptions options;
    options.method = m.method;
    options.tolerance = 1e-14;
    options.facets = 4;
    const Looks whole;
    options.deadline = whole.deadline(3000);
    std::vector<Vec<3>> r;
    solve_assembled<3>(own, options, r);
    EXPECT_GE(whole.count(), 2) << m.name;
    for (int last = 1; last < whole.count(); last += 1 + last) {
      const Looks looks;
      options.deadline = looks.deadline(last);
      const auto report = solve_assembled<3>(own, options, r);
      EXPECT_EQ(report.outcome, AssembledOutcome::budget_spent) << m.name << " at " << last;
      EXPECT_LE(looks.count(), last + most_looks_on_the_way_out) << m.name << " at " << last;
      EXPECT_EQ(r.size(), own.contact_count());
    }
  }
}

}  // namespace
}  // namespace talus

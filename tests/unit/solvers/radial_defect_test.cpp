// What sweeps over balls see of their own error, against the judge.
#include "talus/solvers/radial_defect.hpp"

#include "talus/problem/judge.hpp"
#include "talus/solvers/loaded_contacts.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace talus {
namespace {

using samples::eps;
using samples::ProblemKind;

template <class T>
class RadialDefectTest : public ::testing::Test {};
TYPED_TEST_SUITE(RadialDefectTest, samples::Dimensions);

TYPED_TEST(RadialDefectTest, Balls_HaveTheErrorTheJudgeFinds) {
  constexpr int D = TypeParam::value;
  Random random(4);
  const ProblemKind kind{
      .blocks = 40, .contacts = 120, .radial = true, .mu = 0.5, .plain_laws = true};
  for (int i = 0; i < 20; ++i) {
    const auto problem = samples::random_problem<D>(random, kind);
    std::vector<std::size_t> order(problem.contact_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Solution<D> solution;
    solution.r.assign(order.size(), Vec<D>::Zero());
    LoadedContacts<D> loaded;
    loaded.load(problem, order, false, solution);
    ASSERT_TRUE(loaded.is_radial());
    Judge<D> judge(problem);
    double first = 0;
    for (int sweep = 0; sweep < 10; ++sweep) {
      loaded.sweep({});
      const double seen = std::sqrt(loaded.defect());
      loaded.store(problem, solution);
      const double found = judge(solution.r, solution.v).absolute;
      if (sweep == 0) first = found;
      // Some thousand roundings of velocities of this size.
      EXPECT_NEAR(seen, found, 1e4 * eps * first) << "sweep " << sweep;
    }
  }
}

TYPED_TEST(RadialDefectTest, OtherShapes_AreLeftToTheJudge) {
  constexpr int D = TypeParam::value;
  Random random(5);
  const ProblemKind kind{
      .blocks = 10, .contacts = 20, .radial = false, .mu = 0.5, .plain_laws = true};
  const auto problem = samples::random_problem<D>(random, kind);
  std::vector<std::size_t> order(problem.contact_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Solution<D> solution;
  solution.r.assign(order.size(), Vec<D>::Zero());
  LoadedContacts<D> loaded;
  loaded.load(problem, order, false, solution);
  EXPECT_FALSE(loaded.is_radial());
}

}  // namespace
}  // namespace talus

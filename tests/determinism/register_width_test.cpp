// Whole solves and whole runs give the same bits whatever the width of the registers that do their
// arithmetic: those every machine has, AVX2's and AVX-512's, as far as this machine has them.

#include "talus/math/wide_registers.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "determinism/packing.hpp"
#include "support/random_problem.hpp"
#include "support/tower_problem.hpp"
#include "support/wall_problem.hpp"

#include <gtest/gtest.h>

namespace talus::determinism {
namespace {

template <typename T>
class RegisterWidth : public ::testing::Test {
 protected:
  ~RegisterWidth() override { limit_registers(8); }
};
TYPED_TEST_SUITE(RegisterWidth, test::Dimensions);

TYPED_TEST(RegisterWidth, Runs_DoNotShowIt) {
  constexpr int D = TypeParam::value;
  for (const auto& scene : {packing<D>(D == 2 ? 12 : 6), stacks<D>(D == 2 ? 12 : 8)}) {
    limit_registers(2);
    ASSERT_EQ(widest_registers(), 2);
    const auto narrow = hash_after<D>(scene, {}, 20);
    for (const int width : {4, 8}) {
      limit_registers(width);
      EXPECT_EQ(hash_after<D>(scene, {}, 20), narrow) << width;
    }
  }
}

/// Walls and towers for factors, bodies of any form and balls for sweeps.
template <int D>
std::vector<AssembledProblem<D>> problems() {
  Random random(5);
  std::vector<AssembledProblem<D>> out;
  out.push_back(assembled(samples::tower<D>(15)));
  out.push_back(assembled(samples::wall<D>(5, 6)));
  for (const bool radial : {false, true}) {
    const samples::ProblemKind kind{
        .blocks = 60, .contacts = 150, .radial = radial, .mu = 0.6, .plain_laws = true};
    out.push_back(samples::solvable<D>(random, kind));
    if (!radial) continue;
    auto p = samples::random_problem<D>(random, kind);
    for (auto& b : p.offset) b.setZero();
    out.push_back(assembled(p));
    out.back().balls = std::make_shared<const ContactProblem<D>>(p);
  }
  return out;
}

TYPED_TEST(RegisterWidth, SolvesOfAssembledProblems_DoNotShowIt) {
  constexpr int D = TypeParam::value;
  const auto all = problems<D>();
  for (const auto method :
       {AssembledMethod::automatic, AssembledMethod::nlgs, AssembledMethod::seeded,
        AssembledMethod::newton, AssembledMethod::admm}) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      AssembledOptions options;
      options.method = method;
      options.max_sweeps = 3000;
      limit_registers(2);
      std::vector<Vec<D>> narrow;
      const auto report = solve_assembled<D>(all[i], options, narrow);
      for (const int width : {4, 8}) {
        limit_registers(width);
        std::vector<Vec<D>> r;
        EXPECT_EQ(solve_assembled<D>(all[i], options, r).path, report.path) << width << " " << i;
        EXPECT_EQ(r, narrow) << width << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace talus::determinism

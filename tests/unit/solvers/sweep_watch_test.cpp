// When sweeps with momentum go back to the best answer.
#include "talus/solvers/sweep_watch.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

constexpr SweepSize large{1, 1, 0};

/// A watch whose first look, after 50 sweeps, found an error of 1e-3.
SweepWatch watch_of_long_solve() {
  SweepWatch watch(1e-4, 0.85, 2000);
  EXPECT_TRUE(watch.wants_look(large, 50));
  EXPECT_FALSE(watch.went_astray(1e-3, 1e-3));
  return watch;
}

TEST(SweepWatch, ErrorThatRisesALittle_IsWaitedFor) {
  auto watch = watch_of_long_solve();
  for (int look = 2; look <= 20; ++look) {
    EXPECT_TRUE(watch.wants_look(large, 50 * look));
    EXPECT_FALSE(watch.went_astray(1e-3 + 1e-4 * look, 1e-3));
    EXPECT_GE(watch.momentum(), 0.5);
  }
}

TEST(SweepWatch, ErrorFarAboveTheBest_SendsBackWithLessMomentum) {
  auto watch = watch_of_long_solve();
  double before = watch.momentum();
  for (int look = 2; look <= 4; ++look) {
    EXPECT_TRUE(watch.wants_look(large, 50 * look));
    EXPECT_TRUE(watch.went_astray(5e-3, 1e-3));
    EXPECT_LT(watch.momentum(), before);
    before = watch.momentum();
    if (before == 0) break;
  }
  EXPECT_EQ(watch.momentum(), 0);  // in the end plain sweeps, which cannot go astray
  EXPECT_FALSE(watch.went_astray(5e-3, 1e-3));
}

}  // namespace
}  // namespace talus

// Balls of very different size were met twice by the broad phase where cells of two levels had the
// same key: one contact was then solved as two, each with half the impulse and all the friction.
#include "talus/geometry/broad_phase.hpp"

#include <gtest/gtest.h>

namespace talus::pairs_are_met_once_test {

TEST(PairsAreMetOnce, BallsTwoLevelsApart_MakeOnePair) {
  const std::vector<Vec<2>> centre{{-0.739576, 0.567926}, {0.0696879, 0.0113464}};
  const std::vector<double> radius{0.284347, 1.16759};
  const std::vector<std::uint8_t> active(2, 1);
  BroadPhase<2> broad_phase;
  EXPECT_EQ(broad_phase.find_pairs(centre, radius, active).size(), 1U);
  EXPECT_EQ(broad_phase.find_pairs(centre, radius, active).size(), 1U);  // from memory
}

}  // namespace talus::pairs_are_met_once_test

// The broad phase against all pairs, on friendly and unfriendly scenes.

#include "talus/geometry/broad_phase.hpp"

#include "support/balls.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using test::Balls;

template <int D>
std::vector<typename BroadPhase<D>::Pair> all_pairs(const Balls<D>& b) {
  std::vector<typename BroadPhase<D>::Pair> pairs;
  for (std::uint32_t i = 0; i < b.centre.size(); ++i) {
    for (std::uint32_t j = i + 1; j < b.centre.size(); ++j) {
      const double reach = b.radius[i] + b.radius[j];
      const bool near = (b.centre[i] - b.centre[j]).squaredNorm() <= reach * reach;
      if (near && (b.active[i] != 0 || b.active[j] != 0)) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

template <int D>
void expect_all(const Balls<D>& b, BroadPhase<D>& phase) {
  const NearPairs& near = phase.find_pairs(b.centre, b.radius, b.active);
  const std::vector<NearPairs::Pair> listed(near.begin(), near.end());
  ASSERT_EQ(listed, all_pairs(b));
  ASSERT_EQ(near.size(), listed.size());
}

template <class T>
class BroadPhaseTest : public ::testing::Test {};
TYPED_TEST_SUITE(BroadPhaseTest, samples::Dimensions);

TYPED_TEST(BroadPhaseTest, RandomScenes_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(1);
  BroadPhase<D> phase;  // reused: what it remembers must not matter
  for (int scene = 0; scene < 60; ++scene) {
    Balls<D> b;
    const auto n = random.below(400);
    const double ratio = samples::scale(random, 1, 1000);
    for (std::uint64_t i = 0; i < n; ++i) {
      b.add(samples::vector<D>(random), samples::scale(random, 0.2 / ratio, 0.2),
            random.below(4) != 0);
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, Lattices_WhereEverythingJustTouches) {
  // Centres at multiples of the diameter, on cell borders, for diameters in and out of binary.
  constexpr int D = TypeParam::value;
  BroadPhase<D> phase;
  for (const double diameter : {1.0, 2.0, 0.1, 0.3, 3.0, 1.0 / 3}) {
    Balls<D> b;
    for (int i = -5; i < 5; ++i) {
      for (int j = -5; j < 5; ++j) {
        Vec<D> x = Vec<D>::Zero();
        x[0] = i * diameter;
        x[D - 1] = j * diameter;
        b.add(x, 0.5 * diameter);
      }
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, Coincident_AllPairs) {
  constexpr int D = TypeParam::value;
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 60; ++i) b.add(Vec<D>::Constant(0.7), 0.1 * (1 + i % 3));
  expect_all<D>(b, phase);
  EXPECT_EQ(all_pairs(b).size(), 60U * 59U / 2);
}

TYPED_TEST(BroadPhaseTest, OnALine_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(2);
  BroadPhase<D> phase;
  for (int axis = 0; axis < D; ++axis) {
    Balls<D> b;
    for (int i = 0; i < 300; ++i) {
      b.add(random.uniform(-50, 50) * Vec<D>::Unit(axis), random.uniform(0.05, 0.5));
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, OneGiantAmongGrains_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(3);
  BroadPhase<D> phase;
  Balls<D> b;
  b.add(Vec<D>::Zero(), 10);
  for (int i = 0; i < 1500; ++i) {
    b.add(samples::unit<D>(random) * random.uniform(9.9, 10.1), 0.01);
  }
  b.add(Vec<D>::Constant(8), 10, false);
  expect_all<D>(b, phase);
}

TYPED_TEST(BroadPhaseTest, HugeCoordinates_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(4);
  BroadPhase<D> phase;
  for (const double offset : {1e6, -1e9, 1e12, -1e15}) {
    Balls<D> b;
    for (int i = 0; i < 200; ++i) {
      b.add(Vec<D>::Constant(offset) + samples::vector<D>(random, 4), random.uniform(0.2, 1));
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, TinyAndHugeUnits_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(5);
  BroadPhase<D> phase;
  for (const double unit : {1e-100, 1e-9, 1e9, 1e100}) {
    Balls<D> b;
    for (int i = 0; i < 200; ++i) {
      b.add(samples::vector<D>(random, unit), random.uniform(0.02, 0.2) * unit);
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, DriftingBalls_EqualBruteForceAtEveryStep) {
  // Small moves, leaps, changed sizes and roles: what is kept between calls must never show.
  constexpr int D = TypeParam::value;
  Random random(6);
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 150; ++i) b.add(samples::vector<D>(random), random.uniform(0.02, 0.2));
  for (int step = 0; step < 200; ++step) {
    const double move = step % 20 == 19 ? 0.5 : 0.002;
    for (auto& x : b.centre) x += samples::vector<D>(random, move);
    if (step % 7 == 0) b.radius[random.below(150)] *= random.uniform(0.8, 1.2);
    if (step % 11 == 0) b.active[random.below(150)] ^= 1;
    if (step == 100) b.add(Vec<D>::Zero(), 0.5);
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, CreepingBalls_EqualBruteForceAtEveryStep) {
  // Moves far shorter than what is searched for leave most pairs unlooked at: few balls and many,
  // of one size and of all, from nothing near to all near, breathing, with one that flies past.
  constexpr int D = TypeParam::value;
  Random random(13);
  for (const auto count : {2U, 3U, 20U, 200U}) {
    for (const double ratio : {1.0, 100.0}) {
      BroadPhase<D> phase;
      Balls<D> b;
      const double size = std::pow(1.0 / count, 1.0 / D);
      for (unsigned i = 0; i < count; ++i) {
        b.add(samples::vector<D>(random), size * samples::scale(random, 1 / ratio, 1));
      }
      std::vector<Vec<D>> velocity;
      for (unsigned i = 0; i < count; ++i) {
        velocity.push_back(2e-3 * b.radius[i] * samples::unit<D>(random));
      }
      for (int step = 0; step < 300; ++step) {
        const double way = 0.3 + std::cos(0.7 * step);  // to and fro, and onwards
        for (unsigned i = 0; i < count; ++i) {
          b.centre[i] += way * velocity[i];
          b.radius[i] *= 1 + 1e-4 * std::sin(0.1 * step + i);
        }
        if (step % 100 == 50) b.centre[0] *= 1.1;
        expect_all<D>(b, phase);
        if (this->HasFatalFailure()) FAIL() << count << " balls, step " << step;
      }
    }
  }
}

TYPED_TEST(BroadPhaseTest, ManyCreepingBalls_EqualASearchAnew) {
  // More than are looked at together, and so many that memory is asked for them early: numbered
  // along an axis and at random. Some steps go too far for what was near, at the first ball or
  // last.
  constexpr int D = TypeParam::value;
  constexpr std::size_t count = 9001;
  Random random(17);
  for (const bool sorted : {true, false}) {
    Balls<D> b;
    const double size = 0.8 * std::pow(1.0 / count, 1.0 / D);
    for (std::size_t i = 0; i < count; ++i) {
      b.add(samples::vector<D>(random), size * samples::scale(random, 0.3, 1));
    }
    const auto along = [](const Vec<D>& a, const Vec<D>& c) { return a[D - 1] < c[D - 1]; };
    if (sorted) std::sort(b.centre.begin(), b.centre.end(), along);
    BroadPhase<D> phase;
    for (int step = 0; step < 30; ++step) {
      for (std::size_t i = 0; i < count; ++i) {
        b.centre[i] += 1e-3 * b.radius[i] * samples::unit<D>(random);
      }
      if (step % 7 == 3) b.centre[0][0] += 0.02 * b.radius[0];
      if (step % 7 == 5) b.centre[count - 1][0] += 0.02 * b.radius[count - 1];
      const NearPairs& found = phase.find_pairs(b.centre, b.radius, b.active);
      BroadPhase<D> anew;
      const NearPairs& wanted = anew.find_pairs(b.centre, b.radius, b.active);
      ASSERT_EQ(found.size(), wanted.size()) << step;
      ASSERT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end())) << step;
    }
  }
}

TYPED_TEST(BroadPhaseTest, PartnersFarApartInMemory_EqualASearchAnew) {
  // Couples, each for itself, of balls whose numbers differ by more than what stays near the core.
  constexpr int D = TypeParam::value;
  constexpr std::size_t couples = 66000;
  const auto along_edge = static_cast<std::size_t>(std::ceil(std::pow(couples, 1.0 / D)));
  Random random(18);
  Balls<D> b;
  for (std::size_t k = 0; k < couples; ++k) {
    Vec<D> x;
    std::size_t left = k;
    for (int d = 0; d < D; ++d, left /= along_edge)
      x[d] = 5.0 * static_cast<double>(left % along_edge);
    b.add(x, 1);
  }
  for (std::size_t k = 0; k < couples; ++k) {
    b.add(b.centre[k] + random.uniform(1.98, 2.02) * Vec<D>::Unit(0), 1);
  }
  BroadPhase<D> phase;
  for (int step = 0; step < 15; ++step) {
    for (auto& x : b.centre) x[0] += random.uniform(-1e-3, 1e-3);
    const NearPairs& found = phase.find_pairs(b.centre, b.radius, b.active);
    std::vector<NearPairs::Pair> wanted;
    for (std::uint32_t i = 0; i < couples; ++i) {
      const auto j = static_cast<std::uint32_t>(i + couples);
      if ((b.centre[i] - b.centre[j]).squaredNorm() <= 4) wanted.emplace_back(i, j);
    }
    ASSERT_EQ(found.size(), wanted.size()) << step;
    ASSERT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end())) << step;
  }
}

TYPED_TEST(BroadPhaseTest, OneVeryFarAway_LeavesTheOthersAsTheyWere) {
  // What is known of places in single precision ends before it, and it still meets its neighbour.
  constexpr int D = TypeParam::value;
  Random random(19);
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 300; ++i) b.add(samples::vector<D>(random), random.uniform(0.05, 0.1));
  for (const double apart : {0.1995, 0.2005}) {
    b.add(Vec<D>(5e4 * Vec<D>::Unit(0)), 0.1);
    b.add(Vec<D>((5e4 + apart) * Vec<D>::Unit(0)), 0.1);
  }
  for (int step = 0; step < 40; ++step) {
    for (auto& x : b.centre) x += samples::vector<D>(random, 2e-4);
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, FirstPairAndLast_ComeAndGo) {
  constexpr int D = TypeParam::value;
  BroadPhase<D> phase;
  Balls<D> b;
  b.add(Vec<D>::Zero(), 1);
  b.add(2.001 * Vec<D>::Unit(0), 1);
  for (const double apart : {2.001, 1.9995, 2.001, 1.9995, 2.0005}) {
    b.centre[1] = apart * Vec<D>::Unit(0);
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, SizesOnBothSidesOfOne_ShowEachPairOnce) {
  // Octaves of opposite sign once shared hash keys around the origin, and pairs came twice.
  constexpr int D = TypeParam::value;
  Random random(7);
  BroadPhase<D> phase;
  for (int scene = 0; scene < 50; ++scene) {
    Balls<D> b;
    for (int i = 0; i < 60; ++i) {
      b.add(samples::vector<D>(random, 1.5), samples::scale(random, 0.05, 10));
    }
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, GrainsOfManySizesAroundGiants_EqualBruteForce) {
  // Dense grains keep a grid of their own, the sparse sizes between them and the giants share one.
  constexpr int D = TypeParam::value;
  Random random(8);
  BroadPhase<D> phase;
  for (int scene = 0; scene < 4; ++scene) {
    Balls<D> b;
    for (int i = 0; i < 1500; ++i) b.add(samples::vector<D>(random), random.uniform(0.01, 0.06));
    for (int i = 0; i < 300; ++i) {
      b.add(samples::vector<D>(random, 20), samples::scale(random, 0.01, 4), random.below(3) != 0);
    }
    b.add(Vec<D>::Constant(30), 50);
    b.add(Vec<D>::Constant(-100), 100);
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, AFewGrainsVeryFarAway_EqualBruteForce) {
  // Farther than cells are counted, one at a time and two together, along one axis and along all.
  constexpr int D = TypeParam::value;
  Random random(9);
  BroadPhase<D> phase;
  for (const double away : {1e4, 1e7, 1e10, 1e15}) {
    Balls<D> b;
    for (int i = 0; i < 300; ++i) b.add(samples::vector<D>(random), random.uniform(0.05, 0.1));
    for (int k = 0; k < 2; ++k) b.add(-away * Vec<D>::Unit(D - 1), 0.1);
    for (int k = 0; k < 2; ++k) b.add(away * Vec<D>::Unit(0), 0.1);
    b.add(Vec<D>::Constant(away), 0.1);
    expect_all<D>(b, phase);
    for (auto& x : b.centre) x *= 1 + 1e-3;  // all that is far searches anew
    expect_all<D>(b, phase);
  }
}

TYPED_TEST(BroadPhaseTest, BallsWithoutAPlace_HaveNoPairs) {
  constexpr int D = TypeParam::value;
  Random random(10);
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 100; ++i) b.add(samples::vector<D>(random), random.uniform(0.1, 0.3));
  b.centre[7][0] = std::nan("");
  b.centre[50][D - 1] = std::nan("");
  b.radius[70] = std::nan("");
  expect_all<D>(b, phase);
  expect_all<D>(b, phase);  // which can never be trusted to have stayed
}

TYPED_TEST(BroadPhaseTest, PointsAmongBalls_EqualBruteForce) {
  constexpr int D = TypeParam::value;
  Random random(11);
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 50; ++i) b.add(samples::vector<D>(random), 0);
  for (int i = 0; i < 10; ++i) b.add(b.centre[static_cast<std::size_t>(i)], 0);
  expect_all<D>(b, phase);
  EXPECT_EQ(all_pairs(b).size(), 10U);
  for (int i = 0; i < 50; ++i) b.add(samples::vector<D>(random), 0.3);
  expect_all<D>(b, phase);
}

TYPED_TEST(BroadPhaseTest, OnceWarm_HoldsNoMoreMemory) {
  constexpr int D = TypeParam::value;
  Random random(12);
  BroadPhase<D> phase;
  Balls<D> b;
  for (int i = 0; i < 500; ++i)
    b.add(samples::vector<D>(random), samples::scale(random, 0.01, 0.3));
  const auto there = [&] {
    auto moved = b;
    for (auto& x : moved.centre) x += Vec<D>::Constant(1);
    return moved;
  }();
  const auto search_both = [&] {
    phase.find_pairs(there.centre, there.radius, there.active);
    phase.find_pairs(b.centre, b.radius, b.active);
  };
  search_both();
  const std::size_t bytes = phase.bytes();
  for (int k = 0; k < 20; ++k) search_both();
  EXPECT_EQ(phase.bytes(), bytes);
}

TYPED_TEST(BroadPhaseTest, NothingAndOne_HaveNoPairs) {
  constexpr int D = TypeParam::value;
  BroadPhase<D> phase;
  Balls<D> b;
  expect_all<D>(b, phase);
  b.add(Vec<D>::Zero(), 1);
  expect_all<D>(b, phase);
  b.active[0] = 0;
  b.add(Vec<D>::Zero(), 1, false);
  expect_all<D>(b, phase);  // two that do not move
  EXPECT_TRUE(all_pairs(b).empty());
}

}  // namespace
}  // namespace talus

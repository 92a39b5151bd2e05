// The periodic broad phase against all pairs over all images.

#include "talus/geometry/periodic_broad_phase.hpp"

#include "support/balls.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace talus {
namespace {

using test::Balls;

/// A random lattice: any axes periodic, at least one; tilted half of the time where two are.
template <int D>
Lattice<D> random_lattice(Random& random) {
  Lattice<D> out;
  while (!out.any()) {
    for (int i = 0; i < D; ++i) out.period[i] = random.below(2) == 0 ? 0 : random.uniform(1, 2.5);
  }
  std::vector<int> axes;
  for (int i = 0; i < D; ++i) {
    if (out.period[i] > 0) axes.push_back(i);
  }
  if (axes.size() >= 2 && random.below(2) == 0) {
    const auto flow = random.below(axes.size());
    const auto other = (flow + 1 + random.below(axes.size() - 1)) % axes.size();
    out.flow = axes[flow];
    out.gradient = axes[other];
    out.tilt = random.uniform(-1, 1);
  }
  return out;
}

/// All images of j within reach of i, found by trying all with counts up to `most`.
template <int D>
std::vector<ImagePair<D>> brute_force(const Lattice<D>& lattice, const Balls<D>& b, int most) {
  std::vector<ImagePair<D>> out;
  for (std::uint32_t i = 0; i < b.centre.size(); ++i) {
    for (std::uint32_t j = i + 1; j < b.centre.size(); ++j) {
      if (b.active[i] == 0 && b.active[j] == 0) continue;
      Image<D> n{};
      const auto try_axis = [&](const auto& self, int k) -> void {
        if (k == D) {
          const double reach = b.radius[i] + b.radius[j];
          const Vec<D> apart = b.centre[i] - b.centre[j] - lattice.shift(n);
          if (apart.norm() <= reach) out.push_back({i, j, image_key<D>(n), n});
          return;
        }
        const int span = lattice.period[k] > 0 ? most : 0;
        for (n[static_cast<std::size_t>(k)] = -span; n[static_cast<std::size_t>(k)] <= span;
             ++n[static_cast<std::size_t>(k)]) {
          self(self, k + 1);
        }
        n[static_cast<std::size_t>(k)] = 0;
      };
      try_axis(try_axis, 0);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

template <class T>
class PeriodicBroadPhaseTest : public ::testing::Test {};
TYPED_TEST_SUITE(PeriodicBroadPhaseTest, samples::Dimensions);

TYPED_TEST(PeriodicBroadPhaseTest, RandomScenes_EqualBruteForceOverImages) {
  constexpr int D = TypeParam::value;
  Random random(1);
  PeriodicBroadPhase<D> phase;  // reused: what it remembers must not matter
  std::size_t across = 0;
  for (int scene = 0; scene < 40; ++scene) {
    const Lattice<D> lattice = random_lattice<D>(random);
    Balls<D> b;
    for (int i = 0; i < 25; ++i) {
      b.add(samples::vector<D>(random, 1), samples::scale(random, 0.02, 0.3), random.below(4) != 0);
    }
    // Along an axis balls within reach are 2.6 apart at most: under 3 periods, and 3 more along the
    // flow for 3 layers tilted by 1.
    const auto expected = brute_force(lattice, b, 6);
    ASSERT_EQ(phase.find_pairs(lattice, b.centre, b.radius, b.active), expected);
    for (const auto& p : expected) across += p.key != 0 ? 1 : 0;
  }
  EXPECT_GT(across, 50U);
}

/// Balls drift, the tilt slides: what was found before is used while it may, and never wrongly.
TYPED_TEST(PeriodicBroadPhaseTest, DriftingBalls_EqualBruteForceOverImages) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int scene = 0; scene < 10; ++scene) {
    PeriodicBroadPhase<D> phase;
    Lattice<D> lattice;
    lattice.period = Vec<D>::Constant(1.3);
    lattice.flow = 0;
    lattice.gradient = 1;
    Balls<D> b;
    std::vector<Vec<D>> velocity;
    for (int i = 0; i < 20; ++i) {
      b.add(samples::vector<D>(random, 0.6), random.uniform(0.05, 0.3));
      velocity.push_back(samples::vector<D>(random, 0.01));
    }
    for (int step = 0; step < 25; ++step) {
      for (std::size_t i = 0; i < velocity.size(); ++i) b.centre[i] += velocity[i];
      lattice.tilt = 0.01 * step;
      ASSERT_EQ(phase.find_pairs(lattice, b.centre, b.radius, b.active),
                brute_force(lattice, b, 4));
    }
  }
}

/// Far from the cell, and with a ball wider than it.
TYPED_TEST(PeriodicBroadPhaseTest, FarAway_AndLargerThanTheCell) {
  constexpr int D = TypeParam::value;
  Lattice<D> lattice;
  lattice.period = Vec<D>::Constant(1);
  PeriodicBroadPhase<D> phase;
  Balls<D> b;
  b.add(Vec<D>::Constant(0.5), 1.5);
  b.add(Vec<D>::Constant(0.75), 0.1);
  const auto near = brute_force(lattice, b, 3);
  EXPECT_GT(near.size(), 5U);
  EXPECT_EQ(phase.find_pairs(lattice, b.centre, b.radius, b.active), near);
  b.centre[1] += 1000 * Vec<D>::Unit(0);
  const auto far = phase.find_pairs(lattice, b.centre, b.radius, b.active);
  ASSERT_EQ(far.size(), near.size());
  for (const auto& p : far) EXPECT_LT(std::abs(p.image[0] + 1000), 4);
}

}  // namespace
}  // namespace talus

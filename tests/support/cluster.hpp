// A handful of balls flying at each other and at the ground, seen from any frame, and how strongly
// their collisions amplify small differences.
#pragma once

#include "talus/math/random.hpp"

#include "support/scene_builder.hpp"

#include <vector>

namespace talus::test {

template <int D>
struct FlyingBall {
  double radius = 0;
  double mass = 0;
  Vec<D> x, v;
  Spin<D> w;
};

/// `count` balls apart from each other above the ground, thrown towards a point over it.
template <int D>
std::vector<FlyingBall<D>> flying_balls(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<FlyingBall<D>> balls;
  while (static_cast<int>(balls.size()) < count) {
    FlyingBall<D> b;
    b.radius = random.uniform(0.08, 0.12);
    b.mass = random.uniform(0.8, 1.2);
    for (int i = 0; i < D; ++i) b.x[i] = random.uniform(-0.7, 0.7);
    b.x[D - 1] += 1;
    bool apart = true;
    for (const auto& o : balls) apart = apart && (o.x - b.x).norm() > 1.05 * (o.radius + b.radius);
    if (!apart) continue;
    b.v = 3 * (0.3 * Vec<D>::Unit(D - 1) - b.x);
    for (int i = 0; i < spin_dim<D>; ++i) b.w[i] = random.uniform(-5, 5);
    balls.push_back(b);
  }
  return balls;
}

/// Largest difference of places and, times a second, of velocities between two sets of bodies.
template <int D>
double distance(const State<D>& a, const State<D>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i) {
    worst = std::max({worst, (a.x[i] - b.x[i]).norm(), (a.v[i] - b.v[i]).norm()});
  }
  return worst;
}

/// Moves every ball by `size` in some direction.
template <int D>
std::vector<FlyingBall<D>> disturbed(std::vector<FlyingBall<D>> balls, double size) {
  Random random(99);
  for (auto& b : balls) {
    Vec<D> d;
    for (int i = 0; i < D; ++i) d[i] = random.normal();
    b.x += size * d.normalized();
  }
  return balls;
}

/// `steps` steps of a scene, in which every solve converges, contacts act at least `least` times
/// and the energy balances.
template <int D>
Simulation<D> run_collisions(const Scene<D>& scene, int steps, std::size_t least) {
  auto s = scene.simulation();
  std::size_t collisions = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    collisions += s.last().acting;
    EXPECT_EQ(s.last().solve.outcome, SolveOutcome::converged);
  }
  EXPECT_GE(collisions, least);
  expect_balanced(s);
  return s;
}

}  // namespace talus::test

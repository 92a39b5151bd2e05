// Spheres that move in a plane, with the masses and moments of disks, are these disks: one source
// for two dimensions (architecture; rows A01, A04, A06).
#include "support/cluster.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::test::plane_in_space_test {
namespace {

constexpr double h = 5e-3;
constexpr double tolerance = 1e-12;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <int D>
void set_up(Scene<D>& scene) {
  scene.options.solver.tolerance = tolerance;
  scene.options.solver.max_sweeps = 100000;
  scene.model.loads.gravity = -9.81 * Vec<D>::Unit(1);
}

BodyDescription<2> disk(const FlyingBall<2>& b) {
  BodyDescription<2> body;
  body.shapes = {{Ball<2>{b.radius}, {}}};
  body.mass = b.mass;
  body.pose.x = b.x;
  body.velocity = b.v;
  body.spin = b.w;
  return body;
}

/// The disk as a sphere in the plane of the first two axes.
BodyDescription<3> flat_sphere(const FlyingBall<2>& b) {
  BodyDescription<3> body;
  body.shapes = {{Ball<3>{b.radius}, {}}};
  body.mass = b.mass;
  body.inertia = Spin<3>::Constant(0.5 * b.mass * b.radius * b.radius);
  body.pose.x << b.x, 0;
  body.velocity << b.v, 0;
  body.spin << 0, 0, b.w;
  return body;
}

State<2> run_in_plane(const ContactLaw& law, const std::vector<FlyingBall<2>>& balls, int steps) {
  Scene<2> scene(law, h);
  set_up(scene);
  scene.add_ground();
  for (const auto& b : balls) scene.add(disk(b));
  auto s = scene.simulation();
  for (int n = 0; n < steps; ++n) s.step();
  expect_balanced(s);
  return s.state();
}

/// The same in space; what leaves the plane is reported, the rest given in its two axes.
State<2> run_in_space(const ContactLaw& law, const std::vector<FlyingBall<2>>& balls, int steps,
                      double& out_of_plane) {
  Scene<3> scene(law, h);
  set_up(scene);
  // The half-space's face looks along the last axis: turn it to the second.
  scene.add_ground(exponential(Spin<3>(-0.5 * std::numbers::pi, 0, 0)));
  for (const auto& b : balls) scene.add(flat_sphere(b));
  auto s = scene.simulation();
  std::size_t collisions = 0;
  for (int n = 0; n < steps; ++n) {
    s.step();
    collisions += s.last().acting;
  }
  EXPECT_GE(collisions, balls.size());
  expect_balanced(s);
  State<2> seen;
  for (std::size_t b = 0; b < s.model().body_count(); ++b) {
    const Spin<3> w = s.model().world_spin(static_cast<int>(b), s.state());
    out_of_plane = std::max({out_of_plane, std::abs(s.state().x[b][2]), std::abs(s.state().v[b][2]),
                             w.head<2>().norm()});
    seen.x.push_back(s.state().x[b].head<2>());
    seen.v.push_back(s.state().v[b].head<2>());
    seen.w.push_back(Spin<2>(w[2]));
  }
  return seen;
}

void expect_same_motion(const ContactLaw& law, std::uint64_t seed, int steps) {
  const auto balls = flying_balls<2>(20, seed);
  const auto plane = run_in_plane(law, balls, steps);
  double out_of_plane = 0;
  const auto space = run_in_space(law, balls, steps, out_of_plane);
  // As in the tests of invariance: both runs do the same sums but for some 20 roundings a step of
  // velocities up to 10, and what collisions make of differences is measured on neighbours, with a
  // factor 10 for directions missed.
  const double nudge = 1e-8;
  const double gain = distance(run_in_plane(law, disturbed(balls, nudge), steps), plane) / nudge;
  ASSERT_LE(gain, 1e6);
  const double allowed = 10 * gain * steps * 20 * epsilon * 10;
  EXPECT_LE(distance(space, plane), allowed) << "seed " << seed;
  EXPECT_LE(out_of_plane, allowed / balls.front().radius) << "seed " << seed;
  for (std::size_t b = 1; b < plane.w.size(); ++b) {
    EXPECT_LE((plane.w[b] - space.w[b]).norm(), allowed / balls[b - 1].radius) << "seed " << seed;
  }
}

TEST(PlaneInSpace, SpheresConfinedToAPlane_MoveAsDisks) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    expect_same_motion(simple_law(0.4, 0.5, 0.2), seed, 120);
  }
}

TEST(PlaneInSpace, QuasiInelasticSpheres_MoveAsDisks) {
  ContactLaw law = simple_law(0.3);
  law.form = Signorini::quasi_inelastic;
  for (const std::uint64_t seed : {5, 6}) expect_same_motion(law, seed, 120);
}

TEST(PlaneInSpace, SegmentOnIncline_SlidesAsARectangle) {
  // A flat body sliding on its corners without turning: the same acceleration, g (sin - mu cos).
  const double angle = 0.5;
  const double mu = 0.3;
  const int steps = 500;
  const double exact = 9.81 * (std::sin(angle) - mu * std::cos(angle)) * steps * h;
  const auto final_speed = [&]<int D>() {
    Scene<D> scene(simple_law(mu), h);
    scene.options.solver.tolerance = tolerance;
    scene.options.solver.max_sweeps = 100000;
    scene.set_gravity(9.81);
    scene.add_ground(incline<D>(angle));
    scene.add_plate(0.5, 2, {Vec<D>::Zero(), incline<D>(angle)});
    auto s = scene.simulation();
    for (int n = 0; n < steps; ++n) s.step();
    expect_balanced(s);
    return s.state().v[1].norm();
  };
  const double bound = steps * tolerance * 9.81 * h * 10;
  EXPECT_NEAR(final_speed.operator()<2>(), exact, bound);
  EXPECT_NEAR(final_speed.operator()<3>(), exact, bound);
}

}  // namespace
}  // namespace talus::test::plane_in_space_test

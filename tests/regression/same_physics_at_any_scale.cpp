// Friction is the same at a tenth of the scale (chrono#462), in millimetres and in kilometres
// (chrono#126, bullet3#2064): lengths times s and times times sqrt(s) leave g as it is, and every
// number without unit.
#include "support/scene_builder.hpp"

#include <cmath>

namespace talus::test::same_physics_at_any_scale_test {

namespace {

constexpr double g = 9.81;

template <class Dimension>
class AnyScale : public ::testing::Test {};
TYPED_TEST_SUITE(AnyScale, Dimensions);

/// A ball and a block thrown down an incline; where they are after 500 steps, divided by s.
template <int D>
std::vector<Vec<D>> outcome(double s, double m) {
  const double speed = std::sqrt(s);
  Scene<D> scene(simple_law(0.35, 0.3, 0.1), 1e-3 * std::sqrt(s));
  scene.options.solver.tolerance = 1e-11;
  scene.set_gravity(g);
  const auto slope = incline<D>(0.3);
  scene.add_ground(slope);
  const auto at = [&](double along, double up) -> Vec<D> {
    return s * rotate<D>(slope, vector<D>(along, up));
  };
  const Vec<D> throwing = speed * rotate<D>(slope, vector<D>(1, -0.5));
  scene.add_ball(0.2 * s, m, at(0, 0.25), throwing);
  scene.add_plate(0.3 * s, m, {at(-3, 0.01), slope}, throwing);
  auto sim = scene.simulation();
  for (int i = 0; i < 500; ++i) sim.step();
  expect_balanced(sim);
  return {sim.state().x[1] / s, sim.state().x[2] / s, sim.state().v[1] / speed,
          sim.state().v[2] / speed};
}

}  // namespace

TYPED_TEST(AnyScale, ThrownBallAndBlock_DoTheSame) {
  constexpr int D = TypeParam::value;
  const auto metre = outcome<D>(1, 1);
  // The 1e-9. Powers of 4 scale every number exactly: then not a bit differs.
  for (const double s : {0.1, 1e-3, 1e3}) {
    const auto other = outcome<D>(s, s * s * s);
    for (std::size_t i = 0; i < metre.size(); ++i) {
      EXPECT_LE((other[i] - metre[i]).norm(), 1e-9) << "scale " << s;
    }
  }
  const auto exact = outcome<D>(std::ldexp(1.0, -10), std::ldexp(1.0, -30));
  for (std::size_t i = 0; i < metre.size(); ++i) EXPECT_EQ(exact[i], metre[i]);
}

}  // namespace talus::test::same_physics_at_any_scale_test

// An impact never gains energy (drake#18241: two boxes did). With one restitution e for normal and
// tangent the loss is delta/2 |v+ - v-|^2 plus the work of friction, both positive (001 (6.4)),
// whatever the shapes. Compound bodies here: their local inertia W is full.
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

namespace talus::test::impacts_gain_no_energy_test {

namespace {

template <class Dimension>
class ImpactEnergy : public ::testing::Test {};
TYPED_TEST_SUITE(ImpactEnergy, Dimensions);

/// Three balls welded at random, turned at random. Equal moments of inertia: no gyroscopic terms,
/// so that contacts alone change the energy.
template <int D>
BodyDescription<D> compound(Random& random, const Vec<D>& x) {
  BodyDescription<D> body;
  for (int i = 0; i < 3; ++i) {
    body.shapes.push_back({Ball<D>{random.uniform(0.2, 0.5)}, {samples::vector<D>(random), {}}});
    body.shapes.back().density = random.uniform(0.5, 2);
  }
  body.inertia = Spin<D>::Constant(random.uniform(0.2, 1));
  body.pose.x = x;
  body.pose.r = exponential(Spin<D>(3 * samples::vector<spin_dim<D>>(random)));
  body.velocity = samples::vector<D>(random) - x;  // towards each other
  body.spin = samples::vector<spin_dim<D>>(random);
  return body;
}

}  // namespace

TYPED_TEST(ImpactEnergy, CompoundBodies_NeverGainAny) {
  constexpr int D = TypeParam::value;
  Random random(18241);
  int shocks = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const double e = trial % 2 == 0 ? 0 : random.uniform();
    Scene<D> scene(simple_law(random.uniform(0, 1), e, e), 1e-2);
    scene.options.solver.tolerance = 1e-12;
    scene.options.solver.max_sweeps = 20000;
    scene.add(compound<D>(random, vector<D>(1.5, 0.1)));
    scene.add(compound<D>(random, vector<D>(-1.5, -0.1)));
    auto sim = scene.simulation();
    for (int i = 0; i < 200; ++i) {
      const double before = sim.balance().kinetic();
      sim.step();
      if (sim.last().solve.outcome != SolveOutcome::converged) continue;
      shocks += sim.last().acting > 0 ? 1 : 0;
      // A law error of 1e-12 lets impulses do that part of the energy's worth of work, times the
      // condition of W, below 100.
      ASSERT_LE(sim.balance().kinetic(), before * (1 + 1e-10)) << "trial " << trial;
      ASSERT_GE(sim.last().energy.dissipated_structural, -1e-10 * before);
      ASSERT_GE(sim.last().energy.dissipated_friction, -1e-10 * before);
    }
    expect_balanced(sim);
  }
  EXPECT_GT(shocks, 100);
}

}  // namespace talus::test::impacts_gain_no_energy_test

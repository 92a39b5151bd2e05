// Row A08: Moreau's three-parameter law (000 (43), (44)) between two balls is Walton's collision
// model. With w_n = 1/m_1 + 1/m_2 and w_t = w_n + R_1^2/I_1 + R_2^2/I_2 the impulse is
//
//     r_N = -(1 + e_n) u_N / w_n,
//     r_T = -(1 + e_t) u_T / w_t          if that is within mu r_N (sticks, reverses slip by e_t),
//     r_T = -mu r_N u_T / |u_T|           otherwise (slides).
//
// One step without gravity; balls touch at its midpoint.
#include "support/samples.hpp"
#include "support/scene_builder.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace talus::test::walton_test {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double h = 1e-3;

template <class Dimension>
class Walton : public ::testing::Test {};
TYPED_TEST_SUITE(Walton, Dimensions);

template <int D>
struct Collision {
  double radius[2], mass[2];
  Vec<D> n;  ///< from ball 1 to ball 0
  Vec<D> v[2];
  Spin<D> w[2];

  explicit Collision(Random& random) {
    for (int i = 0; i < 2; ++i) {
      radius[i] = random.uniform(0.2, 2);
      mass[i] = random.uniform(0.2, 5);
      v[i] = samples::vector<D>(random);
      w[i] = samples::vector<spin_dim<D>>(random);
    }
    n = samples::vector<D>(random).normalized();
    // Make them approach, not slower than grazing.
    if (n.dot(v[0] - v[1]) > 0) std::swap(v[0], v[1]);
    v[0] -= 0.01 * n;
  }
  double inertia(int i) const { return ball_inertia<D> * mass[i] * radius[i] * radius[i]; }
  Vec<D> arm(int i) const { return (i == 0 ? -radius[0] : radius[1]) * n; }
  /// Velocity of ball 0 relative to ball 1 at the contact.
  Vec<D> slip() const { return v[0] + cross(w[0], arm(0)) - v[1] - cross(w[1], arm(1)); }
  void apply(const Vec<D>& impulse) {
    for (int i = 0; i < 2; ++i) {
      const Vec<D> p = i == 0 ? impulse : Vec<D>(-impulse);
      v[i] += p / mass[i];
      w[i] += moment(arm(i), p) / inertia(i);
    }
  }
  /// Walton's outcome; returns whether the contact stuck.
  bool collide(double mu, double e_n, double e_t) {
    const Vec<D> u = slip();
    const double u_n = n.dot(u);
    const Vec<D> u_t = u - u_n * n;
    const double w_n = 1 / mass[0] + 1 / mass[1];
    double w_t = w_n;
    for (int i = 0; i < 2; ++i) w_t += radius[i] * radius[i] / inertia(i);
    const double r_n = -(1 + e_n) * u_n / w_n;
    Vec<D> r_t = -(1 + e_t) / w_t * u_t;
    const bool sticks = r_t.norm() <= mu * r_n;
    if (!sticks) r_t *= mu * r_n / r_t.norm();
    apply(r_n * n + r_t);
    return sticks;
  }
  Scene<D> scene(const ContactLaw& law) const {
    Scene<D> s(law, h);
    // One contact is solved in closed form, whatever the tolerance; its error is judged to the
    // round-off of u, up to 1e4 times as large as a grazing impact's w r.
    s.options.solver.tolerance = 1e4 * 64 * epsilon;
    for (int i = 0; i < 2; ++i) {
      s.add_ball(radius[i], mass[i], -arm(i) - 0.5 * h * v[i], v[i], w[i]);
    }
    return s;
  }
};

}  // namespace

TYPED_TEST(Walton, RandomImpactsOfTwoBalls_AgreeWithTheClosedForm) {
  constexpr int D = TypeParam::value;
  Random random(8);
  int sticking = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Collision<D> c(random);
    const double mu = random.uniform(0, 0.6);
    const double e_n = random.uniform();
    const double e_t = random.uniform(-0.2, 1);
    auto sim = c.scene(simple_law(mu, e_n, e_t)).simulation();
    sim.step();
    ASSERT_EQ(sim.last().contacts, 1U);
    ASSERT_EQ(sim.last().solve.outcome, SolveOutcome::converged);
    sticking += c.collide(mu, e_n, e_t) ? 1 : 0;
    for (int i = 0; i < 2; ++i) {
      // Positions of size 1 place the contact within 8 eps, which turns the normal by as much and
      // moves the arms; velocities of size 2 R are divided by inertias down to 0.4 m R^2. A few
      // dozen roundings of the largest local velocity, 10, times the mass ratio, 25.
      const double bound = 64 * epsilon * 10 * 25;
      ASSERT_LE((sim.state().v[i] - c.v[i]).norm(), bound) << trial;
      const Spin<D> w = sim.model().world_spin(i, sim.state());
      ASSERT_LE((w - c.w[i]).norm() * c.radius[i], bound / 0.4) << trial;
    }
    expect_balanced(sim);
  }
  EXPECT_GT(sticking, 100);
  EXPECT_LT(sticking, 900);
}

TYPED_TEST(Walton, DissipationIndex_SplitsTheEnergyLoss) {
  // 001 sect. 6: e = (1 - delta) / (1 + delta) for normal and tangent; the loss is
  // 1/2 delta |v+ - v-|^2 in the kinetic metric, structural, and -u_mean . r, frictional (6.4).
  constexpr int D = TypeParam::value;
  Random random(9);
  for (int trial = 0; trial < 200; ++trial) {
    const Collision<D> before(random);
    const double delta = random.uniform();
    const double e = restitution_from_dissipation_index(delta);
    EXPECT_NEAR((1 - e) / (1 + e), delta, 4 * epsilon);  // the relation is its own inverse
    const double mu = random.uniform(0, 0.6);
    auto sim = before.scene(simple_law(mu, e, e)).simulation();
    sim.step();
    auto after = before;
    after.collide(mu, e, e);
    double jump = 0;
    for (int i = 0; i < 2; ++i) {
      jump += before.mass[i] * (after.v[i] - before.v[i]).squaredNorm() +
              before.inertia(i) * (after.w[i] - before.w[i]).squaredNorm();
    }
    const auto total = sim.balance().total();
    const double round_off = 1e-12 * sim.balance().exchanged();
    EXPECT_NEAR(total.dissipated_structural, 0.5 * delta * jump, round_off);
    EXPECT_GE(total.dissipated_friction, -round_off);
    // u_N of the mean vanishes and a sticking contact has no mean slip at all.
    const Vec<D> mean = (after.slip() + e * before.slip()) / (1 + e);
    EXPECT_NEAR(before.n.dot(mean), 0, 64 * epsilon * 10);
    if (mean.norm() < 1e-12) {
      EXPECT_NEAR(total.dissipated_friction, 0, round_off);
    }
    expect_balanced(sim);
  }
}

namespace {

/// Balls on a lattice of touching neighbours, given random masses and velocities: many contacts at
/// once, with closed chains.
template <int D>
Scene<D> cluster(Random& random, const ContactLaw& law) {
  Scene<D> scene(law, h);
  scene.options.solver.tolerance = 1e-13;
  scene.options.solver.max_sweeps = 20000;
  scene.options.solver.guess = InitialGuess::zero;
  const double root = std::sqrt(0.5);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      Vec<D> x;
      if constexpr (D == 2) {
        x = Vec<2>(i + 0.5 * j, j * std::sqrt(0.75));
      } else {
        x = Vec<3>(i % 2 + 0.5 * j, i / 2 + 0.5 * j, root * j);  // cannon balls
      }
      const Vec<D> v = samples::vector<D>(random);
      scene.add_ball(0.5, random.uniform(0.5, 2), x - 0.5 * h * v, v,
                     samples::vector<spin_dim<D>>(random));
    }
  }
  return scene;
}

}  // namespace

TYPED_TEST(Walton, ForceFreeMultipleImpacts_FollowMoreausShortcut) {
  // 001 sect. 7: u_F = [2 solver(u_L) - (1 - delta) u_L] / (1 + delta), solver being the inelastic
  // one: with e for both restitutions, the canonical problem is (1 + e) times the inelastic one.
  constexpr int D = TypeParam::value;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random pick(seed);
    const double delta = pick.uniform();
    const double e = restitution_from_dissipation_index(delta);
    const double mu = pick.uniform(0, 0.5);
    Random a(seed);
    Random b(seed);
    auto inelastic = cluster<D>(a, simple_law(mu)).simulation();
    auto bouncing = cluster<D>(b, simple_law(mu, e, e)).simulation();
    const auto start = inelastic.state();
    inelastic.step();
    bouncing.step();
    ASSERT_GE(inelastic.last().contacts, D == 2 ? 9U : 8U);
    ASSERT_EQ(inelastic.last().solve.outcome, SolveOutcome::converged);
    ASSERT_EQ(bouncing.last().solve.outcome, SolveOutcome::converged);
    // Sweeps of both runs are the same numbers but for the factor; what differs are roundings,
    // amplified by the sweeps no more than by solving W: the tolerance, times the condition of W
    // of some thousand.
    const double bound = 1000 * 1e-13 * 10;
    for (std::size_t i = 0; i < start.x.size(); ++i) {
      const auto shortcut = [&](const auto& solved, const auto& loose) {
        return ((2 * solved - (1 - delta) * loose) / (1 + delta)).eval();
      };
      const Vec<D> v = shortcut(inelastic.state().v[i], start.v[i]);
      const int body = static_cast<int>(i);
      const Spin<D> w = shortcut(inelastic.model().world_spin(body, inelastic.state()),
                                 inelastic.model().world_spin(body, start));
      ASSERT_LE((bouncing.state().v[i] - v).norm(), bound);
      ASSERT_LE((bouncing.model().world_spin(body, bouncing.state()) - w).norm(), bound);
    }
    expect_balanced(inelastic);
    expect_balanced(bouncing);
  }
}

}  // namespace talus::test::walton_test

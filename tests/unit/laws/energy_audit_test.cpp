// Who may create energy: every entry of the law book over random impacts of one contact, without
// loads. Shocks of several contacts: tests/unit/solvers/shock_test.cpp.

#include "talus/laws/law_book.hpp"
#include "talus/solvers/turning_sweep.hpp"

#include "support/local_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace talus {
namespace {

using samples::LocalImpact;
// W is between 0.5 and 2, velocities below 10: answers are good to some thousand eps.
constexpr double good = 1e4 * samples::eps;

/// An entry of the book with some parameters, and whether it may create energy.
struct Audited {
  std::string entry;
  bool may_create = false;
  void (*put)(Random&, ContactLaw&);
};

PolygonalFriction pentagon() {
  PolygonalFriction f;
  for (int k = 0; k < 5; ++k) {
    const double t = 2 * std::numbers::pi * k / 5;
    f.corners.emplace_back(0.5 * std::cos(t), 0.3 * std::sin(t));
  }
  return f;
}

const std::vector<Audited>& audited() {
  static const std::vector<Audited> all = {
      {"friction coulomb", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform(0, 2)};
       }},
      {"friction ellipse", false,
       [](Random& random, ContactLaw& law) {
         law.friction = EllipticFriction{random.uniform(), random.uniform(), Vec<3>::UnitX()};
       }},
      {"friction static_dynamic", false,
       [](Random&, ContactLaw& law) {
         law.friction = StaticDynamicFriction{0.6, 0.3, 0.5};
       }},
      {"friction table", false,
       [](Random&, ContactLaw& law) {
         TabulatedFriction f;
         f.of = TabulatedFriction::Of::speed;
         f.x = {0, 1};
         f.mu = {0.6, 0.1};
         law.friction = f;
       }},
      {"friction tresca", false,
       [](Random& random, ContactLaw& law) {
         law.friction = TrescaFriction{random.uniform(0, 50)};
       }},
      {"friction polygon", false, [](Random&, ContactLaw& law) { law.friction = pentagon(); }},
      {"friction sticking", false,
       [](Random&, ContactLaw& law) { law.friction = StickingFriction{}; }},
      {"restitution newton", true,  // friction stops the slip without giving any back
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform(0, 2)};
         law.e_n = random.uniform();
       }},
      {"restitution table", true,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform(0, 2)};
         law.e_n_of_speed = {{0, 10}, {1, 0.9}};
       }},
      {"restitution superelastic", true,
       [](Random& random, ContactLaw& law) { law.e_n = random.uniform(1, 1.5); }},
      {"dissipation_index index", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform(0, 2)};
         law.e_n = law.e_t = restitution_from_dissipation_index(random.uniform());
       }},
      {"rolling rolling", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform()};
         law.rolling = random.uniform(0, 0.5);
       }},
      {"spinning spinning", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform()};
         law.spinning = random.uniform(0, 0.5);
       }},
      {"cohesion cohesion", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform()};
         law.bond = Cohesion{random.uniform(0, 50)};
       }},
      {"attraction attraction", false,
       [](Random& random, ContactLaw& law) {
         law.friction = IsotropicFriction{random.uniform()};
         law.bond = Attraction{random.uniform(0, 50), 1};
       }},
      {"joint joint", false,
       [](Random& random, ContactLaw& law) {
         law.bond = Joint{random.uniform(1, 1e4), random.uniform(1, 1e4), random.uniform(0, 10),
                          random.uniform(0, 10), random.uniform(0.5, 1)};
       }},
      {"adhesion adhesion", false,
       [](Random& random, ContactLaw& law) {
         law.bond = Adhesion{random.uniform(100, 1e4), random.uniform(100, 1e4), 1e3, 1e3, 1e6, 1e6,
                             random.uniform(0.5, 1)};
       }},
  };
  return all;
}

/// Energy the law takes from the bodies, beside what a joint holds after.
template <int D>
double taken_by_impulse(const ContactLaw& law, LocalImpact<D>& hit, Random& random) {
  hit.state.bonded = true;
  hit.u_free = hit.state.u_before;
  // Far from 0, where adhesion changes its stiffness: that is the scheme's, of the order of h.
  hit.state.stretch = samples::vector<D>(random, 0.1);
  hit.state.stretch[0] = random.uniform(0.2, 0.3);
  hit.solve(law);
  const Vec<D> mean = 0.5 * (hit.state.u_before + hit.u);
  const double held = bond_energy<D>(law.bond, hit.state.stretch, 0);
  const double after = bond_energy<D>(law.bond, Vec<D>(hit.state.stretch + hit.state.h * mean), 0);
  return -mean.dot(hit.r) - (after - held);
}

/// The same with moments: W of all components, velocities and spins before at random.
template <int D>
double taken_by_turning(const ContactLaw& law, Random& random) {
  constexpr int N = D + spin_dim<D>;
  const Mat<N> w = samples::positive_matrix<N>(random, 0.5, 2);
  const Vec<N> before = samples::vector<N>(random);
  LocalState<D> state;
  state.closed = true;
  state.h = 0.01;
  state.u_before = before.template head<D>();
  TurningContact<D> turning;
  turning.rolling = law.rolling;
  turning.spinning = law.spinning;
  const Vec<N> r =
      solve_turning<D>(w, turning, canonical_form<D>(law, state), before, Vec<N>::Zero());
  return -(before + 0.5 * w * r).dot(r);
}

template <class T>
class EnergyAudit : public ::testing::Test {};
TYPED_TEST_SUITE(EnergyAudit, samples::Dimensions);

TYPED_TEST(EnergyAudit, RandomImpacts_CreateEnergyUnderLawsThatMayOnly) {
  constexpr int D = TypeParam::value;
  for (const auto& entry : law_book()) {
    const std::string name = std::string(entry.part) + ' ' + std::string(entry.name);
    const auto found = std::find_if(audited().begin(), audited().end(),
                                    [&](const Audited& a) { return a.entry == name; });
    ASSERT_NE(found, audited().end()) << "no audit of " << name;
    if (entry.space_only && D == 2) continue;
    Random random(20);
    double least = 0;
    for (int i = 0; i < 3000; ++i) {
      ContactLaw law;
      found->put(random, law);
      LocalImpact<D> hit(random);
      const bool turns = law.rolling > 0 || law.spinning > 0;
      const double taken =
          turns ? taken_by_turning<D>(law, random) : taken_by_impulse<D>(law, hit, random);
      const double size = 1 + hit.state.u_before.squaredNorm() +
                          (turns ? 0 : bond_energy<D>(law.bond, hit.state.stretch, 0));
      least = std::min(least, taken / size);
    }
    if (found->may_create) {
      EXPECT_LT(least, -1e-3) << name;
    } else {
      EXPECT_GE(least, -good) << name;
    }
  }
}

TEST(EnergyAuditList, EveryAudit_IsOfALawInTheBook) {
  for (const auto& a : audited()) {
    const auto& book = law_book();
    EXPECT_TRUE(std::any_of(book.begin(), book.end(), [&](const LawEntry& e) {
      return a.entry == std::string(e.part) + ' ' + std::string(e.name);
    })) << a.entry;
  }
}

}  // namespace
}  // namespace talus

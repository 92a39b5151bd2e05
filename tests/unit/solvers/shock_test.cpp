// Impact laws side by side: where they agree, where they differ, and who may create energy.

#include "talus/solvers/shock.hpp"

#include "talus/solvers/projection.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

using samples::ProblemKind;

constexpr double tolerance = 1e-10;

template <int D>
double kinetic(const ContactProblem<D>& p, const std::vector<Twist<D>>& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b) {
    sum += 0.5 * v[b].template head<D>().squaredNorm() / p.inv_mass[b];
    sum +=
        0.5 * v[b].template tail<spin_dim<D>>().cwiseAbs2().cwiseQuotient(p.inv_inertia[b]).sum();
  }
  return sum;
}

template <int D>
struct Outcome {
  SolveReport report;
  std::vector<Vec<D>> r;
  std::vector<Twist<D>> v;
};

template <int D>
Outcome<D> strike(ImpactLaw law, ContactProblem<D> p, const std::vector<Restitution>& e) {
  SolverOptions options;
  options.tolerance = tolerance;
  options.max_sweeps = 100'000;
  Solvers<D> solvers;
  Shock<D> shock;
  Outcome<D> out;
  out.report = shock.strike(law, e, options, std::vector<double>(p.contact_count()), solvers, p);
  out.r = shock.answer().r;
  out.v = shock.answer().v;
  return out;
}

/// Bodies that hit each other and obstacles at rest: no shifts, no cohesion.
template <int D>
ContactProblem<D> bodies(Random& random, ProblemKind kind) {
  kind.plain_laws = true;
  auto p = samples::random_problem<D>(random, kind);
  for (auto& b : p.offset) b.setZero();
  return p;
}

template <class T>
class Shocks : public ::testing::Test {};
TYPED_TEST_SUITE(Shocks, samples::Dimensions);

TYPED_TEST(Shocks, SingleSmoothContact_IsNewtonsUnderPoissonAndOneByOne) {
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto p = bodies<D>(random, {.blocks = 2, .contacts = 1, .mu = 0});
    const std::vector<Restitution> e(1, Restitution{random.uniform(), 0});
    const double u = p.local_velocity(0, p.v_free)[0];
    const double after = u < 0 ? -e[0].normal * u : u;
    for (const auto law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::sequential}) {
      // One contact is solved in closed form: a few roundings of velocities near 10.
      EXPECT_NEAR(p.local_velocity(0, strike<D>(law, p, e).v)[0], after, 1e-13);
    }
  }
}

TYPED_TEST(Shocks, WithoutRestitution_PoissonIsTheInelasticShock) {
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const auto p = bodies<D>(random, {.blocks = 6, .contacts = 6, .tree = true, .mu = 0.2});
    const std::vector<Restitution> e(p.contact_count());
    const auto poisson = strike<D>(ImpactLaw::poisson, p, e);
    const auto newton = strike<D>(ImpactLaw::newton, p, e);
    // What expansion adds is what the solver's tolerance left.
    for (std::size_t b = 0; b < p.block_count(); ++b) {
      EXPECT_LE((poisson.v[b] - newton.v[b]).norm(), 1e3 * tolerance);
    }
  }
}

/// u_c = 0 at every contact that pushes: expansion is compression once more, e times.
TYPED_TEST(Shocks, SmoothContactsThatAllClose_AgreeUnderNewtonAndPoisson) {
  constexpr int D = TypeParam::value;
  Random random(3);
  int all_close = 0;
  for (int i = 0; i < 300; ++i) {
    const auto p = bodies<D>(random, {.blocks = 3, .contacts = 3, .tree = true, .mu = 0});
    const std::vector<Restitution> e(3, Restitution{random.uniform(), 0});
    const auto plastic = strike<D>(ImpactLaw::newton, p, std::vector<Restitution>(3));
    const bool close = std::all_of(plastic.r.begin(), plastic.r.end(),
                                   [](const Vec<D>& r) { return r[0] > 1e-6; });
    if (!close) continue;
    const auto newton = strike<D>(ImpactLaw::newton, p, e);
    const bool still =
        std::all_of(newton.r.begin(), newton.r.end(), [](const Vec<D>& r) { return r[0] > 1e-6; });
    if (!still) continue;  // Newton's law lets a contact go that opens fast enough
    ++all_close;
    const auto poisson = strike<D>(ImpactLaw::poisson, p, e);
    bool apart = false;
    for (std::size_t b = 0; b < 3; ++b) {
      apart = apart || (poisson.v[b] - newton.v[b]).norm() > 1e4 * tolerance;
    }
    // Contacts that opened before the shock give no velocity back under Newton's law.
    bool approached = true;
    for (std::size_t c = 0; c < 3; ++c) {
      approached = approached && p.local_velocity(c, p.v_free)[0] < 0;
    }
    EXPECT_FALSE(apart && approached) << i;
  }
  EXPECT_GT(all_close, 10);
}

TYPED_TEST(Shocks, Poisson_GivesBackAtLeastItsPartOfEveryPush) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const auto p = bodies<D>(random, {.blocks = 6, .contacts = 8, .mu = 0.4});
    std::vector<Restitution> e(p.contact_count());
    for (auto& x : e) {
      x.normal = random.uniform();
      x.tangential = x.normal * random.uniform();
    }
    const auto c = strike<D>(ImpactLaw::newton, p, std::vector<Restitution>(p.contact_count()));
    const auto all = strike<D>(ImpactLaw::poisson, p, e);
    if (all.report.outcome != SolveOutcome::converged) continue;
    for (std::size_t k = 0; k < p.contact_count(); ++k) {
      const double push = all.r[k][0];
      EXPECT_GE(push, (1 + e[k].normal) * c.r[k][0] * (1 - 1e-12));
      EXPECT_LE(all.r[k].template tail<D - 1>().norm(), p.law[k].mu * push * (1 + 1e-12));
      // Bodies part or stay: to the tolerance, relative to velocities near 10.
      EXPECT_GE(p.local_velocity(k, all.v)[0], -1e3 * tolerance);
    }
  }
}

/// 003 (17) leaves the least kinetic energy impulses of the cones can.
TYPED_TEST(Shocks, Lotstedt_LeavesTheLeastEnergy) {
  constexpr int D = TypeParam::value;
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const auto p = bodies<D>(random, {.blocks = 5, .contacts = 7, .mu = 0.6});
    const std::vector<Restitution> none(p.contact_count());
    const auto least = strike<D>(ImpactLaw::lotstedt, p, none);
    ASSERT_EQ(least.report.outcome, SolveOutcome::converged) << i;
    const double energy = kinetic(p, least.v);
    EXPECT_LE(energy, kinetic(p, p.v_free));
    // Any other admissible impulses leave more: those of the inelastic shock, and near ones.
    const auto inelastic = strike<D>(ImpactLaw::newton, p, none);
    const double slack = 1e3 * tolerance * kinetic(p, p.v_free);
    if (inelastic.report.outcome == SolveOutcome::converged) {
      EXPECT_LE(energy, kinetic(p, inelastic.v) + slack);
    }
    for (int k = 0; k < 20; ++k) {
      auto r = least.r;
      for (std::size_t c = 0; c < r.size(); ++c) {
        r[c] = project_on_cone<D>(r[c] + samples::vector<D>(random, 0.1), p.law[c].mu);
      }
      std::vector<Twist<D>> v;
      p.velocities(r, v);
      EXPECT_LE(energy, kinetic(p, v) + slack);
    }
  }
}

/// Without friction it is Moreau's: the admissible velocity nearest in the kinetic metric, 003
/// (12).
TYPED_TEST(Shocks, LotstedtWithoutFriction_IsTheProjectionInTheKineticMetric) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    const auto p = bodies<D>(random, {.blocks = 5, .contacts = 7, .mu = 0});
    const auto least = strike<D>(ImpactLaw::lotstedt, p, std::vector<Restitution>(7));
    Projection<D> projection;
    const auto nearest = projection.solve(assembled(p), 1e-12);
    ASSERT_TRUE(nearest.solved);
    std::vector<Twist<D>> v;
    p.velocities(nearest.r, v);
    for (std::size_t b = 0; b < v.size(); ++b) {
      EXPECT_LE((least.v[b] - v[b]).norm(), 1e4 * tolerance) << i;
    }
  }
}

/// A ball that slides hits the ground: under the associated law it leaves again at mu times the
/// slip that is left (003 sect. 7.1.2: "there may be rebounds"), under Coulomb's it stays.
TEST(Lotstedt, SlidingHit_Rebounds) {
  ContactProblem<2> p;
  p.v_free.emplace_back(4, -1, 0);
  p.inv_mass.push_back(1);
  p.inv_inertia.emplace_back(2);
  p.first.push_back(0);
  p.second.push_back(-1);
  Mat<2> frame;
  frame << 0, 1, 1, 0;
  p.frame.push_back(frame);
  p.offset.emplace_back(Vec<2>::Zero());
  p.general.push_back(-1);
  p.lever_first.push_back(1);
  p.lever_second.push_back(0);
  p.law.emplace_back().mu = 0.5;
  // W = diag(1, 3): the least of r_N^2/2 - r_N + 3 r_T^2/2 + 4 r_T on r_T = -r_N/2 is at
  // r_N (1 + 3/4) = 1 + 2.
  const auto out = strike<2>(ImpactLaw::lotstedt, p, std::vector<Restitution>(1));
  EXPECT_NEAR(out.r[0][0], 12.0 / 7, 1e3 * tolerance);
  const Vec<2> u = p.local_velocity(0, out.v);
  EXPECT_NEAR(u[0], 5.0 / 7, 1e3 * tolerance);
  EXPECT_NEAR(u[0], 0.5 * u[1], 1e3 * tolerance);
}

// Who may create energy.

enum class Creates : std::uint8_t { never, often, seldom };

struct Case {
  ImpactLaw law;
  bool friction;
  bool same_e;        ///< at all contacts
  bool same_tangent;  ///< tangential restitution equal to the normal one; else none
  Creates creates;
  const char* meaning;
};

constexpr Case cases[] = {
    {ImpactLaw::newton, false, true, true, Creates::never, "smooth, one e: 001 (6.4)"},
    {ImpactLaw::newton, true, true, true, Creates::never, "rough, one e for all: 001 (6.4)"},
    {ImpactLaw::newton, true, true, false, Creates::often, "rough, none for the tangent"},
    {ImpactLaw::newton, false, false, true, Creates::often, "smooth, e that differ"},
    // The projection that ends the expansion leaves less than compression's impulses once more, at
    // all contacts, would: v-, mirrored.
    {ImpactLaw::poisson, false, false, true, Creates::never, "smooth, any e"},
    {ImpactLaw::poisson, true, true, true, Creates::never, "rough, one e: Anitescu and Potra"},
    {ImpactLaw::poisson, true, true, false, Creates::never, "rough, one e, friction anew"},
    {ImpactLaw::poisson, true, false, true, Creates::seldom, "rough, e that differ"},
    {ImpactLaw::poisson, true, false, false, Creates::seldom, "the same, friction anew"},
    {ImpactLaw::lotstedt, true, true, true, Creates::never, "003 (17)"},
    {ImpactLaw::sequential, true, false, true, Creates::never, "each hit by one e"},
    {ImpactLaw::sequential, true, true, false, Creates::often, "rough, none for the tangent"},
};

/// Random impacts of several contacts, one after the other.
template <int D>
class RandomShocks {
 public:
  explicit RandomShocks(const Case& c) : case_(c) {}

  void next() {
    problem_ = bodies<D>(random_, {.blocks = 4, .contacts = 5, .mu = case_.friction ? 0.9 : 0.0});
    e_.assign(problem_.contact_count(), {});
    const double all = count_++ % 4 == 0 ? 1 : random_.uniform();
    for (auto& x : e_) {
      if (case_.law == ImpactLaw::lotstedt) continue;
      x.normal = case_.same_e ? all : random_.uniform();
      x.tangential = case_.same_tangent ? x.normal : 0;
    }
  }

  /// Of kinetic energy, over that before; -1 where the solver found no answer.
  double gain() const {
    const auto out = strike<D>(case_.law, problem_, e_);
    if (out.report.outcome != SolveOutcome::converged) return -1;
    return kinetic(problem_, out.v) / kinetic(problem_, problem_.v_free) - 1;
  }

 private:
  Case case_;
  Random random_{7};
  int count_ = 0;
  ContactProblem<D> problem_;
  std::vector<Restitution> e_;
};

TYPED_TEST(Shocks, Audit_WhoMayCreateEnergyAndWhoMayNot) {
  constexpr int D = TypeParam::value;
  for (const auto& c : cases) {
    RandomShocks<D> shocks(c);
    double gain = -1;
    for (int i = 0; i < 400; ++i) {
      shocks.next();
      gain = std::max(gain, shocks.gain());
    }
    // A law error of 1e-10 does that part of the energy's worth of work, times the condition of W.
    if (c.creates == Creates::never) {
      EXPECT_LE(gain, 1e4 * tolerance) << static_cast<int>(c.law) << ' ' << c.meaning;
    } else if (c.creates == Creates::often) {
      EXPECT_GT(gain, 1e-3) << static_cast<int>(c.law) << ' ' << c.meaning;
    }
  }
}

/// One in twenty thousand such shocks does.
TEST(PoissonsLaw, FrictionWithCoefficientsThatDiffer_MayCreateEnergy) {
  for (const auto& c : cases) {
    if (c.creates != Creates::seldom) continue;
    RandomShocks<2> shocks(c);
    for (int i = 0; i <= 5624; ++i) shocks.next();
    EXPECT_GT(shocks.gain(), 1e-3) << c.meaning;
  }
}

TEST(ImpactBook, LawsThatNeverCreateEnergy_SayNothing) {
  for (const auto& entry : impact_book) {
    const bool creates = std::any_of(std::begin(cases), std::end(cases), [&](const Case& c) {
      return c.law == entry.law && c.creates != Creates::never;
    });
    EXPECT_EQ(entry.creates.empty(), !creates) << entry.name;
  }
}

}  // namespace
}  // namespace talus

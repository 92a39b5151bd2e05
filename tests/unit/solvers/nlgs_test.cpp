// Nonlinear Gauss-Seidel against a dense one written here, and what it promises (rows B01, B05).

#include "talus/solvers/nlgs.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace talus {
namespace {

using samples::Dense;
using samples::eps;
using samples::ProblemKind;

template <int D>
Solution<D> solve(const ContactProblem<D>& p, const SolverOptions& options, SolveReport& report,
                  const std::vector<Vec<D>>& guess = {}) {
  Nlgs<D> nlgs;
  Solution<D> s;
  s.r = guess;
  std::vector<double> height;
  for (std::size_t c = 0; c < p.contact_count(); ++c) height.push_back(std::sin(7.0 * c));
  report = nlgs.solve(p, options, height, s);
  return s;
}

template <int D>
double difference(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]).squaredNorm();
  return std::sqrt(sum);
}

template <int D>
double size_of(const std::vector<Vec<D>>& a) {
  return difference<D>(a, std::vector<Vec<D>>(a.size(), Vec<D>::Zero()));
}

/// The order of a sweep: contacts as numbered, but for what batches ask.
template <int D>
std::vector<std::size_t> order_in_batches(const ContactProblem<D>& p) {
  std::vector<std::uint32_t> busy(p.block_count() + 1, 0);
  const auto obstacle = static_cast<std::uint32_t>(p.block_count());
  BatchWindow window;
  window.start(busy);
  std::vector<std::uint32_t> batch;
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const auto second = p.second[c] < 0 ? obstacle : static_cast<std::uint32_t>(p.second[c]);
    batch.push_back(window.place(static_cast<std::uint32_t>(p.first[c]), second).batch);
    order.push_back(c);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return batch[a] < batch[b]; });
  return order;
}

/// k sweeps over the contacts in their batches, with the canonical W stored in full.
template <int D>
std::vector<Vec<D>> dense_gauss_seidel(const ContactProblem<D>& p, int sweeps) {
  const auto n = static_cast<Eigen::Index>(D * p.contact_count());
  const Dense w = samples::delassus(p);
  Eigen::VectorXd a(n), s(n), k(n), q(n);
  for (std::size_t c = 0; c < p.contact_count(); ++c) {
    const auto at = static_cast<Eigen::Index>(D * c);
    a.segment<D>(at) = p.law[c].scale;
    s.segment<D>(at) = p.law[c].compliance;
    k.segment<D>(at) = p.law[c].cohesion * Vec<D>::Unit(0);
    q.segment<D>(at) = p.local_velocity(c, p.v_free) + p.law[c].shift;
  }
  q = a.cwiseProduct(q - w * k).eval();
  Dense canonical = a.asDiagonal() * w * a.asDiagonal();
  canonical += s.asDiagonal();
  Eigen::VectorXd r = Eigen::VectorXd::Zero(n);
  const auto order = order_in_batches(p);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (const std::size_t c : order) {
      const auto at = static_cast<Eigen::Index>(D * c);
      const Mat<D> block = canonical.block<D, D>(at, at);
      const Vec<D> rest =
          (canonical.middleRows<D>(at) * r).eval() + q.segment<D>(at) - block * r.segment<D>(at);
      r.segment<D>(at) = SingleContact<D>(block, p.law[c].mu).solve(rest);
    }
  }
  std::vector<Vec<D>> out;
  for (Eigen::Index at = 0; at < n; at += D) out.push_back(r.segment<D>(at));
  return out;
}

SolverOptions exact(int max_sweeps = 200000) {
  SolverOptions o;
  o.tolerance = 1e-13;
  o.max_sweeps = max_sweeps;
  return o;
}

/// Forty balls on a floor, one on the other, all falling.
template <int D>
ContactProblem<D> forty_balls() {
  ContactProblem<D> p;
  const Mat<D> up = contact_frame(last_axis<D>());
  for (int b = 0; b < 40; ++b) {
    Twist<D> v = Twist<D>::Zero();
    v[D - 1] = -1;
    p.v_free.push_back(v);
    p.inv_mass.push_back(1);
    p.inv_inertia.push_back(Spin<D>::Constant(2.5));
    p.first.push_back(b);
    p.second.push_back(b - 1);
    p.frame.push_back(up);
    p.offset.push_back(Vec<D>::Zero());
    p.law.emplace_back().mu = 0.5;
    p.general.push_back(-1);
    p.lever_first.push_back(1);
    p.lever_second.push_back(b == 0 ? 0 : 1);
  }
  return p;
}

template <class T>
class NlgsTest : public ::testing::Test {};
TYPED_TEST_SUITE(NlgsTest, samples::Dimensions);

TYPED_TEST(NlgsTest, MatrixFreeSweeps_EqualDenseOnes) {
  // Each sweep of either rounds O(contacts) times; Gauss-Seidel does not amplify: 7 sweeps over 12
  // contacts with 20 roundings each stay below 1e4 eps = 2e-12.
  constexpr int D = TypeParam::value;
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    // Laws far from Painleve: near it a rounding may choose another answer.
    const auto p = samples::random_problem<D>(random, {.blocks = 6, .contacts = 12, .mu = 0.3});
    for (const int sweeps : {1, 2, 7}) {
      SolverOptions o;
      o.tolerance = 0;
      o.max_sweeps = sweeps;
      o.guess = InitialGuess::zero;
      o.skip_open = false;
      SolveReport report;
      const auto s = solve(p, o, report);
      ASSERT_EQ(report.sweeps, sweeps);
      const auto expected = dense_gauss_seidel(p, sweeps);
      ASSERT_LE(difference<D>(s.r, expected), 1e4 * eps * (1 + size_of<D>(expected)));
    }
  }
}

TYPED_TEST(NlgsTest, RadialSweepsAboutOneBody_EqualDenseOnes) {
  // All contacts share a body, so none may be taken out of turn.
  constexpr int D = TypeParam::value;
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const ProblemKind kind{.blocks = 8, .contacts = 0, .radial = true, .plain_laws = true};
    auto p = samples::random_problem<D>(random, kind);
    for (int c = 0; c < 12; ++c) {
      samples::add_contact<D>(random, kind, 0, static_cast<int>(random.below(8)), p);
      if (p.second.back() == 0) p.second.back() = -1;
      p.law.back().shift = samples::vector<D>(random, 0.3);
    }
    for (const int sweeps : {1, 5}) {
      SolverOptions o;
      o.tolerance = 0;
      o.max_sweeps = sweeps;
      o.guess = InitialGuess::zero;
      o.skip_open = false;
      SolveReport report;
      const auto s = solve(p, o, report);
      const auto expected = dense_gauss_seidel(p, sweeps);
      ASSERT_LE(difference<D>(s.r, expected), 1e4 * eps * (1 + size_of<D>(expected)));
    }
  }
}

TYPED_TEST(NlgsTest, UniqueAnswers_DoNotDependOnOrderOrGuess) {
  // A tree of contacts has a definite W, and little friction keeps the answer unique.
  constexpr int D = TypeParam::value;
  Random random(3);
  for (const bool radial : {false, true}) {
    for (int i = 0; i < 20; ++i) {
      const auto p = samples::random_problem<D>(
          random, {.blocks = 15, .contacts = 15, .radial = radial, .tree = true, .mu = 0.1});
      SolveReport report;
      const auto reference = solve(p, exact(), report);
      ASSERT_EQ(report.outcome, SolveOutcome::converged);
      for (const auto order : {SweepOrder::given, SweepOrder::gravity, SweepOrder::random}) {
        for (const auto guess : {InitialGuess::zero, InitialGuess::random}) {
          SolverOptions o = exact();
          o.order = order;
          o.guess = guess;
          o.seed = 17 + static_cast<std::uint64_t>(i);
          const auto s = solve(p, o, report);
          ASSERT_EQ(report.outcome, SolveOutcome::converged);
          // Law errors of 1e-13 divided by W's smallest eigenvalue, about 1e-2 of its mean in a
          // tree of fifteen: 1e-10 leaves ten.
          ASSERT_LE(difference<D>(s.r, reference.r), 1e-10 * (1 + size_of<D>(reference.r)));
        }
      }
    }
  }
}

TYPED_TEST(NlgsTest, WarmStart_FromTheAnswerNeedsOneSweep) {
  constexpr int D = TypeParam::value;
  Random random(4);
  for (const bool radial : {false, true}) {
    const auto p = samples::random_problem<D>(
        random, {.blocks = 30, .contacts = 30, .radial = radial, .tree = true, .mu = 0.3});
    SolverOptions o;
    o.tolerance = 1e-8;
    SolveReport cold;
    const auto s = solve(p, o, cold);
    EXPECT_GT(cold.sweeps, 3);
    SolveReport warm;
    const auto again = solve(p, o, warm, s.r);
    EXPECT_EQ(warm.sweeps, 1);
    // One sweep is made in any case. It corrects w r by no more than the error left, 1e-8 of it,
    // and the weights w of these contacts differ by less than 100.
    EXPECT_LE(difference<D>(again.r, s.r), 100 * o.tolerance * size_of<D>(s.r));
    // From a nearby answer it needs fewer than from nothing.
    auto near = s.r;
    for (auto& r : near) r *= 1 + 1e-5;
    SolveReport nearly;
    solve(p, o, nearly, near);
    EXPECT_LT(nearly.sweeps, cold.sweeps);
  }
}

TYPED_TEST(NlgsTest, SameSeed_SameBits) {
  constexpr int D = TypeParam::value;
  Random random(5);
  const auto p = samples::random_problem<D>(random, {.blocks = 20, .contacts = 40});
  SolverOptions o;
  o.order = SweepOrder::random;
  o.guess = InitialGuess::random;
  o.max_sweeps = 20;
  o.tolerance = 0;
  SolveReport report;
  o.seed = 8;
  const auto a = solve(p, o, report);
  const auto b = solve(p, o, report);
  o.seed = 9;
  const auto c = solve(p, o, report);
  EXPECT_EQ(difference<D>(a.r, b.r), 0);
  EXPECT_GT(difference<D>(a.r, c.r), 0);
}

TYPED_TEST(NlgsTest, ReportedError_IsTheJudges) {
  constexpr int D = TypeParam::value;
  Random random(6);
  for (const bool radial : {false, true}) {
    for (const int sweeps : {0, 1, 10, 25}) {
      const auto p =
          samples::random_problem<D>(random, {.blocks = 10, .contacts = 25, .radial = radial});
      SolverOptions o;
      o.tolerance = 1e-14;
      o.max_sweeps = sweeps;
      SolveReport report;
      const auto s = solve(p, o, report);
      const LawError e = judge(p, s.r);
      EXPECT_EQ(report.error.relative, e.relative);
      EXPECT_EQ(report.error.absolute, e.absolute);
      EXPECT_EQ(report.error.worst_contact, e.worst_contact);
      EXPECT_EQ(report.error.acting, e.acting);
      std::vector<Twist<D>> v;
      p.velocities(s.r, v);
      for (std::size_t b = 0; b < v.size(); ++b) EXPECT_EQ(v[b], s.v[b]);
    }
  }
}

TYPED_TEST(NlgsTest, HardStackInOneSweep_SpendsItsBudget) {
  // The first sweep cannot know the weight above.
  constexpr int D = TypeParam::value;
  const auto p = forty_balls<D>();
  SolverOptions o;
  o.max_sweeps = 1;
  SolveReport report;
  solve(p, o, report);
  EXPECT_EQ(report.outcome, SolveOutcome::budget_spent);
  EXPECT_EQ(report.sweeps, 1);
  EXPECT_GT(report.error.relative, o.tolerance);
  // Given time it finds the weights 40, 39, ... 1. The stack's W has its smallest eigenvalue at
  // (pi / 81)^2 of its mean, so law errors of 1e-12 leave 1e-9.
  o.max_sweeps = 100000;
  o.tolerance = 1e-12;
  const auto s = solve(p, o, report);
  EXPECT_EQ(report.outcome, SolveOutcome::converged);
  for (int b = 0; b < 40; ++b) EXPECT_NEAR(s.r[static_cast<std::size_t>(b)][0], 40 - b, 40 * 1e-9);
}

TYPED_TEST(NlgsTest, Momentum_FindsTheSameAnswerInFewerSweeps) {
  // Plain sweeps gain a factor cos^2(pi / 81) each, momentum close to its root: of some 5000 sweeps
  // to 1e-4 a fifth may be left when it works at all.
  constexpr int D = TypeParam::value;
  const auto p = forty_balls<D>();
  SolverOptions o;
  o.max_sweeps = 100000;
  o.momentum = 0;
  SolveReport plain;
  const auto slow = solve(p, o, plain);
  o.momentum = 0.9;
  SolveReport carried;
  const auto fast = solve(p, o, carried);
  EXPECT_EQ(plain.outcome, SolveOutcome::converged);
  EXPECT_EQ(carried.outcome, SolveOutcome::converged);
  EXPECT_LT(5 * carried.sweeps, plain.sweeps);
  EXPECT_EQ(carried.error.relative, judge(p, fast.r).relative);
  // Errors of 1e-4 of |w r| < 2 * 40 * sqrt(40 / 3), over the smallest eigenvalue (pi / 81)^2.
  const double bound = 1e-4 * 2 * 40 * std::sqrt(40 / 3.0) / std::pow(M_PI / 81, 2);
  for (std::size_t b = 0; b < 40; ++b) EXPECT_NEAR(fast.r[b][0], slow.r[b][0], 2 * bound);
}

TYPED_TEST(NlgsTest, NoContacts_IsAnAnsweredProblem) {
  constexpr int D = TypeParam::value;
  Random random(7);
  const auto p = samples::random_problem<D>(random, {.blocks = 3, .contacts = 0});
  SolveReport report;
  const auto s = solve(p, {}, report);
  EXPECT_EQ(report.outcome, SolveOutcome::converged);
  EXPECT_EQ(report.sweeps, 0);
  for (std::size_t b = 0; b < 3; ++b) EXPECT_EQ(s.v[b], p.v_free[b]);
}

TYPED_TEST(NlgsTest, PainleveContacts_AreReported) {
  // A rod's end: W_NN = 1 + 3 cos^2, W_NT = 3 sin cos for a slender rod of half length 1.
  constexpr int D = TypeParam::value;
  ContactProblem<D> p;
  p.v_free.push_back(-Twist<D>::Unit(D - 1));
  p.inv_mass.push_back(1);
  p.inv_inertia.push_back(Spin<D>::Constant(3));
  const double angle = 1.2;
  Vec<D> arm = -std::sin(angle) * last_axis<D>();
  arm[0] = -std::cos(angle);
  const Mat<D> frame = contact_frame(last_axis<D>());
  p.first.push_back(0);
  p.second.push_back(-1);
  p.frame.push_back(frame);
  p.offset.push_back(Vec<D>::Zero());
  p.law.emplace_back();
  p.general.push_back(0);
  p.lever_first.push_back(0);
  p.lever_second.push_back(0);
  p.spin_first.push_back(frame.transpose() * cross_matrix(arm));
  p.spin_second.push_back(Mat<D, spin_dim<D>>::Zero());
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const double ratio = 3 * s * c / (1 + 3 * c * c);
  for (const double number : {0.5, 0.99, 1.01, 2.0}) {
    p.law[0].mu = number / ratio;
    SolveReport report;
    solve(p, {}, report);
    EXPECT_NEAR(report.painleve_worst, number, 16 * eps * number);
    EXPECT_EQ(report.painleve_contacts, number < 1 ? 0U : 1U);
    // Friction that acts only half as strongly along that tangent halves the number.
    p.law[0].scale.template tail<D - 1>().setConstant(0.5);
    solve(p, {}, report);
    EXPECT_NEAR(report.painleve_worst, 0.5 * number, 16 * eps * number);
    p.law[0].scale.setOnes();
  }
}

}  // namespace
}  // namespace talus

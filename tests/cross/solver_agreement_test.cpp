// Every solver against every other on random problems: what is solved by its own word is solved by
// another's, and where answers are unique they are the same, within what their defects allow
// (support/agreement.hpp).

#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/solve.hpp"

#include "support/agreement.hpp"
#include "support/random_problem.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace talus {
namespace {

using samples::Answer;
using samples::ProblemKind;
using samples::Spectrum;

constexpr double tolerance = 1e-8;
/// Problems of each family and dimension, and in the long test.
constexpr int few = 1000;
constexpr int many = 10'000;

struct Named {
  std::string who;
  Answer answer;
};

/// Problems each solver did not solve to the tolerance.
using Misses = std::map<std::string, int>;

template <int D>
void note(const AssembledProblem<D>& p, const Eigen::MatrixXd& w, const std::string& who,
          bool solved, const std::vector<Vec<D>>& r, std::vector<Named>& answers, Misses& misses) {
  if (!solved) {
    ++misses[who];
    return;
  }
  answers.push_back({who, samples::answer<D>(p, w, r)});
  // Rounding of W r in another order.
  EXPECT_LE(answers.back().answer.e.norm(), (tolerance + 1e-12) * samples::flat<D>(p.q).norm())
      << who;
}

/// Methods for problems with W written out. Cones with facets are round in the plane only, and
/// relaxations are exact without friction.
template <int D>
void ask_assembled(const AssembledProblem<D>& p, const Eigen::MatrixXd& w, bool slippery,
                   std::vector<Named>& answers, Misses& misses) {
  for (const auto& method : assembled_methods) {
    AssembledOptions options;
    options.method = method.method;
    options.tolerance = tolerance;
    options.facets = 4;  // without friction they do not matter
    const bool applies = slippery || method.kind == MethodKind::exact ||
                         (D == 2 && method.kind == MethodKind::polyhedral);
    if (!applies || !unsuitable<D>(p, options).empty()) continue;
    std::vector<Vec<D>> r;
    const auto report = solve_assembled<D>(p, options, r);
    note<D>(p, w, std::string(method.name), report.outcome == AssembledOutcome::solved, r, answers,
            misses);
  }
}

/// Solvers of steps, which know bodies and never see W.
template <int D>
void ask_of_steps(const ContactProblem<D>& bodies, const AssembledProblem<D>& p,
                  const Eigen::MatrixXd& w, std::vector<Named>& answers, Misses& misses) {
  static constexpr struct {
    SolverMethod method;
    const char* name;
  } methods[] = {{SolverMethod::automatic, "steps: auto"},
                 {SolverMethod::nlgs, "steps: nlgs"},
                 {SolverMethod::interior_point, "steps: interior_point"}};
  for (const auto& [method, name] : methods) {
    SolverOptions options;
    options.method = method;
    options.tolerance = tolerance;
    options.max_sweeps = 20'000;
    Solution<D> solution;
    solution.r.assign(bodies.contact_count(), Vec<D>::Zero());
    const std::vector<double> height(bodies.contact_count());
    Solvers<D>().solve(bodies, options, height, solution);
    const bool solved = AssembledJudge<D>(p)(solution.r).decisive() <= tolerance;
    note<D>(p, w, name, solved, solution.r, answers, misses);
  }
}

double defect_allowed(const Eigen::VectorXd& q) { return (tolerance + 1e-12) * q.norm(); }

/// Without friction any W will do: velocities are unique, and impulses where W is regular among
/// the contacts that act. Returns whether impulses were compared.
bool expect_convex_agreement(const Eigen::MatrixXd& w, const Spectrum& s, double e,
                             const std::vector<Named>& answers) {
  bool compared = false;
  for (std::size_t k = 1; k < answers.size(); ++k) {
    const Answer& one = answers.front().answer;
    const Answer& other = answers[k].answer;
    const double bound = samples::convex_bound(s, e, one, other);
    EXPECT_LE((one.u - other.u).norm(), bound) << answers.front().who << " and " << answers[k].who;
    const double least = samples::least_where_acting(w, one, other);
    if (least == 0) continue;
    compared = true;
    // W d' = W d - W e, d' = d - e having components among those only.
    EXPECT_LE((one.r - other.r).norm(), (bound + 2 * s.largest * e) / least + 2 * e)
        << answers.front().who << " and " << answers[k].who;
  }
  return compared;
}

void expect_regular_agreement(const Spectrum& s, double m, double e,
                              const std::vector<Named>& answers) {
  const auto bound = samples::regular_bound(s, m, e);
  for (std::size_t k = 1; k < answers.size(); ++k) {
    const Answer& one = answers.front().answer;
    const Answer& other = answers[k].answer;
    EXPECT_LE((one.u - other.u).norm(), bound.u)
        << answers.front().who << " and " << answers[k].who;
    EXPECT_LE((one.r - other.r).norm(), bound.r)
        << answers.front().who << " and " << answers[k].who;
  }
}

/// `auto` gets everywhere. Of the others one problem in two hundred is forgiven, in which bodies
/// are nearly wedged in and sweeps crawl. Interior points are not counted: they end where round-off
/// hides a slip's direction, and go far along impulses that have no bound.
void expect_few_misses(const Misses& misses, int count) {
  for (const auto& [who, missed] : misses) {
    fmt::print("{} missed {} of {}\n", who, missed, count);
    if (who.find("interior_point") != std::string::npos) continue;
    EXPECT_LE(missed, who == "auto" ? 0 : count / 200) << who;
  }
}

template <int D>
void without_friction(int count, std::uint64_t seed) {
  Random random(seed);
  Misses misses;
  int impulses_compared = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(fmt::format("number {}", i));
    auto bodies =
        samples::random_problem<D>(random, {.radial = i % 3 == 0, .mu = 0, .plain_laws = true});
    for (auto& b : bodies.offset) b.setZero();  // staying put is a motion all contacts allow
    const auto p = assembled(bodies);
    const Eigen::MatrixXd w = p.w.scalars();
    std::vector<Named> answers;
    ask_assembled<D>(p, w, true, answers, misses);
    ask_of_steps<D>(bodies, p, w, answers, misses);
    if (expect_convex_agreement(w, samples::spectrum(w), defect_allowed(samples::flat<D>(p.q)),
                                answers)) {
      ++impulses_compared;
    }
  }
  EXPECT_GT(impulses_compared, count / 2);
  expect_few_misses(misses, count);
}

/// Chains with a regular W, and problems made regular by compliance, with as much friction as
/// answers are provably unique for, and a tenth less.
template <int D>
void with_friction(int count, std::uint64_t seed) {
  Random random(seed);
  Misses misses;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(fmt::format("number {}", i));
    const bool chain = i % 2 == 0;
    auto bodies = samples::random_problem<D>(
        random, {.contacts = chain ? 6 : 10, .radial = i % 3 == 0, .tree = chain});
    if (!chain) {
      for (auto& law : bodies.law) law.compliance += 0.5 * Vec<D>::Ones();
    }
    auto p = assembled(bodies);
    const Eigen::MatrixXd w = p.w.scalars();
    const Spectrum s = samples::spectrum(w);
    const double m = 0.9 * std::sqrt(s.least / s.largest);
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      bodies.law[c].mu = p.cone[c].mu = random.uniform(0, m);
    }
    std::vector<Named> answers;
    ask_assembled<D>(p, w, false, answers, misses);
    ask_of_steps<D>(bodies, p, w, answers, misses);
    expect_regular_agreement(s, m, defect_allowed(samples::flat<D>(p.q)), answers);
  }
  expect_few_misses(misses, count);
}

/// W = A A^T of contacts that resist rolling, regular and of moderate condition.
void with_rolling(int count, std::uint64_t seed) {
  Random random(seed);
  Misses misses;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(fmt::format("number {}", i));
    Eigen::MatrixXd a(20, 40);
    for (Eigen::Index k = 0; k < a.size(); ++k) a.data()[k] = random.normal();
    const Eigen::MatrixXd w = a * a.transpose();
    const Spectrum s = samples::spectrum(w);
    const double m = 0.9 * std::sqrt(s.least / s.largest);
    AssembledProblem<5> p;
    p.w = BlockSparse<5>::from(w.sparseView());
    for (int c = 0; c < 4; ++c) {
      p.q.push_back(samples::vector<5>(random));
      // Lipschitz constant of the shift: the root of the sum of squares.
      p.cone.push_back({m * random.uniform(0, 0.8), m * random.uniform(0, 0.6)});
    }
    std::vector<Named> answers;
    ask_assembled<5>(p, w, false, answers, misses);
    expect_regular_agreement(s, m, defect_allowed(samples::flat<5>(p.q)), answers);
  }
  expect_few_misses(misses, count);
}

/// As much friction as may be: answers need be neither unique nor found by every method, but all
/// that are given are answers.
template <int D>
void with_much_friction(int count, std::uint64_t seed) {
  Random random(seed);
  Misses misses;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(fmt::format("number {}", i));
    auto bodies = samples::random_problem<D>(
        random, {.radial = i % 3 == 0, .mu = i % 2 == 0 ? 0.5 : 1.2, .plain_laws = true});
    for (auto& b : bodies.offset) b.setZero();
    const auto p = assembled(bodies);
    const Eigen::MatrixXd w = p.w.scalars();
    std::vector<Named> answers;
    ask_assembled<D>(p, w, false, answers, misses);
    ask_of_steps<D>(bodies, p, w, answers, misses);
  }
  EXPECT_EQ(misses.count("auto"), 0U);
  for (const auto& [who, missed] : misses) fmt::print("{} missed {} of {}\n", who, missed, count);
}

template <class T>
class SolverAgreement : public ::testing::Test {};
TYPED_TEST_SUITE(SolverAgreement, samples::Dimensions);

TYPED_TEST(SolverAgreement, WithoutFriction_VelocitiesAreThoseOfAll) {
  without_friction<TypeParam::value>(few, 31);
}
TYPED_TEST(SolverAgreement, WithFriction_UniqueAnswersAreThoseOfAll) {
  with_friction<TypeParam::value>(few, 32);
}
TYPED_TEST(SolverAgreement, WithMuchFriction_AnswersAreAnswers) {
  with_much_friction<TypeParam::value>(few / 5, 33);
}
TEST(SolverAgreementRolling, UniqueAnswers_AreThoseOfAll) { with_rolling(few, 34); }

template <class T>
class FullSolverAgreement : public ::testing::Test {};
TYPED_TEST_SUITE(FullSolverAgreement, samples::Dimensions);

TYPED_TEST(FullSolverAgreement, WithoutFriction_VelocitiesAreThoseOfAll) {
  without_friction<TypeParam::value>(many, 41);
}
TYPED_TEST(FullSolverAgreement, WithFriction_UniqueAnswersAreThoseOfAll) {
  with_friction<TypeParam::value>(many, 42);
}
TYPED_TEST(FullSolverAgreement, WithMuchFriction_AnswersAreAnswers) {
  with_much_friction<TypeParam::value>(many / 5, 43);
}
TEST(FullSolverAgreementRolling, UniqueAnswers_AreThoseOfAll) { with_rolling(many, 44); }

}  // namespace
}  // namespace talus

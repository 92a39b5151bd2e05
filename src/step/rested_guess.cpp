#include "talus/step/rested_guess.hpp"

#include <algorithm>

namespace talus {

namespace {

/// Bodies at rest move slower than this part of what they would without contacts.
constexpr double rest = 0.01;

template <int D>
bool is_at_rest(const Twist<D>& v, const Twist<D>& v_free) {
  return v.template head<D>().squaredNorm() <=
         rest * rest * v_free.template head<D>().squaredNorm();
}

/// Kinetic product of the velocities of a body. Spins of balls are left out: they are in other axes
/// before a step than after it.
template <int D>
double product(const ContactProblem<D>& problem, std::size_t block, bool ball, const Twist<D>& u,
               const Twist<D>& v) {
  double sum = u.template head<D>().dot(v.template head<D>()) / problem.inv_mass[block];
  for (int i = 0; i < spin_dim<D> && !ball; ++i) {
    const double inverse = problem.inv_inertia[block][i];
    if (inverse > 0) sum += u[D + i] * v[D + i] / inverse;
  }
  return sum;
}

/// Which bodies rest; those that are held do. Returns whether most of the others do.
template <int D>
bool find_resting(const Model<D>& model, const StepScratch<D>& s,
                  std::vector<std::uint8_t>& rests) {
  rests.assign(s.block_of.size(), 1);
  std::size_t resting = 0;
  std::size_t moving = 0;
  for (std::size_t body = 0; body < s.block_of.size(); ++body) {
    if (s.block_of[body] < 0 || model.prescribed[body] != 0) continue;
    const auto b = static_cast<std::size_t>(s.block_of[body]);
    rests[body] = is_at_rest<D>(s.solution.v[b], s.problem.v_free[b]) ? 1 : 0;
    ++(rests[body] != 0 ? resting : moving);
  }
  return resting > moving;
}

/// The alpha wanted.
template <int D>
double share_of_answer(const Model<D>& model, const StepScratch<D>& s,
                       const std::vector<std::uint8_t>& rests) {
  thread_local std::vector<Twist<D>> v_guess;
  s.problem.velocities(s.conditions.guess, v_guess);
  double gamma_d = 0;
  double d_d = 0;
  for (std::size_t body = 0; body < s.block_of.size(); ++body) {
    if (s.block_of[body] < 0 || model.prescribed[body] != 0 || rests[body] == 0) continue;
    const auto b = static_cast<std::size_t>(s.block_of[body]);
    const bool ball = model.isotropic[body] != 0;
    const Twist<D> d = s.solution.v[b] - v_guess[b];
    const Twist<D> gamma = v_guess[b] - s.free.v_begin[body];
    gamma_d += product<D>(s.problem, b, ball, gamma, d);
    d_d += product<D>(s.problem, b, ball, d, d);
  }
  return d_d > 0 ? std::clamp(-gamma_d / d_d, 0.0, 1.0) : 1;
}

/// Packings of balls sweep as much with these guesses as without, and pay for finding them.
template <int D>
bool is_of_balls(const ContactProblem<D>& problem) {
  const auto radial = std::count_if(problem.general.begin(), problem.general.end(),
                                    [](int general) { return general < 0; });
  return 2 * static_cast<std::size_t>(radial) > problem.contact_count();
}

}  // namespace

template <int D>
void rest_guesses(const Model<D>& model, const StepScratch<D>& s, State<D>& state) {
  // Moments have guesses of their own, and shocks are not what the next step begins with.
  if (!s.problem.turning.empty() || !s.impact.given.empty() || is_of_balls(s.problem)) return;
  thread_local std::vector<std::uint8_t> rests;
  if (!find_resting(model, s, rests)) return;  // a flow: the answer is the best guess there is
  const double alpha = share_of_answer(model, s, rests);
  if (alpha == 1) return;
  for (std::size_t c = 0; c < s.contacts.count(); ++c) {
    const Vec<D>& guess = s.conditions.guess[c];
    const bool still = rests[static_cast<std::size_t>(s.contacts.first[c])] != 0 &&
                       rests[static_cast<std::size_t>(s.contacts.second[c])] != 0;
    if (!still || guess.isZero(0)) continue;
    const Vec<D> back = (1 - alpha) * (s.problem.impulse(c, guess) - s.r[c]);
    auto& memory = state.contacts[c];
    memory.normal_impulse += back[0];
    const Vec<D> along =
        s.contacts.frame[c].template rightCols<D - 1>() * back.template tail<D - 1>();
    memory.tangent_impulse += s.contacts.flipped[c] != 0 ? Vec<D>(-along) : along;
  }
}

template void rest_guesses<2>(const Model<2>&, const StepScratch<2>&, State<2>&);
template void rest_guesses<3>(const Model<3>&, const StepScratch<3>&, State<3>&);

}  // namespace talus

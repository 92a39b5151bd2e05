#include "talus/problem/pinch.hpp"

#include "talus/math/cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// Motions so many times faster than what the contacts see without impulses are no way out.
constexpr double too_fast = 1000;
/// How far to look, in contacts, and how many updates of contacts a search may cost.
constexpr std::size_t most_contacts = 40;
constexpr int most_rings = 5;
constexpr std::size_t most_updates = 3000;
constexpr std::size_t sweeps_between_looks = 10;
/// Less gain than this from look to look: there is a way out.
constexpr double least_gain = 0.01;
/// Part of the largest push that a contact must have to be named.
constexpr double counts = 1e-3;

/// What obstacles and the law give a contact whose bodies are at rest.
template <int D>
Vec<D> given_velocity(const ContactProblem<D>& problem, std::size_t c) {
  return problem.canonical_velocity(c, problem.offset[c], Vec<D>::Zero());
}

/// The canonical velocity that block velocities alone give.
template <int D>
Vec<D> moved(const ContactProblem<D>& problem, std::size_t c, const std::vector<Twist<D>>& v) {
  return problem.law[c].scale.cwiseProduct(problem.local_velocity(c, v) - problem.offset[c]);
}

/// The nearest impulse that may grow for ever under the law.
template <int D>
Vec<D> admitted(const CanonicalLaw<D>& law, const Vec<D>& x) {
  Vec<D> out = x;
  switch (law.section) {
    case Section::cone:
    case Section::threshold: return project_on_cone<D>(x, law.mu);
    case Section::sticking: out[0] = std::max(0.0, x[0]); return out;
    case Section::free: return out;
    case Section::polygon: break;  // its push is enough
  }
  out.setZero();
  out[0] = std::max(0.0, x[0]);
  return out;
}

}  // namespace

template <int D>
bool PinchFinder<D>::mark(int block) {
  if (block < 0) return false;
  auto& flag = marked_[static_cast<std::size_t>(block)];
  if (flag != 0) return false;
  flag = 1;
  return true;
}

/// Contacts between blocks that are marked, or of these with obstacles; soft ones give way. False
/// when there are too many.
template <int D>
bool PinchFinder<D>::list_contacts(const ContactProblem<D>& problem) {
  list_.clear();
  double q2 = 0;
  weight_ = 0;
  const auto is_marked = [&](int block) { return marked_[static_cast<std::size_t>(block)] != 0; };
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    if (!is_marked(problem.first[c])) continue;
    if (problem.second[c] >= 0 && !is_marked(problem.second[c])) continue;
    if (problem.law[c].compliance[0] > 0) continue;
    if (list_.size() == most_contacts) return false;
    const Vec<D> diagonal =
        problem.law[c].scale.cwiseAbs2().cwiseProduct(problem.diagonal_block(c).diagonal());
    list_.push_back({c, given_velocity(problem, c), Vec<D>::Zero(), diagonal.sum(), diagonal[0]});
    weight_ += diagonal.sum() / D;
    const Vec<D> u = problem.local_velocity(c, problem.v_free);
    q2 += problem.canonical_velocity(c, u, Vec<D>::Zero()).squaredNorm();
  }
  if (list_.empty() || !(q2 > 0)) return true;
  weight_ /= static_cast<double>(list_.size());
  const double typical = std::sqrt(q2 / static_cast<double>(list_.size()));
  for (auto& k : list_) {
    k.q /= typical;
    k.stiffness += weight_ * k.q.squaredNorm();
    k.push_stiffness += weight_ * k.q[0] * k.q[0];
  }
  return true;
}

/// Marks the blocks that contacts with an impulse lead to; false when there are none.
template <int D>
bool PinchFinder<D>::grow(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r) {
  next_.clear();
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    if (problem.second[c] < 0 || r[c].isZero(0)) continue;
    const auto a = static_cast<std::size_t>(problem.first[c]);
    const auto b = static_cast<std::size_t>(problem.second[c]);
    if (marked_[a] != marked_[b]) next_.push_back(marked_[a] != 0 ? b : a);
  }
  for (const std::size_t b : next_) marked_[b] = 1;
  return !next_.empty();
}

/// Minimises |H x|^2_{M^-1} + w (q . x + 1)^2, block by block.
template <int D>
void PinchFinder<D>::sweep(const ContactProblem<D>& problem, Impulses impulses) {
  for (auto& k : list_) {
    const auto& law = problem.law[k.number];
    const Vec<D> slope = moved(problem, k.number, v_) + weight_ * (work_ + 1) * k.q;
    Vec<D> x = Vec<D>::Zero();
    if (impulses == Impulses::pushes) {
      x[0] = std::max(0.0, k.x[0] - slope[0] / k.push_stiffness);
    } else {
      x = admitted<D>(law, k.x - slope / k.stiffness);
    }
    const Vec<D> change = x - k.x;
    problem.apply_impulse(k.number, law.scale.cwiseProduct(change), v_);
    work_ += k.q.dot(change);
    k.x = x;
  }
}

/// Whether the motion the impulses tend to, made twice as fast, satisfies the contacts: at the
/// minimum M^-1 H x / (w (q . x + 1)) does, and is the slowest.
template <int D>
bool PinchFinder<D>::lets_out(const ContactProblem<D>& problem, Impulses impulses) const {
  const double factor = 1 / (weight_ * (work_ + 1));
  for (const auto& k : list_) {
    const Vec<D> y = factor * moved(problem, k.number, v_) + 0.5 * k.q;
    const auto& law = problem.law[k.number];
    if (impulses == Impulses::pushes || law.section == Section::polygon) {
      if (y[0] < 0) return false;
    } else if (law.section == Section::free || law.section == Section::sticking) {
      return false;  // equalities: they hold at the minimum only
    } else if (y[0] < law.mu * y.template tail<D - 1>().norm()) {
      return false;
    }
  }
  return true;
}

/// How fast the contacts listed make any motion be, at least; 0 where one that is slow enough was
/// found.
template <int D>
double PinchFinder<D>::least_speed(const ContactProblem<D>& problem, Impulses impulses) {
  v_.assign(problem.block_count(), Twist<D>::Zero());
  work_ = 0;
  for (auto& k : list_) k.x.setZero();
  double speed = 0;
  double before = std::numeric_limits<double>::infinity();
  const std::size_t sweeps = most_updates / list_.size();
  for (std::size_t i = 1; i <= sweeps; ++i) {
    sweep(problem, impulses);
    if (i % sweeps_between_looks != 0) continue;
    double energy = 0;
    for (const auto& k : list_) energy += k.x.dot(moved(problem, k.number, v_));
    const double imbalance = std::sqrt(std::max(energy, 0.0) / weight_);
    speed = imbalance > 0 ? -work_ / imbalance : std::numeric_limits<double>::max();
    if (!(work_ < 0)) return 0;
    if (speed >= too_fast) return speed;
    const bool slow = 2 * imbalance < too_fast * (work_ + 1);
    if (slow && lets_out(problem, impulses)) return 0;
    const double now = energy + weight_ * (work_ + 1) * (work_ + 1);
    if (now > (1 - least_gain) * before) break;
    before = now;
  }
  return speed;
}

/// Whether it is approach, more than sliding, that the impulses found work against.
template <int D>
bool PinchFinder<D>::approaches() const {
  double push = 0;
  for (const auto& k : list_) push += k.x[0] * k.q[0];
  return push < 0.5 * work_;
}

template <int D>
Pinch PinchFinder<D>::describe(const ContactProblem<D>& problem) {
  Pinch out;
  double most = 0;
  for (const auto& k : list_) most = std::max(most, k.x[0]);
  taking_part_.clear();
  std::fill(marked_.begin(), marked_.end(), std::uint8_t{0});
  double hardest = 0;
  for (const auto& k : list_) {
    if (k.x[0] < counts * most) continue;
    taking_part_.push_back(k.number);
    out.blocks += mark(problem.first[k.number]) ? 1 : 0;
    out.blocks += mark(problem.second[k.number]) ? 1 : 0;
    if (problem.second[k.number] >= 0 || k.x[0] <= hardest) continue;
    hardest = k.x[0];
    out.one_side = out.other_side = static_cast<std::uint32_t>(k.number);
  }
  out.contacts = static_cast<std::uint32_t>(taking_part_.size());
  double against = std::numeric_limits<double>::infinity();
  for (const auto& k : list_) {
    const bool taken = k.number == out.one_side || problem.second[k.number] >= 0;
    if (taken || k.x[0] < counts * most) continue;
    const double push =
        k.x[0] * problem.frame[k.number].col(0).dot(problem.frame[out.one_side].col(0));
    if (push >= against) continue;
    against = push;
    out.other_side = static_cast<std::uint32_t>(k.number);
  }
  return out;
}

template <int D>
Pinch PinchFinder<D>::find(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r,
                           std::size_t worst) {
  taking_part_.clear();
  bool any = false;
  for (std::size_t c = 0; c < problem.contact_count() && !any; ++c) {
    any = given_velocity(problem, c)[0] < 0;
  }
  if (!any) return {};
  marked_.assign(problem.block_count(), 0);
  mark(problem.first[worst]);
  mark(problem.second[worst]);
  for (int ring = 0; ring <= most_rings; ++ring) {
    if (!list_contacts(problem)) return {};
    const bool pressed =
        std::any_of(list_.begin(), list_.end(), [](const Contact& k) { return k.q[0] < 0; });
    for (const auto impulses : {Impulses::pushes, Impulses::cones}) {
      if (!pressed) break;
      const double speed = least_speed(problem, impulses);
      if (!(speed >= too_fast) || !approaches()) continue;
      Pinch out = describe(problem);
      out.least_speed = speed;
      out.by_friction = impulses == Impulses::cones ? 1 : 0;
      return out;
    }
    if (!grow(problem, r)) return {};
  }
  return {};
}

template class PinchFinder<2>;
template class PinchFinder<3>;

}  // namespace talus

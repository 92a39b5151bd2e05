#include "talus/problem/judge.hpp"

#include "talus/math/cone.hpp"
#include "talus/math/parallel.hpp"
#include "talus/problem/section.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus {

namespace {

/// Contacts that one thread judges at a time. Sums are made of theirs, in order, whatever the
/// number of threads.
constexpr std::size_t share = 4096;

}  // namespace

template <int D>
void Judge<D>::take(const ContactProblem<D>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  weight_.resize(n);
  q2_.resize(n);
  parallel_for(n, share, [this](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) take_contact(c);
  });
}

template <int D>
void Judge<D>::take_contact(std::size_t c) {
  const auto& problem = *problem_;
  const auto& law = problem.law[c];
  Vec<D> diagonal;
  if (problem.general[c] < 0) {
    const auto block = problem.radial_block(c);
    diagonal.setConstant(block.tangent);
    diagonal[0] = block.normal;
  } else {
    diagonal = problem.diagonal_block(c).diagonal();
  }
  weight_[c] = (law.scale.cwiseAbs2().dot(diagonal) + law.compliance.sum()) / D;
  const Vec<D> u = problem.local_velocity(c, problem.v_free);
  q2_[c] = problem.canonical_velocity(c, u, Vec<D>::Zero()).squaredNorm();
}

/// The natural map of each part of the law over the push the normal part gives. Spins count by the
/// length that makes W's diagonal blocks alike.
template <int D>
void Judge<D>::add_turning(std::size_t row, const Vec<D>& r, const Vec<D>& u, const Spin<D>& m,
                           const Spin<D>& spin, LawErrorSum& sum) const {
  constexpr int S = spin_dim<D>;
  const auto& t = problem_->turning[row];
  const double w = weight_[t.contact];
  const auto a = static_cast<std::size_t>(problem_->first[t.contact]);
  const int b = problem_->second[t.contact];
  double w_spin =
      (t.first * problem_->inv_inertia[a].asDiagonal() * t.first.transpose()).trace() / S;
  if (b >= 0) {
    const auto& inverse = problem_->inv_inertia[static_cast<std::size_t>(b)];
    w_spin += (t.second * inverse.asDiagonal() * t.second.transpose()).trace() / S;
  }
  const double length = w_spin > 0 ? std::sqrt(w / w_spin) : 0;
  const double push = std::max(0.0, w * r[0] - u[0]) / w;
  Vec<D + S> defect;
  defect.template head<D>() = section_defect<D>(problem_->law[t.contact], w, r, u);
  const Spin<D> scaled = w_spin * m;
  const Spin<D> kept = w_spin * allowed_moment<D>(t, push, Spin<D>(m - spin / w_spin));
  defect.template tail<S>() = length * (scaled - kept);
  Vec<D + S> all;
  all << w * r, length * scaled;
  sum.add<D + S>(defect, all, q2_[t.contact]);
}

template <int D>
LawError Judge<D>::operator()(const std::vector<Vec<D>>& r, const std::vector<Twist<D>>& v,
                              const std::vector<Spin<D>>& m) {
  const std::size_t n = weight_.size();
  sums_.resize((n + share - 1) / share);
  parallel_for(sums_.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      sums_[k] = judge_some(k * share, std::min((k + 1) * share, n), r, v, m);
    }
  });
  LawErrorSum sum;
  for (const auto& part : sums_) sum += part;
  return sum.total();
}

template <int D>
std::vector<double> Judge<D>::contact_errors(const std::vector<Vec<D>>& r,
                                             const std::vector<Twist<D>>& v,
                                             const std::vector<Spin<D>>& m) {
  const double scale = (*this)(r, v, m).scale;
  std::vector<double> errors(weight_.size());
  for (std::size_t c = 0; c < errors.size(); ++c) {
    errors[c] = part_of_law_error(judge_some(c, c + 1, r, v, m).total().worst, scale);
  }
  return errors;
}

template <int D>
LawErrorSum Judge<D>::judge_some(std::size_t begin, std::size_t end, const std::vector<Vec<D>>& r,
                                 const std::vector<Twist<D>>& v,
                                 const std::vector<Spin<D>>& m) const {
  LawErrorSum sum;
  const auto& turning = problem_->turning;
  auto row = static_cast<std::size_t>(
      std::lower_bound(turning.begin(), turning.end(), begin,
                       [](const auto& t, std::size_t c) { return t.contact < c; }) -
      turning.begin());
  // Velocities first, for some contacts together: the long way of each from memory to its error
  // goes side by side with those of its neighbours.
  constexpr std::size_t together = 64;
  static_assert(share % together == 0);
  std::array<Vec<D>, together> velocity;
  for (std::size_t c = begin; c < end; ++c) {
    if ((c - begin) % together == 0) {
      const std::size_t last = std::min(c + together, end);
      for (std::size_t k = c; k < last; ++k) {
        velocity[k - c] = problem_->canonical_velocity(k, problem_->local_velocity(k, v), r[k]);
      }
    }
    const double mu = problem_->law[c].mu;
    Vec<D> u = velocity[(c - begin) % together];
    if (row < m.size() && problem_->turning[row].contact == c) {
      add_turning(row, r[c], u, m[row], problem_->relative_spin(row, v), sum);
      ++row;
      continue;
    }
    const Vec<D> scaled = weight_[c] * r[c];
    if (problem_->law[c].section != Section::cone) {
      sum.add<D>(section_defect<D>(problem_->law[c], weight_[c], r[c], u), scaled, q2_[c]);
      continue;
    }
    const double u_n = u[0];
    u[0] += mu * u.template tail<D - 1>().norm();
    sum.add_cone<D>(scaled - project_on_cone<D>(scaled - u, mu), scaled, u_n, q2_[c], mu);
  }
  return sum;
}

template <int D>
LawError judge(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r) {
  std::vector<Twist<D>> v;
  problem.velocities(r, v);
  return Judge<D>(problem)(r, v);
}

template class Judge<2>;
template class Judge<3>;
template LawError judge<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&);
template LawError judge<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&);

}  // namespace talus

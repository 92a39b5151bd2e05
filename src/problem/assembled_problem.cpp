#include "talus/problem/assembled_problem.hpp"

#include "talus/problem/problem_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using ContactLists = std::vector<std::vector<std::uint32_t>>;

template <int D>
ContactLists contacts_of_blocks(const ContactProblem<D>& problem) {
  ContactLists lists(problem.block_count());
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const auto number = static_cast<std::uint32_t>(c);
    lists[static_cast<std::size_t>(problem.first[c])].push_back(number);
    if (problem.second[c] >= 0) {
      lists[static_cast<std::size_t>(problem.second[c])].push_back(number);
    }
  }
  return lists;
}

/// Contacts that share a body with c, itself among them, ascending.
template <int D>
void find_neighbours(const ContactProblem<D>& problem, const ContactLists& lists, std::size_t c,
                     std::vector<std::uint32_t>& neighbours) {
  neighbours = lists[static_cast<std::size_t>(problem.first[c])];
  if (problem.second[c] >= 0) {
    const auto& others = lists[static_cast<std::size_t>(problem.second[c])];
    neighbours.insert(neighbours.end(), others.begin(), others.end());
  }
  std::sort(neighbours.begin(), neighbours.end());
  neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
}

/// H_i^T M^-1 H_c for the contacts i, by the problem's own two maps: the velocities at i that unit
/// impulses at c give where obstacles stand still. `v` is zero before and after.
template <int D>
void fill_column(const ContactProblem<D>& problem, std::size_t c,
                 const std::vector<std::uint32_t>& neighbours, std::vector<Twist<D>>& v,
                 std::vector<Mat<D>>& blocks) {
  blocks.resize(neighbours.size());
  for (int k = 0; k < D; ++k) {
    problem.apply_impulse(c, Vec<D>::Unit(k), v);
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
      const std::size_t i = neighbours[n];
      blocks[n].col(k) = problem.local_velocity(i, v);
    }
    v[static_cast<std::size_t>(problem.first[c])].setZero();
    if (problem.second[c] >= 0) v[static_cast<std::size_t>(problem.second[c])].setZero();
  }
}

void check_coefficient(const char* name, double value, std::size_t contact) {
  if (!std::isfinite(value)) {
    throw ProblemError(name, fmt::format("not finite at contact {}", contact));
  }
  if (value < 0) throw ProblemError(name, fmt::format("negative at contact {}", contact));
}

/// Errors are sums of squares: of velocities, of impulses and of parts of 1e-16 of them. Beyond
/// these sizes they would overflow, or vanish and pass for none.
constexpr double least_size = 1e-120;
constexpr double most_size = 1e120;

bool has_squares(double size) { return size == 0 || (size >= least_size && size <= most_size); }

/// Largest entries of q and of W's diagonal, and the impulses that belong to them.
template <int D>
void check_sizes(const AssembledProblem<D>& problem) {
  double q = 0;
  double w = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    q = std::max(q, problem.q[c].cwiseAbs().maxCoeff());
    w = std::max(w, problem.w.diagonal(c).diagonal().cwiseAbs().maxCoeff());
  }
  const auto complain = [](const char* field, const char* what, double size) {
    throw ProblemError(field, fmt::format("{} as large as {:.1e}: squares of such numbers are not "
                                          "to be had; choose other units",
                                          what, size));
  };
  if (!has_squares(q)) complain("q", "velocities", q);
  if (!has_squares(w)) complain("W", "entries", w);
  if (w > 0 && !has_squares(q / w)) complain("W", "impulses", q / w);
}

}  // namespace

template <int D>
void AssembledProblem<D>::velocities(const std::vector<Vec<D>>& r, std::vector<Vec<D>>& u) const {
  w.times(r, u);
  for (std::size_t c = 0; c < q.size(); ++c) u[c] += q[c];
}

template <int D>
double AssembledProblem<D>::asymmetry() const {
  const SparseRows a = w.scalars();
  const SparseRows mirrored = a.transpose();
  const SparseRows difference = a - mirrored;
  const Eigen::VectorXd diagonal = a.diagonal().cwiseAbs();
  double largest = 0;
  for (Eigen::Index i = 0; i < difference.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(difference, i); it; ++it) {
      const double unit = std::sqrt(diagonal[i] * diagonal[it.col()]);
      if (unit > 0) largest = std::max(largest, std::abs(it.value()) / unit);
    }
  }
  return largest;
}

template <int D>
void AssembledProblem<D>::check() const {
  const std::size_t n = contact_count();
  if (w.row_count() != n) {
    throw ProblemError("W", fmt::format("{} contacts, but q has {}", w.row_count(), n));
  }
  if (cone.size() != n) {
    throw ProblemError("mu", fmt::format("{} coefficients for {} contacts", cone.size(), n));
  }
  for (std::size_t c = 0; c < n; ++c) {
    if (!q[c].allFinite()) throw ProblemError("q", fmt::format("not finite at contact {}", c));
    check_coefficient("mu", cone[c].mu, c);
    if constexpr (D == 5) check_coefficient("mu_r", cone[c].mu_rolling, c);
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      if (w.block(at).allFinite()) continue;
      throw ProblemError(
          "W", fmt::format("not finite where contact {} meets contact {}", c, w.column(at)));
    }
    const double w_nn = w.diagonal(c)(0, 0);
    if (w_nn < 0) {
      throw ProblemError(
          "W", fmt::format("at contact {} W_NN = {}: a push would draw it closer", c, w_nn));
    }
    if (w_nn == 0 && q[c][0] < 0) {
      throw ProblemError("W",
                         fmt::format("at contact {} W_NN = 0 and q_N = {}: nothing it touches can "
                                     "move, so no impulse stops the approach",
                                     c, q[c][0]));
    }
  }
  check_sizes(*this);
}

template <int D>
AssembledProblem<D> assembled(const ContactProblem<D>& problem) {
  const std::size_t count = problem.contact_count();
  AssembledProblem<D> out;
  std::vector<Twist<D>> at_rest(problem.block_count(), Twist<D>::Zero());
  std::vector<Twist<D>> without;  // velocities without impulses; cohesion acts all the same
  problem.velocities(std::vector<Vec<D>>(count, Vec<D>::Zero()), without);
  // Velocities of obstacles taken off again would leave their rounding in W.
  ContactProblem<D> standing = problem;
  for (auto& b : standing.offset) b.setZero();
  const auto lists = contacts_of_blocks(problem);
  std::vector<std::uint32_t> neighbours;
  std::vector<Mat<D>> column;
  for (std::size_t c = 0; c < count; ++c) {
    const auto& law = problem.law[c];
    find_neighbours(problem, lists, c, neighbours);
    fill_column(standing, c, neighbours, at_rest, column);
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
      // W is symmetric: a column is a row transposed.
      Mat<D> w = law.scale.asDiagonal() * column[n].transpose() *
                 problem.law[neighbours[n]].scale.asDiagonal();
      if (neighbours[n] == c) w += law.compliance.asDiagonal();
      column[n] = w;
    }
    out.w.add_row(neighbours, column);
    out.q.push_back(
        problem.canonical_velocity(c, problem.local_velocity(c, without), Vec<D>::Zero()));
    out.cone.push_back({law.mu});
  }
  return out;
}

template struct AssembledProblem<2>;
template struct AssembledProblem<3>;
template struct AssembledProblem<5>;
template AssembledProblem<2> assembled<2>(const ContactProblem<2>&);
template AssembledProblem<3> assembled<3>(const ContactProblem<3>&);

}  // namespace talus

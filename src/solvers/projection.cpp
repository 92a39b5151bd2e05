#include "talus/solvers/projection.hpp"

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// How much of the distance from the answer before is added, beside a diagonal of 1, and how often
/// it is taken back at most.
constexpr double proximity = 1e-6;
constexpr int most_repetitions = 30;
/// Pivots of whole blocks that may fail to lessen what is wrong before single ones take over.
constexpr int patience = 10;

}  // namespace

template <int D>
void Projection<D>::take(const AssembledProblem<D>& problem) {
  const auto n = static_cast<Eigen::Index>(problem.contact_count());
  scale_.resize(n);
  b_.resize(n);
  for (Eigen::Index c = 0; c < n; ++c) {
    const double w = problem.w.diagonal(static_cast<std::size_t>(c))(0, 0);
    scale_[c] = w > 0 ? 1 / std::sqrt(w) : 1;
    b_[c] = scale_[c] * problem.q[static_cast<std::size_t>(c)][0];
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index c = 0; c < n; ++c) {
    const auto row = static_cast<std::size_t>(c);
    for (std::size_t at = problem.w.row_begin(row); at < problem.w.row_begin(row + 1); ++at) {
      const auto other = static_cast<Eigen::Index>(problem.w.column(at));
      // Half to either side: the symmetric part.
      const double half = 0.5 * scale_[c] * scale_[other] * problem.w.block(at)(0, 0);
      entries.emplace_back(c, other, half);
      entries.emplace_back(other, c, half);
    }
  }
  w_.resize(n, n);
  w_.setFromTriplets(entries.begin(), entries.end());
}

/// Impulses of the contacts in in_ that stop them, and velocities of the others.
template <int D>
bool Projection<D>::solve_block(const Eigen::VectorXd& b) {
  std::fill(place_.begin(), place_.end(), -1);
  for (std::size_t k = 0; k < in_.size(); ++k) {
    place_[static_cast<std::size_t>(in_[k])] = static_cast<Eigen::Index>(k);
  }
  const auto count = static_cast<Eigen::Index>(in_.size());
  p_.setZero();
  if (count > 0) {
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd right(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Eigen::Index column = in_[static_cast<std::size_t>(k)];
      right[k] = -b[column];
      for (Matrix::InnerIterator it(w_, column); it; ++it) {
        const Eigen::Index row = place_[static_cast<std::size_t>(it.row())];
        if (row >= 0) entries.emplace_back(row, k, it.value());
      }
    }
    Matrix block(count, count);
    block.setFromTriplets(entries.begin(), entries.end());
    Eigen::SimplicialLDLT<Matrix> factors;
    factors.setShift(proximity);
    factors.compute(block);
    if (factors.info() != Eigen::Success) return false;
    const Eigen::VectorXd found = factors.solve(right);
    for (Eigen::Index k = 0; k < count; ++k) p_[in_[static_cast<std::size_t>(k)]] = found[k];
  }
  u_ = w_ * p_ + proximity * p_ + b;
  return true;
}

template <int D>
std::size_t Projection<D>::find_wrong() {
  // What rounding leaves at 0 is not wrong.
  const double least = 1e-14 * (b_.cwiseAbs().maxCoeff() + p_.cwiseAbs().maxCoeff());
  wrong_.clear();
  for (Eigen::Index c = 0; c < p_.size(); ++c) {
    const bool in = place_[static_cast<std::size_t>(c)] >= 0;
    if (in ? p_[c] < -least : u_[c] < -least) wrong_.push_back(c);
  }
  return wrong_.size();
}

/// The complementary p and u of W + proximity and b, from the contacts that had impulses before.
template <int D>
bool Projection<D>::pivot(const Eigen::VectorXd& b, const Deadline& deadline, int& pivots) {
  std::size_t fewest = p_.size() + 1;
  int left = patience;
  const auto most = 20 * static_cast<int>(p_.size()) + 100;
  for (int i = 0; i < most && !deadline.passed(); ++i) {
    if (!solve_block(b)) return false;
    ++pivots;
    const std::size_t wrong = find_wrong();
    if (wrong == 0) return true;
    if (wrong < fewest) {
      fewest = wrong;
      left = patience;
    } else if (--left < 0) {
      wrong_ = {wrong_.back()};  // Murty's rule ends for certain
    }
    std::vector<Eigen::Index> next;
    std::set_symmetric_difference(in_.begin(), in_.end(), wrong_.begin(), wrong_.end(),
                                  std::back_inserter(next));
    in_.swap(next);
  }
  return false;
}

template <int D>
typename Projection<D>::Answer Projection<D>::solve(const AssembledProblem<D>& problem,
                                                    double tolerance, const Deadline& deadline) {
  take(problem);
  const Eigen::Index n = b_.size();
  p_ = u_ = Eigen::VectorXd::Zero(n);
  in_.clear();
  place_.assign(static_cast<std::size_t>(n), -1);
  for (Eigen::Index c = 0; c < n; ++c) {
    if (b_[c] < 0) in_.push_back(c);
  }
  Answer out;
  out.r.assign(problem.contact_count(), Vec<D>::Zero());
  out.certificate = certify(problem, out.r);
  if (in_.empty()) {
    out.solved = true;
    return out;
  }
  for (int i = 0; i < most_repetitions; ++i) {
    const Eigen::VectorXd before = p_;
    if (!pivot(b_ - proximity * before, deadline, out.pivots)) return out;
    for (Eigen::Index c = 0; c < n; ++c) {
      out.r[static_cast<std::size_t>(c)][0] = scale_[c] * std::max(0.0, p_[c]);
    }
    out.certificate = certify(problem, out.r);
    out.solved = out.certificate.gap <= tolerance && out.certificate.approach <= tolerance;
    if (out.solved && (p_ - before).norm() <= tolerance * p_.norm()) break;
  }
  return out;
}

template <int D>
ProjectionCertificate certify(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& r) {
  ProjectionCertificate out;
  double gap = 0;
  double work = 0;
  double fastest = 0;
  for (std::size_t c = 0; c < r.size(); ++c) {
    const double pushed = problem.w.row_times(c, r)[0];
    const double u = pushed + problem.q[c][0];
    gap += r[c][0] * u;
    work += r[c][0] * pushed;
    out.approach = std::max(out.approach, -u);
    fastest = std::max(fastest, -problem.q[c][0]);
  }
  out.gap = work > 0 ? std::abs(gap) / work : std::abs(gap);
  if (fastest > 0) out.approach /= fastest;
  return out;
}

template class Projection<2>;
template class Projection<3>;
template class Projection<5>;
template ProjectionCertificate certify<2>(const AssembledProblem<2>&, const std::vector<Vec<2>>&);
template ProjectionCertificate certify<3>(const AssembledProblem<3>&, const std::vector<Vec<3>>&);
template ProjectionCertificate certify<5>(const AssembledProblem<5>&, const std::vector<Vec<5>>&);

}  // namespace talus

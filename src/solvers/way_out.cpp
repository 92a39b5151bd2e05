#include "talus/solvers/way_out.hpp"

#include "talus/solvers/projection.hpp"

#include <Eigen/QR>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// How well the projection must be solved to show a way out.
constexpr double good_projection = 1e-9;
/// Part of the largest impulse that belongs to what grows: after the projection's repetitions the
/// rest is a few of its proximities, 1e-6, or vanishes as what is added is taken back.
constexpr double grows = 1e-4;
/// What is added to W's diagonal, beside a diagonal of 1, and how often that is taken back.
constexpr double added = 1e-6;
constexpr int most_takings_back = 40;
/// Contacts for a dense decomposition, which takes half a second then.
constexpr std::size_t most_dense_contacts = 400;

/// The normal parts of W among some contacts, symmetric, scaled to a diagonal of 1.
template <int D>
Eigen::SparseMatrix<double> normal_part(const AssembledProblem<D>& problem,
                                        const std::vector<std::size_t>& chosen,
                                        const Eigen::VectorXd& scale) {
  std::vector<Eigen::Index> place(problem.contact_count(), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k) place[chosen[k]] = static_cast<Eigen::Index>(k);
  std::vector<Eigen::Triplet<double>> entries;
  for (const std::size_t c : chosen) {
    const Eigen::Index row = place[c];
    for (std::size_t at = problem.w.row_begin(c); at < problem.w.row_begin(c + 1); ++at) {
      const Eigen::Index column = place[problem.w.column(at)];
      if (column < 0) continue;
      const double half = 0.5 * scale[row] * scale[column] * problem.w.block(at)(0, 0);
      entries.emplace_back(row, column, half);
      entries.emplace_back(column, row, half);
    }
  }
  const auto size = static_cast<Eigen::Index>(chosen.size());
  Eigen::SparseMatrix<double> w(size, size);
  w.setFromTriplets(entries.begin(), entries.end());
  return w;
}

/// The search among the contacts whose impulses grow.
template <int D>
class PushSearch {
 public:
  PushSearch(const AssembledProblem<D>& problem, const std::vector<Vec<D>>& grown)
      : problem_(problem) {
    double most = 0;
    for (std::size_t c = 0; c < grown.size(); ++c) most = std::max(most, grown[c][0] * root(c));
    for (std::size_t c = 0; c < grown.size(); ++c) {
      if (grown[c][0] * root(c) > grows * most) chosen_.push_back(c);
    }
    x_.resize(static_cast<Eigen::Index>(chosen_.size()));
    scale_.resize(x_.size());
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      scale_[at] = 1 / root(chosen_[k]);
      x_[at] = grown[chosen_[k]][0] * root(chosen_[k]);
    }
  }

  NoWayOut by_taking_back(const Deadline& deadline) {
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors;
    factors.setShift(added);
    factors.compute(normal_part<D>(problem_, chosen_, scale_));
    if (factors.info() != Eigen::Success) return {};
    for (int i = 0; i < most_takings_back && !deadline.passed(); ++i) {
      NoWayOut found = proof();
      if (found.proved()) return found;
      x_ = factors.solve(x_);
    }
    return {};
  }

  /// Where pushes hardly hold each other in some direction, tangents see more of what is left than
  /// normals do. All components, by a dense decomposition.
  NoWayOut by_all_components() {
    if (chosen_.size() > most_dense_contacts) return {};
    const Eigen::MatrixXd moved = all_rows();
    x_ -= moved.completeOrthogonalDecomposition().solve(moved * x_);
    return proof();
  }

  bool any() const { return !chosen_.empty(); }

 private:
  /// Contacts weigh by what stops them: impulses times this.
  double root(std::size_t c) const {
    return std::sqrt(std::max(0.0, problem_.w.diagonal(c)(0, 0)));
  }

  NoWayOut proof() {
    x_ /= x_.cwiseAbs().maxCoeff();
    std::vector<double> push(problem_.contact_count(), 0.0);
    for (Eigen::Index k = 0; k < x_.size(); ++k) {
      if (x_[k] > grows) push[chosen_[static_cast<std::size_t>(k)]] = scale_[k] * x_[k];
    }
    return no_way_out<D>(problem_, push);
  }

  /// What each push does to the velocities of all contacts it reaches, scaled.
  Eigen::MatrixXd all_rows() const {
    const auto& w = problem_.w;
    std::vector<Eigen::Index> first(problem_.contact_count(), -1);
    Eigen::Index rows = 0;
    const auto each = [&](const auto& visit) {
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const std::size_t c = chosen_[k];
        for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) visit(k, at);
      }
    };
    each([&](std::size_t /*k*/, std::size_t at) {
      auto& row = first[w.column(at)];
      if (row >= 0) return;
      row = rows;
      rows += D;
    });
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(rows, x_.size());
    each([&](std::size_t k, std::size_t at) {
      const auto column = static_cast<Eigen::Index>(k);
      const double other = root(w.column(at));
      out.block<D, 1>(first[w.column(at)], column) =
          scale_[column] / (other > 0 ? other : 1) * w.block(at).row(0).transpose();
    });
    return out;
  }

  const AssembledProblem<D>& problem_;
  std::vector<std::size_t> chosen_;
  Eigen::VectorXd scale_, x_;
};

}  // namespace

template <int D>
NoWayOut look_for_way_out(const AssembledProblem<D>& problem, const Deadline& deadline) {
  const auto grown = Projection<D>().solve(problem, good_projection, deadline);
  if (grown.solved || deadline.passed()) return {};
  PushSearch<D> search(problem, grown.r);
  if (!search.any()) return {};
  NoWayOut found = search.by_taking_back(deadline);
  if (found.proved() || deadline.passed()) return found;
  return search.by_all_components();
}

template NoWayOut look_for_way_out<2>(const AssembledProblem<2>&, const Deadline&);
template NoWayOut look_for_way_out<3>(const AssembledProblem<3>&, const Deadline&);
template NoWayOut look_for_way_out<5>(const AssembledProblem<5>&, const Deadline&);

}  // namespace talus

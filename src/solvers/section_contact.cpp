#include "talus/solvers/section_contact.hpp"

#include "talus/solvers/least_in_disk.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

/// r_N >= 0 and r_T in a disk, convex: r_N is free unless that makes it negative.
template <int D>
Vec<D> solve_disk(double threshold, const Mat<D>& w, const Vec<D>& q) {
  const Vec<D - 1> w_nt = w.template block<D - 1, 1>(1, 0);
  const Mat<D - 1> w_tt = w.template bottomRightCorner<D - 1, D - 1>();
  const Mat<D - 1> schur = w_tt - w_nt * w_nt.transpose() / w(0, 0);
  Vec<D> r;
  r.template tail<D - 1>() = least_in_disk(
      schur, Vec<D - 1>(q.template tail<D - 1>() - w_nt * (q[0] / w(0, 0))), threshold);
  r[0] = -(q[0] + w_nt.dot(r.template tail<D - 1>())) / w(0, 0);
  if (r[0] >= 0) return r;
  r[0] = 0;
  r.template tail<D - 1>() = least_in_disk(w_tt, Vec<D - 1>(q.template tail<D - 1>()), threshold);
  return r;
}

constexpr int most_radii = 200;

/// The radius of the disk grows with the push: found by taking the push of the disk before, which
/// gains a factor mu |W_NT| / W_NN each time, Painleve's number.
template <int D>
Vec<D> solve_threshold(const CanonicalLaw<D>& law, const Mat<D>& w, const Vec<D>& q) {
  Vec<D> r = solve_disk<D>(law.threshold, w, q);
  if (law.mu == 0) return r;
  for (int i = 0; i < most_radii; ++i) {
    const double push = r[0];
    r = solve_disk<D>(law.threshold + law.mu * push, w, q);
    if (std::abs(r[0] - push) <= 2 * std::numeric_limits<double>::epsilon() * push) break;
  }
  return r;
}

/// Statuses are tried one after the other: sticking, sliding along the outside of each edge, at
/// each corner. Where uniqueness holds just one agrees with itself; round-off on borders is settled
/// by the least disagreement, a velocity.
class PolygonSlide {
 public:
  PolygonSlide(const FrictionPolygon& corners, const Mat<3>& w, const Vec<3>& q)
      : corners_(corners), w_(w), q_(q) {}

  Vec<3> solve() {
    if (q_[0] >= 0) return Vec<3>::Zero();
    const Vec<3> stuck = -w_.ldlt().solve(q_);
    if (stuck[0] >= 0 && is_inside(stuck)) return stuck;
    for (std::size_t i = 0; i < corners_.size(); ++i) try_edge(i);
    for (std::size_t i = 0; i < corners_.size(); ++i) try_corner(i);
    return best_;
  }

 private:
  Vec<2> edge(std::size_t i) const { return corners_[(i + 1) % corners_.size()] - corners_[i]; }
  static Vec<2> outward(const Vec<2>& edge) { return Vec<2>(edge[1], -edge[0]).normalized(); }

  bool is_inside(const Vec<3>& r) const {
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (outward(edge(i)).dot(r.tail<2>() - r[0] * corners_[i]) > 0) return false;
    }
    return true;
  }

  /// r_T = r_N corner + y along the edge; no velocity along the normal and along the edge.
  void try_edge(std::size_t i) {
    const Vec<2> along = edge(i).normalized();
    Mat<3, 2> columns = Mat<3, 2>::Zero();
    columns.col(0) << 1, corners_[i];
    columns.col(1).tail<2>() = along;
    Mat<2, 3> rows = Mat<2, 3>::Zero();
    rows(0, 0) = 1;
    rows.row(1).tail<2>() = along.transpose();
    const Mat<2> m = rows * w_ * columns;
    const Vec<2> x = -m.fullPivLu().solve(Vec<2>(rows * q_));
    const Vec<3> r = columns * x;
    if (!(r[0] >= 0) || !r.allFinite()) return;
    const double length = r[0] * edge(i).norm();
    const double beyond = std::max({0.0, -x[1], x[1] - length});
    const Vec<2> u = (w_ * r + q_).tail<2>();
    consider(r, w_(0, 0) * beyond + std::max(0.0, outward(edge(i)).dot(u)));
  }

  /// The slip is opposed to a direction between the normals of both edges.
  void try_corner(std::size_t i) {
    Vec<3> unit;
    unit << 1, corners_[i];
    const double divisor = w_.row(0).dot(unit);
    if (!(divisor > 0)) return;
    const Vec<3> r = unit * (-q_[0] / divisor);
    const Vec<2> u = (w_ * r + q_).tail<2>();
    const Vec<2> before = -edge((i + corners_.size() - 1) % corners_.size()).normalized();
    const Vec<2> after = edge(i).normalized();
    consider(r, std::max({0.0, -u.dot(before), -u.dot(after)}));
  }

  void consider(const Vec<3>& r, double disagreement) {
    if (!(disagreement < least_)) return;
    least_ = disagreement;
    best_ = r;
  }

  const FrictionPolygon& corners_;
  const Mat<3>& w_;
  const Vec<3>& q_;
  Vec<3> best_ = Vec<3>::Zero();
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

template <int D>
Vec<D> solve_section(const CanonicalLaw<D>& law, const Mat<D>& w, const Vec<D>& q) {
  if (law.section == Section::threshold) return solve_threshold<D>(law, w, q);
  if constexpr (D == 3) {
    if (law.section == Section::polygon) return PolygonSlide(*law.polygon, w, q).solve();
  }
  return -w.ldlt().solve(q);
}

template Vec<2> solve_section<2>(const CanonicalLaw<2>&, const Mat<2>&, const Vec<2>&);
template Vec<3> solve_section<3>(const CanonicalLaw<3>&, const Mat<3>&, const Vec<3>&);

}  // namespace talus

// How far two answers to a contact problem may be from each other, given how well each meets the
// law. With e = r - P_K(r - u~) the defect of an answer, r' = r - e and u~' = u~ - e meet the law
// exactly, so that for two answers, d = r_1 - r_2 and e = e_1 - e_2,
//
//     (u~_1 - u~_2 - e) . (d - e) <= 0.                                                       (1)
//
// Without shift (no friction, or the relaxed law) u~_1 - u~_2 = W d, hence
//
//     d . W d <= |e| |d| + |W d| |e|:           velocities are unique, impulses where W is regular.
//
// With friction the shifts differ by at most m |W d|, m the largest coefficient. With y^2 = d . W d
// and the least and largest eigenvalues a, b of a regular symmetric W,
//
//     y (1 - m sqrt(b / a)) <= |e| (1 / sqrt(a) + (1 + m) sqrt(b)):
//
// both are unique where m < sqrt(a / b).
#pragma once

#include "talus/problem/assembled_problem.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace talus::samples {

/// Least and largest eigenvalue of a symmetric matrix.
struct Spectrum {
  double least = 0;
  double largest = 0;
};

inline Spectrum spectrum(const Eigen::MatrixXd& w) {
  if (w.rows() == 0) return {1, 1};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(w, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues()[0], solver.eigenvalues()[w.rows() - 1]};
}

template <int D>
Eigen::VectorXd flat(const std::vector<Vec<D>>& v) {
  if (v.empty()) return {};
  return Eigen::Map<const Eigen::VectorXd>(v.front().data(),
                                           static_cast<Eigen::Index>(D * v.size()));
}

/// Impulses, their velocities and their defect, written out apart from the judge.
struct Answer {
  Eigen::VectorXd r, u, e;
};

template <int D>
Answer answer(const AssembledProblem<D>& p, const Eigen::MatrixXd& w, const std::vector<Vec<D>>& r,
              bool relaxed = false) {
  Answer a{flat<D>(r), {}, {}};
  a.u = w * a.r + flat<D>(p.q);
  a.e.resize(a.r.size());
  for (std::size_t c = 0; c < r.size(); ++c) {
    const auto at = static_cast<Eigen::Index>(D * c);
    const Vec<D> u = a.u.segment<D>(at);
    const Vec<D> shifted = relaxed ? u : p.cone[c].shifted(u);
    a.e.segment<D>(at) = r[c] - p.cone[c].project(r[c] - shifted);
  }
  return a;
}

/// Largest distances of two answers whose defects are below e each.
struct Distance {
  double u = 0;
  double r = 0;
};

/// Without shift: the root of x^2 = b (2 e |d| + 2 e x), x = |W d|.
inline double convex_bound(const Spectrum& s, double e, const Answer& one, const Answer& other) {
  const double half = s.largest * e;
  return half + std::sqrt(half * half + 2 * s.largest * e * (one.r - other.r).norm());
}

/// With shifts of at most m |u|.
inline Distance regular_bound(const Spectrum& s, double m, double e) {
  const double a = std::sqrt(s.least);
  const double b = std::sqrt(s.largest);
  const double y = 2 * e * (1 / a + (1 + m) * b) / (1 - m * b / a);
  return {b * y, y / a};
}

/// The least eigenvalue of W among components in which either answer, freed of its defect, has an
/// impulse: open contacts then have none at all. 0 where it is nothing but rounding.
inline double least_where_acting(const Eigen::MatrixXd& w, const Answer& one, const Answer& other) {
  std::vector<Eigen::Index> acting;
  for (Eigen::Index i = 0; i < one.r.size(); ++i) {
    if (one.r[i] != one.e[i] || other.r[i] != other.e[i]) acting.push_back(i);
  }
  const Spectrum s = spectrum(w(acting, acting));
  const double rounding = static_cast<double>(w.rows()) * std::numeric_limits<double>::epsilon();
  return s.least > 1e3 * rounding * s.largest ? s.least : 0;
}

}  // namespace talus::samples

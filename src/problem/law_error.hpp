// How errors of single contacts add up to a law error: the same sums for every form of the problem.
#pragma once

#include "talus/math/vec.hpp"

#include <algorithm>
#include <cstddef>

namespace talus {

struct LawError {
  double relative = 0;  ///< the number solvers are stopped by; infinite where it is no number
  double absolute = 0;  ///< its numerator, a velocity, never below what rounding leaves uncertain
  double scale = 0;     ///< what it is divided by
  double worst = 0;     ///< largest single contact's part of the numerator
  std::size_t worst_contact = 0;
  std::size_t acting = 0;  ///< contacts with an impulse
};

/// A single contact's share, as one of the law error: where there is nothing to compare with, any
/// defect is as large as can be.
inline double part_of_law_error(double defect, double scale) {
  if (scale > 0) return defect / scale;
  return defect > 0 ? 1 : 0;
}

/// Takes contacts one by one, in order.
class LawErrorSum {
 public:
  /// `defect`: the natural map w r - P_K(w r - u~); `scaled`: w r; q2: |q|^2 of the contact.
  template <int D>
  void add(const Vec<D>& defect, const Vec<D>& scaled, double q2) {
    add(defect.squaredNorm(), scaled.squaredNorm(), q2, !scaled.isZero(0));
  }
  /// The same for a cone of Coulomb's, with the normal velocity before it was shifted. The natural
  /// map sees the defect min(w r_N, u_N) of Signorini's law through its cone only: it is no less
  /// than that over sqrt(1 + mu^2), mu^2 summed where there is friction against rolling too, and
  /// great friction would hide an approach. Beyond 1, the largest of these, Signorini's defect
  /// counts itself as it does there.
  template <int D>
  void add_cone(const Vec<D>& defect, const Vec<D>& scaled, double u_n, double q2, double mu) {
    double defect2 = defect.squaredNorm();
    if (mu > 1) {
      constexpr double share = D == 5 ? 1.0 / 3 : 1.0 / 2;
      const double signorini = std::min(scaled[0], u_n);
      defect2 = std::max(defect2, share * signorini * signorini);
    }
    add(defect2, scaled.squaredNorm(), q2, !scaled.isZero(0));
  }
  /// Goes on with contacts that another has taken.
  LawErrorSum& operator+=(const LawErrorSum& next);
  LawError total() const;

 private:
  void add(double defect2, double scaled2, double q2, bool acts) {
    numerator_ += defect2;
    if (defect2 > worst_) {
      worst_ = defect2;
      worst_contact_ = contacts_;
    }
    ++contacts_;
    acting_ += acts ? 1 : 0;
    if (acts || defect2 > 0) q2_acting_ += q2;
    r2_ += scaled2;
  }

  double numerator_ = 0, worst_ = 0, q2_acting_ = 0, r2_ = 0;
  std::size_t contacts_ = 0, worst_contact_ = 0, acting_ = 0;
};

}  // namespace talus

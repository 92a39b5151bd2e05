// How errors of single contacts add up to a law error: the same sums for every form of the problem.
#pragma once

#include "talus/math/vec.hpp"

#include <cstddef>

namespace talus {

struct LawError {
  double relative = 0;  ///< the number solvers are stopped by
  double absolute = 0;  ///< its numerator, a velocity
  double worst = 0;     ///< largest single contact's part of the numerator
  std::size_t worst_contact = 0;
  std::size_t acting = 0;  ///< contacts with an impulse
};

/// Takes contacts one by one, in order.
class LawErrorSum {
 public:
  /// `defect`: the natural map w r - P_K(w r - u~); `scaled`: w r; q2: |q|^2 of the contact.
  template <int D>
  void add(const Vec<D>& defect, const Vec<D>& scaled, double q2) {
    add(defect.squaredNorm(), scaled.squaredNorm(), q2, !scaled.isZero(0));
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

// The basic frictional problem of one contact (002 (31)): given u = W r + q, find r and u that
// satisfy the canonical law. Closed form in the plane, (34) of 002; in space a scalar Newton that
// cannot fail.
#pragma once

#include "talus/math/vec.hpp"

namespace talus {

template <int D>
class SingleContact;

template <>
class SingleContact<2> {
 public:
  SingleContact() = default;
  /// W symmetric positive semi-definite with W(0,0) > 0.
  SingleContact(const Mat<2>& w, double mu);
  Vec<2> solve(const Vec<2>& q) const;
  /// mu |W_NT| / W_NN: from 1 on, uniqueness is lost (002 (33), Painleve).
  double painleve_number() const;
  /// Below 1 there is one answer whatever q. In the plane Painleve's.
  double uniqueness_number() const { return painleve_number(); }

  Mat<2> w() const { return Mat<2>{{w_nn_, w_nt_}, {w_nt_, w_tt_}}; }
  double mu() const { return mu_; }
  /// The axes in which it is solved, columns: the contact's own.
  Mat<2> axes() const { return Mat<2>::Identity(); }

 private:
  double w_nn_ = 0, w_nt_ = 0, w_tt_ = 0, mu_ = 0;
};

/// Eliminate r_N; with u_T = -lambda r_T the slip equation is scalar,
///
///     mu r_N(lambda) = |r_T(lambda)|,   r_T = -(S + lambda)^-1 q~,   r_N = -(q_N + w.r_T) / W_NN,
///
/// S the tangential Schur complement. For q_N < 0 the left side wins as lambda grows, so either
/// lambda = 0 sticks or a root lies above it: bisection guards Newton and one is always found.
///
/// There may be several, also where Painleve's number is below 1. With a = mu w / W_NN and r_T =
/// |r_T| e, the excess mu r_N - |r_T| grows with lambda by |r_T| (a + e).(S + lambda)^-1 e. A
/// matrix of condition k turns e by an angle whose cosine is at least 2 sqrt(k) / (k + 1), and S +
/// lambda is no worse than S, so the excess grows for certain, and its root is one, while |a| is
/// less than that cosine. A body that is much easier to push along one tangent than along the other
/// can stick or slide under the same load.
template <>
class SingleContact<3> {
 public:
  SingleContact() = default;
  SingleContact(const Mat<3>& w, double mu);
  Vec<3> solve(const Vec<3>& q) const;
  double painleve_number() const;
  /// Painleve's number over that cosine, never less than it: below 1 there is one answer whatever
  /// q. From 1 on there may be several.
  double uniqueness_number() const;

  double w_nn() const { return w_nn_; }
  double mu() const { return mu_; }
  const Vec<2>& w_nt() const { return w_nt_; }  ///< in `axes`
  const Vec<2>& schur() const { return s_; }    ///< eigenvalues of S
  /// The axes in which it is solved, columns: the normal, and those that diagonalise S.
  Mat<3> axes() const {
    Mat<3> all = Mat<3>::Identity();
    all.bottomRightCorner<2, 2>() = axes_;
    return all;
  }

 private:
  double w_nn_ = 0, mu_ = 0;
  Vec<2> w_nt_;  ///< in the axes that diagonalise S
  Vec<2> s_;     ///< eigenvalues of S
  Mat<2> axes_;  ///< columns: those axes
};

}  // namespace talus

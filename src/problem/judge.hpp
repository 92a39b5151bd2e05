// The one judge of answers, outside all solvers (rows B04, architecture): how far impulses are from
// satisfying the contact laws.
//
// At each contact the natural map of the law is w r^ - P_K(w r^ - u~), u~ = u^ + mu |u^_T| n, with
// w the mean of W's diagonal block, so that both sides are velocities. It vanishes exactly when the
// law holds. The law error is the Euclidean norm over all contacts divided by
//
//     min( |q|, max(|w r^|, sqrt(eps) |q|) ),   q = u^ at r = 0 over the contacts that act,
//
// hence without unit, the same in every frame of reference, and never laxer than the division by
// |q| in use elsewhere: fast sliding does not excuse errors in small forces, nor do the large
// forces at the bottom of a stack. Nor is it ever less than the rounding of what is subtracted
// (problem/law_error.cpp).
#pragma once

#include "talus/problem/contact_problem.hpp"
#include "talus/problem/law_error.hpp"

#include <vector>

namespace talus {

/// The judge of one problem. What does not depend on the answer is worked out once.
template <int D>
class Judge {
 public:
  Judge() = default;
  explicit Judge(const ContactProblem<D>& problem) { take(problem); }

  /// Turns to another problem, which must outlive the verdicts, reusing memory.
  void take(const ContactProblem<D>& problem);

  /// r: canonical impulses; v: the velocities they give (ContactProblem::velocities); m: moments of
  /// the contacts that resist turning.
  LawError operator()(const std::vector<Vec<D>>& r, const std::vector<Twist<D>>& v,
                      const std::vector<Spin<D>>& m = {});

  /// Each contact's part of the law error: squared they add up to its square, above its rounding.
  std::vector<double> contact_errors(const std::vector<Vec<D>>& r, const std::vector<Twist<D>>& v,
                                     const std::vector<Spin<D>>& m = {});

 private:
  void take_contact(std::size_t c);
  /// Contacts from `begin` to `end`.
  LawErrorSum judge_some(std::size_t begin, std::size_t end, const std::vector<Vec<D>>& r,
                         const std::vector<Twist<D>>& v, const std::vector<Spin<D>>& m) const;
  void add_turning(std::size_t row, const Vec<D>& r, const Vec<D>& u, const Spin<D>& m,
                   const Spin<D>& spin, LawErrorSum& sum) const;

  const ContactProblem<D>* problem_ = nullptr;
  std::vector<double> weight_;     ///< w of each contact
  std::vector<double> q2_;         ///< |q|^2 of each contact
  std::vector<LawErrorSum> sums_;  ///< of contacts some thousands at a time
};

/// The verdict on impulses alone: velocities are recomputed from them.
template <int D>
LawError judge(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r);

}  // namespace talus

// Whether bodies with prescribed motion leave others no way out: a grain, or several in a row,
// wedged between bodies that approach each other.
//
// Contacts ask for u_N = H_N^T v + q_N >= 0, with q_N what prescribed motions and laws add. For any
// pushes r >= 0 and any v that grants this,
//
//     0 <= r . u_N = (H_N r) . v + r . q_N,   hence   |v|_M >= -r . q_N / |H_N r|_{M^-1}:
//
// pushes that nearly balance on every body, against approaching obstacles, tell how fast the
// slowest motion is that satisfies the contacts; where they balance there is none (Farkas' lemma).
// The best pushes are found by projected Gauss-Seidel sweeps over the few contacts around the worst
// one.
//
// The same with impulses in Coulomb's cones K asks for u in the dual cones K*. Where some v grants
// that, the contact problem has an answer (acary2011formulation); where none does it may have none,
// though bodies could slide out: friction holds them.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// A plain value, for reports.
struct Pinch {
  /// Any motion that satisfies the contacts is this many times faster than they are on average
  /// without impulses; 0: nothing is pinched.
  double least_speed = 0;
  std::uint32_t contacts = 0;  ///< that take part
  std::uint32_t blocks = 0;    ///< that are caught
  /// Contacts with obstacles that press hardest, on opposite sides; the same one twice where there
  /// is one obstacle contact only.
  std::uint32_t one_side = 0, other_side = 0;
  std::uint64_t by_friction = 0;  ///< 1: without friction there would be a way out

  bool found() const { return least_speed > 0; }
};

template <int D>
class PinchFinder {
 public:
  /// Looks around contact `worst`, at more and more bodies, following contacts that have an
  /// impulse.
  Pinch find(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r, std::size_t worst);
  /// Contacts that take part in what was found, ascending.
  const std::vector<std::size_t>& contacts() const { return taking_part_; }

 private:
  enum class Impulses : std::uint8_t { pushes, cones };
  struct Contact {
    std::size_t number;
    Vec<D> q;  ///< canonical velocity that obstacles and laws give, in units of the typical one
    Vec<D> x;  ///< impulse
    double stiffness;  ///< no less than the curvature of what is minimised
    double push_stiffness;
  };

  bool mark(int block);
  bool list_contacts(const ContactProblem<D>& problem);
  bool grow(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r);
  double least_speed(const ContactProblem<D>& problem, Impulses impulses);
  void sweep(const ContactProblem<D>& problem, Impulses impulses);
  bool lets_out(const ContactProblem<D>& problem, Impulses impulses) const;
  bool approaches() const;
  Pinch describe(const ContactProblem<D>& problem);

  std::vector<std::uint8_t> marked_;  ///< of each block
  std::vector<std::size_t> next_;
  std::vector<Contact> list_;
  std::vector<Twist<D>> v_;  ///< M^-1 H x
  double work_ = 0;          ///< sum of x . q
  double weight_ = 0;        ///< mean of W's diagonal
  std::vector<std::size_t> taking_part_;
};

}  // namespace talus

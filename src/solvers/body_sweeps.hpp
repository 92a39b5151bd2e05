// Sweeps over the contacts of an assembled problem whose bodies are known to be balls: each contact
// costs a cache line or two instead of a row of W, and eight are solved side by side.
#pragma once

#include "talus/solvers/loaded_contacts.hpp"
#include "talus/solvers/momentum.hpp"

#include <vector>

namespace talus {

template <int D>
class BodySweeps {
 public:
  /// What the judge takes, who multiplies rows of W.
  static constexpr int sweeps_of_a_look = 8;

  /// Takes the problem, which must outlive the sweeps.
  void take(const ContactProblem<D>& problem, RadialLaw law);
  /// Turns to these impulses, at rest.
  void start(const std::vector<Vec<D>>& r);
  /// One forward sweep from impulses carried on by `carry` of the way the last one made, over all
  /// contacts or those that were not open throughout the last sweep over all.
  SweepSize sweep(double carry, bool all);
  /// Where the last sweep ended.
  const std::vector<Vec<D>>& impulses();

 private:
  const ContactProblem<D>* problem_ = nullptr;
  RadialLaw law_ = RadialLaw::coulomb;
  std::vector<std::size_t> order_;
  LoadedContacts<D> loaded_;
  Momentum<D> momentum_;
  Solution<D> solution_;
};

}  // namespace talus

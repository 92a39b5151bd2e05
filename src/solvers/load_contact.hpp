// Contacts of a problem in the forms that are swept one by one.
#pragma once

#include "talus/problem/contact_problem.hpp"
#include "talus/solvers/general_sweep.hpp"
#include "talus/solvers/turning_sweep.hpp"

#include <vector>

namespace talus {

/// Contact c with the impulse r to start from; the problem must outlive it. spin_scale: sqrt(I)^-1
/// of each block (NlgsBlock), and 0 of the obstacle, which comes last.
template <int D>
GeneralContact<D> general_contact(const ContactProblem<D>& problem,
                                  const std::vector<Spin<D>>& spin_scale, const Vec<D>& r,
                                  std::size_t c);

/// A contact that resists turning, by its row, with its impulse and its moment.
template <int D>
TurningBlock<D> turning_block(const ContactProblem<D>& problem,
                              const std::vector<Spin<D>>& spin_scale, const Vec<D>& r,
                              const Spin<D>& m, std::size_t row);

}  // namespace talus

// Some contacts of a problem, with all its blocks.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <cstddef>
#include <vector>

namespace talus {

/// `chosen`: numbers of contacts, ascending. Memory of `out` is used again.
template <int D>
void choose_contacts(const ContactProblem<D>& problem, const std::vector<std::size_t>& chosen,
                     ContactProblem<D>& out);

}  // namespace talus

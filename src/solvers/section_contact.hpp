// One contact whose impulses are no cone of Coulomb's (laws/canonical_law.hpp): given u = W r + q,
// the r that satisfies its law. All in closed form but for one scalar root.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

/// W symmetric, positive definite; the law's section is neither cone nor sticking.
template <int D>
Vec<D> solve_section(const CanonicalLaw<D>& law, const Mat<D>& w, const Vec<D>& q);

}  // namespace talus

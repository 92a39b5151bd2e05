// The sets of impulses that are no cones of Coulomb's: how far an answer is from their laws, and
// guesses cut to them. Each law is
//
//     r_N = max(0, r_N - u_N / w),   r_T = nearest point of D(r_N) to r_T - u_T / w
//
// with D(r_N) the impulses of friction a push r_N allows; for Section::free both sides are u = 0.
#pragma once

#include "talus/laws/canonical_law.hpp"

namespace talus {

/// w r minus what the law makes of it, a velocity; zero exactly when the law holds. u canonical.
template <int D>
Vec<D> section_defect(const CanonicalLaw<D>& law, double w, const Vec<D>& r, const Vec<D>& u);

/// Cuts an impulse to those the contact may have, whatever its section; the normal part goes first.
template <int D>
void admit(const CanonicalLaw<D>& law, Vec<D>& r);

}  // namespace talus

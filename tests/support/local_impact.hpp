// One contact between bodies with some W, solved for a law as it is stated: u = u_free + W r.
#pragma once

#include "talus/laws/contact_law.hpp"
#include "talus/solvers/section_contact.hpp"
#include "talus/solvers/single_contact.hpp"

#include "support/samples.hpp"

namespace talus::samples {

template <int D>
struct LocalImpact {
  Mat<D> w;
  Vec<D> u_free;
  LocalState<D> state;
  CanonicalLaw<D> law;
  Vec<D> r, r_canonical, u;

  /// Any bodies and velocities: W is between 0.5 and 2.
  explicit LocalImpact(Random& random) {
    w = positive_matrix<D>(random, 0.5, 2);
    state.u_before = vector<D>(random);
    u_free = state.u_before + vector<D>(random, 0.1);
    state.closed = true;
    state.h = 0.01;
  }

  void solve(const ContactLaw& stated) {
    law = canonical_form<D>(stated, state);
    // u^ = A (u + c) + S r^ with u = u_free + W (A r^ - k n).
    Mat<D> canonical = law.scale.asDiagonal() * w * law.scale.asDiagonal();
    canonical += law.compliance.asDiagonal();
    const Vec<D> q = law.scale.cwiseProduct(u_free - law.cohesion * w.col(0) + law.shift);
    const bool cone = law.section == Section::cone || law.section == Section::sticking;
    r_canonical =
        cone ? SingleContact<D>(canonical, law.mu).solve(q) : solve_section<D>(law, canonical, q);
    r = law.scale.cwiseProduct(r_canonical);
    r[0] -= law.cohesion;
    u = u_free + w * r;
  }

  Vec<D - 1> slip() const { return u.template tail<D - 1>(); }
  Vec<D - 1> shear() const { return r.template tail<D - 1>(); }
};

}  // namespace talus::samples

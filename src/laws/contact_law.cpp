#include "talus/laws/contact_law.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

double interpolate(const TabulatedFriction& f, double x) {
  const auto upper = std::upper_bound(f.x.begin(), f.x.end(), x);
  if (upper == f.x.begin()) return f.mu.front();
  if (upper == f.x.end()) return f.mu.back();
  const auto i = static_cast<std::size_t>(upper - f.x.begin());
  const double s = (x - f.x[i - 1]) / (f.x[i] - f.x[i - 1]);
  return f.mu[i - 1] + s * (f.mu[i] - f.mu[i - 1]);
}

template <int D>
struct FrictionReader {
  const LocalState<D>& state;
  CanonicalLaw<D>& law;

  double slip_speed() const { return state.u_before.template tail<D - 1>().norm(); }

  void operator()(const IsotropicFriction& f) const { law.mu = f.mu; }

  // The ellipse r_T = A r^_T of the disk |r^_T| <= mu r_N; the larger axis carries scale 1.
  void operator()(const EllipticFriction& f) const {
    law.mu = std::max(f.mu, f.mu_across);
    if (law.mu == 0) return;
    law.scale[1] = f.mu / law.mu;
    if constexpr (D == 3) law.scale[2] = f.mu_across / law.mu;
  }

  void operator()(const StaticDynamicFriction& f) const {
    if (f.speed > 0) {
      law.mu = f.mu_dynamic + (f.mu_static - f.mu_dynamic) * std::exp(-slip_speed() / f.speed);
    } else {
      law.mu = state.status_before == ContactStatus::sliding ? f.mu_dynamic : f.mu_static;
    }
  }

  void operator()(const TabulatedFriction& f) const {
    const double x = f.of == TabulatedFriction::Of::speed  ? slip_speed()
                     : f.of == TabulatedFriction::Of::slip ? state.slip
                                                           : state.time;
    law.mu = interpolate(f, x);
  }
};

}  // namespace

double restitution_from_dissipation_index(double delta) { return (1 - delta) / (1 + delta); }

template <int D>
void canonical_form(const ContactLaw& law, const LocalState<D>& state, CanonicalLaw<D>& out) {
  out = {};
  std::visit(FrictionReader<D>{state, out}, law.friction);
  // 000 (43), (44): the law connects r with weighted means of the velocities before and after.
  // Positive factors do not change it, so only the weights' ratio enters.
  if (state.closed) {
    out.shift[0] = law.e_n * state.u_before[0];
    out.shift.template tail<D - 1>() = law.e_t * state.u_before.template tail<D - 1>();
  }
  // 002 (24), (25). A contact in velocity form that is apart is one that pushed a step ago.
  if (law.form == Signorini::gap) {
    out.shift[0] += state.gap / state.h;
  } else if (!state.closed) {
    out.shift[0] += std::max(0.0, state.gap) / state.h;
  }
}

const Vec<3>* preferred_direction(const ContactLaw& law) {
  const auto* elliptic = std::get_if<EllipticFriction>(&law.friction);
  return elliptic == nullptr ? nullptr : &elliptic->direction;
}

template void canonical_form<2>(const ContactLaw&, const LocalState<2>&, CanonicalLaw<2>&);
template void canonical_form<3>(const ContactLaw&, const LocalState<3>&, CanonicalLaw<3>&);

}  // namespace talus

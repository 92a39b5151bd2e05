#include "talus/solvers/radial_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

template <int D>
double sweep_radial(std::vector<RadialContact<D>>& contacts, std::vector<NlgsBlock<D>>& blocks) {
  double change = 0;
  NlgsBlock<D>* const block = blocks.data();
  for (auto& c : contacts) {
    NlgsBlock<D>& a = block[c.first];
    NlgsBlock<D>& b = block[c.second];
    const Vec<D> n = c.normal;
    const Spin<D> turn = c.lever_first * a.w + c.lever_second * b.w;
    const Vec<D> u = a.v - b.v - cross(turn, n) + c.offset;
    const double u_n = n.dot(u);
    const double p_n = n.dot(c.impulse);
    // Normal: p_N' = max(0, p_N - u_N / w_n).
    const double new_n = std::max(0.0, p_n - u_n * c.inv_w_n);
    // Tangent: trial impulse cut back to the disk of radius mu p_N'.
    const Vec<D> trial = (c.impulse - p_n * n) - (u - u_n * n) * c.inv_w_t;
    const double limit = c.mu * new_n;
    const double length2 = trial.squaredNorm();
    const double cut = length2 > limit * limit ? limit / std::sqrt(length2) : 1.0;
    const Vec<D> p = new_n * n + cut * trial;
    const Vec<D> d = p - c.impulse;
    c.impulse = p;
    const Spin<D> m = moment(n, d);
    a.v += a.inv_mass * d;
    b.v -= b.inv_mass * d;
    a.w -= (a.inv_inertia * c.lever_first) * m;
    b.w -= (b.inv_inertia * c.lever_second) * m;
    change += d.squaredNorm() / (c.inv_w_n * c.inv_w_n);
  }
  return change;
}

template double sweep_radial<2>(std::vector<RadialContact<2>>&, std::vector<NlgsBlock<2>>&);
template double sweep_radial<3>(std::vector<RadialContact<3>>&, std::vector<NlgsBlock<3>>&);

}  // namespace talus

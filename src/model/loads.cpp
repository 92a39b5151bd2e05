#include "talus/model/loads.hpp"

namespace talus {

template <int D>
Vec<D> AppliedForce<D>::force_at(double t) const {
  Vec<D> f = force;
  for (std::size_t i = 0; i < force_table.size(); ++i) {
    f[static_cast<Eigen::Index>(i)] += force_table[i].value(t);
  }
  return f;
}

template <int D>
Spin<D> AppliedForce<D>::torque_at(double t) const {
  Spin<D> m = torque;
  for (std::size_t i = 0; i < torque_table.size(); ++i) {
    m[static_cast<Eigen::Index>(i)] += torque_table[i].value(t);
  }
  return m;
}

template struct AppliedForce<2>;
template struct AppliedForce<3>;

}  // namespace talus

#include "talus/model/motion.hpp"

namespace talus {

template <int D>
Pose<D> Motion<D>::pose(const Pose<D>& initial, double t) const {
  Pose<D> p = initial;
  for (int i = 0; i < D; ++i) p.x[i] += translation[static_cast<std::size_t>(i)].value(t);
  const Spin<D> turn = angle.value(t) * axis;
  p.r = compose(exponential(turn), initial.r);
  return p;
}

template <int D>
Vec<D> Motion<D>::velocity(double t) const {
  Vec<D> v;
  for (int i = 0; i < D; ++i) v[i] = translation[static_cast<std::size_t>(i)].rate(t);
  return v;
}

template struct Motion<2>;
template struct Motion<3>;

}  // namespace talus

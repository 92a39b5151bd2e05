#include "talus/math/cone.hpp"

namespace talus {

template <int D>
Vec<D> project_on_cone(const Vec<D>& x, double mu) {
  const double normal = x[0];
  const double tangent = x.template tail<D - 1>().norm();
  if (tangent <= mu * normal) return x;                        // inside
  if (mu * tangent <= -normal) return Vec<D>::Zero();          // in the polar cone
  const double r_n = (normal + mu * tangent) / (1 + mu * mu);  // nearest point of the side
  Vec<D> p;
  p[0] = r_n;
  p.template tail<D - 1>() = x.template tail<D - 1>() * (mu * r_n / tangent);
  return p;
}

template Vec<2> project_on_cone<2>(const Vec<2>&, double);
template Vec<3> project_on_cone<3>(const Vec<3>&, double);

}  // namespace talus

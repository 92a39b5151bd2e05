#include "talus/problem/turning.hpp"

#include <algorithm>

namespace talus {

template <>
Spin<2> allowed_moment<2>(const TurningContact<2>& t, double push, const Spin<2>& m) {
  return Spin<2>(std::clamp(m[0], -t.rolling * push, t.rolling * push));
}

template <>
Spin<3> allowed_moment<3>(const TurningContact<3>& t, double push, const Spin<3>& m) {
  Spin<3> out = m;
  out[0] = std::clamp(m[0], -t.spinning * push, t.spinning * push);
  const double length = m.tail<2>().norm();
  if (length > t.rolling * push) out.tail<2>() *= t.rolling * push / length;
  return out;
}

}  // namespace talus

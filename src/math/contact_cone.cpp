#include "talus/math/contact_cone.hpp"

#include <algorithm>

namespace talus {

Vec<5> ContactCone<5>::project(const Vec<5>& x) const {
  const double sliding = x.segment<2>(1).norm();
  const double rolling = x.segment<2>(3).norm();
  // For a given normal part s both tangential parts are cut to the discs of radii mu s and
  // mu_rolling s. The slope of the squared distance in s,
  //     s - x_N - mu (|x_T| - mu s)_+ - mu_rolling (|x_R| - mu_rolling s)_+,
  // grows with s; its root is the largest of those with some of the cuts taken for granted.
  const double s = std::max(
      {x[0], (x[0] + mu * sliding) / (1 + mu * mu),
       (x[0] + mu_rolling * rolling) / (1 + mu_rolling * mu_rolling),
       (x[0] + mu * sliding + mu_rolling * rolling) / (1 + mu * mu + mu_rolling * mu_rolling)});
  if (!(s > 0)) return Vec<5>::Zero();
  Vec<5> p = x;
  p[0] = s;
  if (sliding > mu * s) p.segment<2>(1) *= mu * s / sliding;
  if (rolling > mu_rolling * s) p.segment<2>(3) *= mu_rolling * s / rolling;
  return p;
}

}  // namespace talus

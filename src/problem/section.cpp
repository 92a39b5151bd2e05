#include "talus/problem/section.hpp"

#include "talus/math/convex_polygon.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

template <int N>
Vec<N> cut(const Vec<N>& x, double radius) {
  const double length2 = x.squaredNorm();
  if (length2 <= radius * radius) return x;
  return x * (radius / std::sqrt(length2));
}

/// Nearest point to x of the impulses of friction that a push allows; all of it times w.
template <int D>
Vec<D - 1> allowed(const CanonicalLaw<D>& law, double w, double push, const Vec<D - 1>& x) {
  if constexpr (D == 3) {
    if (law.section == Section::polygon) return project_on_polygon(*law.polygon, push, x);
  }
  const double always = law.section == Section::threshold ? w * law.threshold : 0;
  return cut<D - 1>(x, always + law.mu * push);
}

}  // namespace

template <int D>
Vec<D> section_defect(const CanonicalLaw<D>& law, double w, const Vec<D>& r, const Vec<D>& u) {
  if (law.section == Section::free) return u;
  const Vec<D> scaled = w * r;
  const Vec<D> x = scaled - u;
  Vec<D> p;
  p[0] = std::max(0.0, x[0]);
  p.template tail<D - 1>() = allowed<D>(law, w, p[0], x.template tail<D - 1>());
  return scaled - p;
}

template <int D>
void admit(const CanonicalLaw<D>& law, Vec<D>& r) {
  if (law.section == Section::free) return;
  r[0] = std::max(0.0, r[0]);
  r.template tail<D - 1>() = allowed<D>(law, 1, r[0], Vec<D - 1>(r.template tail<D - 1>()));
}

template Vec<2> section_defect<2>(const CanonicalLaw<2>&, double, const Vec<2>&, const Vec<2>&);
template Vec<3> section_defect<3>(const CanonicalLaw<3>&, double, const Vec<3>&, const Vec<3>&);
template void admit<2>(const CanonicalLaw<2>&, Vec<2>&);
template void admit<3>(const CanonicalLaw<3>&, Vec<3>&);

}  // namespace talus

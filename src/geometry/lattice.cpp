#include "talus/geometry/lattice.hpp"

#include <cmath>

namespace talus {

namespace {

/// A count of periods; bodies that are nowhere stay where they are.
std::int32_t periods(double x) {
  constexpr double most = 1e9;
  return std::abs(x) <= most ? static_cast<std::int32_t>(x) : 0;
}

/// Axes in the order in which they are brought home: a period along the gradient moves along the
/// flow, so it comes first.
template <int D>
std::array<int, D> axis_order(const Lattice<D>& lattice) {
  std::array<int, D> order;
  std::size_t next = 0;
  if (lattice.gradient >= 0) order[next++] = lattice.gradient;
  for (int i = 0; i < D; ++i) {
    if (i != lattice.gradient) order[next++] = i;
  }
  return order;
}

}  // namespace

template <int D>
Image<D> image_into_cell(const Lattice<D>& lattice, const Vec<D>& x) {
  Image<D> n{};
  for (const int i : axis_order(lattice)) {
    if (!(lattice.period[i] > 0)) continue;
    const double at = x[i] + lattice.shift(n)[i];
    n[static_cast<std::size_t>(i)] = -periods(std::floor(at / lattice.period[i]));
  }
  return n;
}

template <int D>
void images_in_cell(const Lattice<D>& lattice, const Vec<D>& centre, double radius,
                    std::vector<Image<D>>& out) {
  const std::size_t begin = out.size();
  out.push_back(Image<D>{});
  for (const int i : axis_order(lattice)) {
    if (!(lattice.period[i] > 0)) continue;
    const std::size_t end = out.size();
    for (std::size_t k = begin; k < end; ++k) {
      // -radius <= at + n period <= period + radius
      const Image<D> base = out[k];
      const double at = centre[i] + lattice.shift(base)[i];
      const auto low = periods(std::ceil((-radius - at) / lattice.period[i]));
      const auto high = periods(std::floor((radius - at) / lattice.period[i])) + 1;
      for (std::int32_t n = low; n <= high; ++n) {
        Image<D> image = base;
        image[static_cast<std::size_t>(i)] += n;
        if (n == low) {
          out[k] = image;
        } else {
          out.push_back(image);
        }
      }
    }
  }
}

template Image<2> image_into_cell<2>(const Lattice<2>&, const Vec<2>&);
template Image<3> image_into_cell<3>(const Lattice<3>&, const Vec<3>&);
template void images_in_cell<2>(const Lattice<2>&, const Vec<2>&, double, std::vector<Image<2>>&);
template void images_in_cell<3>(const Lattice<3>&, const Vec<3>&, double, std::vector<Image<3>>&);

}  // namespace talus

#include "talus/geometry/shape.hpp"

#include <limits>
#include <numbers>

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

Spin<2> wall_inertia(const Wall<2>& w) { return Spin<2>(w.half_extent[0] * w.half_extent[0] / 3); }

Spin<3> wall_inertia(const Wall<3>& w) {
  const double a = w.half_extent[0] * w.half_extent[0] / 3;
  const double b = w.half_extent[1] * w.half_extent[1] / 3;
  return {b, a, a + b};
}

}  // namespace

template <int D>
double bounding_radius(const Shape<D>& shape) {
  return std::visit(Overload{[](const Ball<D>& b) { return b.radius; },
                             [](const HalfSpace<D>&) { return infinity; },
                             [](const Wall<D>& w) { return w.half_extent.norm(); },
                             [](const Drum<D>&) { return infinity; }},
                    shape);
}

template <int D>
double characteristic_size(const Shape<D>& shape) {
  return std::visit(
      Overload{[](const Ball<D>& b) { return b.radius; }, [](const HalfSpace<D>&) { return 0.0; },
               [](const Wall<D>& w) { return w.half_extent.norm(); },
               [](const Drum<D>& d) { return d.radius; }},
      shape);
}

template <int D>
double volume(const Shape<D>& shape) {
  if (const auto* ball = std::get_if<Ball<D>>(&shape)) {
    const double r = ball->radius;
    return D == 2 ? std::numbers::pi * r * r : 4 * std::numbers::pi / 3 * r * r * r;
  }
  return 0;
}

template <int D>
Spin<D> unit_inertia(const Shape<D>& shape) {
  return std::visit(Overload{[](const Ball<D>& b) -> Spin<D> {
                               return Spin<D>::Constant((D == 2 ? 0.5 : 0.4) * b.radius * b.radius);
                             },
                             [](const HalfSpace<D>&) -> Spin<D> { return Spin<D>::Zero(); },
                             [](const Wall<D>& w) -> Spin<D> { return wall_inertia(w); },
                             [](const Drum<D>&) -> Spin<D> { return Spin<D>::Zero(); }},
                    shape);
}

template <int D>
std::string_view shape_name(const Shape<D>& shape) {
  return std::visit(
      Overload{[](const Ball<D>&) { return D == 2 ? "disk" : "sphere"; },
               [](const HalfSpace<D>&) { return D == 2 ? "half_plane" : "half_space"; },
               [](const Wall<D>&) { return D == 2 ? "segment" : "rectangle"; },
               [](const Drum<D>&) { return "drum"; }},
      shape);
}

template double bounding_radius<2>(const Shape<2>&);
template double bounding_radius<3>(const Shape<3>&);
template double characteristic_size<2>(const Shape<2>&);
template double characteristic_size<3>(const Shape<3>&);
template double volume<2>(const Shape<2>&);
template double volume<3>(const Shape<3>&);
template Spin<2> unit_inertia<2>(const Shape<2>&);
template Spin<3> unit_inertia<3>(const Shape<3>&);
template std::string_view shape_name<2>(const Shape<2>&);
template std::string_view shape_name<3>(const Shape<3>&);

}  // namespace talus

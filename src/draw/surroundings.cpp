#include "talus/draw/surroundings.hpp"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

constexpr double room_about_bodies = 0.08;  // of their size, on the planes they stand on

/// What must be seen of a state; of one with bodies that are nowhere, around the middles of others.
template <int D>
Bounds<D> bounds_of(const Model<D>& model, const State<D>& state) {
  Bounds<D> out = Picture<D>(model, state, iso_view()).bounds;
  if (out.low.allFinite() && out.high.allFinite()) return out;
  out = {};
  for (const auto& x : state.x) {
    if (x.allFinite()) out.add(x);
  }
  if (out.empty()) out.add(Vec<D>::Zero(), 1);
  return out;
}

/// A piece of a boundary larger than anything to be cut out of it.
std::vector<Vec<2>> sheet(const Vec<2>& middle, const Mat<2>& axes, double reach) {
  return {middle - reach * axes.col(1), middle + reach * axes.col(1)};
}
std::vector<Vec<3>> sheet(const Vec<3>& middle, const Mat<3>& axes, double reach) {
  std::vector<Vec<3>> out;
  for (const auto& [a, b] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    out.emplace_back(middle + reach * (a * axes.col(1) + b * axes.col(2)));
  }
  return out;
}

template <int D>
Surface<D> half_space_within(const Bounds<D>& box, const Picture<D>& picture, std::size_t shape) {
  const auto planes = picture.planes();
  Surface<D> out;
  for (const auto& plane : planes) {
    if (plane.shape != shape) continue;
    const Pose<D>& pose = picture.pose[shape];
    for (const auto& p : boundary_within(box, plane, planes)) {
      out.vertex.push_back(unrotate<D>(pose.r, p - pose.x));
    }
  }
  if (out.vertex.size() < D) return {};
  out.face.emplace_back();
  for (std::size_t i = 0; i < out.vertex.size(); ++i) {
    out.face.back().push_back(static_cast<int>(i));
  }
  return out;
}

Surface<2> drum_within(const Bounds<2>&, const Pose<2>&, double radius, int sides) {
  Surface<2> out;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    out.vertex.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    out.face.push_back({i, (i + 1) % sides});
  }
  return out;
}

/// Seen from inside: that is where bodies are.
Surface<3> drum_within(const Bounds<3>& box, const Pose<3>& pose, double radius, int sides) {
  const Vec<3> axis = rotate<3>(pose.r, last_axis<3>());
  const double middle = axis.dot(box.middle() - pose.x);
  const double reach = 0.5 * axis.cwiseAbs().dot(box.high - box.low);
  Surface<3> out;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    for (const double z : {middle - reach, middle + reach}) {
      out.vertex.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    const int a = 2 * i;
    const int b = 2 * ((i + 1) % sides);
    out.face.push_back({a, a + 1, b + 1, b});
  }
  return out;
}

}  // namespace

template <int D>
Bounds<D> bounds_of_run(const Model<D>& model, const State<D>& first, const State<D>& last) {
  const Bounds<D> start = bounds_of<D>(model, first);
  const Bounds<D> end = bounds_of<D>(model, last);
  const Vec<D> around = Vec<D>::Constant(start.size());
  Bounds<D> out;
  out.low = start.low.cwiseMin(end.low.cwiseMax(start.low - around));
  out.high = start.high.cwiseMax(end.high.cwiseMin(start.high + around));
  return out;
}

template <int D>
Bounds<D> roomy(const Bounds<D>& box) {
  Bounds<D> out = box;
  const double room = room_about_bodies * box.size();
  out.low.array() -= room;
  out.high.array() += room;
  return out;
}

template <int D>
std::vector<Vec<D>> boundary_within(const Bounds<D>& box, const Plane<D>& plane,
                                    const std::vector<Plane<D>>& others) {
  const Mat<D> axes = contact_frame(plane.normal);
  const Vec<D> middle = box.middle() - plane.height(box.middle()) * plane.normal;
  const double reach = 4 * (box.size() + (middle - box.middle()).norm());
  std::vector<Vec<D>> part = sheet(middle, axes, reach);
  const auto keep = [&](const Vec<D>& normal, double level) {
    part = cut<D>(part, normal, level);
    // A segment is a polygon gone along twice: its second way back is left out.
    if (D == 2 && part.size() > 2) part.resize(2);
  };
  for (int i = 0; i < D; ++i) {
    keep(Vec<D>::Unit(i), box.low[i]);
    keep(-Vec<D>::Unit(i), -box.high[i]);
  }
  // Other half-spaces hide what lies inside their matter.
  for (const auto& other : others) {
    if (other.shape != plane.shape) keep(other.normal, other.normal.dot(other.through));
  }
  return part;
}

template <int D>
Surface<D> surface_within(const Bounds<D>& box, const Picture<D>& picture, std::size_t shape,
                          int sides) {
  if (const auto* drum = std::get_if<Drum<D>>(&picture.model.shape[shape])) {
    return drum_within(box, picture.pose[shape], drum->radius, sides);
  }
  return half_space_within<D>(box, picture, shape);
}

template Bounds<2> bounds_of_run<2>(const Model<2>&, const State<2>&, const State<2>&);
template Bounds<3> bounds_of_run<3>(const Model<3>&, const State<3>&, const State<3>&);
template Bounds<2> roomy<2>(const Bounds<2>&);
template Bounds<3> roomy<3>(const Bounds<3>&);
template std::vector<Vec<2>> boundary_within<2>(const Bounds<2>&, const Plane<2>&,
                                                const std::vector<Plane<2>>&);
template std::vector<Vec<3>> boundary_within<3>(const Bounds<3>&, const Plane<3>&,
                                                const std::vector<Plane<3>>&);
template Surface<2> surface_within<2>(const Bounds<2>&, const Picture<2>&, std::size_t, int);
template Surface<3> surface_within<3>(const Bounds<3>&, const Picture<3>&, std::size_t, int);

}  // namespace talus

// Rotations and spins: what a scene writes differently in the plane and in space.
#include "talus/io/sections.hpp"

#include <fmt/format.h>

#include <cmath>

namespace talus::scenes {

template <>
Rotation<2> read_rotation<2>(const Reader& map) {
  return {map.angle_or("angle", 0)};
}

template <>
Rotation<3> read_rotation<3>(const Reader& map) {
  const auto given = map.find("orientation");
  if (!given) {
    const Vec<4> identity = Vec<4>::Unit(0);
    map.fill("orientation", Reader::vector_node(identity.data(), 4));
    return {};
  }
  if (given->is(Node::Kind::map)) {
    given->map({"axis", "angle"});
    const auto axis = given->require("axis");
    const auto angle = given->require("angle");
    if (!axis || !angle) return {};
    return exponential(Spin<3>(angle->angle() * axis->direction<3>()));
  }
  const std::size_t before = map.complaints().errors();
  const Vec<4> q = given->vector<4>();
  if (map.complaints().errors() == before && std::abs(q.norm() - 1) > 1e-6) {
    given->error(fmt::format("expected a quaternion [w, x, y, z] of length 1, found length {:.9g}",
                             q.norm()));
  }
  // Already unit to round-off: kept bit for bit, so that what was written is read back unchanged.
  const bool unit = std::abs(q.squaredNorm() - 1) < 1e-15;
  const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
  return {unit ? quaternion : quaternion.normalized()};
}

template <>
Spin<2> read_spin<2>(const Reader& value) {
  return Spin<2>(value.number());
}
template <>
Spin<3> read_spin<3>(const Reader& value) {
  return value.vector<3>();
}

template <>
Node spin_node<2>(const Spin<2>& spin) {
  return Node::number(spin[0]);
}
template <>
Node spin_node<3>(const Spin<3>& spin) {
  return Reader::vector_node(spin.data(), 3);
}

template <int D>
Spin<D> spin_or_zero(const Reader& map, std::string_view key) {
  if (!map.has(key)) map.fill(key, spin_node<D>(Spin<D>::Zero()));
  return read_spin<D>(*map.find(key));
}

template Spin<2> spin_or_zero<2>(const Reader&, std::string_view);
template Spin<3> spin_or_zero<3>(const Reader&, std::string_view);

}  // namespace talus::scenes

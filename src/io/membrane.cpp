// A membrane in the plane: disks joined by springs, under a pressure (002 sect. 9.1; row A12).
#include "talus/io/generators.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace talus::scenes {

namespace {

/// Where the nodes are, in the order of the chain.
struct Course {
  std::vector<Vec<2>> nodes;
  bool closed = false;
};

/// Counter-clockwise around a circle, beginning at its right.
Course read_circle(const Reader& circle, std::int64_t count) {
  Course out;
  out.closed = true;
  if (!circle.map({"centre", "radius"})) return out;
  const Vec<2> centre = circle.vector_or<2>("centre", Vec<2>::Zero());
  const double radius = circle.require_number("radius", positive);
  for (std::int64_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    out.nodes.emplace_back(centre + radius * Vec<2>(std::cos(angle), std::sin(angle)));
  }
  return out;
}

Course read_line(const Reader& map, std::int64_t count) {
  Course out;
  const Vec<2> from = map.require_vector<2>("from");
  const Vec<2> to = map.require_vector<2>("to");
  if (from == to && map.has("to")) map.error("'from' and 'to' are the same point");
  for (std::int64_t i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count - 1);
    out.nodes.emplace_back(from + part * (to - from));
  }
  return out;
}

}  // namespace

void read_membrane(const Reader& map, std::size_t index, Draft<2>& draft) {
  if (!map.map({"name", "material", "density", "circle", "from", "to", "nodes", "radius",
                "stiffness", "damping", "pressure"})) {
    return;
  }
  Group<2> group(map, index, draft);
  BodyDescription<2> node;
  node.shapes.push_back(group.ball());
  group.check_density(node.shapes.front());
  map.not_both("circle", "from");
  std::int64_t count = 3;
  if (const auto given = map.require("nodes")) {
    count = given->integer(3);
    if (count > most_bodies) given->error("more than 1e8 bodies");
  }
  Spring<2> link;
  link.stiffness = map.require_number("stiffness", not_negative);
  link.damping = map.number_or("damping", 0, not_negative);
  const double pressure = map.number_or("pressure", 0);
  if (!group.sound()) return;
  const auto circle = map.find("circle");
  const Course course = circle ? read_circle(*circle, count) : read_line(map, count);
  if (!group.sound()) return;
  link.length = (course.nodes[1] - course.nodes[0]).norm();
  // Neighbours touch: nothing slips through.
  const double radius = map.number_or("radius", 0.5 * link.length, positive);
  if (!group.sound()) return;
  node.shapes.front().shape = Ball<2>{radius};
  for (const auto& x : course.nodes) {
    node.pose.x = x;
    if (!group.add(node)) return;
  }
  auto& model = draft.scene.model;
  const auto& bodies = group.bodies();
  for (std::size_t i = 0; i + (course.closed ? 0 : 1) < bodies.size(); ++i) {
    link.body_a = bodies[i];
    link.body_b = bodies[(i + 1) % bodies.size()];
    model.loads.springs.push_back(link);
    model.excluded.add(link.body_a, link.body_b);
  }
  if (pressure != 0) model.loads.chains.push_back({bodies, course.closed, pressure});
  group.finish();
}

}  // namespace talus::scenes

// Section 'loads': forces, torques, springs and drag.
#include "talus/io/sections.hpp"
#include "talus/io/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

template <int D>
bool is_free(const Draft<D>& draft, int body) {
  return draft.scene.model.prescribed[static_cast<std::size_t>(body)] == 0;
}

template <int D>
void add_free_bodies(const Reader& name, const Draft<D>& draft, std::vector<int>& out) {
  if (name.is(Kind::scalar) && name.node().text == "all") {
    for (int b = 0; b < static_cast<int>(draft.scene.model.body_count()); ++b) {
      if (is_free(draft, b)) out.push_back(b);
    }
    return;
  }
  for (const int b : draft.bodies_named(name)) {
    if (is_free(draft, b)) {
      out.push_back(b);
    } else {
      name.error(fmt::format("body '{}' is not free; a load would do nothing",
                             draft.scene.model.name[static_cast<std::size_t>(b)]));
    }
  }
}

template <int D>
std::vector<int> read_on(const Reader& load, const Draft<D>& draft) {
  std::vector<int> out;
  const auto on = load.require("on", "a name, a list of names, or all");
  if (!on) return out;
  if (on->is(Kind::list)) {
    for (const auto& name : on->items()) add_free_bodies(name, draft, out);
  } else {
    add_free_bodies(*on, draft, out);
  }
  return out;
}

/// A tabulated vector: one table for each of the names.
std::vector<Table> read_vector_table(const Reader& value, const std::filesystem::path& folder,
                                     const std::vector<std::string_view>& names) {
  std::vector<Table> out;
  value.map({"table"});
  const auto table = value.require("table");
  if (!table) return out;
  const auto series = read_time_series(*table, folder, names, "linear");
  if (!series) return out;
  for (const auto name : names) out.push_back(series->table(std::string(name)));
  return out;
}

template <int D>
void read_applied(const Reader& load, Draft<D>& draft) {
  load.map({"force", "torque", "on"});
  const std::vector<std::string_view> space = {"x", "y", "z"};
  const std::vector<std::string_view> plane = {"x", "y"};
  AppliedForce<D> applied;
  if (const auto force = load.find("force")) {
    if (force->is(Kind::map)) {
      applied.force_table = read_vector_table(*force, draft.folder, D == 2 ? plane : space);
    } else {
      applied.force = force->template vector<D>();
    }
  }
  if (const auto torque = load.find("torque")) {
    if (torque->is(Kind::map)) {
      applied.torque_table = read_vector_table(
          *torque, draft.folder, D == 2 ? std::vector<std::string_view>{"torque"} : space);
    } else {
      applied.torque = read_spin<D>(*torque);
    }
  }
  for (const int b : read_on(load, draft)) {
    applied.body = b;
    draft.scene.model.loads.applied.push_back(applied);
  }
}

template <int D>
void read_drag(const Reader& load, Draft<D>& draft) {
  load.map({"drag", "on"});
  const auto given = load.find("drag");
  Drag drag;
  if (given->map({"linear", "angular"})) {
    drag.linear = given->number_or("linear", 0, not_negative);
    drag.angular = given->number_or("angular", 0, not_negative);
  }
  for (const int b : read_on(load, draft)) {
    drag.body = b;
    draft.scene.model.loads.drags.push_back(drag);
  }
}

/// Pressure on a chain of bodies in the plane, in the order they are named.
void read_pressure(const Reader& load, Draft<2>& draft) {
  load.map({"pressure", "on", "closed"});
  PressedChain chain;
  chain.pressure = load.find("pressure")->number();
  chain.closed = load.flag_or("closed", false);
  const std::size_t before = draft.complaints.errors();
  chain.bodies = read_on(load, draft);
  const std::size_t least = chain.closed ? 3 : 2;
  if (draft.complaints.errors() == before && chain.bodies.size() < least) {
    load.error(fmt::format("a pressure needs at least {} bodies in a chain", least));
  }
  draft.scene.model.loads.chains.push_back(std::move(chain));
}

void read_pressure(const Reader& load, Draft<3>&) {
  load.error("pressures act on chains in the plane only; in space a body may have a 'servo'");
}

/// One body, by its name; -1 with a complaint otherwise.
template <int D>
int read_one_body(const Reader& name, const Draft<D>& draft) {
  const auto bodies = draft.bodies_named(name);
  if (bodies.size() == 1) return bodies.front();
  if (bodies.size() > 1) name.error("expected one body, found a group");
  return -1;
}

/// A point of the body's own frame, seen from the principal one the model works in.
template <int D>
Vec<D> principal_point(const Draft<D>& draft, int body, const Vec<D>& own) {
  return body < 0 ? own
                  : to_world(draft.scene.model.own_frame[static_cast<std::size_t>(body)], own);
}

template <int D>
Vec<D> world_point(const Draft<D>& draft, int body, const Vec<D>& principal) {
  if (body < 0) return principal;
  return to_world(draft.scene.state.pose(static_cast<std::size_t>(body)), principal);
}

/// Ends on two bodies: between: [A, B], anchors: [[..], [..]].
template <int D>
void read_ends_on_bodies(const Reader& spring, const Draft<D>& draft, Spring<D>& out) {
  const auto between = spring.find("between");
  const auto names = between->items();
  if (names.size() != 2) return between->error("expected two bodies [a, b]");
  out.body_a = read_one_body(names[0], draft);
  out.body_b = read_one_body(names[1], draft);
  if (out.body_a >= 0 && out.body_a == out.body_b) between->error("both ends are on one body");
  const auto anchors = spring.find("anchors");
  if (!anchors) {
    const Node origin = Reader::vector_node(Vec<D>(Vec<D>::Zero()).data(), D);
    spring.fill("anchors", Node::list({origin, origin}));
    return;
  }
  const auto points = anchors->items();
  if (points.size() != 2) return anchors->error("expected two points, one in each body's frame");
  out.anchor_a = points[0].vector<D>();
  out.anchor_b = points[1].vector<D>();
}

/// One end on a body, one on a point of the ground: body: A, at: [..], to: [..].
template <int D>
void read_end_on_ground(const Reader& spring, const Draft<D>& draft, Spring<D>& out) {
  if (const auto body = spring.require("body", "or 'between', two bodies")) {
    out.body_a = read_one_body(*body, draft);
  }
  out.anchor_a = spring.vector_or<D>("at", Vec<D>::Zero());
  out.anchor_b = spring.require_vector<D>("to");
}

template <int D>
void read_spring(const Reader& load, Draft<D>& draft) {
  const std::size_t before = draft.complaints.errors();
  load.map({"spring"});
  const auto spring = load.find("spring");
  const bool between = spring->has("between");
  const bool is_map = between
                          ? spring->map({"between", "anchors", "stiffness", "damping", "length"})
                          : spring->map({"body", "at", "to", "stiffness", "damping", "length"});
  if (!is_map) return;
  Spring<D> out;
  if (between) {
    read_ends_on_bodies(*spring, draft, out);
  } else {
    read_end_on_ground(*spring, draft, out);
  }
  out.stiffness = spring->require_number("stiffness", not_negative);
  out.damping = spring->number_or("damping", 0, not_negative);
  for (const int end : {out.body_a, out.body_b}) {
    if (end >= 0 && draft.scene.model.servo_of(static_cast<std::size_t>(end)) >= 0) {
      spring->error(fmt::format("body '{}' has a servo; a spring cannot pull at it",
                                draft.scene.model.name[static_cast<std::size_t>(end)]));
    }
  }
  // A body that was not understood is missing here; the complaint about it says enough.
  if (draft.complaints.errors() > before || out.body_a < 0 || (between && out.body_b < 0)) return;
  out.anchor_a = principal_point(draft, out.body_a, out.anchor_a);
  out.anchor_b = principal_point(draft, out.body_b, out.anchor_b);
  const double distance =
      (world_point(draft, out.body_b, out.anchor_b) - world_point(draft, out.body_a, out.anchor_a))
          .norm();
  out.length = spring->number_or("length", distance, not_negative);
  draft.scene.model.loads.springs.push_back(out);
}

}  // namespace

template <int D>
void read_loads(const Reader& scene, Draft<D>& draft) {
  const auto section = scene.find("loads");
  if (!section) return;
  for (const auto& load : section->items()) {
    if (!load.is(Kind::map)) {
      load.expected("a map");
    } else if (load.has("spring")) {
      read_spring(load, draft);
    } else if (load.has("drag")) {
      read_drag(load, draft);
    } else if (load.has("pressure")) {
      read_pressure(load, draft);
    } else if (load.has("force") || load.has("torque")) {
      read_applied(load, draft);
    } else {
      load.map({"force", "torque", "spring", "drag", "pressure", "on"});
      load.error("expected a load: force, torque, spring, drag or pressure");
    }
  }
}

template void read_loads<2>(const Reader&, Draft<2>&);
template void read_loads<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

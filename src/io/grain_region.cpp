#include "talus/io/grain_region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::scenes {

namespace {

template <int D>
Box<D> read_box(const Reader& given) {
  Box<D> box{Vec<D>::Zero(), Vec<D>::Ones()};
  if (!given.map({"from", "to"})) return box;
  box.from = given.require_vector<D>("from");
  box.to = given.require_vector<D>("to");
  if (given.has("from") && given.has("to") && !((box.to - box.from).minCoeff() > 0)) {
    given.error("'to' must lie beyond 'from' along every axis");
  }
  return box;
}

/// The drum a name stands for, where it is at the start; radius 0, with a complaint, if it is none.
template <int D>
std::pair<Pose<D>, double> drum_named(const Reader& name, const Draft<D>& draft) {
  const auto& model = draft.scene.model;
  const auto bodies = draft.bodies_named(name);
  if (bodies.empty()) return {};
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    const auto* drum = std::get_if<Drum<D>>(&model.shape[s]);
    if (drum == nullptr || model.owner[s] != bodies.front()) continue;
    const auto body = static_cast<std::size_t>(bodies.front());
    return {compose(draft.scene.state.pose(body), model.placement[s]), drum->radius};
  }
  name.error(
      fmt::format("body '{}' has no drum; grains can be put inside a drum only", name.node().text));
  return {};
}

template <int D>
GrainRegion<D> read_drum(const Reader& inside, const Draft<D>& draft) {
  GrainRegion<D> out;
  out.name = "drum";
  const bool in_short = D == 2 && inside.is(Node::Kind::scalar);
  if (!in_short) {
    const std::vector<std::string_view> keys =
        D == 2 ? std::vector<std::string_view>{"drum"}
               : std::vector<std::string_view>{"drum", "length"};
    if (!inside.map(keys)) return out;
  }
  const auto name = in_short ? std::optional(inside) : inside.require("drum", "the name of a body");
  if constexpr (D == 3) {
    out.half_length = 0.5 * inside.require_number("length", positive);
  }
  if (!name) return out;
  const auto [pose, radius] = drum_named(*name, draft);
  out.middle = pose.x;
  out.volume = std::numbers::pi * radius * radius;
  Vec<D> half = Vec<D>::Constant(radius);
  if constexpr (D == 3) {
    out.axis = rotate<3>(pose.r, last_axis<3>());
    out.volume *= 2 * out.half_length;
    // A disk with this axis reaches radius sqrt(1 - axis_i^2) along axis i.
    half = radius * (Vec<3>::Ones() - out.axis.cwiseAbs2()).cwiseMax(0).cwiseSqrt() +
           out.half_length * out.axis.cwiseAbs();
  }
  out.box = {out.middle - half, out.middle + half};
  return out;
}

}  // namespace

template <int D>
bool GrainRegion<D>::between_ends(const Vec<D>& centre, double radius) const {
  return std::abs(axis.dot(centre - middle)) + radius <= half_length;
}

template <int D>
GrainRegion<D> read_grain_region(const Reader& group, const Draft<D>& draft) {
  const auto inside = group.find("inside");
  const auto box = inside
                       ? group.find("box")
                       : group.require("box", "as in {from: [..], to: [..]}; or 'inside', a drum");
  GrainRegion<D> out;
  if (inside) out = read_drum(*inside, draft);
  if (!box) return out;
  const Box<D> given = read_box<D>(*box);
  if (!inside) {
    out.box = given;
    out.volume = given.volume();
    return out;
  }
  out.box = {out.box.from.cwiseMax(given.from), out.box.to.cwiseMin(given.to)};
  if (out.volume > 0 && !((out.box.to - out.box.from).minCoeff() > 0)) {
    box->error("the box lies outside the drum");
  }
  out.volume = std::min(out.volume, out.box.volume());
  return out;
}

template struct GrainRegion<2>;
template struct GrainRegion<3>;
template GrainRegion<2> read_grain_region<2>(const Reader&, const Draft<2>&);
template GrainRegion<3> read_grain_region<3>(const Reader&, const Draft<3>&);

}  // namespace talus::scenes

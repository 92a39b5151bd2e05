// Groups of equal bodies on the points of a lattice.
#include "talus/io/generators.hpp"

#include <fmt/format.h>

#include <array>

namespace talus::scenes {

namespace {

template <int D>
struct Lattice {
  Vec<D> from = Vec<D>::Zero();
  Vec<D> spacing = Vec<D>::Ones();
  std::array<std::int64_t, D> count{};
  std::int64_t total = 0;
};

template <int D>
void read_count(const Reader& given, Lattice<D>& out) {
  const auto items = given.items();
  if (items.size() != D) {
    return given.error(fmt::format("expected {} whole numbers, one an axis", D));
  }
  out.total = 1;
  for (std::size_t i = 0; i < D; ++i) {
    out.count[i] = items[i].integer(1);
    if (out.count[i] > most_bodies / out.total) return given.error("more than 1e8 bodies");
    out.total *= out.count[i];
  }
}

template <int D>
Lattice<D> read_points(const Reader& map) {
  Lattice<D> out;
  out.from = map.require_vector<D>("from");
  if (const auto given = map.require("spacing", "a number, or one for each axis")) {
    out.spacing = given->is(Node::Kind::scalar) ? Vec<D>(Vec<D>::Constant(given->number(positive)))
                                                : given->template vector<D>();
    if (given->is(Node::Kind::list) && !(out.spacing.minCoeff() > 0)) {
      given->error("the spacing must be positive along every axis");
    }
  }
  if (const auto given = map.require("count", "one whole number an axis")) read_count(*given, out);
  return out;
}

}  // namespace

template <int D>
void read_lattice(const Reader& map, std::size_t index, Draft<D>& draft) {
  if (!map.map({"shape", "shapes", "material", "density", "mass", "inertia", rotation_key<D>,
                "from", "spacing", "count", "jitter", "seed", "velocity", "spin", "velocity_jitter",
                "name"})) {
    return;
  }
  Group<D> group(map, index, draft);
  BodyDescription<D> body;
  body.shapes = read_shapes(map, draft);
  body.pose.r = read_rotation<D>(map);
  read_free_body(map, draft, body);
  const auto lattice = read_points<D>(map);
  const double jitter = map.number_or("jitter", 0, from_0_to_1);
  const double velocity_jitter = map.number_or("velocity_jitter", 0, not_negative);
  Random random = group.random();
  if (!group.sound() || !check_free_body(map, draft, body)) return;
  const Vec<D> velocity = body.velocity;
  std::array<std::int64_t, D> at{};
  for (std::int64_t n = 0; n < lattice.total; ++n) {
    for (int i = 0; i < D; ++i) {
      const double shift = jitter == 0 ? 0 : jitter * random.uniform(-1, 1);
      const auto step = static_cast<double>(at[static_cast<std::size_t>(i)]) + shift;
      body.pose.x[i] = lattice.from[i] + step * lattice.spacing[i];
    }
    body.velocity = jittered<D>(velocity, velocity_jitter, random);
    if (!group.add(body)) break;
    for (std::size_t i = 0; i < D && ++at[i] == lattice.count[i]; ++i) at[i] = 0;
  }
  group.finish();
}

template void read_lattice<2>(const Reader&, std::size_t, Draft<2>&);
template void read_lattice<3>(const Reader&, std::size_t, Draft<3>&);

}  // namespace talus::scenes

// Section 'generate': groups of many bodies.
#include "talus/io/generators.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace talus::scenes {

template <int D>
Group<D>::Group(const Reader& where, std::size_t index, Draft<D>& draft)
    : where_(where), draft_(draft), index_(index), errors_before_(draft.complaints.errors()) {
  name_ = where.text_or("name", fmt::format("group_{}", index));
  draft.claim(name_, *where.find("name"));
}

template <int D>
Random Group<D>::random() const {
  const auto seed = where_.integer_or("seed", static_cast<std::int64_t>(index_) + 1, 0);
  return Random(static_cast<std::uint64_t>(seed));
}

template <int D>
PlacedShape<D> Group<D>::ball() const {
  PlacedShape<D> ball{Ball<D>{1}, {}, read_material(where_, draft_), 0};
  if (ball.material == material_not_given && !draft_.materials.empty()) where_.require("material");
  if (const auto density = where_.find("density")) {
    ball.density = density->number(positive);
  } else if (ball.material >= 0) {
    ball.density = draft_.materials[static_cast<std::size_t>(ball.material)].density.value_or(0);
  }
  return ball;
}

template <int D>
void Group<D>::check_density(const PlacedShape<D>& ball) const {
  if (ball.density > 0 || ball.material < 0) return;
  where_.error(
      fmt::format("free bodies need a mass: give 'density' here or to material '{}'",
                  draft_.scene.model.material_name[static_cast<std::size_t>(ball.material)]));
}

template <int D>
bool Group<D>::add(BodyDescription<D> body) {
  body.name = fmt::format("{}_{}", name_, bodies_.size());
  if (draft_.named.count(body.name) > 0) {
    where_.error(fmt::format("a generated body would be named '{}', which is taken", body.name));
    return false;
  }
  const int number = draft_.add(body, where_.place());
  if (number < 0) return false;
  bodies_.push_back(number);
  return true;
}

template <int D>
void Group<D>::finish() {
  double mass = 0;
  for (const int b : bodies_) mass += draft_.scene.model.mass[static_cast<std::size_t>(b)];
  if (!bodies_.empty()) {
    where_.node().comment = fmt::format("{} bodies, {}_0 to {}_{}, mass {:.6g} in all",
                                        bodies_.size(), name_, name_, bodies_.size() - 1, mass);
  }
  draft_.named[name_] = std::move(bodies_);
}

namespace {

/// The registry of generators by name.
template <int D>
struct Generator {
  std::string_view name;
  void (*read)(const Reader&, std::size_t, Draft<D>&);
};

template <int D>
std::vector<Generator<D>> generators() {
  std::vector<Generator<D>> list = {
      {"lattice", read_lattice<D>}, {"random", read_random_group<D>}, {"table", read_body_table<D>},
      {"wall", read_wall<D>},       {"arch", read_arch<D>},           {"pillar", read_pillar<D>},
      {"pyramid", read_pyramid<D>},
  };
  if constexpr (D == 2) list.push_back({"membrane", read_membrane});
  if constexpr (D == 3) {
    list.push_back({"vault", read_arch<3>});
    list.push_back({"crossed_tower", read_crossed_tower});
  }
  return list;
}

}  // namespace

template <int D>
void read_generators(const Reader& scene, Draft<D>& draft) {
  const auto section = scene.find("generate");
  if (!section) return;
  const auto known = generators<D>();
  std::vector<std::string_view> names;
  names.reserve(known.size());
  for (const auto& g : known) names.push_back(g.name);
  const auto groups = section->items();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Reader& group = groups[i];
    const std::size_t before = draft.complaints.errors();
    if (!group.map(names) || draft.complaints.errors() > before) continue;
    if (group.node().entries.size() != 1) {
      group.error(fmt::format("expected one of {}", fmt::join(names, ", ")));
    }
    for (const auto& g : known) {
      if (group.node().entries.size() != 1) break;
      if (const auto found = group.find(g.name)) g.read(*found, i, draft);
    }
    for (auto& entry : group.node().entries) {  // the count stands above the group
      if (!entry.value.comment.empty())
        group.node().comment = std::exchange(entry.value.comment, "");
    }
  }
}

template class Group<2>;
template class Group<3>;
template void read_generators<2>(const Reader&, Draft<2>&);
template void read_generators<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

// Sections 'collision_groups' and 'exclude'.
#include "talus/io/sections.hpp"
#include "talus/io/suggestions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::scenes {

namespace {

/// Bodies in no group are in this one, the first bit.
constexpr const char* rest = "rest";
constexpr std::size_t most_groups = 32;
constexpr std::uint32_t all_groups = CollisionFilter{}.meets;

/// Pairs are kept in a list; whole groups that pass through each other have a cheaper way.
constexpr std::size_t most_pairs_of_an_entry = 1'000'000;

std::uint32_t bit(std::size_t group) { return std::uint32_t{1} << group; }

std::uint32_t read_meets(const Reader& group, const std::vector<std::string>& names) {
  const auto meets = group.find("meets");
  if (!meets) {
    group.fill("meets", Node::scalar("all"));
    return all_groups;
  }
  if (meets->is(Node::Kind::scalar) && meets->node().text == "all") return all_groups;
  std::uint32_t out = 0;
  for (const auto& item : meets->items()) {
    const std::string wanted = item.text();
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found != names.end()) {
      out |= bit(static_cast<std::size_t>(found - names.begin()));
    } else if (!wanted.empty()) {
      item.error(
          fmt::format("unknown collision group '{}'{}", wanted, did_you_mean(wanted, names)));
    }
  }
  return out;
}

template <int D>
void read_groups(const Reader& section, Draft<D>& draft) {
  if (!section.is(Node::Kind::map)) return section.expected("a map from names to groups");
  std::vector<std::string> names = {rest};
  for (const auto& entry : section.node().entries) names.push_back(entry.key);
  if (std::count(names.begin(), names.end(), rest) > 1) {
    return section.error("the name 'rest' stands for all bodies in no group; choose another");
  }
  if (names.size() > most_groups) {
    return section.error(
        fmt::format("{} groups; at most {} are possible", names.size() - 1, most_groups - 1));
  }
  auto& collision = draft.scene.model.collision;
  std::vector<CollisionFilter> filter(collision.size(), {0, 0});
  for (std::size_t g = 1; g < names.size(); ++g) {
    const Reader group = *section.find(names[g]);
    if (!group.map({"bodies", "meets"})) continue;
    const std::uint32_t meets = read_meets(group, names);
    const auto bodies = group.require("bodies", "a list of bodies and groups");
    if (!bodies) continue;
    for (const auto& name : bodies->items()) {
      for (const int b : draft.bodies_named(name)) {
        auto& f = filter[static_cast<std::size_t>(b)];
        f.groups |= bit(g);
        f.meets |= meets;
      }
    }
  }
  for (std::size_t b = 0; b < filter.size(); ++b) {
    if (filter[b].groups != 0) collision[b] = filter[b];
  }
}

template <int D>
void read_excluded(const Reader& section, Draft<D>& draft) {
  for (const auto& entry : section.items()) {
    const auto names = entry.items();
    if (names.size() != 2) {
      entry.error("expected two bodies or groups [a, b]");
      continue;
    }
    const auto first = draft.bodies_named(names[0]);
    const auto second = draft.bodies_named(names[1]);
    if (first.size() == 1 && first == second) {
      entry.error("a body never touches itself");
    } else if (first.size() * second.size() > most_pairs_of_an_entry) {
      entry.error(fmt::format("{} times {} bodies are too many pairs; use collision_groups",
                              first.size(), second.size()));
    } else {
      for (const int a : first) {
        for (const int b : second) {
          if (a != b) draft.scene.model.excluded.add(a, b);
        }
      }
    }
  }
}

}  // namespace

template <int D>
void read_collisions(const Reader& scene, Draft<D>& draft) {
  if (const auto groups = scene.find("collision_groups")) read_groups(*groups, draft);
  if (const auto pairs = scene.find("exclude")) read_excluded(*pairs, draft);
}

template void read_collisions<2>(const Reader&, Draft<2>&);
template void read_collisions<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

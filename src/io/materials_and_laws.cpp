// Sections 'materials' and 'contacts'.
#include "talus/io/law_parts.hpp"
#include "talus/io/sections.hpp"
#include "talus/io/suggestions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;
using MaterialPair = std::pair<int, int>;

/// A material, or a list of them.
template <int D>
std::vector<int> read_side(const Reader& side, Draft<D>& draft) {
  std::vector<int> out;
  if (side.is(Kind::list)) {
    for (const auto& name : side.items()) out.push_back(draft.material(name));
  } else {
    out.push_back(draft.material(side));
  }
  return out;
}

/// Every pair of the two sides, once, in the order written.
template <int D>
std::vector<MaterialPair> read_between(const Reader& entry, Draft<D>& draft) {
  std::vector<MaterialPair> pairs;
  const auto between = entry.require("between", "write between: [material, material]");
  if (!between) return pairs;
  if (!between->is(Kind::list) || between->items().size() != 2) {
    between->error("expected two materials, as in [stone, ground] or [stone, [ground, steel]]");
    return pairs;
  }
  const auto sides = between->items();
  std::set<MaterialPair> seen;
  const auto second = read_side(sides[1], draft);
  for (const int a : read_side(sides[0], draft)) {
    for (const int b : second) {
      if (a < 0 || b < 0 || !seen.insert(std::minmax(a, b)).second) continue;
      pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

void read_restitution(const Reader& entry, int dimension, ContactLaw& law) {
  entry.not_both("restitution", "dissipation_index");
  const bool index = entry.has("dissipation_index");
  if (!index && !entry.has("restitution")) entry.fill("restitution", Node::number(0));
  const std::string_view part = index ? "dissipation_index" : "restitution";
  const auto given = *entry.find(part);
  read_law_part(given, part, dimension, law);
  const bool bounces = law.e_n != 0 || law.e_t != 0 || !law.e_n_of_speed.e.empty();
  if (law.form != Signorini::velocity && bounces) {
    given.error("forms gap and quasi_inelastic mean restitution 0; use form: velocity to bounce");
  }
}

bool holds_together(std::string_view part) {
  return part == "cohesion" || part == "attraction" || part == "joint" || part == "adhesion";
}

/// What holds bodies together, one thing at most.
void read_bond(const Reader& entry, int dimension, ContactLaw& law) {
  std::string_view first;
  for (const std::string_view part : law_parts()) {
    if (!holds_together(part)) continue;
    const auto given = entry.find(part);
    if (!given) continue;
    if (!first.empty()) entry.not_both(first, part);
    first = part;
    read_law_part(*given, part, dimension, law);
  }
}

ContactLaw read_law(const Reader& entry, int dimension) {
  ContactLaw law;
  law.form = entry.choice_or<Signorini>("form", "velocity",
                                        {{"velocity", Signorini::velocity},
                                         {"gap", Signorini::gap},
                                         {"quasi_inelastic", Signorini::quasi_inelastic}});
  if (const auto friction = entry.require("friction", "write friction: 0 for smooth contact")) {
    read_law_part(*friction, "friction", dimension, law);
  }
  read_restitution(entry, dimension, law);
  for (const std::string_view part : {"rolling", "spinning"}) {
    if (const auto given = entry.find(part)) read_law_part(*given, part, dimension, law);
  }
  read_bond(entry, dimension, law);
  return law;
}

}  // namespace

template <int D>
void read_materials(const Reader& scene, Draft<D>& draft) {
  const auto section = scene.require("materials", "as in materials: {stone: {density: 2500}}");
  if (!section) return;
  if (!section->is(Kind::map)) return section->expected("a map from names to properties");
  if (section->node().entries.empty()) return section->error("expected at least one material");
  for (auto& entry : section->node().entries) {
    const Reader material(entry.value, fmt::format("materials.{}", entry.key), draft.complaints);
    MaterialProperties properties;
    if (material.map({"density"})) {
      if (const auto density = material.find("density"))
        properties.density = density->number(positive);
    }
    draft.materials.push_back(properties);
    draft.scene.model.add_material(entry.key);
  }
}

template <int D>
void read_contacts(const Reader& scene, Draft<D>& draft) {
  draft.place_of_contacts = scene.place();
  const auto section = scene.find("contacts");
  if (!section) return;
  draft.place_of_contacts = section->place();
  const std::size_t before = draft.complaints.errors();
  std::map<MaterialPair, int> line_of;
  std::vector<std::string_view> keys = {"between", "form"};
  const auto parts = law_parts();
  keys.insert(keys.end(), parts.begin(), parts.end());
  for (const auto& entry : section->items()) {
    if (!entry.map(keys)) continue;
    const auto pairs = read_between(entry, draft);
    const ContactLaw law = read_law(entry, D);
    for (const auto& [a, b] : pairs) {
      const auto [known, is_new] = line_of.try_emplace(std::minmax(a, b), entry.place().line);
      if (!is_new) {
        const auto& names = draft.scene.model.material_name;
        entry.error(fmt::format("the law between '{}' and '{}' was given before, at line {}",
                                names[static_cast<std::size_t>(a)],
                                names[static_cast<std::size_t>(b)], known->second));
        continue;
      }
      draft.scene.model.set_law(a, b, law);
    }
  }
  draft.contacts_are_sound = draft.complaints.errors() == before;
}

template void read_materials<2>(const Reader&, Draft<2>&);
template void read_materials<3>(const Reader&, Draft<3>&);
template void read_contacts<2>(const Reader&, Draft<2>&);
template void read_contacts<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

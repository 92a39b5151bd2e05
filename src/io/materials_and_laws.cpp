// Sections 'materials' and 'contacts'.
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

Friction read_ellipse(const Reader& map, int dimension) {
  map.map({"along", "across", "direction"});
  EllipticFriction f;
  f.mu = map.require_number("along", not_negative);
  f.mu_across = map.require_number("across", not_negative);
  if (const auto direction = map.require("direction")) f.direction = direction->direction<3>();
  if (dimension == 2) {
    map.error(
        "friction that depends on the direction needs dimension: 3; in the plane there is "
        "only one");
  }
  return f;
}

Friction read_static_dynamic(const Reader& map) {
  map.map({"static", "dynamic", "speed"});
  StaticDynamicFriction f;
  f.mu_static = map.require_number("static", not_negative);
  f.mu_dynamic = map.require_number("dynamic", not_negative);
  f.speed = map.number_or("speed", 0, not_negative);
  return f;
}

Friction read_friction_table(const Reader& map) {
  map.map({"of", "table"});
  TabulatedFriction f;
  if (const auto of = map.require("of", "what the table depends on: speed, slip or time")) {
    using Of = TabulatedFriction::Of;
    f.of = of->choice<Of>({{"speed", Of::speed}, {"slip", Of::slip}, {"time", Of::time}});
  }
  const auto table = map.require("table");
  if (!table) return f;
  for (const auto& row : table->items()) {
    const Vec<2> point = row.vector<2>();
    if (!f.x.empty() && point[0] <= f.x.back()) {
      row.error(fmt::format("the first column must increase: {} does not follow {}", point[0],
                            f.x.back()));
    }
    if (point[1] < 0)
      row.error(fmt::format("a friction coefficient is not negative: {}", point[1]));
    f.x.push_back(point[0]);
    f.mu.push_back(point[1]);
  }
  if (f.x.empty()) table->error("expected rows [x, mu], found none");
  return f;
}

Friction read_friction(const Reader& friction, int dimension) {
  if (!friction.is(Kind::map)) return IsotropicFriction{friction.number(not_negative)};
  if (friction.has("along") || friction.has("across")) return read_ellipse(friction, dimension);
  if (friction.has("static") || friction.has("dynamic")) return read_static_dynamic(friction);
  if (friction.has("of") || friction.has("table")) return read_friction_table(friction);
  friction.error(
      "expected a number, {along, across, direction}, {static, dynamic, speed} or "
      "{of, table}");
  return IsotropicFriction{};
}

void read_restitution(const Reader& entry, ContactLaw& law) {
  entry.not_both("restitution", "dissipation_index");
  std::optional<Reader> given = entry.find("dissipation_index");
  if (given) {
    law.e_n = law.e_t = restitution_from_dissipation_index(given->number(from_0_to_1));
  } else {
    if (!entry.has("restitution")) entry.fill("restitution", Node::number(0));
    given = entry.find("restitution");
    if (given->is(Kind::map)) {
      given->map({"normal", "tangential"});
      law.e_n = given->number_or("normal", 0, from_0_to_1);
      law.e_t = given->number_or("tangential", 0, from_0_to_1);
    } else {
      law.e_n = given->number(from_0_to_1);
    }
  }
  if (law.form != Signorini::velocity && (law.e_n != 0 || law.e_t != 0)) {
    given->error("forms gap and quasi_inelastic mean restitution 0; use form: velocity to bounce");
  }
}

ContactLaw read_law(const Reader& entry, int dimension) {
  ContactLaw law;
  law.form = entry.choice_or<Signorini>("form", "velocity",
                                        {{"velocity", Signorini::velocity},
                                         {"gap", Signorini::gap},
                                         {"quasi_inelastic", Signorini::quasi_inelastic}});
  if (const auto friction = entry.require("friction", "write friction: 0 for smooth contact")) {
    law.friction = read_friction(*friction, dimension);
  }
  read_restitution(entry, law);
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
  for (const auto& entry : section->items()) {
    if (!entry.map({"between", "form", "friction", "restitution", "dissipation_index"})) continue;
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

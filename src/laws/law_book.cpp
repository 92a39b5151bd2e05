#include "talus/laws/law_book.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace talus {

namespace {

using Kind = ParameterKind;
using Values = LawValues;
using Objection = std::optional<LawObjection>;

constexpr std::string_view turns = "turns with the body of the pair's first material";

void split(const std::vector<Vec<2>>& rows, std::vector<double>& x, std::vector<double>& y) {
  for (const auto& row : rows) {
    x.push_back(row[0]);
    y.push_back(row[1]);
  }
}

void put_table(const Values& v, ContactLaw& law) {
  using Of = TabulatedFriction::Of;
  const std::string_view of = v["of"].word;
  TabulatedFriction f;
  f.of = of == "speed" ? Of::speed : of == "slip" ? Of::slip : Of::time;
  split(v["table"].rows, f.x, f.mu);
  law.friction = std::move(f);
}

void put_restitution_table(const Values& v, ContactLaw& law) {
  split(v["table"].rows, law.e_n_of_speed.speed, law.e_n_of_speed.e);
  law.e_t = v["tangential"].number;
}

void put_cohesion(const Values& v, ContactLaw& law) {
  using Breaks = Cohesion::Breaks;
  const std::string_view word = v["breaks"].word;
  law.bond = Cohesion{v["force"].number, word == "never"     ? Breaks::never
                                         : word == "opening" ? Breaks::opening
                                                             : Breaks::slip};
}

void put_joint(const Values& v, ContactLaw& law) {
  law.bond = Joint{v["normal_stiffness"].number, v["tangential_stiffness"].number,
                   v["normal_damping"].number, v["tangential_damping"].number, v["theta"].number};
}

Adhesion adhesion_of(const Values& v) {
  return {v["normal_stiffness"].number,
          v["tangential_stiffness"].number,
          v["normal_strength"].number,
          v["tangential_strength"].number,
          v["normal_energy"].number,
          v["tangential_energy"].number,
          v["theta"].number};
}

/// A softer bond than this would break before it reached its strength.
Objection check_adhesion(const Values& v) {
  const Adhesion a = adhesion_of(v);
  const auto message = [](double strength, double energy) {
    return fmt::format(
        "too soft: at strength {} it would hold more energy than breaks it; at least "
        "{} here",
        strength, strength * strength / (2 * energy));
  };
  if (!(a.end_normal() > 1)) {
    return LawObjection{"normal_stiffness", message(a.strength_normal, a.energy_normal)};
  }
  if (!(a.end_tangential() > 1)) {
    return LawObjection{"tangential_stiffness",
                        message(a.strength_tangential, a.energy_tangential)};
  }
  return std::nullopt;
}

Objection check_static_dynamic(const Values& v) {
  if (v["static"].number >= v["dynamic"].number) return std::nullopt;
  return LawObjection{"static", fmt::format("friction at rest is not below that in motion: {} < {}",
                                            v["static"].number, v["dynamic"].number)};
}

Objection check_corners(const Values& v) {
  const auto& corners = v["polygon"].rows;
  const std::size_t n = corners.size();
  if (n < 3) return LawObjection{"polygon", fmt::format("expected 3 corners or more, found {}", n)};
  const auto cross2 = [](const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; };
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<2> edge = corners[(i + 1) % n] - corners[i];
    const Vec<2> next = corners[(i + 2) % n] - corners[(i + 1) % n];
    if (!(cross2(edge, next) > 0)) {
      return LawObjection{
          "polygon", fmt::format("not convex and counter-clockwise at corner {}", (i + 1) % n + 1)};
    }
    if (!(cross2(corners[i], edge) > 0)) {
      return LawObjection{"polygon",
                          "the origin must lie inside: without slip there is no friction"};
    }
  }
  return std::nullopt;
}

std::vector<LawParameter> joint_parameters() {
  return {{"normal_stiffness", Kind::positive, "F/L", "of a contact, along the normal"},
          {"tangential_stiffness", Kind::positive, "F/L", "along the tangents"}};
}

std::vector<LawParameter> with(std::vector<LawParameter> first,
                               const std::vector<LawParameter>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

const LawParameter theta{"theta", Kind::from_half_to_1, "",
                         "1/2 keeps energy, 1 damps what is faster than steps", 0.5};
const LawParameter tangential{"tangential", Kind::from_0_to_1, "",
                              "part of the slip given back while it sticks", 0.0};
const LawParameter direction{"direction", Kind::direction, "", turns};

std::vector<LawEntry> make_book() {
  return {
      {"friction",
       "coulomb",
       "coulomb",
       "one coefficient in every direction; 0 is smooth",
       "mu",
       false,
       {{"mu", Kind::not_negative, "", "coefficient"}},
       [](const Values& v, ContactLaw& law) { law.friction = IsotropicFriction{v["mu"].number}; }},
      {"friction",
       "ellipse",
       "ellipse",
       "a coefficient along a direction and one across",
       "",
       true,
       {{"along", Kind::not_negative, "", "coefficient along the direction"},
        {"across", Kind::not_negative, "", "at right angles to it"},
        direction},
       [](const Values& v, ContactLaw& law) {
         law.friction =
             EllipticFriction{v["along"].number, v["across"].number, v["direction"].direction};
       }},
      {"friction",
       "static_dynamic",
       "static_dynamic",
       "larger at rest than in motion",
       "",
       false,
       {{"static", Kind::not_negative, "", "coefficient at rest and for new contacts"},
        {"dynamic", Kind::not_negative, "", "in motion"},
        {"speed", Kind::not_negative, "L/T", "of slip, over which it falls; 0: at once", 0.0}},
       [](const Values& v, ContactLaw& law) {
         law.friction =
             StaticDynamicFriction{v["static"].number, v["dynamic"].number, v["speed"].number};
       },
       check_static_dynamic},
      {"friction",
       "table",
       "friction_table",
       "read from a table of speed, slip or time",
       "",
       false,
       {{"of",
         Kind::word,
         "",
         "what the table depends on",
         std::nullopt,
         {"speed", "slip", "time"}},
        {"table", Kind::table, "", "rows [x, mu], linear between, constant outside"}},
       put_table},
      {"friction",
       "tresca",
       "tresca",
       "bounded by a force, whatever pushes",
       "",
       false,
       {{"tresca", Kind::not_negative, "F", "bound of a contact that touches"}},
       [](const Values& v, ContactLaw& law) { law.friction = TrescaFriction{v["tresca"].number}; }},
      {"friction",
       "polygon",
       "polygon",
       "any convex polygon for a section",
       "",
       true,
       {{"polygon", Kind::corners, "", "corners [along, across] counter-clockwise"}, direction},
       [](const Values& v, ContactLaw& law) {
         law.friction = PolygonalFriction{v["polygon"].rows, v["direction"].direction};
       },
       check_corners},
      {"friction",
       "sticking",
       "sticking",
       "without bound: what pushes does not slip",
       "",
       false,
       {},
       [](const Values&, ContactLaw& law) { law.friction = StickingFriction{}; }},
      {"restitution",
       "newton",
       "restitution",
       "part of the approach given back",
       "normal",
       false,
       {{"normal", Kind::from_0_to_1, "", "Newton's coefficient", 0.0}, tangential},
       [](const Values& v, ContactLaw& law) {
         law.e_n = v["normal"].number;
         law.e_t = v["tangential"].number;
       }},
      {"restitution",
       "table",
       "restitution_table",
       "falls with the speed of approach",
       "",
       false,
       {{"table", Kind::fractions, "L/T", "rows [speed of approach, coefficient]"}, tangential},
       put_restitution_table},
      {"restitution",
       "superelastic",
       "restitution",
       "more than 1: shocks create energy",
       "",
       false,
       {{"superelastic", Kind::at_least_1, "", "Newton's coefficient"}, tangential},
       [](const Values& v, ContactLaw& law) {
         law.e_n = v["superelastic"].number;
         law.e_t = v["tangential"].number;
       }},
      {"dissipation_index",
       "index",
       "restitution",
       "instead of restitution",
       "index",
       false,
       {{"index", Kind::from_0_to_1, "", "d gives both restitutions the value (1 - d)/(1 + d)"}},
       [](const Values& v, ContactLaw& law) {
         law.e_n = law.e_t = restitution_from_dissipation_index(v["index"].number);
       }},
      {"rolling",
       "rolling",
       "rolling",
       "resists rolling with a moment of the push",
       "length",
       false,
       {{"length", Kind::not_negative, "L",
         "lever of the push: the largest moment is that times it"}},
       [](const Values& v, ContactLaw& law) { law.rolling = v["length"].number; }},
      {"spinning",
       "spinning",
       "rolling",
       "resists spinning about the normal",
       "length",
       true,
       {{"length", Kind::not_negative, "L", "lever of the push"}},
       [](const Values& v, ContactLaw& law) { law.spinning = v["length"].number; }},
      {"cohesion",
       "cohesion",
       "cohesion",
       "contacts hold a tension",
       "force",
       false,
       {{"force", Kind::not_negative, "F", "that a contact holds"},
        {"breaks",
         Kind::word,
         "",
         "for ever, once bonds of the start have opened or slid",
         0.0,
         {"never", "opening", "slip"}}},
       put_cohesion},
      {"attraction",
       "attraction",
       "attraction",
       "wet bodies that have touched pull each other",
       "",
       false,
       {{"force", Kind::not_negative, "F", "while they touch"},
        {"range", Kind::positive, "L", "gap at which it has fallen to 0"}},
       [](const Values& v, ContactLaw& law) {
         law.bond = Attraction{v["force"].number, v["range"].number};
       }},
      {"joint", "joint", "joint", "springs and dampers between bodies that touch at the start", "",
       false,
       with(joint_parameters(),
            {{"normal_damping", Kind::not_negative, "FT/L", "along the normal", 0.0},
             {"tangential_damping", Kind::not_negative, "FT/L", "along the tangents", 0.0},
             theta}),
       put_joint},
      {"adhesion", "adhesion", "adhesion", "a joint that weakens and breaks", "", false,
       with(joint_parameters(),
            {{"normal_strength", Kind::positive, "F", "in pull"},
             {"tangential_strength", Kind::positive, "F", "in shear"},
             {"normal_energy", Kind::positive, "FL", "that breaking by pull takes"},
             {"tangential_energy", Kind::positive, "FL", "by shear"},
             theta}),
       [](const Values& v, ContactLaw& law) { law.bond = adhesion_of(v); }, check_adhesion},
  };
}

}  // namespace

const LawValues::Value& LawValues::operator[](std::string_view key) const {
  for (const auto& v : values_) {
    if (v.key == key) return v;
  }
  throw std::logic_error(fmt::format("a law asks for a parameter '{}' it does not list", key));
}

const std::vector<LawEntry>& law_book() {
  static const std::vector<LawEntry> book = make_book();
  return book;
}

}  // namespace talus

#include "summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace talus::app {

namespace {

using Json = nlohmann::ordered_json;

Json energy_json(const Summary& s) {
  const auto& e = s.energy;
  return {{"kinetic", s.kinetic},
          {"potential", s.potential()},
          {"work", e.work()},
          {"dissipated", e.dissipated()},
          {"balance_error_max", s.balance_error_max},
          {"kinetic_start", s.kinetic_start},
          {"potential_start", s.potential_start},
          {"potential_gravity", s.potential_gravity},
          {"potential_elastic", s.potential_elastic},
          {"work_gravity", e.work_gravity},
          {"work_applied", e.work_applied},
          {"work_prescribed", e.work_prescribed},
          {"dissipated_structural", e.dissipated_structural},
          {"dissipated_friction", e.dissipated_friction},
          {"dissipated_viscous", e.dissipated_viscous},
          {"dissipated_bonds", e.dissipated_bonds},
          {"dissipated_damage", e.dissipated_damage},
          {"scheme", e.scheme},
          {"projected", s.projected},
          {"created", e.created},
          {"clipped", e.clipped}};
}

Json painleve_json(const Summary& s) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < s.painleve.listed; ++i) {
    const auto& p = s.painleve.pair[i];
    pairs.push_back({{"bodies", {s.painleve_names[i].first, s.painleve_names[i].second}},
                     {"contacts", p.contacts},
                     {"first_step", p.begin},
                     {"worst", p.worst}});
  }
  return {{"pairs", pairs}, {"contacts_of_others", s.painleve.others}};
}

Json pinched_json(const Summary& s) {
  Json grains = Json::array();
  for (std::size_t i = 0; i < s.pinched.listed; ++i) {
    const auto& p = s.pinched.grain[i];
    const auto& names = s.pinched_names[i];
    grains.push_back({{"body", names.grain},
                      {"between", {names.one_side, names.other_side}},
                      {"others", p.others},
                      {"first_step", p.begin},
                      {"first_time", p.begin_time},
                      {"steps", p.steps},
                      {"steps_by_friction", p.by_friction}});
  }
  return {{"steps", s.pinched.steps},
          {"grains", grains},
          {"steps_of_others", s.pinched.steps_of_others}};
}

Json impact_json(const Summary& s) {
  const auto& c = s.created;
  Json j = {{"law", s.impact},
            {"created_steps", c.steps},
            {"clipped_steps", c.clipped_steps},
            {"clip_law_error_max", c.clip_error}};
  if (c.first >= 0) {
    j["worst"] = {{"step", c.worst_step},
                  {"energy", c.worst},
                  {"bodies", {s.created_names.first, s.created_names.second}}};
  }
  return j;
}

Json bodies_json(const Summary& s) {
  Json bodies = Json::object();
  for (const auto& b : s.final_bodies) {
    const bool plane = s.dimension == 2;
    bodies[b.name] = {{"position", b.position},
                      {"orientation", plane ? Json(b.orientation[0]) : Json(b.orientation)},
                      {"velocity", b.velocity},
                      {"spin", plane ? Json(b.spin[0]) : Json(b.spin)}};
  }
  return bodies;
}

}  // namespace

std::string summary_json(const Summary& s, bool indented) {
  Json j = {{"scene", s.scene},
            {"title", s.title},
            {"settings", s.settings},
            {"dimension", s.dimension},
            {"threads", s.threads},
            {"outcome", outcome_name(s.outcome)},
            {"steps", s.steps},
            {"time", s.time},
            {"body_count", s.bodies},
            {"contacts", s.contacts},
            {"contacts_acting", s.acting},
            {"contacts_max", s.contacts_max},
            {"open", s.statuses.open},
            {"sticking", s.statuses.sticking},
            {"sliding", s.statuses.sliding},
            {"redundant_impulses", s.statuses.redundant},
            {"solver", s.method},
            {"sweeps_mean",
             s.steps > 0 ? static_cast<double>(s.sweeps) / static_cast<double>(s.steps) : 0.0},
            {"sweeps_max", s.sweeps_max},
            {"direct_steps", s.direct_steps},
            {"sweeps_instead_steps", s.sweeps_instead_steps},
            {"law_error_max", s.law_error_max},
            {"unconverged_steps", s.unconverged_steps},
            {"unconverged_sweeps_only", s.unconverged_sweeps_only},
            {"unconverged_worst", s.unconverged_worst},
            {"pinched", pinched_json(s)},
            {"painleve_contacts_max", s.painleve_contacts_max},
            {"painleve", painleve_json(s)},
            {"impact", impact_json(s)},
            {"bipotential", s.last_step.relative},
            {"complementarity", s.last_step.complementarity},
            {"cone_violation", s.last_step.cone},
            {"bonds", s.bonds},
            {"penetration_max", s.penetration_max.depth},
            {"penetration_max_relative", s.penetration_max.relative},
            {"energy", energy_json(s)},
            {"state_hash", fmt::format("{:016x}", s.state_hash)},
            {"wall_seconds", s.wall_seconds}};
  if (s.final_bodies.size() == s.bodies) j["bodies"] = bodies_json(s);
  // Names come from files and may hold any bytes.
  return j.dump(indented ? 2 : -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace talus::app

// Sections that say how the scene is run: gravity, time, solver, detection, projection, impact,
// record, limits.
#include "talus/io/sections.hpp"
#include "talus/io/suggestions.hpp"
#include "talus/solvers/assembled_solve.hpp"
#include "talus/step/impact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

/// A section that may be left out; written in full then.
Reader section_or_empty(const Reader& scene, std::string_view key) {
  if (!scene.has(key)) {
    Node empty;
    empty.kind = Kind::map;
    scene.fill(key, std::move(empty));
  }
  return *scene.find(key);
}

/// 'none' in place of a section.
bool is_none(const Reader& value) { return value.is(Kind::scalar) && value.node().text == "none"; }

template <int D>
void read_gravity(const Reader& scene, Draft<D>& draft) {
  const auto gravity =
      scene.require("gravity", D == 2 ? "[0, -9.81] in metres and seconds, or none"
                                      : "[0, 0, -9.81] in metres and seconds, or none");
  if (!gravity) return;
  if (is_none(*gravity)) return;
  draft.scene.model.loads.gravity = gravity->template vector<D>();
}

template <int D>
void read_time(const Reader& scene, Draft<D>& draft) {
  const auto time = scene.require("time", "as in time: {step: 1e-3, end: 5}");
  if (!time || !time->map({"step", "end"})) return;
  draft.scene.step.h = time->require_number("step", positive);
  draft.scene.end = time->require_number("end", positive);
  if (const auto step = time->find("step")) draft.place_of_step = step->place();
}

/// Methods of `talus solve` that steps of runs have not: said before the list of those they have.
void explain_method(const Reader& solver) {
  if (!solver.has("method")) return;
  const auto method = solver.find("method");
  if (!method->is(Kind::scalar)) return;
  const std::string& name = method->node().text;
  const auto known = [&](const AssembledMethodName& m) { return m.name == name; };
  if (std::none_of(assembled_methods.begin(), assembled_methods.end(), known)) return;
  if (name == "auto" || name == "nlgs" || name == "interior_point") return;
  method->error(
      fmt::format("{} needs W written out, which steps of a run do not have: it is for problems in "
                  "files (talus run "
                  "--dump-problems, talus solve --solver {})",
                  name, name));
}

void read_solver(const Reader& solver, SolverOptions& out) {
  if (!solver.map({"method", "tolerance", "max_sweeps", "momentum", "skip_open", "order", "guess",
                   "seed"})) {
    return;
  }
  explain_method(solver);
  out.method = solver.choice_or<SolverMethod>("method", "auto",
                                              {{"auto", SolverMethod::automatic},
                                               {"nlgs", SolverMethod::nlgs},
                                               {"interior_point", SolverMethod::interior_point}});
  out.tolerance = solver.number_or("tolerance", out.tolerance, positive);
  const std::int64_t sweeps = solver.integer_or("max_sweeps", out.max_sweeps, 1);
  out.max_sweeps = static_cast<int>(std::min<std::int64_t>(sweeps, 1'000'000'000));
  out.momentum =
      solver.number_or("momentum", out.momentum, {0, false, 0.99, "a number from 0 to 0.99"});
  out.skip_open = solver.flag_or("skip_open", out.skip_open);
  out.order = solver.choice_or<SweepOrder>("order", "given",
                                           {{"given", SweepOrder::given},
                                            {"gravity", SweepOrder::gravity},
                                            {"random", SweepOrder::random}});
  out.guess = solver.choice_or<InitialGuess>("guess", "warm",
                                             {{"warm", InitialGuess::warm},
                                              {"zero", InitialGuess::zero},
                                              {"random", InitialGuess::random}});
  out.seed = static_cast<std::uint64_t>(solver.integer_or("seed", 1, 0));
}

void read_detection(const Reader& detection, DetectOptions& out) {
  if (!detection.map({"alert", "closure", "forecast", "corners"})) return;
  out.alert = detection.number_or("alert", out.alert, not_negative);
  out.closure = detection.number_or("closure", out.closure, not_negative);
  out.forecast = detection.flag_or("forecast", out.forecast);
  out.corners = detection.choice_or<FlatCorners>(
      "corners", "all", {{"all", FlatCorners::all}, {"extreme", FlatCorners::extreme}});
}

void read_projection(const Reader& scene, ProjectionOptions& out) {
  if (!scene.has("projection")) scene.fill("projection", Node::scalar("off"));
  const auto given = scene.find("projection");
  if (!given->is(Kind::map)) {
    out.on = given->flag();
    if (!out.on) return;
    given->node() = Node{Kind::map, "", {}, {}, given->place(), ""};  // to write its defaults in
  }
  if (!given->map({"slop", "tolerance", "max_sweeps"})) return;
  out.on = true;
  out.slop = given->number_or("slop", out.slop, not_negative);
  out.tolerance = given->number_or("tolerance", out.tolerance, positive);
  const std::int64_t sweeps = given->integer_or("max_sweeps", out.max_sweeps, 1);
  out.max_sweeps = static_cast<int>(std::min<std::int64_t>(sweeps, 1'000'000'000));
}

ImpactLaw read_impact_law(const Reader& name) {
  std::vector<std::string> names;
  for (const auto& entry : impact_book) {
    if (name.is(Kind::scalar) && name.node().text == entry.name) return entry.law;
    names.emplace_back(entry.name);
  }
  name.expected_one_of(names);
  return ImpactLaw::newton;
}

/// A law's name, or a map.
template <int D>
void read_impact(const Reader& scene, Draft<D>& draft) {
  ImpactOptions& out = draft.scene.step.impact;
  if (!scene.has("impact")) scene.fill("impact", Node::scalar("newton"));
  const auto given = scene.find("impact");
  if (!given->is(Kind::map)) {
    out.law = read_impact_law(*given);
  } else if (given->map({"law", "energy"})) {
    if (!given->has("law")) given->fill("law", Node::scalar("newton"));
    out.law = read_impact_law(*given->find("law"));
    out.never_created = given->choice_or<bool>("energy", "as_stated",
                                               {{"as_stated", false}, {"never_created", true}});
  }
  if (draft.complaints.errors() > 0) return;
  const auto objection = impact_objection(draft.scene.model, draft.scene.step);
  if (objection) given->error(*objection);
}

template <int D>
std::vector<std::string> known_names(const Draft<D>& draft) {
  std::vector<std::string> names;
  for (const auto& entry : draft.named) names.push_back(entry.first);
  return names;
}

/// Bodies to record, by their names or their groups'.
template <int D>
void read_recorded_bodies(const Reader& map, const Draft<D>& draft, std::vector<std::string>& out) {
  if (!map.has("bodies")) map.fill("bodies", Node::list({}));
  const auto& model = draft.scene.model;
  for (const auto& item : map.find("bodies")->items()) {
    const std::string name = item.text();
    const auto found = draft.named.find(name);
    if (found != draft.named.end()) {
      for (const int b : found->second) out.push_back(model.name[static_cast<std::size_t>(b)]);
    } else if (std::find(model.name.begin(), model.name.end(), name) != model.name.end()) {
      out.push_back(name);  // one body of a group
    } else if (!name.empty()) {
      item.error(fmt::format("unknown body '{}'{}", name, did_you_mean(name, known_names(draft))));
    }
  }
}

/// Steps between two records, from 'every' (steps) or 'interval' (a time).
std::int64_t read_every(const Reader& map, double h, std::int64_t fallback) {
  map.not_both("every", "interval");
  const auto interval = map.find("interval");
  if (!interval) return map.integer_or("every", fallback, 1);
  const double steps = interval->number(positive) / h;
  return static_cast<std::int64_t>(std::clamp(std::round(steps), 1.0, 1e15));
}

/// So many frames a run has unless told otherwise.
constexpr double usual_frames = 200;

template <int D>
void read_frames(const Reader& record, Draft<D>& draft) {
  const auto& scene = draft.scene;
  FrameOptions& out = draft.scene.record.frames;
  if (record.has("frames") && is_none(*record.find("frames"))) {
    out.every = 0;
    return;
  }
  const Reader frames = section_or_empty(record, "frames");
  if (!frames.map({"every", "interval", "bodies", "fields", "compressed"})) return;
  const double usual = std::ceil(scene.end / scene.step.h / usual_frames - 1e-9);
  out.every =
      read_every(frames, scene.step.h, static_cast<std::int64_t>(std::clamp(usual, 1.0, 1e15)));
  read_recorded_bodies(frames, draft, out.bodies);
  if (!frames.has("fields")) {
    frames.fill("fields", Node::list({Node::scalar("velocities"), Node::scalar("contacts")}));
  }
  out.velocities = out.contacts = false;
  for (const auto& field : frames.find("fields")->items()) {
    bool& chosen =
        *field.choice<bool*>({{"velocities", &out.velocities}, {"contacts", &out.contacts}});
    chosen = true;
  }
  out.compressed = frames.flag_or("compressed", false);
}

void read_checkpoints(const Reader& record, CheckpointOptions& out) {
  if (record.has("checkpoints") && is_none(*record.find("checkpoints"))) {
    out = {0, 0};
    return;
  }
  const Reader checkpoints = section_or_empty(record, "checkpoints");
  if (!checkpoints.map({"seconds", "every"})) return;
  checkpoints.not_both("seconds", "every");
  if (const auto every = checkpoints.find("every")) {
    out = {0, every->integer(1)};
  } else {
    out.seconds = checkpoints.number_or("seconds", out.seconds, positive);
  }
}

template <int D>
void read_record(const Reader& record, Draft<D>& draft) {
  if (!record.map({"every", "interval", "bodies", "frames", "checkpoints"})) return;
  auto& out = draft.scene.record;
  out.every = read_every(record, draft.scene.step.h, 1);
  read_recorded_bodies(record, draft, out.bodies);
  read_frames(record, draft);
  read_checkpoints(record, out.checkpoints);
}

}  // namespace

template <int D>
void read_settings(const Reader& scene, Draft<D>& draft) {
  if (const auto title = scene.find("title")) draft.scene.title = title->text();
  read_gravity(scene, draft);
  read_time(scene, draft);
  read_solver(section_or_empty(scene, "solver"), draft.scene.step.solver);
  read_detection(section_or_empty(scene, "detection"), draft.scene.step.detect);
  read_projection(scene, draft.scene.step.projection);
  read_impact(scene, draft);
  read_record(section_or_empty(scene, "record"), draft);
  const Reader limits = section_or_empty(scene, "limits");
  if (limits.map({"overlap"})) {
    draft.overlap_limit = limits.number_or("overlap", 0.01, not_negative);
  }
}

template void read_settings<2>(const Reader&, Draft<2>&);
template void read_settings<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

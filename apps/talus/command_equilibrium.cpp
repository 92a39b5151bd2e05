// talus equilibrium SCENE

#include "talus/step/equilibrium.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "scene_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace talus::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t few_contacts = 40;

/// A contact force on the first body, seen in the world.
template <int D>
struct ContactForce {
  std::string first, second;
  Vec<D> point;
  Vec<D> force;
  double normal = 0;
  double tangential = 0;
};

template <int D>
std::vector<ContactForce<D>> contact_forces(const Model<D>& model, const Equilibrium<D>& e) {
  std::vector<ContactForce<D>> forces;
  for (std::size_t c = 0; c < e.contacts; ++c) {
    const auto name = [&](int body) { return model.name[static_cast<std::size_t>(body)]; };
    const Vec<D>& f = e.force[c];
    forces.push_back({name(e.contact.first[c]), name(e.contact.second[c]), e.contact.point[c],
                      e.contact.frame[c] * f, f[0], f.template tail<D - 1>().norm()});
  }
  return forces;
}

/// Statics wants better answers than a step does; what the scene says about order, guess and seed
/// stands.
EquilibriumOptions equilibrium_options(const StepOptions& step) {
  EquilibriumOptions options;
  const SolverOptions strict = options.solver;
  options.h = step.h;
  options.solver = step.solver;
  options.solver.tolerance = std::min(step.solver.tolerance, strict.tolerance);
  options.solver.max_sweeps = std::max(step.solver.max_sweeps, strict.max_sweeps);
  options.detect.closure = std::max(step.detect.closure, options.detect.closure);
  return options;
}

std::string_view verdict_name(EquilibriumVerdict verdict) {
  switch (verdict) {
    case EquilibriumVerdict::possible: return "possible";
    case EquilibriumVerdict::impossible: return "impossible";
    case EquilibriumVerdict::undecided: return "undecided";
  }
  return "";
}

int verdict_code(EquilibriumVerdict verdict) {
  switch (verdict) {
    case EquilibriumVerdict::possible: return exit_done;
    case EquilibriumVerdict::impossible: return exit_no_equilibrium;
    case EquilibriumVerdict::undecided: return exit_unconverged;
  }
  return exit_internal;
}

template <int D>
std::string fastest(const Model<D>& model, const Equilibrium<D>& e) {
  return e.fastest_body < 0 ? "" : model.name[static_cast<std::size_t>(e.fastest_body)];
}

template <int D>
std::string verdict_text(const Model<D>& model, const Equilibrium<D>& e) {
  switch (e.verdict) {
    case EquilibriumVerdict::possible:
      return "equilibrium possible: contact forces exist that hold every body at rest\n";
    case EquilibriumVerdict::impossible:
      return fmt::format("no equilibrium: body '{}' starts to move\n", fastest(model, e));
    case EquilibriumVerdict::undecided:
      return fmt::format(
          "undecided: the solver stopped after {} sweeps before the question was settled\n",
          e.solve.sweeps);
  }
  return "";
}

template <int D>
void print_text(const Model<D>& model, const Equilibrium<D>& e) {
  fmt::print("{}", verdict_text(model, e));
  fmt::print("  motion left  {:.2g} of what the loads alone would cause\n", e.motion);
  fmt::print("  law error    {:.2g} after {} sweeps\n", e.solve.error.relative, e.solve.sweeps);
  fmt::print("  contacts     {}\n", e.contacts);
  if (e.solve.painleve_contacts > 0) {
    fmt::print("  Painlevé     at {} of them rigid-body theory has no unique answer\n",
               e.solve.painleve_contacts);
  }
  if (e.contacts == 0 || e.contacts > few_contacts) return;
  const auto forces = contact_forces(model, e);
  std::size_t width = 4;
  for (const auto& f : forces) width = std::max({width, f.first.size(), f.second.size()});
  fmt::print("\n  {:<{}}  {:<{}}  {:>12}  {:>12}\n", "on", width, "from", width, "normal",
             "tangential");
  for (const auto& f : forces) {
    fmt::print("  {:<{}}  {:<{}}  {:12.5g}  {:12.5g}\n", f.first, width, f.second, width, f.normal,
               f.tangential);
  }
}

template <int D>
std::vector<double> numbers(const Vec<D>& v) {
  return {v.data(), v.data() + D};
}

template <int D>
Json json_of(const Model<D>& model, const Equilibrium<D>& e) {
  Json forces = Json::array();
  for (const auto& f : contact_forces(model, e)) {
    forces.push_back({{"on", f.first},
                      {"from", f.second},
                      {"point", numbers<D>(f.point)},
                      {"force", numbers<D>(f.force)},
                      {"normal", f.normal},
                      {"tangential", f.tangential}});
  }
  return {{"verdict", verdict_name(e.verdict)},
          {"motion", e.motion},
          {"fastest_body", e.fastest_body < 0 ? Json(nullptr) : Json(fastest(model, e))},
          {"law_error", e.solve.error.relative},
          {"sweeps", e.solve.sweeps},
          {"painleve_contacts", e.solve.painleve_contacts},
          {"contacts", e.contacts},
          {"forces", forces}};
}

std::string_view status_name(TriedStatus status) {
  switch (status) {
    case TriedStatus::open: return "open";
    case TriedStatus::sticking: return "sticking";
    case TriedStatus::forward: return "forward";
    case TriedStatus::backward: return "backward";
  }
  return "";
}

/// Every answer of a small scene in the plane.
std::vector<PluralAnswer> plural_answers(const Scene<2>& s, const EquilibriumOptions& options) {
  try {
    return all_answers(s.model, s.state, options);
  } catch (const ModelError& error) {
    throw BadInput(fmt::format("--all: {}", error.what()));
  }
}
std::vector<PluralAnswer> plural_answers(const Scene<3>&, const EquilibriumOptions&) {
  throw BadInput("--all: only scenes of dimension 2 have all their answers listed");
}

template <int D>
void print_answers(const Model<D>& model, const std::vector<PluralAnswer>& answers) {
  fmt::print("\n  {} in all\n",
             answers.size() == 1 ? "1 answer" : fmt::format("{} answers", answers.size()));
  for (const auto& a : answers) {
    std::vector<std::string_view> statuses;
    for (const auto status : a.status) statuses.push_back(status_name(status));
    fmt::print(
        "  {:<7} {:9.3g}  {}  [{}]\n", a.holds ? "holds" : "moves", a.motion,
        a.holds || a.fastest_body < 0 ? "" : model.name[static_cast<std::size_t>(a.fastest_body)],
        fmt::join(statuses, ", "));
  }
}

Json answers_json(const std::vector<PluralAnswer>& answers) {
  Json out = Json::array();
  for (const auto& a : answers) {
    Json statuses = Json::array();
    for (const auto status : a.status) statuses.push_back(status_name(status));
    out.push_back({{"holds", a.holds}, {"motion", a.motion}, {"statuses", statuses}});
  }
  return out;
}

}  // namespace

int equilibrium(const EquilibriumRequest& request) {
  const auto source = read_source(request.scene);
  const auto scene = load(source, request.settings);
  return std::visit(
      [&]<int D>(const Scene<D>& s) {
        const auto options = equilibrium_options(s.step);
        const auto e = test_equilibrium(s.model, s.state, options);
        std::vector<PluralAnswer> answers;
        if (request.all) answers = plural_answers(s, options);
        if (request.json) {
          Json j = json_of(s.model, e);
          if (request.all) j["answers"] = answers_json(answers);
          fmt::print("{}\n", j.dump(-1, ' ', false, Json::error_handler_t::replace));
        } else {
          print_text(s.model, e);
          if (request.all) print_answers(s.model, answers);
        }
        return verdict_code(e.verdict);
      },
      scene);
}

}  // namespace talus::app

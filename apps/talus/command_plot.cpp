// talus plot DIR --svg FILE: numbers of every step over time.

#include "talus/draw/graph.hpp"
#include "talus/io/results_reader.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "picture_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fs = std::filesystem;

namespace talus::app {

namespace {

using Values = std::vector<double>;

/// Columns of the steps by name.
class Steps {
 public:
  explicit Steps(const ResultsReader& reader) {
    for (auto& column : reader.steps()) columns_[column.name] = std::move(column.values);
  }

  const Values& operator[](const std::string& name) const { return columns_.at(name); }
  Values sum(const std::vector<std::string>& names) const {
    Values out = columns_.at(names.front());
    for (std::size_t k = 1; k < names.size(); ++k) {
      const Values& more = columns_.at(names[k]);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] += more[i];
    }
    return out;
  }
  /// Times of the steps that missed the tolerance.
  Values missed() const {
    Values out;
    for (std::size_t i = 0; i < columns_.at("missed").size(); ++i) {
      if (columns_.at("missed")[i] != 0) out.push_back(columns_.at("time")[i]);
    }
    return out;
  }

 private:
  std::map<std::string, Values> columns_;
};

/// Left out when nothing ever happens in it, unless nothing happens at all.
bool is_zero(const Curve& curve) {
  return std::all_of(curve.values.begin(), curve.values.end(), [](double x) { return x == 0; });
}

Panel panel(const Values& times, std::string title, std::string quantity,
            std::vector<Curve> curves) {
  const auto rest = std::remove_if(curves.begin(), curves.end(), is_zero);
  if (rest != curves.begin()) curves.erase(rest, curves.end());
  Panel out;
  out.title = std::move(title);
  out.quantity = std::move(quantity);
  out.times = &times;
  out.curves = std::move(curves);
  return out;
}

void add_steps(const ResultsReader& reader, const Steps& steps, Graph& graph) {
  const Values& time = steps["time"];
  graph.panels.push_back(
      panel(time, "Energy", "energy",
            {{"kinetic", steps["kinetic"]},
             {"gravity", steps["potential_gravity"]},
             {"elastic", steps["potential_elastic"]},
             {"total", steps.sum({"kinetic", "potential_gravity", "potential_elastic"})}}));
  graph.panels.push_back(panel(time, "Work and dissipation since the start", "energy",
                               {{"work", steps.sum({"work_applied", "work_prescribed"})},
                                {"shocks", steps["dissipated_structural"]},
                                {"friction", steps["dissipated_friction"]},
                                {"viscous", steps["dissipated_viscous"]},
                                {"bonds", steps.sum({"dissipated_bonds", "dissipated_damage"})}}));
  graph.panels.push_back(
      panel(time, "Contacts", "number",
            {{"handed to the solver", steps["contacts"]}, {"with an impulse", steps["acting"]}}));
  graph.panels.push_back(
      panel(time, "Deepest overlap", "length", {{"overlap", steps["penetration"]}}));
  graph.panels.push_back(
      panel(time, "Sweeps of the solver", "number", {{"sweeps", steps["sweeps"]}}));
  Panel error =
      panel(time, "Error in the contact laws", "relative", {{"error", steps["law_error"]}});
  error.logarithmic = true;
  error.limit = reader.tolerance();
  error.limit_name = "tolerance";
  error.marks = steps.missed();
  graph.panels.push_back(std::move(error));
}

int body_of(const std::vector<std::string>& names, const std::string& name,
            const ResultsReader& reader) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto number = static_cast<std::int32_t>(found - names.begin());
  const auto& recorded = reader.recorded_bodies();
  if (found == names.end() ||
      std::find(recorded.begin(), recorded.end(), number) == recorded.end()) {
    throw BadInput(fmt::format(
        "--body {}: {}", name,
        found == names.end() ? "there is no such body in this run" : "this body was not recorded"));
  }
  return number;
}

/// Place, velocity and spin of a body, a curve for each component.
struct Motion {
  std::vector<Curve> place, velocity, spin;
};

template <class V>
void add(const V& v, const std::string& prefix, std::vector<Curve>& curves) {
  const auto n = static_cast<std::size_t>(v.size());
  if (curves.empty()) {
    for (std::size_t k = 0; k < n; ++k) {
      curves.push_back({n == 1 ? prefix : prefix + "xyz" [k], {}});
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    curves[k].values.push_back(v[static_cast<Eigen::Index>(k)]);
  }
}

template <int D>
std::vector<Motion> motions(const ResultsReader& reader, const std::vector<std::string>& bodies) {
  const Model<D> model = reader.model<D>();
  std::vector<int> numbers;
  numbers.reserve(bodies.size());
  for (const auto& b : bodies) numbers.push_back(body_of(model.name, b, reader));
  std::vector<Motion> out(bodies.size());
  RecordedFrame<D> frame;
  for (std::size_t n = 0; n < reader.frame_times().size(); ++n) {
    reader.read_frame<D>(n, frame);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto b = static_cast<std::size_t>(numbers[i]);
      add(frame.state.x[b], "", out[i].place);
      add(frame.state.v[b], "v", out[i].velocity);
      add(model.world_spin(numbers[i], frame.state), D == 2 ? "spin" : "spin ", out[i].spin);
    }
  }
  return out;
}

/// From the frames; what never moves is not plotted.
void add_bodies(const ResultsReader& reader, const std::vector<std::string>& bodies, Graph& graph) {
  const auto all =
      reader.dimension() == 2 ? motions<2>(reader, bodies) : motions<3>(reader, bodies);
  const auto add_panel = [&](const std::string& title, const char* quantity,
                             const std::vector<Curve>& curves) {
    if (std::all_of(curves.begin(), curves.end(), is_zero)) return;
    graph.panels.push_back(panel(reader.frame_times(), title, quantity, curves));
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    add_panel(bodies[i] + ": centre of mass", "length", all[i].place);
    add_panel(bodies[i] + ": velocity", "velocity", all[i].velocity);
    add_panel(bodies[i] + ": spin", "angular velocity", all[i].spin);
  }
}

}  // namespace

int plot(const PlotRequest& request) {
  check_picture(request.picture);
  const ResultsReader reader(request.folder);
  const Steps steps(reader);
  const Values& time = steps["time"];
  if (time.empty()) throw ResultsError(reader.file(), "steps", "no step was recorded");
  Graph graph;
  const auto& header = reader.header();
  graph.title = header.title.empty() ? fs::path(header.scene).stem().string() : header.title;
  graph.subtitle = fmt::format("{} steps of {:g}, until t = {:g}; units are those of the scene",
                               time.size() - 1, reader.step_length(), time.back());
  const auto missed = steps.missed().size();
  if (missed > 0) {
    graph.warning = fmt::format("{} of {} steps missed the solver's tolerance of {:g}", missed,
                                time.size() - 1, reader.tolerance());
  }
  if (!request.only_bodies) add_steps(reader, steps, graph);
  add_bodies(reader, request.bodies, graph);
  write_picture(request.picture, draw_graph(graph));
  return exit_done;
}

}  // namespace talus::app

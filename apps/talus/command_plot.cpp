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

/// Position and velocity of bodies, from the frames.
template <int D>
void add_bodies(const ResultsReader& reader, const std::vector<std::string>& bodies, Graph& graph) {
  const auto names = reader.model<D>().name;
  std::vector<std::size_t> numbers;
  for (const auto& b : bodies) {
    numbers.push_back(static_cast<std::size_t>(body_of(names, b, reader)));
  }
  std::vector<std::vector<Curve>> position(bodies.size()), velocity(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (int k = 0; k < D; ++k) {
      const std::string axis(1, "xyz"[k]);
      position[i].push_back({axis, {}});
      velocity[i].push_back({"v" + axis, {}});
    }
  }
  RecordedFrame<D> frame;
  for (std::size_t n = 0; n < reader.frame_times().size(); ++n) {
    reader.read_frame<D>(n, frame);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t k = 0; k < D; ++k) {
        const auto axis = static_cast<Eigen::Index>(k);
        position[i][k].values.push_back(frame.state.x[numbers[i]][axis]);
        velocity[i][k].values.push_back(frame.state.v[numbers[i]][axis]);
      }
    }
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    graph.panels.push_back(
        panel(reader.frame_times(), bodies[i] + ": centre of mass", "length", position[i]));
    if (!reader.records_velocities()) continue;
    graph.panels.push_back(
        panel(reader.frame_times(), bodies[i] + ": velocity", "velocity", velocity[i]));
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
  add_steps(reader, steps, graph);
  const auto missed = graph.panels.back().marks.size();
  if (missed > 0) {
    graph.warning = fmt::format("{} of {} steps missed the solver's tolerance of {:g}", missed,
                                time.size() - 1, reader.tolerance());
  }
  if (!request.bodies.empty()) {
    reader.dimension() == 2 ? add_bodies<2>(reader, request.bodies, graph)
                            : add_bodies<3>(reader, request.bodies, graph);
  }
  write_picture(request.picture, draw_graph(graph));
  return exit_done;
}

}  // namespace talus::app

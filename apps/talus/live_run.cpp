#include "live_run.hpp"

#include "talus/version.hpp"

#include "browser.hpp"
#include "interrupt.hpp"

#include <filesystem>

namespace talus::app {

namespace {

viewer::HeadNotes notes_of(const ResultsHeader& header, double tolerance) {
  viewer::HeadNotes out;
  out.name = std::filesystem::path(header.scene).stem().string();
  out.title = header.title.empty() ? out.name : header.title;
  out.version = version;
  out.scene_given = header.given;
  out.scene_complete = header.complete;
  out.tolerance = tolerance;
  return out;
}

}  // namespace

template <int D>
LiveRun<D>::LiveRun(const RunRequest& request, const ResultsHeader& header,
                    const Simulation<D>& simulation)
    : view_(simulation, notes_of(header, simulation.options().solver.tolerance)),
      server_(view_, request.port) {
  announce(server_.address(), request.no_open, stderr);  // stdout may be for JSON
}

template <int D>
bool LiveRun<D>::observe(const Simulation<D>& simulation) {
  return view_.observe(simulation, interrupted);
}

template <int D>
void LiveRun<D>::finish(const Simulation<D>& simulation) {
  view_.finish(simulation);
}

template <int D>
void LiveRun<D>::wait() {
  view_.wait_for_goodbye(interrupted);
}

template class LiveRun<2>;
template class LiveRun<3>;

}  // namespace talus::app

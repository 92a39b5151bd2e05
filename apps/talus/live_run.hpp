// A run somebody looks at while it computes.
#pragma once

#include "talus/viewer/live_view.hpp"
#include "talus/viewer/server.hpp"

#include "commands.hpp"

namespace talus::app {

template <int D>
class LiveRun {
 public:
  /// Serves the page and tells where. Throws viewer::ServerError when it cannot.
  LiveRun(const RunRequest& request, const ResultsHeader& header, const Simulation<D>& simulation);

  /// To be called after each step; false when whoever looks asked to stop.
  bool observe(const Simulation<D>& simulation);
  /// To be called when the run has ended.
  void finish(const Simulation<D>& simulation);
  /// Goes on serving until the page is closed.
  void wait();

 private:
  viewer::LiveView<D> view_;
  viewer::ViewServer server_;
};

}  // namespace talus::app

// talus view DIR: a run in the browser, or as one file to send.

#include "talus/io/history_file.hpp"
#include "talus/viewer/results_view.hpp"
#include "talus/viewer/server.hpp"

#include "browser.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "output_file.hpp"
#include "progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace talus::app {

namespace {

int write_page(const ViewRequest& request) {
  check_target("--html", *request.html, request.force);
  if (!(request.max_megabytes > 0)) {
    throw BadInput(fmt::format("--max-mb {}: expected a size in megabytes", request.max_megabytes));
  }
  viewer::HtmlOptions options;
  options.most_bytes = static_cast<std::size_t>(1e6 * request.max_megabytes);
  Progress progress(request.quiet);
  try {
    const auto report = viewer::write_html(request.folder, *request.html, options,
                                           [&](std::size_t done, std::size_t all) {
                                             progress.show(PartReport{done, all, "frames"});
                                             return !interrupted();
                                           });
    progress.clear();
    if (request.quiet) return exit_done;
    fmt::print("{}: {} frames, {:.1f} MB\n", request.html->string(), report.frames,
               1e-6 * static_cast<double>(report.bytes));
    if (report.frames < report.recorded) {
      warn(fmt::format("{} of {} frames fit into {} MB; --max-mb takes more", report.frames,
                       report.recorded, request.max_megabytes));
    }
    if (report.precision == viewer::Precision::single) {
      warn("numbers are kept with seven digits, so that the file is not too large");
    }
    return exit_done;
  } catch (const Interrupted& error) {
    progress.clear();
    complain(error.what());
    return exit_interrupted;
  } catch (const WriteError& error) {
    throw BadInput(error.what());
  }
}

int serve(const ViewRequest& request) {
  const auto source = viewer::open_results(request.folder);
  const viewer::ViewServer server(*source, request.port);
  announce(server.address(), request.no_open);
  if (!request.quiet) say("Ctrl-C ends it.\n");
  while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return exit_done;
}

}  // namespace

int view(const ViewRequest& request) {
  catch_interrupts("\n");
  return request.html ? write_page(request) : serve(request);
}

}  // namespace talus::app

// talus export DIR --vtk|--csv|--npz: a run for other programs.

#include "talus/export/csv.hpp"
#include "talus/export/npz.hpp"
#include "talus/export/vtk.hpp"
#include "talus/io/history_file.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "output_file.hpp"
#include "progress.hpp"

#include <fmt/format.h>

#include <system_error>

namespace fs = std::filesystem;

namespace talus::app {

namespace {

/// Frames from a time to a later one, or to the end.
FrameChoice choice_of(const ExportRequest& request) {
  FrameChoice out;
  out.from = request.from.value_or(out.from);
  out.to = request.to.value_or(out.to);
  if (!(out.from <= out.to)) {
    throw BadInput(
        fmt::format("--from {} --to {}: expected times, the earlier one first", out.from, out.to));
  }
  out.every = static_cast<std::size_t>(request.every);
  return out;
}

/// The folder is made if need be. That of the run itself is refused: it has files of the same
/// names.
fs::path output_of(const ExportRequest& request, const ResultsReader& reader) {
  const fs::path out = request.out.value_or(reader.file().parent_path() / "export");
  std::error_code error;
  fs::create_directories(out, error);
  if (error) {
    throw BadInput(fmt::format("--out {}: cannot be created: {}", out.string(), error.message()));
  }
  if (fs::equivalent(out, reader.file().parent_path(), error)) {
    throw BadInput(
        fmt::format("--out {}: the folder of the run itself; choose another", out.string()));
  }
  return out;
}

void check_targets(const ExportRequest& request, const fs::path& out) {
  if (request.vtk) {
    for (const std::string name : vtk_datasets) {
      check_target("export", out / (name + ".pvd"), request.force);
    }
  }
  if (request.csv) {
    for (const char* name : csv_files) check_target("export", out / name, request.force);
  }
  if (request.npz) check_target("export", out / npz_file, request.force);
}

void tell(const std::string& what, const ExportReport& report) {
  fmt::print("{}: {} {}, {:.1f} MB\n", what, report.frames, report.frames == 1 ? "frame" : "frames",
             1e-6 * static_cast<double>(report.bytes));
}

}  // namespace

int export_results(const ExportRequest& request) {
  catch_interrupts("\n");
  const FrameChoice choice = choice_of(request);
  const ResultsReader reader(request.folder);
  const fs::path out = output_of(request, reader);
  check_targets(request, out);
  const auto work = [&](bool wanted, const std::string& what, const auto& write) {
    if (!wanted) return;
    Progress progress(request.quiet);
    const auto report = write(reader, out, choice, [&](std::size_t done, std::size_t all) {
      progress.show(PartReport{done, all, "frames"});
      return !interrupted();
    });
    progress.clear();
    if (!request.quiet) tell((out / what).string(), report);
  };
  try {
    work(request.vtk, "*.pvd", export_vtk);
    work(request.csv, "*.csv", export_csv);
    work(request.npz, npz_file, export_npz);
  } catch (const Interrupted& error) {
    complain(error.what());
    return exit_interrupted;
  } catch (const WriteError& error) {
    throw BadInput(error.what());
  }
  return exit_done;
}

}  // namespace talus::app

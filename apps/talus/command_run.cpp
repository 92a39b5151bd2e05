// talus run SCENE

#include "talus/io/history_recorder.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/math/parallel.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "live_run.hpp"
#include "messages.hpp"
#include "output_folder.hpp"
#include "problem_dump.hpp"
#include "progress.hpp"
#include "scene_source.hpp"
#include "summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace talus::app {

namespace {

/// How many steps the run takes: as asked, or what its end makes of the step.
std::int64_t count_steps(const RunRequest& request, double scene_end, double h) {
  if (request.steps) return *request.steps;
  const double end = request.until.value_or(scene_end);
  const double steps = end / h;
  if (!(steps < 9e15)) {
    throw BadInput(
        fmt::format("an end at {} takes {} steps of {}: too many to count", end, steps, h));
  }
  const auto n = std::llround(steps);
  if (std::abs(steps - static_cast<double>(n)) > 1e-9 * steps) {
    warn(fmt::format("the end {} is not a whole number of steps of {}: the run ends at {}", end, h,
                     static_cast<double>(n) * h));
  }
  return n;
}

/// The first body whose motion is not a number any more, or -1.
template <int D>
int lost_body(const State<D>& state) {
  for (std::size_t b = 0; b < state.x.size(); ++b) {
    // A sum is finite only if all its terms are; squares, so that energies are numbers too.
    const double sum = state.x[b].sum() + state.v[b].squaredNorm() + state.w[b].squaredNorm();
    if (!std::isfinite(sum)) return static_cast<int>(b);
  }
  return -1;
}

/// Writes down the problem of a step, where it is asked for.
template <int D>
using StepDump = StepObserver<D>;

template <int D>
StepDump<D> dump_of(const RunRequest& request) {
  if (!request.dump_problems) return {};
  const auto choice = parse_dump_choice(*request.dump_problems);
  return [choice, folder = *request.out](const Simulation<D>& simulation,
                                         const StepResult<D>& result) {
    dump_problem(choice, folder, simulation, result);
  };
}

/// What a run writes into its folder.
template <int D>
class Records {
 public:
  Records(const std::filesystem::path& folder, const ResultsHeader& header,
          const RecordOptions& options, const Simulation<D>& simulation)
      : histories_(folder, options, simulation),
        results_(folder / "results.h5", header, options.frames, simulation) {}

  void record(const Simulation<D>& simulation, const StepResult<D>& result) {
    histories_.record(simulation, result);
    results_.record(simulation, result);
  }
  void finish(const Simulation<D>& simulation) {
    histories_.finish(simulation);
    results_.finish(simulation);
  }

 private:
  HistoryRecorder<D> histories_;
  ResultsWriter<D> results_;
};

/// The steps themselves, with recording; says how they ended.
template <int D>
Outcome step_through(Simulation<D>& simulation, std::int64_t steps,
                     std::optional<Records<D>>& records, const StepDump<D>& dump, LiveRun<D>* live,
                     Progress& progress, Summary& summary) {
  const double h = simulation.options().h;
  for (std::int64_t i = 0; i < steps; ++i) {
    if (interrupted()) return Outcome::interrupted;
    const auto& result = simulation.step();
    add_step(result, summary);
    if (records) records->record(simulation, result);
    if (dump) dump(simulation, result);
    if (const int b = lost_body(simulation.state()); b >= 0) {
      progress.clear();
      complain(fmt::format(
          "body '{}' is no longer at a finite place with a finite velocity after "
          "step {}; is a load or a stiffness too large for the step?",
          simulation.model().name[static_cast<std::size_t>(b)], simulation.state().step));
      return Outcome::not_finite;
    }
    progress.show({i + 1, steps, simulation.state().t, static_cast<double>(steps) * h,
                   result.contacts, result.solve.sweeps, result.solve.error.relative});
    if (live != nullptr && !live->observe(simulation)) return Outcome::interrupted;
  }
  return summary.unconverged_steps > 0 ? Outcome::unconverged : Outcome::done;
}

/// Runs and records; a failure to write ends the run but not the program.
template <int D>
void simulate(const RunRequest& request, const RecordOptions& options, const SceneSource& source,
              const ResultsHeader& header, std::int64_t steps, LiveRun<D>* live,
              Simulation<D>& simulation, Summary& summary) {
  Progress progress(request.quiet);
  const auto start = std::chrono::steady_clock::now();
  try {
    std::optional<Records<D>> records;
    if (request.out) {
      keep_scene(*request.out, source.path, source.text);
      records.emplace(*request.out, header, options, simulation);
    }
    summary.outcome =
        step_through(simulation, steps, records, dump_of<D>(request), live, progress, summary);
    if (records) records->finish(simulation);
  } catch (const WriteError& error) {
    progress.clear();
    complain(error.what());
    summary.outcome = Outcome::write_failed;
  }
  summary.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void report(const RunRequest& request, Summary& summary) {
  if (request.out) {
    try {
      write_file(*request.out / "summary.json", summary_json(summary, true) + "\n");
    } catch (const WriteError& error) {
      complain(error.what());
      summary.outcome = Outcome::write_failed;
    }
  }
  if (request.json) {
    fmt::print("{}\n", summary_json(summary, false));
  } else if (!request.quiet) {
    fmt::print("{}", summary_text(summary));
    if (request.out) fmt::print("  results  {}\n", request.out->string());
  }
}

int exit_code(const RunRequest& request, const Summary& summary) {
  switch (summary.outcome) {
    case Outcome::done: return exit_done;
    case Outcome::unconverged:
      if (!request.strict) return exit_done;
      complain(fmt::format("{} of {} steps missed the tolerance, and --strict was given",
                           summary.unconverged_steps, summary.steps));
      return exit_unconverged;
    case Outcome::interrupted: return exit_interrupted;
    case Outcome::not_finite: return exit_unconverged;
    case Outcome::write_failed: return exit_bad_input;
  }
  return exit_internal;
}

template <int D>
int run_scene(const RunRequest& request, const SceneSource& source, Scene<D> scene) {
  const auto steps = count_steps(request, scene.end, scene.step.h);
  Simulation<D> simulation(std::move(scene.model), std::move(scene.state), scene.step);
  recorded_bodies(scene.record, simulation.model());  // complains before anything is replaced
  if (request.out) prepare_output(*request.out, request.force, source.path);

  Summary summary;
  summary.scene = source.path.string();
  summary.title = scene.title;
  summary.settings = request.settings;
  summary.threads = thread_count();
  begin_summary(simulation, summary);
  const ResultsHeader header{source.path.string(), source.text, scene.completed, scene.title,
                             request.settings};
  std::optional<LiveRun<D>> live;
  if (request.live) live.emplace(request, header, simulation);
  simulate(request, scene.record, source, header, steps, live ? &*live : nullptr, simulation,
           summary);
  if (live) live->finish(simulation);
  end_summary(simulation, summary);
  report(request, summary);
  if (live) live->wait();
  return exit_code(request, summary);
}

}  // namespace

int run(const RunRequest& request) {
  catch_interrupts();
  if (request.until && !(*request.until >= 0 && std::isfinite(*request.until))) {
    throw BadInput(fmt::format("--until {}: expected a time, 0 or later", *request.until));
  }
  if (request.steps && *request.steps < 0) {
    throw BadInput(
        fmt::format("--steps {}: expected a number of steps, 0 or more", *request.steps));
  }
  if (request.threads < 0) {
    throw BadInput(
        fmt::format("--threads {}: expected 1 or more, or 0 for one each core", request.threads));
  }
  if (request.dump_problems) {
    parse_dump_choice(*request.dump_problems);  // complains before anything is done
    if (!request.out) throw BadInput("--dump-problems needs a folder to write to: --out DIR");
  }
  set_thread_count(request.threads);
  const auto source = read_source(request.scene);
  auto scene = load(source, request.settings);
  return std::visit([&]<int D>(Scene<D>& s) { return run_scene<D>(request, source, std::move(s)); },
                    scene);
}

}  // namespace talus::app

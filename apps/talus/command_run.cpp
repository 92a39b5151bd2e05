// talus run SCENE

#include "talus/io/scene_fingerprint.hpp"
#include "talus/math/parallel.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "live_run.hpp"
#include "messages.hpp"
#include "output_folder.hpp"
#include "problem_dump.hpp"
#include "progress.hpp"
#include "run_records.hpp"
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
StepDump<D> dump_of(const RunRequest& request, const std::optional<std::filesystem::path>& out) {
  if (!request.dump_problems) return {};
  const auto choice = parse_dump_choice(*request.dump_problems);
  return [choice, folder = *out](const Simulation<D>& simulation, const StepResult<D>& result) {
    dump_problem(choice, folder, simulation, result);
  };
}

/// The steps themselves, with recording; says how they ended.
template <int D>
Outcome step_through(Simulation<D>& simulation, std::int64_t steps,
                     std::optional<RunRecords<D>>& records, const StepDump<D>& dump,
                     LiveRun<D>* live, const RunClock& clock, Progress& progress,
                     Summary& summary) {
  const double h = simulation.options().h;
  const std::int64_t before = simulation.state().step;
  while (simulation.state().step < steps) {
    if (interrupted()) return Outcome::interrupted;
    const auto& result = simulation.step();
    summary.add(result);
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
    if (records) records->keep_if_due(simulation, summary, clock);
    progress.show({simulation.state().step - before, steps - before, simulation.state().t,
                   static_cast<double>(steps) * h, result.contacts, result.solve.sweeps,
                   result.solve.error.relative});
    if (live != nullptr && !live->observe(simulation)) return Outcome::interrupted;
  }
  return summary.unconverged_steps > 0 ? Outcome::unconverged : Outcome::done;
}

/// A scene to run, and what it is to be called.
template <int D>
struct Job {
  SceneSource source;
  Scene<D> scene;
  ResultsHeader header;
  std::optional<std::filesystem::path> folder;
  std::optional<Checkpoint<D>> from;  ///< to go on from
  std::int64_t steps = 0;             ///< of the whole run
};

template <int D>
void open_records(const Job<D>& job, const Simulation<D>& simulation,
                  std::optional<RunRecords<D>>& records) {
  const auto& options = job.scene.record;
  Checkpoint<D> checkpoint = job.from.value_or(Checkpoint<D>{});
  checkpoint.steps_asked = job.steps;
  if (job.from) {
    records.emplace(GoOn{}, *job.folder, job.header, options, simulation, std::move(checkpoint));
    return;
  }
  keep_scene(*job.folder, job.source.path, job.source.text);
  checkpoint.scene_name = job.header.scene;
  checkpoint.scene_path = std::filesystem::absolute(job.source.path).string();
  checkpoint.settings = job.header.settings;
  checkpoint.fingerprint = scene_fingerprint(job.scene);
  records.emplace(*job.folder, job.header, options, simulation, std::move(checkpoint));
}

/// Runs and records; a failure to write ends the run but not the program.
template <int D>
void simulate(const RunRequest& request, const Job<D>& job, LiveRun<D>* live,
              Simulation<D>& simulation, Summary& summary) {
  Progress progress(request.quiet);
  const RunClock clock(job.from ? job.from->wall_seconds : 0);
  try {
    std::optional<RunRecords<D>> records;
    if (job.folder) open_records(job, simulation, records);
    if (records) records->keep(simulation, summary, clock);
    summary.outcome = step_through(simulation, job.steps, records, dump_of<D>(request, job.folder),
                                   live, clock, progress, summary);
    if (records && summary.outcome != Outcome::not_finite) {
      records->keep(simulation, summary, clock);
    }
    if (records) records->finish(simulation);
  } catch (const WriteError& error) {
    progress.clear();
    complain(error.what());
    summary.outcome = Outcome::write_failed;
  }
  summary.wall_seconds = clock.seconds();
}

void report(const RunRequest& request, const std::optional<std::filesystem::path>& folder,
            Summary& summary) {
  if (folder) {
    try {
      replace_file(*folder / "summary.json", summary_json(summary, true) + "\n");
    } catch (const WriteError& error) {
      complain(error.what());
      summary.outcome = Outcome::write_failed;
    }
  }
  if (request.json) {
    fmt::print("{}\n", summary_json(summary, false));
  } else if (!request.quiet) {
    fmt::print("{}", summary_text(summary));
    if (folder) fmt::print("  results  {}\n", folder->string());
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

/// What is known of a run before its first step, or its next.
template <int D>
Summary summary_of(const Job<D>& job, const Simulation<D>& simulation) {
  Summary summary;
  summary.scene = job.header.scene;
  summary.title = job.header.title;
  summary.settings = job.header.settings;
  summary.threads = thread_count();
  begin_summary(simulation, summary);
  if (job.from) static_cast<RunTotals&>(summary) = job.from->totals;
  return summary;
}

/// A run that has been where it is asked to go says how that was, and touches nothing.
template <int D>
int report_nothing_to_do(const RunRequest& request, const Job<D>& job, Simulation<D>& simulation,
                         Summary& summary) {
  warn(
      fmt::format("{}: the run is at step {} already and is to end at step {}: nothing to do; "
                  "--until or --steps take it further",
                  job.folder->string(), simulation.state().step, job.steps));
  summary.outcome = summary.unconverged_steps > 0 ? Outcome::unconverged : Outcome::done;
  summary.wall_seconds = job.from->wall_seconds;
  end_summary(simulation, summary);
  report(request, std::nullopt, summary);
  return exit_code(request, summary);
}

template <int D>
int run_job(const RunRequest& request, Job<D> job) {
  Simulation<D> simulation(job.scene.model, job.scene.state, job.scene.step);
  recorded_bodies(job.scene.record, simulation.model());  // complains before anything is replaced
  Summary summary = summary_of(job, simulation);
  if (job.from) {
    simulation.restore(job.from->snapshot);
    if (simulation.state().step >= job.steps) {
      return report_nothing_to_do(request, job, simulation, summary);
    }
  }
  std::optional<FolderLock> lock;
  if (job.folder && !job.from) {
    create_output(*job.folder, request.force);
    lock.emplace(*job.folder, "--out");
    remove_results(*job.folder, job.source.path);
  }
  std::optional<LiveRun<D>> live;
  if (request.live) live.emplace(request, job.header, simulation);
  simulate(request, job, live ? &*live : nullptr, simulation, summary);
  if (live) live->finish(simulation);
  end_summary(simulation, summary);
  report(request, job.folder, summary);
  if (live) live->wait();
  return exit_code(request, summary);
}

template <int D>
int run_scene(const RunRequest& request, const SceneSource& source, Scene<D> scene) {
  const ResultsHeader header{source.path.string(), source.text, scene.completed, scene.title,
                             request.settings};
  const auto steps = count_steps(request, scene.end, scene.step.h);
  return run_job<D>(request, {source, std::move(scene), header, request.out, {}, steps});
}

/// Throws BadInput unless the state can be one of the model.
template <int D>
void check_state(const State<D>& state, const Model<D>& model) {
  bool fits = state.x.size() == model.body_count();
  for (const auto& c : state.contacts) {
    fits = fits && c.id.shape_a < model.shape_count() && c.id.shape_b < model.shape_count();
  }
  if (!fits) throw BadInput("the checkpoint is of other bodies than the scene has");
}

template <int D>
int resume_scene(const RunRequest& request, const SceneSource& source, Scene<D> scene,
                 Checkpoint<D> from) {
  const auto& folder = *request.resume;
  if (scene_fingerprint(scene) != from.fingerprint) {
    throw BadInput(fmt::format(
        "--resume {}: the scene is not what the run was started with: {} or a file it names has "
        "changed; run it anew with --out",
        folder.string(), (folder / "scene.yaml").string()));
  }
  check_state(from.snapshot.state, scene.model);
  const ResultsHeader header{from.scene_name, source.text, scene.completed, scene.title,
                             from.settings};
  const bool further = request.steps || request.until;
  const auto steps = further ? count_steps(request, scene.end, scene.step.h) : from.steps_asked;
  return run_job<D>(request, {source, std::move(scene), header, folder, std::move(from), steps});
}

int resume(const RunRequest& request) {
  const auto& folder = *request.resume;
  if (!request.scene.empty() || request.out || !request.settings.empty() || request.force) {
    throw BadInput(
        "--resume goes on with the scene and settings in its folder: SCENE, --out, --set and "
        "--force do not go with it");
  }
  if (!std::filesystem::is_directory(folder)) {
    throw BadInput(fmt::format("--resume {}: no such folder", folder.string()));
  }
  const FolderLock lock(folder, "--resume");
  remove_unfinished(folder);
  std::vector<std::string> notes;
  auto checkpoint = read_checkpoint(folder, notes);
  for (const auto& note : notes) warn(note + "; going on from the other checkpoint");
  return std::visit(
      [&]<int D>(Checkpoint<D>& from) {
        SceneSource source = read_source((folder / "scene.yaml").string());
        source.path = from.scene_path;
        auto scene = load(source, from.settings);
        auto* ours = std::get_if<Scene<D>>(&scene);
        if (ours == nullptr) {
          throw BadInput(
              fmt::format("--resume {}: the scene has changed its dimension", folder.string()));
        }
        return resume_scene<D>(request, source, std::move(*ours), std::move(from));
      },
      checkpoint);
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
    if (!request.out && !request.resume) {
      throw BadInput("--dump-problems needs a folder to write to: --out DIR");
    }
  }
  set_thread_count(request.threads);
  if (request.resume) return resume(request);
  if (request.scene.empty()) throw BadInput("run what? talus run SCENE, or talus run --resume DIR");
  const auto source = read_source(request.scene);
  auto scene = load(source, request.settings);
  return std::visit([&]<int D>(Scene<D>& s) { return run_scene<D>(request, source, std::move(s)); },
                    scene);
}

}  // namespace talus::app

#include "run_job.hpp"

#include "talus/io/scene_fingerprint.hpp"
#include "talus/math/parallel.hpp"

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "live_run.hpp"
#include "messages.hpp"
#include "output_folder.hpp"
#include "problem_dump.hpp"
#include "progress.hpp"
#include "run_records.hpp"
#include "summary.hpp"

#include <fmt/format.h>

#include <cmath>

namespace talus::app {

namespace {

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

/// What writes down the problems of steps, where it is asked for.
template <int D>
std::optional<ProblemDump<D>> dump_of(const RunRequest& request,
                                      const std::optional<std::filesystem::path>& out) {
  if (!request.dump_problems) return {};
  return ProblemDump<D>(parse_dump_choice(*request.dump_problems), *out);
}

/// The steps themselves, with recording; says how they ended.
template <int D>
Outcome step_through(Simulation<D>& simulation, std::int64_t steps,
                     std::optional<RunRecords<D>>& records, std::optional<ProblemDump<D>>& dump,
                     LiveRun<D>* live, const RunClock& clock, Progress& progress,
                     Summary& summary) {
  const double h = simulation.options().h;
  const std::int64_t before = simulation.state().step;
  while (simulation.state().step < steps) {
    if (interrupted()) return Outcome::interrupted;
    const auto& result = simulation.step();
    summary.add(simulation);
    if (records) records->record(simulation, result);
    if (dump) dump->offer(simulation, result);
    if (const int b = lost_body(simulation.state()); b >= 0) {
      progress.clear();
      complain(fmt::format(
          "body '{}' is no longer at a finite place with a finite velocity after "
          "step {}; is a load or a stiffness too large for the step?",
          simulation.model().name[static_cast<std::size_t>(b)], simulation.state().step));
      return Outcome::not_finite;
    }
    // The last step's is kept once everything is written: a run is at its end, or is not.
    if (records && simulation.state().step < steps) {
      records->keep_if_due(simulation, summary, clock);
    }
    progress.show({simulation.state().step - before, steps - before, simulation.state().t,
                   static_cast<double>(steps) * h, result.contacts, result.solve.sweeps,
                   result.solve.error.relative});
    if (live != nullptr && !live->observe(simulation)) return Outcome::interrupted;
  }
  return summary.unconverged_steps > 0 ? Outcome::unconverged : Outcome::done;
}

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
  auto dump = dump_of<D>(request, job.folder);
  try {
    std::optional<RunRecords<D>> records;
    if (job.folder) open_records(job, simulation, records);
    if (records) records->keep(simulation, summary, clock);
    summary.outcome =
        step_through(simulation, job.steps, records, dump, live, clock, progress, summary);
    if (records) {
      records->finish(simulation, summary, clock, summary.outcome != Outcome::not_finite);
    }
  } catch (const WriteError& error) {
    progress.clear();
    complain(error.what());
    summary.outcome = Outcome::write_failed;
  }
  if (dump) {
    progress.clear();
    dump->warn_of_skipped();
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

/// A run that has been where it is asked to go says how that was, and touches nothing but a summary
/// that is missing.
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
  summary.last_step = job.from->last_step;  // no step was taken here
  const bool told = std::filesystem::exists(*job.folder / "summary.json");
  report(request, told ? std::nullopt : job.folder, summary);
  return exit_code(request, summary);
}

}  // namespace

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

template int run_job<2>(const RunRequest&, Job<2>);
template int run_job<3>(const RunRequest&, Job<3>);

}  // namespace talus::app

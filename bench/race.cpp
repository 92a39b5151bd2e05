// Contact problems in files, solved by every method of talus and of Siconos in one run, each from
// a zero guess, on one thread and in a process of its own with a limit of time:
//
//     bench_race [--seconds S] [--csv FILE] [--only NAME,…] [--updates] FOLDER|FILE…
//
// The time until the judge of talus finds an error of 1e-4, 1e-6, 1e-8. Siconos' methods stop by a
// residual of their own; their tolerance is tightened until |r - P_K(r - u~)| / |q| is below the
// target. Those of talus stop when the law error is, too. Times are of the processor, best of up to
// a hundred on the wall where they are short, without reading and without making W. --updates:
// contact updates a second of plain sweeps instead.
#include "talus/io/fclib.hpp"
#include "talus/math/parallel.hpp"
#include "talus/solvers/assembled_nlgs.hpp"
#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/nlgs.hpp"
#include "talus/solvers/row_sweeps.hpp"

#include "apart.hpp"
#include "processor_time.hpp"
#include "race_command.hpp"
#include "siconos.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <string>

namespace {

using namespace talus;
using bench::SiconosMethod;
using bench::SiconosProblem;

constexpr double targets[] = {1e-4, 1e-6, 1e-8};
/// Short solves are repeated, and the best is taken.
constexpr double worth_repeating = 0.2;
constexpr int repetitions = 100;
constexpr int most_iterations = 10'000'000;
constexpr int counted_sweeps = 100;

/// A solve that came back in time.
template <int D>
struct Attempt {
  double seconds = 0;
  double iterations = 0;
  std::vector<Vec<D>> r;
};

/// Runs `work` apart, again and again where it is short; nothing when it did not come back.
template <int D>
std::optional<Attempt<D>> attempt(double seconds, std::size_t contacts,
                                  const std::function<Attempt<D>()>& work) {
  std::vector<double> numbers(2 + D * contacts);
  const bool back = bench::run_apart(seconds, numbers.data(), numbers.size(), [&](double* out) {
    const Attempt<D> done = work();
    double best = done.seconds;
    double spent = done.seconds;
    for (int i = 1; i < repetitions && spent < worth_repeating; ++i) {
      const double again = work().seconds;
      best = std::min(best, again);
      spent += again;
    }
    out[0] = best;
    out[1] = done.iterations;
    std::copy_n(done.r.front().data(), D * contacts, out + 2);
  });
  if (!back) return {};
  Attempt<D> done{numbers[0], numbers[1], std::vector<Vec<D>>(contacts)};
  std::copy_n(numbers.data() + 2, D * contacts, done.r.front().data());
  return done;
}

/// What one method makes of one target.
struct Result {
  std::optional<double> seconds;  ///< none: the target was not reached
  double error = 1;
  double iterations = 0;
};

template <int D>
Result by_talus(const AssembledProblem<D>& p, AssembledMethod method, double target,
                double seconds) {
  const auto done = attempt<D>(2 * seconds, p.contact_count(), [&] {
    AssembledOptions options;
    options.method = method;
    options.tolerance = target;
    options.max_sweeps = most_iterations;
    options.deadline = Deadline(seconds);
    Attempt<D> a;
    AssembledReport report;
    a.seconds = bench::seconds_of([&] { report = solve_assembled<D>(p, options, a.r); });
    a.iterations = report.sweeps + report.factorisations;
    return a;
  });
  if (!done) return {};
  Result result{{}, AssembledJudge<D>(p)(done->r).decisive(), done->iterations};
  if (result.error <= target) result.seconds = done->seconds;
  return result;
}

template <int D>
Result by_siconos(const AssembledProblem<D>& p, const SiconosProblem<D>& siconos,
                  const SiconosMethod& method, double target, double seconds) {
  const AssembledJudge<D> judge(p);
  Result result;
  const Deadline deadline(seconds);
  for (double tolerance = target; !deadline.passed();) {
    const auto done = attempt<D>(seconds, p.contact_count(), [&] {
      auto answer = siconos.solve(method, tolerance, most_iterations);
      return Attempt<D>{answer.seconds, static_cast<double>(answer.iterations),
                        std::move(answer.r)};
    });
    if (!done) return result;
    result = {{}, judge(done->r).natural, done->iterations};
    if (result.error <= target) {
      result.seconds = done->seconds;
      return result;
    }
    // As much as the judge asks for, at least a fifth, at most a hundred times.
    if (!(result.error < 1e300)) return result;
    tolerance *= std::clamp(0.8 * target / result.error, 0.01, 0.8);
  }
  return result;
}

class Race {
 public:
  explicit Race(const bench::Command& command) : command_(command) {
    if (command.csv.empty()) return;
    csv_.open(command.csv);
    csv_ << "problem,contacts,components,solver,tolerance,seconds,error,iterations\n";
  }

  template <int D>
  void run(const std::string& name, const AssembledProblem<D>& p, const GlobalProblem* bodies) {
    fmt::print("\n{}: {} contacts of {} components\n{:<24}", name, p.contact_count(), D, "");
    for (const double target : targets) fmt::print("{:>12.0e}", target);
    fmt::print("   seconds; error reached where not\n");
    for (const auto& m : assembled_methods) {
      AssembledOptions options;
      options.method = m.method;
      if (m.kind != MethodKind::exact || !unsuitable<D>(p, options).empty()) continue;
      row(name, p, fmt::format("talus {}", m.name),
          [&](double target) { return by_talus<D>(p, m.method, target, command_.seconds); });
    }
    const SiconosProblem<D> siconos(p, bodies);
    for (const auto& m : bench::siconos_methods<D>()) {
      if (!siconos.suits(m)) continue;
      row(name, p, fmt::format("Siconos {}", m.name),
          [&](double target) { return by_siconos<D>(p, siconos, m, target, command_.seconds); });
    }
  }

 private:
  bool wanted(const std::string& solver) const {
    return command_.only.empty() ||
           std::find(command_.only.begin(), command_.only.end(), solver) != command_.only.end();
  }

  template <int D, class Solve>
  void row(const std::string& name, const AssembledProblem<D>& p, const std::string& solver,
           const Solve& solve) {
    if (!wanted(solver)) return;
    fmt::print("{:<24}", solver);
    bool lost = false;
    for (const double target : targets) {
      const Result result = lost ? Result{} : solve(target);
      lost = !result.seconds;
      if (lost) {
        fmt::print("{:>12}", fmt::format("({:.0e})", result.error));
      } else {
        fmt::print("{:>12.6f}", *result.seconds);
      }
      csv_ << fmt::format("{},{},{},{},{},{},{:.2e},{}\n", name, p.contact_count(), D, solver,
                          target, result.seconds ? fmt::format("{:.7f}", *result.seconds) : "",
                          result.error, result.iterations);
    }
    csv_.flush();
    fmt::print("\n");
  }

  const bench::Command& command_;
  std::ofstream csv_;
};

/// The best of some; getting ready is not timed.
template <class Ready, class Work>
double best_seconds(const Ready& get_ready, const Work& work) {
  double best = 1e300;
  for (int i = 0; i < repetitions; ++i) {
    get_ready();
    best = std::min(best, bench::seconds_of(work));
  }
  return best;
}

void print_updates(const std::string& who, std::size_t contacts, int sweeps, double seconds) {
  fmt::print("  {:<26}{:>8.2f} M updates/s, {:.3f} us each\n", who,
             1e-6 * static_cast<double>(contacts) * sweeps / seconds,
             1e6 * seconds / (static_cast<double>(contacts) * sweeps));
}

/// Plain sweeps alone, and a whole solve of as many with set-up and looks of the judge; of Siconos
/// whole solves, with residuals of its own.
template <int D>
void count_updates(const std::string& name, const AssembledProblem<D>& p) {
  const std::size_t contacts = p.contact_count();
  fmt::print("{}: {} contacts, {:.1f} blocks each\n", name, contacts,
             static_cast<double>(p.w.block_count()) / static_cast<double>(contacts));
  const std::vector<Vec<D>> nothing(contacts, Vec<D>::Zero());
  const auto all_sweeps = [](auto sweep) {
    return [=] {
      for (int k = 0; k < counted_sweeps; ++k) sweep();
    };
  };
  RowSweeps<D> rows;
  rows.take(p);
  print_updates(
      "talus, by rows of W", contacts, counted_sweeps,
      best_seconds([&] { rows.start(nothing); }, all_sweeps([&] { rows.sweep(0, true); })));
  if constexpr (D != 5) {
    if (p.balls != nullptr) {
      Nlgs<D> bodies;
      Solution<D> solution;
      SolverOptions from_zero;
      from_zero.guess = InitialGuess::zero;
      print_updates("talus, by bodies", contacts, counted_sweeps,
                    best_seconds([&] { bodies.prepare(*p.balls, from_zero, {}, solution); },
                                 all_sweeps([&] { bodies.sweep(); })));
    }
  }
  AssembledOptions options;
  options.tolerance = 0;
  const typename AssembledNlgs<D>::Limits limits{.sweeps = counted_sweeps, .momentum = 0};
  print_updates("talus, whole solve", contacts, counted_sweeps,
                best_seconds([] {},
                             [&] {
                               BestAnswer<D> best;
                               AssembledNlgs<D> nlgs;
                               nlgs.take(p);
                               nlgs.solve(AssembledJudge<D>(p), options, limits, nothing, best);
                             }));
  const SiconosProblem<D> siconos(p, nullptr);
  for (const auto& m : bench::siconos_methods<D>()) {
    if (std::string(m.name).find("NSGS") == std::string::npos) continue;
    const auto done = attempt<D>(60, contacts, [&] {
      auto answer = siconos.solve(m, 1e-300, counted_sweeps);
      return Attempt<D>{answer.seconds, static_cast<double>(answer.iterations),
                        std::move(answer.r)};
    });
    if (!done || done->iterations < 1) continue;
    print_updates(fmt::format("Siconos {}", m.name), contacts, static_cast<int>(done->iterations),
                  done->seconds);
  }
}

}  // namespace

int main(int count, char** words) {
  // OpenBLAS counts its threads when it is loaded, before main: set, and start again.
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", words);
  }
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // nothing left to print twice where processes part
  set_thread_count(1);
  const bench::Command command = bench::read_command(count, words);
  Race race(command);
  for (const auto& file : command.files) {
    try {
      const ProblemFile read = read_fclib(file);
      const GlobalProblem* bodies = read.matrices ? &*read.matrices : nullptr;
      std::visit(
          [&](const auto& problem) {
            if (problem.contact_count() == 0) return;
            if (command.updates) {
              count_updates(file.stem().string(), problem);
            } else {
              race.run(file.stem().string(), problem, bodies);
            }
          },
          read.problem);
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
    }
  }
}

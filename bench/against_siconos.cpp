// The same sphere packings solved by talus and by Siconos' NSGS, both on one thread and from a zero
// guess: contact updates a second over a fixed number of sweeps, and the time until the judge of
// talus finds the laws satisfied to a given error. Times are of the processor, best of three.
//
// Siconos is given W ready made; the time that takes is shown but not counted.
#include "talus/math/parallel.hpp"
#include "talus/solvers/nlgs.hpp"

#include "processor_time.hpp"
#include "siconos.hpp"
#include "sphere_lattice.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace talus;
using bench::SiconosMethod;
using Siconos = bench::SiconosProblem<3>;

constexpr int repetitions = 3;
constexpr int fixed_sweeps = 50;
constexpr int sweep_budget = 20000;

/// Its Gauss-Seidel with three ways to solve a single contact.
std::vector<SiconosMethod> gauss_seidel() {
  std::vector<SiconosMethod> out;
  for (const auto& m : bench::siconos_methods<3>()) {
    const std::string name = m.name;
    if (name.rfind("NSGS", 0) == 0 && name != "NSGSV") out.push_back(m);
  }
  return out;
}

template <class Work>
double best_seconds(const Work& timed_work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) best = std::min(best, timed_work());
  return best;
}

SolverOptions from_zero(double tolerance, int max_sweeps) {
  SolverOptions options;
  options.tolerance = tolerance;
  options.max_sweeps = max_sweeps;
  options.guess = InitialGuess::zero;
  return options;
}

void print_row(const std::string& who, const std::string& asked, int sweeps, std::size_t contacts,
               double time, std::optional<double> law_error) {
  const double updates = static_cast<double>(contacts) * sweeps;
  fmt::print("{:<30} {:>9} {:>7} {:>10.2f} {:>10.1f} {:>10}\n", who, asked, sweeps, 1e3 * time,
             1e-6 * updates / time, law_error ? fmt::format("{:.1e}", *law_error) : "-");
}

void print_head(const std::string& title) {
  fmt::print("\n{}\n{:<30} {:>9} {:>7} {:>10} {:>10} {:>10}\n", title, "", "tolerance", "sweeps",
             "ms", "M upd./s", "law error");
}

void count_updates(const ContactProblem<3>& problem, const Siconos& siconos) {
  const std::size_t contacts = problem.contact_count();
  print_head(fmt::format("{} sweeps", fixed_sweeps));
  const auto options = from_zero(0, fixed_sweeps);
  Nlgs<3> nlgs;
  Solution<3> solution;
  const double sweeping = best_seconds([&] {
    nlgs.prepare(problem, options, {}, solution);
    return bench::processor_seconds([&] {
      for (int i = 0; i < fixed_sweeps; ++i) nlgs.sweep();
    });
  });
  print_row("talus, sweeps alone", "-", fixed_sweeps, contacts, sweeping, {});
  const double solving = best_seconds([&] {
    return bench::processor_seconds([&] { nlgs.solve(problem, options, {}, solution); });
  });
  print_row("talus, whole solve", "-", fixed_sweeps, contacts, solving,
            judge(problem, solution.r).relative);
  for (const auto& method : gauss_seidel()) {
    bench::SiconosAnswer<3> answer;
    const double time = best_seconds([&] {
      answer = siconos.solve(method, std::numeric_limits<double>::min(), fixed_sweeps);
      return answer.seconds;
    });
    print_row(fmt::format("Siconos {}", method.name), "-", answer.iterations, contacts, time,
              judge(problem, answer.r).relative);
  }
}

/// Siconos stops by its own residual: its tolerance is tightened until the judge agrees.
void siconos_until(const ContactProblem<3>& problem, const Siconos& siconos,
                   const SiconosMethod& method, double target) {
  double tolerance = 2 * target;
  bench::SiconosAnswer<3> answer;
  double law_error = 1;
  do {
    answer = siconos.solve(method, tolerance, sweep_budget);
    law_error = judge(problem, answer.r).relative;
    if (law_error <= target) break;
    tolerance *= 0.8;
  } while (tolerance > 1e-3 * target);
  const double time =
      best_seconds([&] { return siconos.solve(method, tolerance, sweep_budget).seconds; });
  print_row(fmt::format("Siconos {}", method.name), fmt::format("{:.1e}", tolerance),
            answer.iterations, problem.contact_count(), time, law_error);
}

void time_to(double target, const ContactProblem<3>& problem, const Siconos& siconos) {
  print_head(fmt::format("until the law error is {:.0e}", target));
  const auto options = from_zero(target, sweep_budget);
  Nlgs<3> nlgs;
  Solution<3> solution;
  SolveReport report;
  const double time = best_seconds([&] {
    return bench::processor_seconds([&] { report = nlgs.solve(problem, options, {}, solution); });
  });
  print_row("talus", fmt::format("{:.1e}", target), report.sweeps, problem.contact_count(), time,
            judge(problem, solution.r).relative);
  for (const auto& method : gauss_seidel()) siconos_until(problem, siconos, method, target);
}

void compare(int cells) {
  const auto problem = bench::lattice_problem(cells);
  AssembledProblem<3> w;
  const double assembling = bench::processor_seconds([&] { w = assembled(problem); });
  fmt::print("\n== {} spheres, {} contacts; {} blocks of W, made in {:.0f} ms ==\n",
             problem.block_count(), problem.contact_count(), w.w.block_count(), 1e3 * assembling);
  const Siconos siconos(w, nullptr);
  count_updates(problem, siconos);
  for (const double target : {1e-3, 1e-4}) time_to(target, problem, siconos);
}

}  // namespace

int main(int, char** argv) {
  // OpenBLAS counts its threads when it is loaded, before main: set, and start again.
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", argv);
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // rows as they come, through a pipe too
  set_thread_count(1);
  for (const int cells : {7, 14}) compare(cells);
}

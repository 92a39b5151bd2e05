#include "problem_dump.hpp"

#include "talus/io/fclib.hpp"

#include "exit_code.hpp"
#include "messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace talus::app {

namespace {
constexpr std::string_view prefix = "problem-";
constexpr std::string_view suffix = ".hdf5";
}  // namespace

DumpChoice parse_dump_choice(const std::string& text) {
  DumpChoice choice;
  if (text == "when=unconverged") {
    choice.unconverged = true;
    return choice;
  }
  constexpr std::string_view every = "every=";
  if (text.rfind(every, 0) == 0) {
    const char* begin = text.data() + every.size();
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, choice.every);
    if (error == std::errc() && stop == end && choice.every > 0) return choice;
  }
  throw BadInput(fmt::format(
      "--dump-problems {}: expected when=unconverged, or every=N with N 1 or more", text));
}

template <int D>
void ProblemDump<D>::offer(const Simulation<D>& simulation, const StepResult<D>& result) {
  const std::int64_t step = simulation.state().step;
  const bool missed = result.solve.outcome != SolveOutcome::converged;
  const bool chosen =
      (choice_.unconverged && missed) || (choice_.every > 0 && step % choice_.every == 0);
  if (!chosen || result.contacts == 0) return;
  if (!has_cones_only(simulation.detail().problem)) {
    if (skipped_++ == 0) first_skipped_ = step;
    return;
  }
  const std::string about =
      fmt::format("step {}, law error {:.3g} after {} sweeps; canonical variables of the laws",
                  step, result.solve.error.relative, result.solve.sweeps);
  write_fclib(folder_ / fmt::format("{}{:08}{}", prefix, step, suffix),
              assembled(simulation.detail().problem), "a step of talus", about,
              simulation.detail().conditions.guess);
}

template <int D>
void ProblemDump<D>::warn_of_skipped() const {
  if (skipped_ == 0) return;
  warn(fmt::format(
      "--dump-problems: the problems of {} steps (the first is {}) were not written; they have "
      "contacts that FCLIB's files cannot hold (joints, sticking, Tresca's or polygonal friction, "
      "resistance to turning)",
      skipped_, first_skipped_));
}

bool is_problem_dump(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.size() <= prefix.size() + suffix.size()) return false;
  const auto digits = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  return name.rfind(prefix, 0) == 0 && file.extension() == suffix &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template class ProblemDump<2>;
template class ProblemDump<3>;

}  // namespace talus::app

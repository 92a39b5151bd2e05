// talus solve FILE...

#include "talus/io/fclib.hpp"
#include "talus/io/suggestions.hpp"
#include "talus/math/parallel.hpp"
#include "talus/problem/bipotential.hpp"
#include "talus/problem/redundancy.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "messages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <optional>

namespace talus::app {

namespace {

using Json = nlohmann::ordered_json;

/// Contacts whose errors are listed one by one.
constexpr std::size_t most_worst_contacts = 5;

struct WorstContact {
  std::size_t contact = 0;
  double error = 0;
  AnswerStatus status = AnswerStatus::open;
};

/// What is said of a file; of one that cannot be read only the message.
struct Answer {
  std::filesystem::path file;
  std::string message;  ///< why it cannot be read
  std::size_t contacts = 0;
  std::size_t dofs = 0;
  std::vector<std::string> notes;
  AssembledReport report;
  double bipotential = 0;
  std::vector<WorstContact> worst;
  std::optional<Redundancy> redundancy;
  double read_seconds = 0;
  double seconds = 0;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

AssembledMethod method_of(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& m : assembled_methods) {
    if (m.name == name) return m.method;
    names.emplace_back(m.name);
  }
  throw BadInput(fmt::format("--solver {}: expected {}{}", name, fmt::join(names, ", "),
                             scenes::did_you_mean(name, names)));
}

std::string_view outcome_name(const Answer& a) {
  if (!a.message.empty()) return "bad_input";
  switch (a.report.outcome) {
    case AssembledOutcome::solved: return "solved";
    case AssembledOutcome::stalled: return "stalled";
    case AssembledOutcome::budget_spent: return "budget_spent";
    case AssembledOutcome::infeasible: return "infeasible";
  }
  return "";
}

std::string_view status_name(AnswerStatus status) {
  switch (status) {
    case AnswerStatus::open: return "open";
    case AnswerStatus::sticking: return "sticking";
    case AnswerStatus::sliding: return "sliding";
  }
  return "";
}

/// Numbers of contacts for readers: not more than a line takes.
std::string first_of(const std::vector<std::size_t>& contacts) {
  constexpr std::size_t most_named = 10;
  const auto named = std::min(most_named, contacts.size());
  const auto list = fmt::format("{}", fmt::join(contacts.data(), contacts.data() + named, ", "));
  if (named == contacts.size()) return list;
  return fmt::format("{} and {} more", list, contacts.size() - named);
}

/// The contacts with the largest errors, largest first.
template <int D>
std::vector<WorstContact> worst_contacts(const AssembledProblem<D>& problem,
                                         const std::vector<Vec<D>>& r) {
  const auto errors = AssembledJudge<D>(problem).contact_errors(r);
  const auto status = answer_statuses<D>(problem, r);
  std::vector<WorstContact> all(errors.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = {c, errors[c], status[c]};
  const auto listed = static_cast<std::ptrdiff_t>(std::min(most_worst_contacts, all.size()));
  std::partial_sort(all.begin(), all.begin() + listed, all.end(), [](const auto& a, const auto& b) {
    return a.error != b.error ? a.error > b.error : a.contact < b.contact;
  });
  all.resize(static_cast<std::size_t>(listed));
  return all;
}

/// What is told of an answer beside its errors.
template <int D>
void look_at(const AssembledProblem<D>& problem, const GlobalProblem* matrices,
             const std::vector<Vec<D>>& r, Answer& answer) {
  answer.bipotential = bipotential<D>(problem, r).relative;
  answer.worst = worst_contacts<D>(problem, r);
  answer.redundancy = redundancy<D>(problem, r, matrices);
}

void solve_problem(const ProblemFile& file, const SolveRequest& request, AssembledMethod method,
                   Answer& answer) {
  std::visit(
      [&]<int D>(const AssembledProblem<D>& problem) {
        AssembledOptions options;
        options.method = method;
        options.tolerance = request.tolerance;
        options.facets = request.facets;
        if (const auto reason = unsuitable<D>(problem, options); !reason.empty()) {
          throw ProblemFileError(answer.file, "",
                                 fmt::format("not for --solver {}: {}", request.solver, reason));
        }
        answer.contacts = problem.contact_count();
        options.deadline = Deadline(request.max_seconds);
        std::vector<Vec<D>> guess;
        if (request.guess == "file" && file.guess.empty()) {
          answer.notes.emplace_back("no guess in the file: starts from no impulses");
        } else if (request.guess == "file") {
          for (std::size_t c = 0; c < answer.contacts; ++c) {
            guess.push_back(Eigen::Map<const Vec<D>>(file.guess.data() + D * c));
          }
        }
        std::vector<Vec<D>> r;
        const auto start = std::chrono::steady_clock::now();
        answer.report = solve_assembled<D>(problem, options, r, guess);
        answer.seconds = seconds_since(start);
        for (const auto& note : answer.report.notes) answer.notes.push_back(note);
        if (answer.report.no_way_out.proved()) {
          answer.notes.push_back(fmt::format("no impulses stop the approach of contacts {}",
                                             first_of(answer.report.no_way_out.contacts)));
        }
        look_at<D>(problem, file.matrices ? &*file.matrices : nullptr, r, answer);
      },
      file.problem);
}

Answer answer_to(const std::filesystem::path& path, const SolveRequest& request,
                 AssembledMethod method) {
  Answer answer;
  answer.file = path;
  try {
    const auto start = std::chrono::steady_clock::now();
    const ProblemFile file = read_fclib(path);
    answer.read_seconds = seconds_since(start);
    answer.dofs = file.dofs;
    answer.notes = file.notes;
    solve_problem(file, request, method, answer);
  } catch (const ProblemFileError& error) {
    answer.message = error.what();
  } catch (const std::bad_alloc&) {
    answer.message = fmt::format("{}: not enough memory for this problem", path.string());
  }
  return answer;
}

Json json_of(const std::vector<WorstContact>& worst) {
  Json list = Json::array();
  for (const auto& w : worst) {
    list.push_back({{"contact", w.contact}, {"error", w.error}, {"status", status_name(w.status)}});
  }
  return list;
}

Json json_of(const Answer& a, const std::string& solver) {
  if (!a.message.empty()) {
    return {{"file", a.file.string()}, {"outcome", "bad_input"}, {"message", a.message}};
  }
  const auto& e = a.report.error;
  const auto& statuses = a.report.statuses;
  return {{"file", a.file.string()},
          {"contacts", a.contacts},
          {"dofs", a.dofs},
          {"solver", solver},
          {"outcome", outcome_name(a)},
          {"error", e.natural},
          {"error_siconos_norm", e.siconos},
          {"law_error", e.law.relative},
          {"complementarity", e.complementarity},
          {"cone_violation", e.cone},
          {"bipotential", a.bipotential},
          {"worst_contact", e.law.worst_contact},
          {"worst_contacts", json_of(a.worst)},
          {"unstoppable_contacts", a.report.no_way_out.contacts},
          {"unstoppable_approach", a.report.no_way_out.approach},
          {"contacts_acting", e.law.acting},
          {"open", statuses.open},
          {"sticking", statuses.sticking},
          {"sliding", statuses.sliding},
          {"painleve_contacts", statuses.painleve_contacts},
          {"ambiguous_contacts", statuses.ambiguous_contacts},
          {"redundant_impulses", a.redundancy ? Json(a.redundancy->numbers) : Json()},
          {"redundant_at_least", a.redundancy ? Json(!a.redundancy->exact) : Json()},
          {"sweeps", a.report.sweeps},
          {"factorisations", a.report.factorisations},
          {"seconds", a.seconds},
          {"read_seconds", a.read_seconds},
          {"path", a.report.path},
          {"notes", a.notes}};
}

void print_json(const std::vector<Answer>& answers, const std::string& solver) {
  Json j = Json::array();
  for (const auto& a : answers) j.push_back(json_of(a, solver));
  const Json& shown = answers.size() == 1 ? j[0] : j;
  fmt::print("{}\n", shown.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// How many numbers of the impulses could be others.
std::string redundancy_text(const Answer& a) {
  if (!a.redundancy) return "unknown";
  return fmt::format("{}{}", a.redundancy->exact ? "" : ">=", a.redundancy->numbers);
}

void print_table(const std::vector<Answer>& answers) {
  std::size_t width = 4;
  for (const auto& a : answers) width = std::max(width, a.file.string().size());
  fmt::print(
      "{:<{}}  {:>8}  {:>7}  {:<12}  {:>7}  {:>7}  {:>7}  {:>6}  {:>7}  {:>8}  {:>7}  path\n",
      "file", width, "contacts", "dofs", "outcome", "error", "law", "siconos", "sweeps", "factors",
      "seconds", "others");
  for (const auto& a : answers) {
    const auto name = a.file.string();
    if (!a.message.empty()) {
      fmt::print("{:<{}}  {:>8}  {:>7}  {}\n", name, width, "", "", outcome_name(a));
      continue;
    }
    const auto& e = a.report.error;
    fmt::print(
        "{:<{}}  {:>8}  {:>7}  {:<12}  {:7.1e}  {:7.1e}  {:7.1e}  {:>6}  {:>7}  {:8.3f}  {:>7}  "
        "{}\n",
        name, width, a.contacts, a.dofs, outcome_name(a), e.natural, e.law.relative, e.siconos,
        a.report.sweeps, a.report.factorisations, a.seconds, redundancy_text(a), a.report.path);
  }
}

int code_of(const std::vector<Answer>& answers) {
  int code = exit_done;
  for (const auto& a : answers) {
    if (!a.message.empty()) return exit_bad_input;
    if (a.report.outcome != AssembledOutcome::solved) code = exit_unconverged;
  }
  return code;
}

}  // namespace

int solve(const SolveRequest& request) {
  const AssembledMethod method = method_of(request.solver);
  if (!(request.tolerance > 0 && std::isfinite(request.tolerance))) {
    throw BadInput(fmt::format("--tol {}: expected a positive number", request.tolerance));
  }
  if (!(request.max_seconds > 0 && request.max_seconds < 1e9)) {
    throw BadInput(
        fmt::format("--max-seconds {}: expected a positive number below 1e9", request.max_seconds));
  }
  if (request.guess != "zero" && request.guess != "file") {
    throw BadInput(fmt::format("--guess {}: expected zero or file", request.guess));
  }
  if (request.facets < 3 || request.facets > 64) {
    throw BadInput(fmt::format("--facets {}: expected 3 to 64", request.facets));
  }
  check_threads(request.threads);
  set_thread_count(request.threads);
  std::vector<Answer> answers;
  for (const auto& file : request.files) {
    answers.push_back(answer_to(file, request, method));
    if (!answers.back().message.empty()) complain(answers.back().message);
    if (request.json) continue;  // there they are part of the answer
    for (const auto& note : answers.back().notes) warn(file.string() + ": " + note);
  }
  if (request.json) {
    print_json(answers, request.solver);
  } else {
    print_table(answers);
  }
  return code_of(answers);
}

}  // namespace talus::app

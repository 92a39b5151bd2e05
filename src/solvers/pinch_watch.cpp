#include "talus/solvers/pinch_watch.hpp"

#include <algorithm>

namespace talus {

namespace {

/// What is pinched keeps an error far above any tolerance, on few contacts.
bool looks_pinched(const LawError& error, double tolerance) {
  return error.relative > 10 * tolerance && error.worst > 0.3 * error.absolute;
}

}  // namespace

template <int D>
void PinchWatch<D>::start() {
  caught_.clear();
  next_search_ = 0;
}

/// Law error of the contacts that take no part, on their own.
template <int D>
LawError PinchWatch<D>::error_of_rest(const ContactProblem<D>& problem,
                                      const Solution<D>& solution) {
  others_.clear();
  r_.clear();
  m_.clear();
  auto caught = caught_.begin();
  std::size_t row = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const bool turns = row < problem.turning.size() && problem.turning[row].contact == c;
    if (caught != caught_.end() && *caught == c) {
      ++caught;
    } else {
      others_.push_back(c);
      r_.push_back(solution.r[c]);
      if (turns) m_.push_back(solution.m[row]);
    }
    if (turns) ++row;
  }
  if (others_.empty()) return {};
  choose_contacts(problem, others_, rest_);
  judge_.take(rest_);
  return judge_(r_, solution.v, m_);
}

/// Looks around a contact; false when nothing new is found there.
template <int D>
bool PinchWatch<D>::catch_more(const ContactProblem<D>& problem, const Solution<D>& solution,
                               std::size_t worst, SolveReport& report) {
  if (report.pinches == report.pinch.size()) return false;
  const Pinch pinch = finder_.find(problem, solution.r, worst);
  const std::size_t before = caught_.size();
  const auto& found = finder_.contacts();
  caught_.insert(caught_.end(), found.begin(), found.end());
  std::sort(caught_.begin(), caught_.end());
  caught_.erase(std::unique(caught_.begin(), caught_.end()), caught_.end());
  if (caught_.size() == before) return false;
  report.pinch[report.pinches++] = pinch;
  return true;
}

template <int D>
bool PinchWatch<D>::ends(const ContactProblem<D>& problem, const Solution<D>& solution,
                         double tolerance, SolveReport& report) {
  const bool searches =
      report.sweeps >= next_search_ && (!caught_.empty() || looks_pinched(report.error, tolerance));
  // A search costs as much as some sweeps.
  if (searches) next_search_ = std::max(20, 4 * report.sweeps);
  std::size_t worst = report.error.worst_contact;
  while (true) {
    if (!caught_.empty()) {
      const LawError rest = error_of_rest(problem, solution);
      if (rest.relative <= tolerance) {
        report.outcome = SolveOutcome::pinched;
        return true;
      }
      worst = others_[rest.worst_contact];
    }
    if (!searches || !catch_more(problem, solution, worst, report)) return false;
  }
}

template class PinchWatch<2>;
template class PinchWatch<3>;

}  // namespace talus

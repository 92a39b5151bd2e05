#include "talus/solvers/pinch_watch.hpp"

namespace talus {

template <int D>
void PinchWatch<D>::start() {
  pinch_ = {};
  next_search_ = 0;
}

/// Law error of the contacts that take no part, on their own.
template <int D>
double PinchWatch<D>::error_of_rest(const ContactProblem<D>& problem, const Solution<D>& solution) {
  others_.clear();
  r_.clear();
  m_.clear();
  auto caught = finder_.contacts().begin();
  std::size_t row = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const bool turns = row < problem.turning.size() && problem.turning[row].contact == c;
    if (caught != finder_.contacts().end() && *caught == c) {
      ++caught;
    } else {
      others_.push_back(c);
      r_.push_back(solution.r[c]);
      if (turns) m_.push_back(solution.m[row]);
    }
    if (turns) ++row;
  }
  if (others_.empty()) return 0;
  choose_contacts(problem, others_, rest_);
  judge_.take(rest_);
  return judge_(r_, solution.v, m_).relative;
}

template <int D>
bool PinchWatch<D>::ends(const ContactProblem<D>& problem, const Solution<D>& solution,
                         double tolerance, SolveReport& report) {
  if (!pinch_.found() && report.sweeps >= next_search_) {
    pinch_ = finder_.find(problem, solution.r, report.error.worst_contact);
    next_search_ = 2 * report.sweeps;  // a search costs as much as some sweeps
  }
  report.pinch = pinch_;
  if (!pinch_.found() || error_of_rest(problem, solution) > tolerance) return false;
  report.outcome = SolveOutcome::pinched;
  return true;
}

template class PinchWatch<2>;
template class PinchWatch<3>;

}  // namespace talus

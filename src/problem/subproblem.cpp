#include "talus/problem/subproblem.hpp"

namespace talus {

namespace {

template <class T>
void choose(const std::vector<T>& all, const std::vector<std::size_t>& chosen,
            std::vector<T>& out) {
  out.clear();
  for (const std::size_t c : chosen) out.push_back(all[c]);
}

}  // namespace

template <int D>
void choose_contacts(const ContactProblem<D>& problem, const std::vector<std::size_t>& chosen,
                     ContactProblem<D>& out) {
  out.v_free = problem.v_free;
  out.inv_mass = problem.inv_mass;
  out.inv_inertia = problem.inv_inertia;
  choose(problem.first, chosen, out.first);
  choose(problem.second, chosen, out.second);
  choose(problem.frame, chosen, out.frame);
  choose(problem.offset, chosen, out.offset);
  choose(problem.law, chosen, out.law);
  choose(problem.general, chosen, out.general);
  choose(problem.lever_first, chosen, out.lever_first);
  choose(problem.lever_second, chosen, out.lever_second);
  out.spin_first = problem.spin_first;  // rows keep their numbers
  out.spin_second = problem.spin_second;
  out.turning.clear();
  auto row = problem.turning.begin();
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    while (row != problem.turning.end() && row->contact < chosen[k]) ++row;
    if (row == problem.turning.end() || row->contact != chosen[k]) continue;
    out.turning.push_back(*row);
    out.turning.back().contact = k;
  }
}

template void choose_contacts<2>(const ContactProblem<2>&, const std::vector<std::size_t>&,
                                 ContactProblem<2>&);
template void choose_contacts<3>(const ContactProblem<3>&, const std::vector<std::size_t>&,
                                 ContactProblem<3>&);

}  // namespace talus

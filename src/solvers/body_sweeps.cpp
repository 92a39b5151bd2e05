#include "talus/solvers/body_sweeps.hpp"

#include <numeric>

namespace talus {

template <int D>
void BodySweeps<D>::take(const ContactProblem<D>& problem, RadialLaw law) {
  problem_ = &problem;
  law_ = law;
  order_.resize(problem.contact_count());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

template <int D>
void BodySweeps<D>::start(const std::vector<Vec<D>>& r) {
  solution_.r = r;
  loaded_.load(*problem_, order_, law_ == RadialLaw::coulomb, solution_);
  momentum_.start(loaded_.blocks());
}

template <int D>
SweepSize BodySweeps<D>::sweep(double carry, bool all) {
  momentum_.carry_by(carry, loaded_.blocks());
  return loaded_.sweep(
      {.carry = {true, carry}, .extent = all ? SweepExtent::all : SweepExtent::awake, .law = law_});
}

template <int D>
const std::vector<Vec<D>>& BodySweeps<D>::impulses() {
  loaded_.store(*problem_, solution_);
  // Rounding of many sweeps has parted velocities from impulses.
  momentum_.keep_way(loaded_.blocks());
  loaded_.load_velocities(solution_);
  momentum_.keep_way(loaded_.blocks());
  return solution_.r;
}

template class BodySweeps<2>;
template class BodySweeps<3>;

}  // namespace talus

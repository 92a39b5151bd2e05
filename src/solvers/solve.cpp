#include "talus/solvers/solve.hpp"

#include "talus/solvers/automatic.hpp"

namespace talus {

template <int D>
Solvers<D>::Solvers() : automatic_(std::make_unique<Automatic<D>>()) {}
template <int D>
Solvers<D>::Solvers(const Solvers&) : Solvers() {}
template <int D>
Solvers<D>::Solvers(Solvers&&) noexcept = default;
template <int D>
Solvers<D>& Solvers<D>::operator=(const Solvers&) {
  automatic_ = std::make_unique<Automatic<D>>();
  return *this;
}
template <int D>
Solvers<D>& Solvers<D>::operator=(Solvers&&) noexcept = default;
template <int D>
Solvers<D>::~Solvers() = default;

template <int D>
SolveReport Solvers<D>::solve(const ContactProblem<D>& problem, const SolverOptions& options,
                              const std::vector<double>& height, Solution<D>& solution) {
  switch (options.method) {
    case SolverMethod::automatic: return automatic_->solve(problem, options, height, solution);
    case SolverMethod::nlgs: return automatic_->sweeps().solve(problem, options, height, solution);
    case SolverMethod::interior_point:
      return automatic_->solve_directly(problem, options, height, solution);
  }
  return {};
}

template class Solvers<2>;
template class Solvers<3>;

}  // namespace talus

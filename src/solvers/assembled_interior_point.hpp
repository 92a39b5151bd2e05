// The interior point of solvers/interior_point.hpp in the space of contacts, for problems that come
// as W and q: Newton's matrix is W~ + (1 - e_0 t^T) P^2, with P Nesterov and Todd's scaling and
// (1 - e_0 t^T) De Saxce's shift. Where error and barrier both fall it ends near the square root of
// round-off; solvers/proximal_newton.hpp takes it from there.
#pragma once

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/lorentz_cone.hpp"

#include <functional>
#include <vector>

namespace talus {

template <int D>
class AssembledInteriorPoint {
 public:
  /// May offer something better than the impulses it is given, which lie inside the cones, a
  /// little even where contacts are open.
  using Polish = std::function<void(const std::vector<Vec<D>>&)>;

  /// Goes from far inside the cones towards the tolerance, offering what it meets. Returns the
  /// number of factorisations.
  int solve(AssembledLorentz<D>& problem, const AssembledJudge<D>& judge,
            const AssembledOptions& options, BestAnswer<D>& best, const Polish& polish = {});

 private:
  using Points = std::vector<Vec<D>>;

  void start();
  double measure();
  bool factor(const Deadline& deadline);
  double direction(double target, bool corrected);

  AssembledLorentz<D>* problem_ = nullptr;
  Points x_, y_, dx_, dy_, residual_, slip_, corrector_, right_, moved_, r_;
  std::vector<lorentz::Scaling<D>> scaling_;
  std::vector<Mat<D>> identity_, stiffness_;
};

}  // namespace talus

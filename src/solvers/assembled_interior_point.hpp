// The interior point of solvers/interior_point.hpp in the space of contacts, for problems that come
// as W and q: Newton's matrix is W~ + (1 - e_0 t^T) P^2, with P Nesterov and Todd's scaling and
// (1 - e_0 t^T) De Saxce's shift. Contacts that resist rolling have two cones each
// (solvers/lorentz_parts.hpp), whose P^2 add up. Where error and barrier both fall it ends near the
// square root of round-off; solvers/proximal_newton.hpp takes it from there.
#pragma once

#include "talus/solvers/assembled_lorentz.hpp"
#include "talus/solvers/assembled_solver.hpp"
#include "talus/solvers/lorentz_cone.hpp"
#include "talus/solvers/lorentz_parts.hpp"

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
  using Parts = lorentz::Parts<D>;
  static constexpr std::size_t part_count = lorentz::part_count<D>;
  static constexpr int part_size = lorentz::part_size<D>;

  void start();
  double measure();
  bool factor(const Deadline& deadline);
  Parts follow(std::size_t c, const Vec<D>& u) const;
  double direction(double target, bool corrected);

  AssembledLorentz<D>* problem_ = nullptr;
  Points x_, dx_, residual_, slip_, right_, moved_, r_;
  std::vector<Parts> y_, dy_, corrector_;
  std::vector<Parts> push_;  ///< P s: what dy would be if x did not change
  std::vector<std::array<lorentz::Scaling<part_size>, part_count>> scaling_;
  std::vector<Mat<D>> identity_, stiffness_;
};

}  // namespace talus

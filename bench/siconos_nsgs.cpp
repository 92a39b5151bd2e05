#include "siconos_nsgs.hpp"

#include "processor_time.hpp"

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>

namespace talus::bench {

/// Siconos looks at arrays that stay ours; only the small matrix record is its own.
struct SiconosNsgs::Data {
  Delassus w;
  /// Siconos' residual adds impulses to velocities. It gets impulses in units in which the mean
  /// diagonal of W is 1, so that it weighs both alike.
  double unit_of_impulse = 1;
  std::vector<double*> blocks;
  std::vector<unsigned> sizes;  ///< 3, 6, 9, ...
  std::vector<unsigned> diagonal;
  SparseBlockStructuredMatrix matrix{};
  NumericsMatrix* numerics_matrix = nullptr;
  FrictionContactProblem problem{};
};

SiconosNsgs::SiconosNsgs(const Delassus& w) : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  d.w = w;
  const std::size_t count = w.contact_count();
  d.unit_of_impulse = 1 / w.mean_diagonal();
  for (std::size_t c = 0; c < count; ++c) {
    d.sizes.push_back(static_cast<unsigned>(3 * (c + 1)));
    for (std::size_t b = w.row_start[c]; b < w.row_start[c + 1]; ++b) {
      if (w.column[b] == c) d.diagonal.push_back(static_cast<unsigned>(b));
      d.w.block[b] *= d.unit_of_impulse;
      d.blocks.push_back(d.w.block[b].data());
    }
  }
  auto& m = d.matrix;
  m.nbblocks = static_cast<unsigned>(d.blocks.size());
  m.block = d.blocks.data();
  m.blocknumber0 = m.blocknumber1 = static_cast<unsigned>(count);
  m.blocksize0 = m.blocksize1 = d.sizes.data();
  m.filled1 = count + 1;
  m.filled2 = d.blocks.size();
  m.index1_data = d.w.row_start.data();
  m.index2_data = d.w.column.data();
  m.diagonal_blocks = d.diagonal.data();
  const int size = static_cast<int>(3 * count);
  d.numerics_matrix = NM_create_from_data(NM_SPARSE_BLOCK, size, size, &m);
  d.problem.dimension = 3;
  d.problem.numberOfContacts = static_cast<int>(count);
  d.problem.M = d.numerics_matrix;
  d.problem.q = d.w.q.front().data();
  d.problem.mu = d.w.mu.data();
}

SiconosNsgs::~SiconosNsgs() {
  data_->numerics_matrix->matrix1 = nullptr;  // ours, not to be freed there
  NM_free(data_->numerics_matrix);
}

NsgsAnswer SiconosNsgs::solve(LocalSolver local, double tolerance, int max_sweeps) const {
  SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
  if (local == LocalSolver::newton)
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_NSN);
  if (local == LocalSolver::quartic)
    solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC_NU);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = max_sweeps;
  NsgsAnswer answer;
  answer.r.assign(data_->w.contact_count(), Vec<3>::Zero());
  std::vector<Vec<3>> u = answer.r;
  answer.seconds = processor_seconds(
      [&] { fc3d_driver(&data_->problem, answer.r.front().data(), u.front().data(), options); });
  answer.sweeps = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  for (auto& r : answer.r) r *= data_->unit_of_impulse;
  return answer;
}

}  // namespace talus::bench

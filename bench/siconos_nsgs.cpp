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
  /// Siconos' residual adds impulses to velocities. It gets impulses in units in which the mean
  /// diagonal of W is 1, so that it weighs both alike.
  double unit_of_impulse = 1;
  std::vector<std::size_t> row_begin, column;
  std::vector<Mat<3>> block;
  std::vector<Vec<3>> q;
  std::vector<double> mu;
  std::vector<double*> blocks;
  std::vector<unsigned> sizes;  ///< 3, 6, 9, ...
  std::vector<unsigned> diagonal;
  SparseBlockStructuredMatrix matrix{};
  NumericsMatrix* numerics_matrix = nullptr;
  FrictionContactProblem problem{};
};

SiconosNsgs::SiconosNsgs(const AssembledProblem<3>& problem) : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  const auto& w = problem.w;
  const std::size_t count = problem.contact_count();
  double diagonal = 0;
  for (std::size_t c = 0; c < count; ++c) diagonal += w.diagonal(c).trace();
  d.unit_of_impulse = 3 * static_cast<double>(count) / diagonal;
  d.q = problem.q;
  for (std::size_t c = 0; c < count; ++c) {
    d.mu.push_back(problem.cone[c].mu);
    d.sizes.push_back(static_cast<unsigned>(3 * (c + 1)));
    d.row_begin.push_back(w.row_begin(c));
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      if (w.column(at) == c) d.diagonal.push_back(static_cast<unsigned>(at));
      d.column.push_back(w.column(at));
      d.block.push_back(d.unit_of_impulse * w.block(at));
    }
  }
  d.row_begin.push_back(d.block.size());
  for (auto& block : d.block) d.blocks.push_back(block.data());
  auto& m = d.matrix;
  m.nbblocks = static_cast<unsigned>(d.blocks.size());
  m.block = d.blocks.data();
  m.blocknumber0 = m.blocknumber1 = static_cast<unsigned>(count);
  m.blocksize0 = m.blocksize1 = d.sizes.data();
  m.filled1 = count + 1;
  m.filled2 = d.blocks.size();
  m.index1_data = d.row_begin.data();
  m.index2_data = d.column.data();
  m.diagonal_blocks = d.diagonal.data();
  const int size = static_cast<int>(3 * count);
  d.numerics_matrix = NM_create_from_data(NM_SPARSE_BLOCK, size, size, &m);
  d.problem.dimension = 3;
  d.problem.numberOfContacts = static_cast<int>(count);
  d.problem.M = d.numerics_matrix;
  d.problem.q = d.q.front().data();
  d.problem.mu = d.mu.data();
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
  answer.r.assign(data_->q.size(), Vec<3>::Zero());
  std::vector<Vec<3>> u = answer.r;
  answer.seconds = processor_seconds(
      [&] { fc3d_driver(&data_->problem, answer.r.front().data(), u.front().data(), options); });
  answer.sweeps = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  for (auto& r : answer.r) r *= data_->unit_of_impulse;
  return answer;
}

}  // namespace talus::bench

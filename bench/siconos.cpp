#include "siconos.hpp"

#include "processor_time.hpp"

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/GlobalFrictionContactProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/RollingFrictionContactProblem.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>

#include <optional>
#include <type_traits>

namespace talus::bench {

namespace {

constexpr auto blocks = SiconosStorage::blocks;
constexpr auto columns = SiconosStorage::columns;
constexpr auto full = SiconosStorage::full;
constexpr auto bodies_known = SiconosStorage::bodies;

int whole(std::size_t n) { return static_cast<int>(n); }

/// Scalars in Siconos' sparse form, entry by entry.
NumericsMatrix* sparse(const SparseRows& a, double factor) {
  NumericsMatrix* m = NM_create(NM_SPARSE, static_cast<int>(a.rows()), static_cast<int>(a.cols()));
  NM_triplet_alloc(m, a.nonZeros());
  for (Eigen::Index i = 0; i < a.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(a, i); it; ++it) {
      NM_entry(m, static_cast<int>(it.row()), static_cast<int>(it.col()), factor * it.value());
    }
  }
  return m;
}

NumericsMatrix* dense(const SparseRows& a, double factor) {
  NumericsMatrix* m = NM_create(NM_DENSE, static_cast<int>(a.rows()), static_cast<int>(a.cols()));
  Eigen::Map<Eigen::MatrixXd>(m->matrix0, a.rows(), a.cols()) = factor * Eigen::MatrixXd(a);
  return m;
}

}  // namespace

template <>
const std::vector<SiconosMethod>& siconos_methods<2>() {
  static const std::vector<SiconosMethod> all{
      {"NSGS", SICONOS_FRICTION_2D_NSGS, 0, blocks},
      {"NSGS full", SICONOS_FRICTION_2D_NSGS, 0, full},
      {"CPG", SICONOS_FRICTION_2D_CPG, 0, full},
      {"LEMKE", SICONOS_FRICTION_2D_LEMKE, 0, full},
  };
  return all;
}

template <>
const std::vector<SiconosMethod>& siconos_methods<3>() {
  static const std::vector<SiconosMethod> all{
      {"NSGS", SICONOS_FRICTION_3D_NSGS, 0, blocks},
      {"NSGS NSN", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_NSN, blocks},
      {"NSGS QUARTIC_NU", SICONOS_FRICTION_3D_NSGS, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC_NU,
       blocks},
      {"NSGSV", SICONOS_FRICTION_3D_NSGSV, 0, blocks},
      {"NSN_AC", SICONOS_FRICTION_3D_NSN_AC, 0, columns},
      {"NSN_FB", SICONOS_FRICTION_3D_NSN_FB, 0, columns},
      {"NSN_NM", SICONOS_FRICTION_3D_NSN_NM, 0, columns},
      {"PROX", SICONOS_FRICTION_3D_PROX, 0, blocks},
      {"TFP", SICONOS_FRICTION_3D_TFP, 0, blocks},
      {"PFP", SICONOS_FRICTION_3D_PFP, 0, blocks},
      {"ACLMFP", SICONOS_FRICTION_3D_ACLMFP, 0, blocks},
      {"SOCLCP", SICONOS_FRICTION_3D_SOCLCP, 0, blocks},
      {"DSFP", SICONOS_FRICTION_3D_DSFP, 0, blocks},
      {"FPP", SICONOS_FRICTION_3D_FPP, 0, blocks},
      {"EG", SICONOS_FRICTION_3D_EG, 0, blocks},
      {"HP", SICONOS_FRICTION_3D_HP, 0, blocks},
      {"VI_FPP", SICONOS_FRICTION_3D_VI_FPP, 0, blocks},
      {"VI_EG", SICONOS_FRICTION_3D_VI_EG, 0, blocks},
      {"ADMM", SICONOS_FRICTION_3D_ADMM, 0, columns},
      {"global NSN_AC", SICONOS_GLOBAL_FRICTION_3D_NSN_AC, 0, bodies_known},
      {"global ADMM", SICONOS_GLOBAL_FRICTION_3D_ADMM, 0, bodies_known},
      {"global IPM", SICONOS_GLOBAL_FRICTION_3D_IPM, 0, bodies_known},
  };
  return all;
}

template <>
const std::vector<SiconosMethod>& siconos_methods<5>() {
  static const std::vector<SiconosMethod> all{
      {"rolling NSGS", SICONOS_ROLLING_FRICTION_3D_NSGS, 0, full},
      {"rolling ADMM", SICONOS_ROLLING_FRICTION_3D_ADMM, 0, blocks},
  };
  return all;
}

/// Siconos looks at arrays that stay ours; only small records are its own.
template <int D>
struct SiconosProblem<D>::Data {
  double unit_of_impulse = 1;
  SparseRows w;
  std::optional<GlobalProblem> bodies;
  std::vector<std::size_t> row_begin, column;
  std::vector<Mat<D>> block;
  std::vector<Vec<D>> q;
  std::vector<double> mu, mu_rolling;
  std::vector<double*> block_data;
  std::vector<unsigned> sizes;  ///< D, 2 D, 3 D, ...
  std::vector<unsigned> diagonal;
  mutable SparseBlockStructuredMatrix matrix{};

  int count() const { return whole(q.size()); }
  double* q_data() { return q.front().data(); }
  NumericsMatrix* delassus(SiconosStorage storage) const;
  /// Both give the seconds of the driver alone: matrices come ready made.
  double drive_local(SiconosStorage storage, SolverOptions* options, double* r, double* u);
  double drive_bodies(SolverOptions* options, double* r, double* u);
};

template <int D>
NumericsMatrix* SiconosProblem<D>::Data::delassus(SiconosStorage storage) const {
  if (storage == columns) return sparse(w, unit_of_impulse);
  if (storage == full) return dense(w, unit_of_impulse);
  return NM_create_from_data(NM_SPARSE_BLOCK, D * count(), D * count(), &matrix);
}

template <int D>
double SiconosProblem<D>::Data::drive_local(SiconosStorage storage, SolverOptions* options,
                                            double* r, double* u) {
  std::conditional_t<D == 5, RollingFrictionContactProblem, FrictionContactProblem> p{};
  p.dimension = D;
  p.numberOfContacts = count();
  p.M = delassus(storage);
  p.q = q_data();
  p.mu = mu.data();
  if constexpr (D == 5) p.mu_r = mu_rolling.data();
  const double seconds = seconds_of([&] {
    if constexpr (D == 2) fc2d_driver(&p, r, u, options);
    if constexpr (D == 3) fc3d_driver(&p, r, u, options);
    if constexpr (D == 5) rolling_fc3d_driver(&p, r, u, options);
  });
  if (storage == blocks) p.M->matrix1 = nullptr;  // ours, not to be freed there
  NM_free(p.M);
  return seconds;
}

template <int D>
double SiconosProblem<D>::Data::drive_bodies(SolverOptions* options, double* r, double* u) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(bodies->f.size());
  GlobalFrictionContactProblem p{};
  p.dimension = D;
  p.numberOfContacts = count();
  p.M = sparse(bodies->m, 1);
  p.H = sparse(bodies->h, 1);
  p.q = bodies->f.data();
  p.b = bodies->w.data();
  p.mu = mu.data();
  const double seconds = seconds_of([&] { gfc3d_driver(&p, r, u, v.data(), options); });
  NM_free(p.M);
  NM_free(p.H);
  return seconds;
}

template <int D>
SiconosProblem<D>::SiconosProblem(const AssembledProblem<D>& problem, const GlobalProblem* bodies)
    : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  const auto& w = problem.w;
  const std::size_t count = problem.contact_count();
  double trace = 0;
  for (std::size_t c = 0; c < count; ++c) trace += w.diagonal(c).trace();
  d.unit_of_impulse = D * static_cast<double>(count) / trace;
  d.w = w.scalars();
  if (bodies != nullptr) d.bodies = *bodies;
  d.q = problem.q;
  for (std::size_t c = 0; c < count; ++c) {
    d.mu.push_back(problem.cone[c].mu);
    if constexpr (D == 5) d.mu_rolling.push_back(problem.cone[c].mu_rolling);
    d.sizes.push_back(static_cast<unsigned>(D * (c + 1)));
    d.row_begin.push_back(w.row_begin(c));
    for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
      if (w.column(at) == c) d.diagonal.push_back(static_cast<unsigned>(at));
      d.column.push_back(w.column(at));
      d.block.push_back(d.unit_of_impulse * w.block(at));
    }
  }
  d.row_begin.push_back(d.block.size());
  for (auto& block : d.block) d.block_data.push_back(block.data());
  auto& m = d.matrix;
  m.nbblocks = static_cast<unsigned>(d.block.size());
  m.block = d.block_data.data();
  m.blocknumber0 = m.blocknumber1 = static_cast<unsigned>(count);
  m.blocksize0 = m.blocksize1 = d.sizes.data();
  m.filled1 = count + 1;
  m.filled2 = d.block.size();
  m.index1_data = d.row_begin.data();
  m.index2_data = d.column.data();
  m.diagonal_blocks = d.diagonal.data();
}

template <int D>
SiconosProblem<D>::~SiconosProblem() = default;

template <int D>
bool SiconosProblem<D>::suits(const SiconosMethod& method) const {
  return method.storage != bodies_known || (D == 3 && data_->bodies.has_value());
}

template <int D>
SiconosAnswer<D> SiconosProblem<D>::solve(const SiconosMethod& method, double tolerance,
                                          int most_iterations) const {
  SolverOptions* options = solver_options_create(method.id);
  if (method.local != 0) solver_options_update_internal(options, 0, method.local);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = most_iterations;
  SiconosAnswer<D> answer;
  answer.r.assign(data_->q.size(), Vec<D>::Zero());
  std::vector<Vec<D>> u = answer.r;
  double* const r = answer.r.front().data();
  answer.seconds = method.storage == bodies_known
                       ? data_->drive_bodies(options, r, u.front().data())
                       : data_->drive_local(method.storage, options, r, u.front().data());
  answer.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
  solver_options_delete(options);
  if (method.storage == bodies_known) return answer;
  for (auto& impulse : answer.r) impulse *= data_->unit_of_impulse;
  return answer;
}

template class SiconosProblem<2>;
template class SiconosProblem<3>;
template class SiconosProblem<5>;

}  // namespace talus::bench

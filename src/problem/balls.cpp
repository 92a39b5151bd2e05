#include "talus/problem/balls.hpp"

#include <cmath>

namespace talus {

namespace {

/// How far numbers may be from those of balls, relative to their size. Sweeps by bodies then solve
/// a problem as near to the one given; the judge looks at the one given.
constexpr double round_off = 1e-12;

bool nearly(double a, double b) { return std::abs(a - b) <= round_off * std::abs(b); }

/// Masses and inertias; false where M is not that of balls.
template <int D>
bool take_masses(const GlobalProblem& given, ContactProblem<D>& out) {
  constexpr int size = dof<D>;
  if (given.m.rows() == 0 || given.m.rows() % size != 0) return false;
  Eigen::VectorXd diagonal = Eigen::VectorXd::Zero(given.m.rows());
  for (Eigen::Index i = 0; i < given.m.rows(); ++i) {
    for (SparseRows::InnerIterator it(given.m, i); it; ++it) {
      if (it.col() == i) {
        diagonal[i] = it.value();
      } else if (it.value() != 0) {
        return false;
      }
    }
  }
  for (Eigen::Index at = 0; at < diagonal.size(); at += size) {
    const Twist<D> body = diagonal.segment<size>(at);
    const double mass = body[0];
    const double inertia = body[D];
    if (!(mass > 0 && inertia > 0)) return false;
    for (int k = 0; k < size; ++k) {
      if (!nearly(body[k], k < D ? mass : inertia)) return false;
    }
    out.inv_mass.push_back(1 / mass);
    out.inv_inertia.push_back(Spin<D>::Constant(1 / inertia));
    out.v_free.push_back(given.f.segment<size>(at).cwiseQuotient(body));
  }
  return true;
}

/// H's block of one body at one contact.
template <int D>
struct Arm {
  Eigen::Index body = -1;
  Mat<dof<D>, D> h = Mat<dof<D>, D>::Zero();

  /// The lever of a ball whose contact has this frame (ContactProblem::lever_first), or nothing.
  bool find_lever(const Mat<D>& frame, double& lever) const {
    Mat<spin_dim<D>, D> unit;  // that of a lever of 1
    for (int k = 0; k < D; ++k) {
      unit.col(k) = -moment(Vec<D>(frame.col(0)), Vec<D>(frame.col(k)));
    }
    const Mat<spin_dim<D>, D> own = h.template bottomRows<spin_dim<D>>();
    lever = own.cwiseProduct(unit).sum() / unit.squaredNorm();
    return (own - lever * unit).norm() <= round_off * own.norm();
  }
};

/// Two bodies at most; false where there are more or none.
template <int D>
bool gather(const Eigen::SparseMatrix<double>& h, std::size_t c, Arm<D>& first, Arm<D>& second) {
  for (int k = 0; k < D; ++k) {
    const auto column = static_cast<Eigen::Index>(D * c) + k;
    for (Eigen::SparseMatrix<double>::InnerIterator it(h, column); it; ++it) {
      if (it.value() == 0) continue;
      const Eigen::Index body = it.row() / dof<D>;
      if (first.body < 0) first.body = body;
      if (body != first.body && second.body < 0) second.body = body;
      if (body != first.body && body != second.body) return false;
      (body == first.body ? first : second).h(it.row() % dof<D>, k) = it.value();
    }
  }
  return first.body >= 0;
}

template <int D>
bool take_contact(const Eigen::SparseMatrix<double>& h, std::size_t c, ContactProblem<D>& out) {
  Arm<D> first;
  Arm<D> second;
  if (!gather<D>(h, c, first, second)) return false;
  const Mat<D> frame = first.h.template topRows<D>();
  if (!((frame.transpose() * frame - Mat<D>::Identity()).norm() <= round_off)) return false;
  double lever_first = 0;
  double lever_second = 0;
  if (!first.find_lever(frame, lever_first)) return false;
  if (second.body >= 0) {
    if (!((frame + second.h.template topRows<D>()).norm() <= round_off)) return false;
    if (!second.find_lever(frame, lever_second)) return false;
  }
  out.first.push_back(static_cast<int>(first.body));
  out.second.push_back(static_cast<int>(second.body));
  out.frame.push_back(frame);
  out.lever_first.push_back(lever_first);
  out.lever_second.push_back(lever_second);
  out.general.push_back(-1);
  return true;
}

}  // namespace

template <int D>
std::shared_ptr<const ContactProblem<D>> balls_of(const GlobalProblem& problem,
                                                  const std::vector<ContactCone<D>>& cone) {
  auto out = std::make_shared<ContactProblem<D>>();
  if (!take_masses<D>(problem, *out)) return nullptr;
  const Eigen::SparseMatrix<double> columns = problem.h;
  for (std::size_t c = 0; c < cone.size(); ++c) {
    if (!take_contact<D>(columns, c, *out)) return nullptr;
    out->offset.push_back(problem.w.segment<D>(static_cast<Eigen::Index>(D * c)));
    out->law.emplace_back().mu = cone[c].mu;
  }
  return out;
}

template std::shared_ptr<const ContactProblem<2>> balls_of<2>(const GlobalProblem&,
                                                              const std::vector<ContactCone<2>>&);
template std::shared_ptr<const ContactProblem<3>> balls_of<3>(const GlobalProblem&,
                                                              const std::vector<ContactCone<3>>&);

}  // namespace talus

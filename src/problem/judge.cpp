#include "talus/problem/judge.hpp"

#include "talus/math/cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

template <int D>
LawError judge(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r,
               const std::vector<Twist<D>>& v) {
  LawError e;
  double numerator = 0;
  double q_norm = 0;
  double q_norm_all = 0;
  double r_norm = 0;
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    const auto& law = problem.law[c];
    const double w = law.scale.cwiseAbs2().dot(problem.diagonal_block(c).diagonal()) / D +
                     law.compliance.sum() / D;
    Vec<D> u = problem.canonical_velocity(c, problem.local_velocity(c, v), r[c]);
    u[0] += law.mu * u.template tail<D - 1>().norm();
    const Vec<D> scaled = w * r[c];
    const double defect = (scaled - project_on_cone<D>(scaled - u, law.mu)).norm();
    numerator += defect * defect;
    if (defect > e.worst) {
      e.worst = defect;
      e.worst_contact = c;
    }
    const double q =
        problem.canonical_velocity(c, problem.local_velocity(c, problem.v_free), Vec<D>::Zero())
            .squaredNorm();
    q_norm_all += q;
    const bool acts = !r[c].isZero(0);
    e.acting += acts ? 1 : 0;
    if (acts || defect > 0) q_norm += q;
    r_norm += scaled.squaredNorm();
  }
  e.absolute = std::sqrt(numerator);
  if (numerator == 0) return e;
  q_norm = std::sqrt(q_norm > 0 ? q_norm : q_norm_all);
  r_norm = std::sqrt(r_norm);
  const double root_eps = std::sqrt(std::numeric_limits<double>::epsilon());
  const double scale = std::min(q_norm, std::max(r_norm, root_eps * q_norm));
  e.relative = e.absolute / (scale > 0 ? scale : e.absolute);
  return e;
}

template <int D>
LawError judge(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r) {
  std::vector<Twist<D>> v;
  problem.velocities(r, v);
  return judge(problem, r, v);
}

template LawError judge<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&,
                           const std::vector<Twist<2>>&);
template LawError judge<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&,
                           const std::vector<Twist<3>>&);
template LawError judge<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&);
template LawError judge<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&);

}  // namespace talus

#include "talus/problem/judge.hpp"

#include "talus/math/cone.hpp"
#include "talus/problem/section.hpp"

namespace talus {

template <int D>
void Judge<D>::take(const ContactProblem<D>& problem) {
  problem_ = &problem;
  const std::size_t n = problem.contact_count();
  weight_.resize(n);
  q2_.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    const auto& law = problem.law[c];
    Vec<D> diagonal;
    if (problem.general[c] < 0) {
      const auto block = problem.radial_block(c);
      diagonal.setConstant(block.tangent);
      diagonal[0] = block.normal;
    } else {
      diagonal = problem.diagonal_block(c).diagonal();
    }
    weight_[c] = (law.scale.cwiseAbs2().dot(diagonal) + law.compliance.sum()) / D;
    const Vec<D> u = problem.local_velocity(c, problem.v_free);
    q2_[c] = problem.canonical_velocity(c, u, Vec<D>::Zero()).squaredNorm();
  }
}

template <int D>
LawError Judge<D>::operator()(const std::vector<Vec<D>>& r, const std::vector<Twist<D>>& v) const {
  LawErrorSum sum;
  for (std::size_t c = 0; c < weight_.size(); ++c) {
    const double mu = problem_->law[c].mu;
    Vec<D> u = problem_->canonical_velocity(c, problem_->local_velocity(c, v), r[c]);
    const Vec<D> scaled = weight_[c] * r[c];
    if (problem_->law[c].section != Section::cone) {
      sum.add<D>(section_defect<D>(problem_->law[c], weight_[c], r[c], u), scaled, q2_[c]);
      continue;
    }
    u[0] += mu * u.template tail<D - 1>().norm();
    sum.add<D>(scaled - project_on_cone<D>(scaled - u, mu), scaled, q2_[c]);
  }
  return sum.total();
}

template <int D>
LawError judge(const ContactProblem<D>& problem, const std::vector<Vec<D>>& r) {
  std::vector<Twist<D>> v;
  problem.velocities(r, v);
  return Judge<D>(problem)(r, v);
}

template class Judge<2>;
template class Judge<3>;
template LawError judge<2>(const ContactProblem<2>&, const std::vector<Vec<2>>&);
template LawError judge<3>(const ContactProblem<3>&, const std::vector<Vec<3>>&);

}  // namespace talus

#include "talus/solvers/load_contact.hpp"

namespace talus {

template <int D>
GeneralContact<D> general_contact(const ContactProblem<D>& problem,
                                  const std::vector<Spin<D>>& spin_scale, const Vec<D>& r,
                                  std::size_t c) {
  const auto& law = problem.law[c];
  const bool alone = problem.second[c] < 0;
  GeneralContact<D> g;
  g.first = static_cast<std::uint32_t>(problem.first[c]);
  g.second = static_cast<std::uint32_t>(alone ? problem.block_count()
                                              : static_cast<std::size_t>(problem.second[c]));
  g.frame = problem.frame[c];
  const auto maps = problem.spin_maps(c);
  g.spin_first = maps.first * spin_scale[g.first].asDiagonal();
  g.spin_second = maps.second * spin_scale[g.second].asDiagonal();
  g.offset = problem.offset[c] + law.shift;
  g.scale = law.scale;
  g.compliance = law.compliance;
  g.w = law.scale.asDiagonal() * problem.diagonal_block(c) * law.scale.asDiagonal();
  g.w += law.compliance.asDiagonal();
  g.single = SingleContact<D>(g.w, law.mu);
  g.law = law.section == Section::cone || law.section == Section::sticking ? nullptr : &law;
  g.r = g.before = r;
  return g;
}

template <int D>
TurningBlock<D> turning_block(const ContactProblem<D>& problem,
                              const std::vector<Spin<D>>& spin_scale, const Vec<D>& r,
                              const Spin<D>& m, std::size_t row) {
  constexpr int S = spin_dim<D>;
  const GeneralContact<D> g = general_contact(problem, spin_scale, r, problem.turning[row].contact);
  TurningBlock<D> t;
  t.turning = problem.turning[row];
  t.row = row;
  t.first = g.first;
  t.second = g.second;
  t.frame = g.frame;
  t.spin_first = g.spin_first;
  t.spin_second = g.spin_second;
  t.turning.first = t.turning.first * spin_scale[g.first].asDiagonal();
  t.turning.second = t.turning.second * spin_scale[g.second].asDiagonal();
  t.offset = g.offset;
  t.scale = g.scale;
  t.compliance = g.compliance;
  t.law = &problem.law[t.turning.contact];
  // Spins enter both u and the relative spin: the blocks of W between them.
  Mat<D + S, S> to_first;
  Mat<D + S, S> to_second;
  to_first << g.scale.asDiagonal() * g.spin_first, t.turning.first;
  to_second << g.scale.asDiagonal() * g.spin_second, t.turning.second;
  t.w = to_first * to_first.transpose() + to_second * to_second.transpose();
  t.w.template topLeftCorner<D, D>() = g.w;
  t.r << r, m;
  t.before = t.r;
  return t;
}

template GeneralContact<2> general_contact<2>(const ContactProblem<2>&, const std::vector<Spin<2>>&,
                                              const Vec<2>&, std::size_t);
template GeneralContact<3> general_contact<3>(const ContactProblem<3>&, const std::vector<Spin<3>>&,
                                              const Vec<3>&, std::size_t);
template TurningBlock<2> turning_block<2>(const ContactProblem<2>&, const std::vector<Spin<2>>&,
                                          const Vec<2>&, const Spin<2>&, std::size_t);
template TurningBlock<3> turning_block<3>(const ContactProblem<3>&, const std::vector<Spin<3>>&,
                                          const Vec<3>&, const Spin<3>&, std::size_t);

}  // namespace talus

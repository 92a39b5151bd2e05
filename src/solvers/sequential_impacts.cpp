#include "talus/solvers/sequential_impacts.hpp"

#include "talus/solvers/section_contact.hpp"
#include "talus/solvers/single_contact.hpp"

namespace talus {

namespace {

/// Canonical impulse of one contact that hits with the canonical velocity u: what is left of
/// u+ + e u-, the law's own velocity, without any is (1 + e) u.
template <int D>
Vec<D> hit(const ContactProblem<D>& problem, std::size_t c, const Restitution& e, const Vec<D>& u) {
  const auto& law = problem.law[c];
  const Mat<D> w = law.scale.asDiagonal() * problem.diagonal_block(c) * law.scale.asDiagonal();
  Vec<D> q = (1 + e.tangential) * u;
  q[0] = (1 + e.normal) * u[0];
  const bool cone = law.section == Section::cone || law.section == Section::sticking;
  return cone ? SingleContact<D>(w, law.mu).solve(q) : solve_section<D>(law, w, q);
}

}  // namespace

template <int D>
SequentialImpacts<D> bounce_one_by_one(const ContactProblem<D>& problem,
                                       const std::vector<Restitution>& e, double rest,
                                       std::size_t most) {
  SequentialImpacts<D> out;
  out.v = problem.v_free;
  out.r.assign(problem.contact_count(), Vec<D>::Zero());
  double limit = 0;
  while (true) {
    double fastest = 0;
    std::size_t next = 0;
    for (std::size_t c = 0; c < problem.contact_count(); ++c) {
      const double approach = -problem.local_velocity(c, out.v)[0];
      if (approach <= fastest) continue;
      fastest = approach;
      next = c;
    }
    if (out.impacts == 0) limit = rest * fastest;
    if (fastest <= limit) return out;
    if (out.impacts == most) {
      out.finished = false;
      return out;
    }
    const Vec<D>& scale = problem.law[next].scale;
    const Vec<D> u = scale.cwiseProduct(problem.local_velocity(next, out.v));
    const Vec<D> r = hit<D>(problem, next, e[next], u);
    problem.apply_impulse(next, scale.cwiseProduct(r), out.v);
    out.r[next] += r;
    ++out.impacts;
  }
}

template SequentialImpacts<2> bounce_one_by_one<2>(const ContactProblem<2>&,
                                                   const std::vector<Restitution>&, double,
                                                   std::size_t);
template SequentialImpacts<3> bounce_one_by_one<3>(const ContactProblem<3>&,
                                                   const std::vector<Restitution>&, double,
                                                   std::size_t);

}  // namespace talus

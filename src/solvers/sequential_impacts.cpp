#include "talus/solvers/sequential_impacts.hpp"

namespace talus {

template <int D>
SequentialImpacts<D> bounce_one_by_one(const ContactProblem<D>& problem, double e, double rest,
                                       std::size_t most) {
  SequentialImpacts<D> out;
  out.v = problem.v_free;
  double limit = 0;
  while (true) {
    double fastest = 0;
    std::size_t hit = 0;
    for (std::size_t c = 0; c < problem.contact_count(); ++c) {
      const double approach = -problem.local_velocity(c, out.v)[0];
      if (approach <= fastest) continue;
      fastest = approach;
      hit = c;
    }
    if (out.impacts == 0) limit = rest * fastest;
    if (fastest <= limit) return out;
    if (out.impacts == most) {
      out.finished = false;
      return out;
    }
    Vec<D> r = Vec<D>::Zero();
    r[0] = (1 + e) * fastest / problem.diagonal_block(hit)(0, 0);
    problem.apply_impulse(hit, r, out.v);
    ++out.impacts;
  }
}

template SequentialImpacts<2> bounce_one_by_one<2>(const ContactProblem<2>&, double, double,
                                                   std::size_t);
template SequentialImpacts<3> bounce_one_by_one<3>(const ContactProblem<3>&, double, double,
                                                   std::size_t);

}  // namespace talus

// Random problems of one contact, and how far an answer is from solving one.
//
// The scale of the residual. The natural map F(r) = w r - P_K(w r - u~), u~ = u + mu |u_T| n,
// u = W r + q, is Lipschitz in u with constant 1 + mu, whatever w > 0. A backward stable solver
// answers exactly for W + dW, q + dq with |dW| <= c eps |W|, |dq| <= c eps |q|, hence
//
//     |F| <= c eps (1 + mu) (|W| |r| + |q|).
//
// The conditioning of W enters by |r| alone, never by a factor: even at condition number 1e12 the
// row's 1e-12 is asked of that scale, which leaves c = 4500. W's norm is Frobenius'.
#pragma once

#include "talus/math/cone.hpp"

#include "support/samples.hpp"

namespace talus::property {

template <int D>
struct Problem {
  Mat<D> w;
  double mu;
  Vec<D> q;
};

template <int D>
double relative_residual(const Problem<D>& p, const Vec<D>& r) {
  Vec<D> u = p.w * r + p.q;
  u[0] += p.mu * u.template tail<D - 1>().norm();
  const double weight = p.w.trace() / D;
  const double defect = (weight * r - project_on_cone<D>(weight * r - u, p.mu)).norm();
  const double scale = (1 + p.mu) * (p.w.norm() * r.norm() + p.q.norm());
  return scale > 0 ? defect / scale : defect;
}

template <int D>
Vec<D> cone_point(Random& random, double mu, double share) {
  Vec<D> r;
  r << 1, mu * share * samples::unit<D - 1>(random);
  return r;
}

/// q of one of the kinds: anything; approaching along the normal; made from an answer that sticks,
/// slides or lies on a border between branches.
template <int D>
Vec<D> random_q(Random& random, const Mat<D>& w, double mu) {
  const double size = samples::scale(random, 1e-6, 1e6);
  switch (random.below(6)) {
    case 0: return samples::vector<D>(random, size);
    case 1: return -size * Vec<D>::Unit(0);
    case 2: return -size * (w * cone_point<D>(random, mu, random.uniform()));
    case 3: return -size * (w * cone_point<D>(random, mu, 1));  // stick/slip border
    case 4: {                                                   // slides with u_T against r_T
      const Vec<D> r = cone_point<D>(random, mu, 1);
      Vec<D> u = Vec<D>::Zero();
      if (mu > 0) u.template tail<D - 1>() = -random.uniform(0, 10) / mu * r.template tail<D - 1>();
      return size * (u - w * r);
    }
    default: {  // hardly touching
      Vec<D> q = samples::vector<D>(random, size);
      q[0] = -size * samples::scale(random, 1e-15, 1);
      return q;
    }
  }
}

template <int D>
Problem<D> random_problem(Random& random, double low = 1e-6, double high = 1e6) {
  Problem<D> p;
  p.w = samples::positive_matrix<D>(random, low, high);
  p.mu = random.below(10) == 0 ? 0 : random.uniform(0, 5);
  p.q = random_q<D>(random, p.w, p.mu);
  return p;
}

}  // namespace talus::property

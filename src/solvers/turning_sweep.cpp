#include "talus/solvers/turning_sweep.hpp"

#include "talus/problem/section.hpp"
#include "talus/solvers/least_in_disk.hpp"
#include "talus/solvers/least_in_polygon.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>

namespace talus {

namespace {

/// Inner sweeps over the parts of one contact: those of a ball on a plane gain a factor 0.7 each.
constexpr int most_inner = 300;

/// Finds one part of r anew, in its disk, the others staying.
template <int First, int Count, int N>
void relax(const Mat<N>& w, const Vec<N>& q, double radius, Vec<N>& r) {
  const Mat<Count> own = w.template block<Count, Count>(First, First);
  const Vec<Count> at_hand = r.template segment<Count>(First);
  const Vec<Count> rest =
      q.template segment<Count>(First) + w.template middleRows<Count>(First) * r - own * at_hand;
  r.template segment<Count>(First) = least_in_disk(own, rest, radius);
}

/// Friction found anew in what the push allows of it.
template <int D, int N>
void relax_friction(const CanonicalLaw<D>& law, const Mat<N>& w, const Vec<N>& q, Vec<N>& r) {
  if constexpr (D == 3) {
    if (law.section == Section::polygon) {
      const Mat<2> own = w.template block<2, 2>(1, 1);
      const Vec<2> at_hand = r.template segment<2>(1);
      const Vec<2> rest =
          q.template segment<2>(1) + w.template middleRows<2>(1) * r - own * at_hand;
      r.template segment<2>(1) = least_in_polygon(own, rest, *law.polygon, r[0]);
      return;
    }
  }
  relax<1, D - 1, N>(w, q, law.threshold + law.mu * r[0], r);
}

}  // namespace

template <int D>
Vec<D + spin_dim<D>> solve_turning(const Mat<D + spin_dim<D>>& w, const TurningContact<D>& turning,
                                   const CanonicalLaw<D>& law, const Vec<D + spin_dim<D>>& q,
                                   Vec<D + spin_dim<D>> r) {
  constexpr int N = D + spin_dim<D>;
  // Without a push there is neither friction, but for Tresca's, nor a moment.
  if (q[0] >= 0 && law.threshold == 0) return Vec<N>::Zero();
  // Most contacts at rest neither slide nor turn.
  const Vec<N> held = -w.ldlt().solve(q);
  const auto fits = [&](const Vec<N>& x) {
    if (!(x[0] > 0)) return false;
    const Vec<D> impulse = x.template head<D>();
    Vec<D> admitted = impulse;
    admit<D>(law, admitted);
    if (admitted != impulse) return false;
    const Spin<D> m = x.template tail<spin_dim<D>>();
    return allowed_moment<D>(turning, x[0], m) == m;
  };
  if (fits(held)) return held;
  for (int i = 0; i < most_inner; ++i) {
    const Vec<N> before = r;
    r[0] = std::max(0.0, r[0] - (w.row(0).dot(r) + q[0]) / w(0, 0));
    relax_friction<D, N>(law, w, q, r);
    if constexpr (D == 2) {
      relax<2, 1, N>(w, q, turning.rolling * r[0], r);
    } else {
      relax<3, 1, N>(w, q, turning.spinning * r[0], r);
      relax<4, 2, N>(w, q, turning.rolling * r[0], r);
    }
    const Vec<N> change = (r - before).cwiseProduct(w.diagonal().cwiseSqrt());
    const Vec<N> size = r.cwiseProduct(w.diagonal().cwiseSqrt());
    if (change.norm() <= 2 * std::numeric_limits<double>::epsilon() * size.norm()) break;
  }
  return r;
}

template <int D>
void sweep_turning(std::vector<TurningBlock<D>>& contacts, std::vector<NlgsBlock<D>>& blocks,
                   SweepSize& size, Carry carry) {
  constexpr int S = spin_dim<D>;
  constexpr int N = D + S;
  for (auto& c : contacts) {
    const Vec<N> reached = c.r;
    if (carry.on) c.r += carry.factor * (reached - c.before);
    c.before = reached;
    NlgsBlock<D>& a = blocks[c.first];
    NlgsBlock<D>& b = blocks[c.second];
    const Vec<D> u = c.frame.transpose() * (a.v - b.v) + c.spin_first * a.spin +
                     c.spin_second * b.spin + c.offset;
    Vec<N> z;
    z.template head<D>() =
        c.scale.cwiseProduct(u) + c.compliance.cwiseProduct(Vec<D>(c.r.template head<D>()));
    z.template tail<S>() = c.turning.first * a.spin + c.turning.second * b.spin + c.turning.offset;
    const Vec<N> r = solve_turning<D>(c.w, c.turning, *c.law, z - c.w * c.r, c.r);
    const Vec<N> step = r - c.r;
    c.r = r;
    const Vec<D> d = c.scale.cwiseProduct(Vec<D>(step.template head<D>()));
    const Spin<D> m = step.template tail<S>();
    const Vec<D> p = c.frame * d;
    a.v += a.inv_mass * p;
    b.v -= b.inv_mass * p;
    a.spin += c.spin_first.transpose() * d + c.turning.first.transpose() * m;
    b.spin += c.spin_second.transpose() * d + c.turning.second.transpose() * m;
    const double weight = c.w.template topLeftCorner<D, D>().trace() / D;
    // Moments count by the velocities they cause, as impulses do.
    const Vec<N> share = (c.w.diagonal() / weight).cwiseSqrt();
    const Vec<N> change = share.cwiseProduct(step);
    size.change += weight * weight * change.squaredNorm();
    size.whole += weight * weight * share.cwiseProduct(r).squaredNorm();
    size.against -= weight * change.dot(share.cwiseProduct(Vec<N>(r - reached)));
  }
}

template Vec<3> solve_turning<2>(const Mat<3>&, const TurningContact<2>&, const CanonicalLaw<2>&,
                                 const Vec<3>&, Vec<3>);
template Vec<6> solve_turning<3>(const Mat<6>&, const TurningContact<3>&, const CanonicalLaw<3>&,
                                 const Vec<6>&, Vec<6>);
template void sweep_turning<2>(std::vector<TurningBlock<2>>&, std::vector<NlgsBlock<2>>&,
                               SweepSize&, Carry);
template void sweep_turning<3>(std::vector<TurningBlock<3>>&, std::vector<NlgsBlock<3>>&,
                               SweepSize&, Carry);

}  // namespace talus

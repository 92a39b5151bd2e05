// The arithmetic of radial_sweep.hpp on TALUS_WIDTH contacts side by side.
#include "talus/solvers/lane_basics.inl"

/// turn x n and n x d; in the plane, turn and the moment have one component.
inline void cross(const Lanes (&turn)[4], const Lanes (&n)[3], Lanes (&out)[3]) {
  out[0] = turn[1] * n[2] - turn[2] * n[1];
  out[1] = turn[2] * n[0] - turn[0] * n[2];
  out[2] = turn[0] * n[1] - turn[1] * n[0];
}
inline void cross(const Lanes (&turn)[4], const Lanes (&n)[2], Lanes (&out)[2]) {
  out[0] = -turn[0] * n[1];
  out[1] = turn[0] * n[0];
}
inline void moment(const Lanes (&n)[3], const Lanes (&d)[4], Lanes (&out)[4]) {
  out[0] = n[1] * d[2] - n[2] * d[1];
  out[1] = n[2] * d[0] - n[0] * d[2];
  out[2] = n[0] * d[1] - n[1] * d[0];
}
inline void moment(const Lanes (&n)[2], const Lanes (&d)[4], Lanes (&out)[4]) {
  out[0] = n[0] * d[1] - n[1] * d[0];
}

/// A block's velocity turned round beside its inverse mass, which stays: added to another block's,
/// the difference of velocities beside the sum of inverse masses. k: the part's place in the row.
inline RowPart turned_round(RowPart row, int k) {
  RowPart sign = RowPart{} - 1;
  if (k + row_width == 4) sign[row_width - 1] = 1;
  return sign * row;
}

/// Contacts side by side on their way through a sweep; Drifting: obstacles may move along their
/// surfaces; Carried: contacts carried on from the sweep before; Associated: those with the convex
/// neighbour of Coulomb's law.
template <int D, bool Drifting, bool Carried, bool Associated>
struct Update {
  Lanes normal_part, trial[D], limit, length2, w_n, w_t;

  /// What the law is asked: the impulses that would stop the contacts. (Kept out of line, as
  /// `give`: inlined they are no faster and the kernels twice as long.)
  template <class Batch, class Trail, class Block>
  [[gnu::noinline]] void ask(Batch* batch, [[maybe_unused]] const Trail* drift,
                             [[maybe_unused]] Trail* trail, int lane, const Block* blocks,
                             [[maybe_unused]] double factor) {
    const Lanes zero = {};
    Row apart[width], turned[width];
    for (int i = 0; i < width; ++i) {
      const double* const a = at(blocks, batch->first[lane + i]);
      const double* const b = at(blocks, batch->second[lane + i]);
      const double lever_a = batch->lever_first[lane + i];
      const double lever_b = batch->lever_second[lane + i];
      for (int k = 0; k < 4; k += row_width) {
        apart[i].part[k / row_width] = load_part(a + k) + turned_round(load_part(b + k), k);
        turned[i].part[k / row_width] =
            lever_a * load_part(a + 4 + k) + lever_b * load_part(b + 4 + k);
      }
    }
    Lanes v[4], turn[4], n[D], rolled[D], u[D], p[D];
    to_columns(apart, v);
    to_columns(turned, turn);
    const Lanes lever_a = load(batch->lever_first + lane);
    const Lanes lever_b = load(batch->lever_second + lane);
    w_n = v[3] > zero ? v[3] : zero + 1;  // an empty lane is between obstacles
    w_t = w_n + (lever_a * lever_a + lever_b * lever_b);
    for (int i = 0; i < D; ++i) n[i] = load(batch->normal[i] + lane);
    cross(turn, n, rolled);
    for (int i = 0; i < D; ++i) {
      u[i] = v[i] - rolled[i];
      if constexpr (Drifting) u[i] += load(drift->at[i] + lane);
      p[i] = load(batch->impulse[i] + lane);
      if constexpr (Carried) {
        const Lanes reached = p[i];
        p[i] = reached + factor * (reached - load(trail->at[i] + lane));
        store(trail->at[i] + lane, reached);
        store(batch->impulse[i] + lane, p[i]);
      }
    }
    const Lanes u_n = dot<D>(n, u);
    const Lanes p_n = dot<D>(n, p);
    // Normal: p_N' = max(0, p_N - u_N / w_n).
    const Lanes wanted = p_n - (u_n + load(batch->approach + lane)) / w_n;
    normal_part = wanted;
    if constexpr (!Associated) normal_part = wanted > zero ? wanted : zero;
    const Lanes inv_w_t = 1 / w_t;
    for (int i = 0; i < D; ++i) trial[i] = (p[i] - p_n * n[i]) - (u[i] - u_n * n[i]) * inv_w_t;
    limit = load(batch->mu + lane) * normal_part;
    length2 = dot<D>(trial, trial);
  }

  /// The admissible impulse nearest to (normal_part, trial) in the metric diag(w_n, w_t, ...).
  template <class Batch>
  void project(const Batch* batch, int lane, Lanes& normal_impulse, Lanes& cut) const {
    const Lanes zero = {};
    const Lanes mu = load(batch->mu + lane);
    const Lanes length = root(length2);
    const Lanes pull = mu * (w_t / w_n);
    const Lanes on_side = (normal_part + pull * length) / (1 + mu * pull);
    const Lanes side_cut = mu * on_side / length;
    const auto inside = length <= limit;
    const auto open = pull * length <= -normal_part;
    normal_impulse = open ? zero : (inside ? normal_part : on_side);
    cut = open ? zero : (inside ? zero + 1 : side_cut);
  }

  /// Cuts the trial back to the disk of radius mu p_N' and gives bodies their share.
  template <class Batch, class Trail, class Block>
  [[gnu::noinline]] void give(Batch* batch, [[maybe_unused]] const Trail* trail, int lane,
                              Block* blocks, Sums& sums) const {
    Lanes normal_impulse = normal_part;
    Lanes cut = Lanes{} + 1;
    if constexpr (Associated) {
      project(batch, lane, normal_impulse, cut);
    } else {
      const Lanes sliding = limit / root(length2);
      cut = length2 > limit * limit ? sliding : cut;
    }
    Lanes n[D], p[D], d[4] = {}, m[4] = {};
    for (int i = 0; i < D; ++i) {
      n[i] = load(batch->normal[i] + lane);
      p[i] = normal_impulse * n[i] + cut * trial[i];
      d[i] = p[i] - load(batch->impulse[i] + lane);
      store(batch->impulse[i] + lane, p[i]);
    }
    const Lanes weight = w_n * w_n;
    sums.change += dot<D>(d, d) * weight;
    sums.whole += dot<D>(p, p) * weight;
    if constexpr (Carried) {
      Lanes way[D];
      for (int i = 0; i < D; ++i) way[i] = p[i] - load(trail->at[i] + lane);
      sums.against -= dot<D>(d, way) * w_n;
    }
    moment(n, d, m);
    Row pushed[width], twisted[width];
    to_rows(d, pushed);
    to_rows(m, twisted);
    for (int i = 0; i < width; ++i) {
      double* const a = at(blocks, batch->first[lane + i]);
      double* const b = at(blocks, batch->second[lane + i]);
      add(a, a[3], pushed[i]);
      subtract(b, b[3], pushed[i]);
      subtract(a + 4, batch->lever_first[lane + i], twisted[i]);
      subtract(b + 4, batch->lever_second[lane + i], twisted[i]);
    }
  }
};

template <int D, bool Drifting, bool Carried, bool Associated, class Batch, class Trail,
          class Block, class Size>
void sweep(Batch* batch, Batch* end, const Trail* drift, Trail* trail, Block* blocks, Size& size,
           double factor, bool far) {
  constexpr int group = 2;
  Sums sums[lanes / width];
  for (; batch != end; ++batch) {
    if (far) fetch_ahead(batch, end, blocks);
    if constexpr (Carried) {
      if (far) fetch_later(trail, end - batch);
    }
    // All ask before any gives: while one waits for its square root the others work.
    Update<D, Drifting, Carried, Associated> updates[group];
    for (int lane = 0; lane < lanes; lane += group * width) {
      for (int i = 0; i < group; ++i)
        updates[i].ask(batch, drift, trail, lane + i * width, blocks, factor);
      for (int i = 0; i < group; ++i)
        updates[i].give(batch, trail, lane + i * width, blocks, sums[lane / width + i]);
    }
    if constexpr (Carried) ++trail;
    if constexpr (Drifting) ++drift;
  }
  size.change += sum(sums, &Sums::change);
  size.whole += sum(sums, &Sums::whole);
  size.against += sum(sums, &Sums::against);
}

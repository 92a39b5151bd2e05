// The arithmetic of radial_sweep.hpp on lanes of four contacts. Included once for each instruction
// set, inside a namespace of its own: nothing here may be shared between them, so no header's
// templates are used.

using Lanes = double __attribute__((vector_size(32)));

inline Lanes load(const double* p) { return *reinterpret_cast<const Lanes*>(p); }
inline void store(double* p, Lanes x) { *reinterpret_cast<Lanes*>(p) = x; }

inline Lanes root(Lanes x) {
  Lanes y;
  for (int i = 0; i < 4; ++i) y[i] = __builtin_sqrt(x[i]);
  return y;
}

/// Rows of four blocks turned into columns, or back.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Lanes ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Lanes cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// The same half (0 or 1) of the cache lines of four blocks, one number of each block a lane.
template <int Half, class Block>
inline void gather(const Block* blocks, const unsigned* index, Lanes& a, Lanes& b, Lanes& c,
                   Lanes& d) {
  a = load(reinterpret_cast<const double*>(blocks + index[0]) + 4 * Half);
  b = load(reinterpret_cast<const double*>(blocks + index[1]) + 4 * Half);
  c = load(reinterpret_cast<const double*>(blocks + index[2]) + 4 * Half);
  d = load(reinterpret_cast<const double*>(blocks + index[3]) + 4 * Half);
  transpose(a, b, c, d);
}

template <int Half, class Block>
inline void scatter(Block* blocks, const unsigned* index, Lanes a, Lanes b, Lanes c, Lanes d) {
  transpose(a, b, c, d);
  store(reinterpret_cast<double*>(blocks + index[0]) + 4 * Half, a);
  store(reinterpret_cast<double*>(blocks + index[1]) + 4 * Half, b);
  store(reinterpret_cast<double*>(blocks + index[2]) + 4 * Half, c);
  store(reinterpret_cast<double*>(blocks + index[3]) + 4 * Half, d);
}

/// Velocity, spin and inverse masses of four blocks; the order of the numbers is NlgsBlock's.
template <int D>
struct Four;

template <>
struct Four<3> {
  Lanes v[3], w[3], inv_mass, inv_inertia;

  /// v + k d, w - t m.
  Four changed(Lanes k, const Lanes (&d)[3], Lanes t, const Lanes (&m)[3]) const {
    Four out;
    for (int i = 0; i < 3; ++i) out.v[i] = v[i] + k * d[i];
    for (int i = 0; i < 3; ++i) out.w[i] = w[i] - t * m[i];
    out.inv_mass = inv_mass;
    out.inv_inertia = inv_inertia;
    return out;
  }

  template <class Block>
  void read(const Block* blocks, const unsigned* index) {
    gather<0>(blocks, index, v[0], v[1], v[2], inv_mass);
    gather<1>(blocks, index, w[0], w[1], w[2], inv_inertia);
  }
  template <class Block>
  void write(Block* blocks, const unsigned* index) const {
    scatter<0>(blocks, index, v[0], v[1], v[2], inv_mass);
    scatter<1>(blocks, index, w[0], w[1], w[2], inv_inertia);
  }
};

template <>
struct Four<2> {
  Lanes v[2], w[1], inv_mass, inv_inertia;

  /// v + k d, w - t m.
  Four changed(Lanes k, const Lanes (&d)[2], Lanes t, const Lanes (&m)[1]) const {
    Four out;
    for (int i = 0; i < 2; ++i) out.v[i] = v[i] + k * d[i];
    for (int i = 0; i < 1; ++i) out.w[i] = w[i] - t * m[i];
    out.inv_mass = inv_mass;
    out.inv_inertia = inv_inertia;
    return out;
  }

  template <class Block>
  void read(const Block* blocks, const unsigned* index) {
    Lanes rest[3];
    gather<0>(blocks, index, v[0], v[1], w[0], inv_mass);
    gather<1>(blocks, index, inv_inertia, rest[0], rest[1], rest[2]);
  }
  template <class Block>
  void write(Block* blocks, const unsigned* index) const {
    scatter<0>(blocks, index, v[0], v[1], w[0], inv_mass);
  }
};

/// turn x n and n x d.
inline void cross(const Lanes (&turn)[3], const Lanes (&n)[3], Lanes (&out)[3]) {
  out[0] = turn[1] * n[2] - turn[2] * n[1];
  out[1] = turn[2] * n[0] - turn[0] * n[2];
  out[2] = turn[0] * n[1] - turn[1] * n[0];
}
inline void cross(const Lanes (&turn)[1], const Lanes (&n)[2], Lanes (&out)[2]) {
  out[0] = -turn[0] * n[1];
  out[1] = turn[0] * n[0];
}
inline void moment(const Lanes (&n)[3], const Lanes (&d)[3], Lanes (&out)[3]) { cross(n, d, out); }
inline void moment(const Lanes (&n)[2], const Lanes (&d)[2], Lanes (&out)[1]) {
  out[0] = n[0] * d[1] - n[1] * d[0];
}

template <int D>
inline Lanes dot(const Lanes (&a)[D], const Lanes (&b)[D]) {
  Lanes sum = a[0] * b[0];
  for (int i = 1; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

/// Sums over contacts that a sweep tells of itself (SweepSize).
struct Sums {
  Lanes change = {0, 0, 0, 0};
  Lanes whole = {0, 0, 0, 0};
  Lanes against = {0, 0, 0, 0};
};

inline double sum(Lanes x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/// Four contacts on their way through a sweep; Carried: those carried on from the sweep before.
template <int D, bool Carried>
struct Update {
  static constexpr int S = D == 2 ? 1 : 3;
  Four<D> a, b;
  Lanes normal_part, trial[D], limit, length2;

  /// What the law is asked: the impulses that would stop the contacts. (Kept out of line, as
  /// `give`: inlined together they need three times the registers there are.)
  template <class Batch, class Block>
  [[gnu::noinline]] void ask(Batch* batch, int lane, const Block* blocks,
                             [[maybe_unused]] double factor) {
    const Lanes zero = {0, 0, 0, 0};
    a.read(blocks, batch->first + lane);
    b.read(blocks, batch->second + lane);
    const Lanes lever_a = load(batch->lever_first + lane);
    const Lanes lever_b = load(batch->lever_second + lane);
    Lanes n[D], turn[S], rolled[D], u[D], p[D];
    for (int i = 0; i < D; ++i) n[i] = load(batch->normal[i] + lane);
    for (int i = 0; i < S; ++i) turn[i] = lever_a * a.w[i] + lever_b * b.w[i];
    cross(turn, n, rolled);
    for (int i = 0; i < D; ++i) {
      u[i] = a.v[i] - b.v[i] - rolled[i] + load(batch->offset[i] + lane);
      p[i] = load(batch->impulse[i] + lane);
      if constexpr (Carried) {
        const Lanes reached = p[i];
        p[i] = reached + factor * (reached - load(batch->before[i] + lane));
        store(batch->before[i] + lane, reached);
        store(batch->impulse[i] + lane, p[i]);
      }
    }
    const Lanes u_n = dot<D>(n, u);
    const Lanes p_n = dot<D>(n, p);
    // Normal: p_N' = max(0, p_N - u_N / w_n).
    const Lanes wanted = p_n - u_n * load(batch->inv_w_n + lane);
    normal_part = wanted > zero ? wanted : zero;
    const Lanes inv_w_t = load(batch->inv_w_t + lane);
    for (int i = 0; i < D; ++i) trial[i] = (p[i] - p_n * n[i]) - (u[i] - u_n * n[i]) * inv_w_t;
    limit = load(batch->mu + lane) * normal_part;
    length2 = dot<D>(trial, trial);
  }

  /// Cuts the trial back to the disk of radius mu p_N' and gives bodies their share.
  template <class Batch, class Block>
  [[gnu::noinline]] void give(Batch* batch, int lane, Block* blocks, Sums& sums) const {
    const Lanes one = {1, 1, 1, 1};
    const Lanes sliding = limit / root(length2);
    const Lanes cut = length2 > limit * limit ? sliding : one;
    Lanes n[D], p[D], d[D], m[S];
    for (int i = 0; i < D; ++i) {
      n[i] = load(batch->normal[i] + lane);
      p[i] = normal_part * n[i] + cut * trial[i];
      d[i] = p[i] - load(batch->impulse[i] + lane);
      store(batch->impulse[i] + lane, p[i]);
    }
    const Lanes weight = load(batch->weight + lane);
    sums.change += dot<D>(d, d) * weight;
    sums.whole += dot<D>(p, p) * weight;
    if constexpr (Carried) {
      Lanes way[D];
      for (int i = 0; i < D; ++i) way[i] = p[i] - load(batch->before[i] + lane);
      sums.against -= dot<D>(d, way) * (weight * load(batch->inv_w_n + lane));
    }
    moment(n, d, m);
    a.changed(a.inv_mass, d, a.inv_inertia * load(batch->lever_first + lane), m)
        .write(blocks, batch->first + lane);
    b.changed(-b.inv_mass, d, b.inv_inertia * load(batch->lever_second + lane), m)
        .write(blocks, batch->second + lane);
  }
};

template <int D, bool Carried, class Batch, class Block, class Size>
void sweep(Batch* batch, Batch* end, Block* blocks, Size& size, double factor, bool far) {
  constexpr int ahead = 2;
  Sums sums;
  for (; batch != end; ++batch) {
    // Bodies of batches to come are fetched early: their places in memory follow no pattern.
    if (far) {
      const Batch* const coming = batch + (end - batch > ahead ? ahead : 0);
      for (int i = 0; i < 8; ++i) {
        __builtin_prefetch(blocks + coming->first[i]);
        __builtin_prefetch(blocks + coming->second[i]);
      }
    }
    Update<D, Carried> low;
    Update<D, Carried> high;
    low.ask(batch, 0, blocks, factor);
    high.ask(batch, 4, blocks, factor);
    low.give(batch, 0, blocks, sums);
    high.give(batch, 4, blocks, sums);
  }
  size.change += sum(sums.change);
  size.whole += sum(sums.whole);
  size.against += sum(sums.against);
}

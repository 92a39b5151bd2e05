// The arithmetic of row_sweeps.hpp on TALUS_WIDTH contacts side by side. Rows of W are multiplied
// one after the other, four components at a time whatever the width; the single problems are
// solved side by side.
#include "talus/solvers/row_slip.inl"

/// In the plane the closed form needs no second thought.
struct PlaneLaw : Single<2> {
  static constexpr Mask unsolved = {};

  template <class Law>
  void begin(const Law& s, int lane, const Lanes (&q)[2]) {
    Single<2>::begin(s.single, lane, q);
  }
  template <class Law>
  void start_slide(const Law&, int) {}
  template <class Law>
  bool slide_on(const Law&, int, double) {
    return false;
  }
  template <class Law>
  void end_slide(const Law&, int) {}
  template <class Law>
  void end(const Law&, int) {}
};

using Four = double __attribute__((vector_size(32)));
using FourAnywhere = double __attribute__((vector_size(32), aligned(8), may_alias));

using Two = double __attribute__((vector_size(16)));
using TwoAnywhere = double __attribute__((vector_size(16), aligned(8), may_alias));

inline Four four(const double* p) { return *reinterpret_cast<const FourAnywhere*>(p); }
inline Two two(const double* p) { return *reinterpret_cast<const TwoAnywhere*>(p); }

inline Row row_of(Four x) {
  Row row;
#if TALUS_WIDTH == 2
  row.part[0] = __builtin_shufflevector(x, x, 0, 1);
  row.part[1] = __builtin_shufflevector(x, x, 2, 3);
#else
  row.part[0] = x;
#endif
  return row;
}

/// start + blocks times r, in sums of their own for even and odd blocks and for each column, so
/// that additions need not wait for each other.
template <int D>
inline Four row_times(const double* block, const unsigned* column, const unsigned* end,
                      const double* r, Four start) {
  if constexpr (D == 3) {
    constexpr int ahead = 400;  // numbers
    // Two blocks are eighteen numbers in a row, each with a sum of its own, put together by columns
    // at last: seven loads instead of the twelve that columns would take.
    Four sum[4] = {start};
    Two last = {};
    sum[0][3] = 0;
    for (; column + 1 < end; column += 2, block += 18) {
      const Four x = four(r + column[0]);
      const Four y = four(r + column[1]);
      // Some rows ahead: from the second cache they would come too late.
      __builtin_prefetch(block + ahead);
      __builtin_prefetch(block + ahead + 9);
      sum[0] += four(block) * __builtin_shufflevector(x, x, 0, 0, 0, 1);
      sum[1] += four(block + 4) * __builtin_shufflevector(x, x, 1, 1, 2, 2);
      sum[2] += four(block + 8) * __builtin_shufflevector(x, y, 2, 4, 4, 4);
      sum[3] += four(block + 12) * __builtin_shufflevector(y, y, 1, 1, 1, 2);
      last += two(block + 16) * __builtin_shufflevector(y, y, 2, 2);
    }
    if (column != end) {
      const Four x = four(r + column[0]);
      sum[0] += four(block) * __builtin_shufflevector(x, x, 0, 0, 0, 1);
      sum[1] += four(block + 4) * __builtin_shufflevector(x, x, 1, 1, 2, 2);
      sum[2][0] += block[8] * x[2];
    }
    const Four even1 = __builtin_shufflevector(sum[0], sum[1], 3, 4, 5, 5);
    const Four even2 = __builtin_shufflevector(sum[1], sum[2], 2, 3, 4, 4);
    const Four odd0 = __builtin_shufflevector(sum[2], sum[2], 1, 2, 3, 3);
    const Four odd2 = {sum[3][3], last[0], last[1], 0};
    return (sum[0] + odd0) + (even1 + sum[3]) + (even2 + odd2);
  } else {
    // Both columns at once.
    Four even = {}, odd = {};
    const auto add = [&](Four& sum, const double* w, const double* x) {
      sum += four(w) * Four{x[0], x[0], x[1], x[1]};
    };
    for (; column + 1 < end; column += 2, block += 8) {
      add(even, block, r + column[0]);
      add(odd, block + 4, r + column[1]);
    }
    if (column != end) add(even, block, r + column[0]);
    const Four both = even + odd;
    return start + (both + __builtin_shufflevector(both, both, 2, 3, 0, 1));
  }
}

/// All lanes of a batch.
constexpr unsigned every_lane = (1U << lanes) - 1;

template <int D>
struct RowUpdate;
template <>
struct RowUpdate<2> {
  PlaneLaw law;
  Lanes q[2], start[2];
};
template <>
struct RowUpdate<3> {
  Slip law;
  Lanes q[3], start[3];
};

/// What the law is asked: u without the contact's own impulse, 000 (38). Lanes in `skipped` are
/// taken for open.
template <int D, class Batch, class Rows>
inline void ask(RowUpdate<D>& update, const Batch* batch, int lane, const Rows& rows,
                unsigned skipped, const double* free) {
  Row product[width];
  for (int i = 0; i < width; ++i) {
    const unsigned long begin = batch->begin[lane + i];
    const unsigned long end = batch->begin[lane + i + 1];
    const bool skip = (skipped >> (lane + i) & 1U) != 0;
    product[i] = row_of(skip ? Four{}
                             : row_times<D>(rows.block + D * D * begin, rows.column + begin,
                                            rows.column + end, rows.r, four(free + 4 * i)));
  }
  Lanes u[4];
  to_columns(product, u);
  for (int i = 0; i < D; ++i) {
    update.q[i] = u[i];
    update.start[i] = load(batch->impulse[i] + lane);
  }
  update.law.begin(batch->law, lane, update.q);
}

/// Contacts the lanes gave up, one by one.
template <int D, class Rows>
[[gnu::noinline]] void rescue(RowUpdate<D>& update, unsigned number, unsigned unsolved,
                              const Rows& rows) {
  for (int i = 0; i < width; ++i) {
    if ((unsolved >> i & 1U) == 0) continue;
    double q[D], r[D];
    for (int k = 0; k < D; ++k) q[k] = update.q[k][i];
    rows.solve_alone(number + static_cast<unsigned>(i), q, r);
    for (int k = 0; k < D; ++k) update.law.r[k][i] = r[k];
  }
}

/// Takes the answers; returns the lanes that were open throughout.
template <int D, bool Carried, class Batch>
inline unsigned answer(RowUpdate<D>& update, Batch* batch, int lane, double* out, Sums& sums) {
  const Lanes zero = {};
  Lanes step[D], way[D], column[4] = {};
  Mask open = zero == zero;
  for (int i = 0; i < D; ++i) {
    const Lanes r = update.law.r[i];
    step[i] = r - update.start[i];
    Lanes before = update.start[i];
    if constexpr (Carried) {
      before = load(batch->before[i] + lane);
    } else {
      store(batch->before[i] + lane, before);
    }
    way[i] = r - before;
    open &= (r == zero) & (update.start[i] == zero) & (before == zero);
    store(batch->impulse[i] + lane, r);
    column[i] = r;
  }
  const Lanes weight = load(batch->weight + lane);
  sums.change += dot<D>(step, step) * (weight * weight);
  sums.whole += dot<D>(update.law.r, update.law.r) * (weight * weight);
  sums.against -= dot<D>(step, way) * weight;
  Row rows[width];
  to_rows(column, rows);
  for (int i = 0; i < width; ++i) {
    for (int k = 0; k < 4; k += row_width) store_part(out + 4 * i + k, rows[i].part[k / row_width]);
  }
  return bits(open) << lane;
}

/// Sliding contacts of all registers at once, so that one works while another waits.
template <int D, class Batch>
inline void slide(RowUpdate<D>* updates, int count, Batch* batch, int lane, double tolerance) {
  bool sliding = false;
  for (int i = 0; i < count; ++i) sliding |= updates[i].law.slides();
  if (!sliding) return;
  for (int i = 0; i < count; ++i) updates[i].law.start_slide(batch->law, lane + i * width);
  constexpr int most_steps = 12;
  for (int step = 0; sliding && step < most_steps; ++step) {
    sliding = false;
    for (int i = 0; i < count; ++i) {
      sliding |= updates[i].law.slide_on(batch->law, lane + i * width, tolerance);
    }
  }
  for (int i = 0; i < count; ++i) updates[i].law.end_slide(batch->law, lane + i * width);
}

template <int D, bool Carried, class Batch, class Rows, class Size>
void sweep(Batch* batch, Batch* end, const Rows& rows, Size& size, bool all) {
  constexpr int group = lanes / width < 2 ? 1 : 2;
  Sums sums[lanes / width];
  unsigned number = 0;
  for (; batch != end; ++batch, number += lanes) {
    const unsigned skipped = all ? 0 : batch->asleep;
    if (skipped == every_lane) continue;
    unsigned asleep = 0;
    RowUpdate<D> updates[group];
    for (int lane = 0; lane < lanes; lane += group * width) {
      int count = 0;
      while (count < group && lane + count * width < static_cast<int>(batch->filled)) ++count;
      for (int i = 0; i < count; ++i) {
        const int at = lane + i * width;
        ask<D>(updates[i], batch, at, rows, skipped,
               rows.q + 4 * (number + static_cast<unsigned>(at)));
      }
      slide<D>(updates, count, batch, lane, rows.slip_tolerance);
      for (int i = 0; i < count; ++i) {
        const int at = lane + i * width;
        const unsigned first = number + static_cast<unsigned>(at);
        updates[i].law.end(batch->law, at);
        if (any(updates[i].law.unsolved)) {
          rescue<D>(updates[i], first, bits(updates[i].law.unsolved), rows);
        }
        asleep |= answer<D, Carried>(updates[i], batch, at, rows.r + 4 * first, sums[at / width]);
      }
      // Registers without a contact come last in a batch, and sleep.
      for (int i = count; i < group; ++i) {
        asleep |= ((1U << width) - 1) << (lane + i * width);
      }
    }
    batch->asleep = asleep;
  }
  size.change += sum(sums, &Sums::change);
  size.whole += sum(sums, &Sums::whole);
  size.against += sum(sums, &Sums::against);
}

/// Carries all impulses on by `factor` of the way the last sweep made.
template <int D, class Batch>
void carry_on(Batch* batch, Batch* end, double* r, double factor) {
  for (; batch != end; ++batch, r += 4 * lanes) {
    if (batch->asleep == every_lane) continue;
    for (int lane = 0; lane < lanes; lane += width) {
      Lanes column[4] = {};
      for (int i = 0; i < D; ++i) {
        const Lanes reached = load(batch->impulse[i] + lane);
        column[i] = reached + factor * (reached - load(batch->before[i] + lane));
        store(batch->before[i] + lane, reached);
        store(batch->impulse[i] + lane, column[i]);
      }
      Row rows[width];
      to_rows(column, rows);
      for (int i = 0; i < width; ++i) {
        for (int k = 0; k < 4; k += row_width) {
          store_part(r + 4 * (lane + i) + k, rows[i].part[k / row_width]);
        }
      }
    }
  }
}

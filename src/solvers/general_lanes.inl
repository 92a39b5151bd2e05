// The arithmetic of general_sweep.hpp on TALUS_WIDTH contacts side by side.
#include "talus/solvers/single_lanes.inl"

/// Contacts side by side on their way through a sweep; Carried: those carried on from the sweep
/// before.
template <int D, bool Carried>
struct Update {
  static constexpr int S = D == 2 ? 1 : 3;
  Lanes start[D];  ///< impulses, carried on
  Single<D> single;

  /// What the law is asked: u without the contact's own impulse, 000 (38).
  template <class Batch, class Trail, class Block>
  [[gnu::noinline]] void ask(const Batch* batch, [[maybe_unused]] Trail* trail, int lane,
                             const Block* blocks, [[maybe_unused]] double factor) {
    Row apart[width], turn_first[width], turn_second[width];
    for (int i = 0; i < width; ++i) {
      const double* const a = at(blocks, batch->first[lane + i]);
      const double* const b = at(blocks, batch->second[lane + i]);
      for (int k = 0; k < 4; k += row_width) {
        apart[i].part[k / row_width] = load_part(a + k) - load_part(b + k);
        turn_first[i].part[k / row_width] = load_part(a + 4 + k);
        turn_second[i].part[k / row_width] = load_part(b + 4 + k);
      }
    }
    Lanes v[4], first[4], second[4], q[D];
    to_columns(apart, v);
    to_columns(turn_first, first);
    to_columns(turn_second, second);
    for (int i = 0; i < D; ++i) {
      start[i] = load(batch->impulse[i] + lane);
      if constexpr (Carried) {
        const Lanes reached = start[i];
        start[i] = reached + factor * (reached - load(trail->at[i] + lane));
        store(trail->at[i] + lane, reached);
      }
    }
    for (int i = 0; i < D; ++i) {
      Lanes linear = load(batch->frame[0][i] + lane) * v[0];
      for (int k = 1; k < D; ++k) linear += load(batch->frame[k][i] + lane) * v[k];
      Lanes turning = load(batch->offset[i] + lane);
      for (int k = 0; k < S; ++k) {
        turning += load(batch->spin_first[i][k] + lane) * first[k];
        turning += load(batch->spin_second[i][k] + lane) * second[k];
      }
      q[i] = linear + turning;
    }
    // The matrix is symmetric: entries on and right of the diagonal are stored.
    int entry = 0;
    for (int i = 0; i < D; ++i) {
      q[i] -= load(batch->own[entry++] + lane) * start[i];
      for (int k = i + 1; k < D; ++k) {
        const Lanes w = load(batch->own[entry++] + lane);
        q[i] -= w * start[k];
        q[k] -= w * start[i];
      }
    }
    single.begin(batch->single, lane, q);
  }

  /// Gives bodies their share of the change.
  template <class Batch, class Trail, class Block>
  [[gnu::noinline]] void give(Batch* batch, [[maybe_unused]] const Trail* trail, int lane,
                              Block* blocks, Sums& sums) const {
    Lanes step[D];
    for (int i = 0; i < D; ++i) {
      step[i] = single.r[i] - start[i];
      store(batch->impulse[i] + lane, single.r[i]);
    }
    const Lanes weight = load(batch->weight + lane);
    sums.change += dot<D>(step, step) * (weight * weight);
    sums.whole += dot<D>(single.r, single.r) * (weight * weight);
    if constexpr (Carried) {
      Lanes way[D];
      for (int i = 0; i < D; ++i) way[i] = single.r[i] - load(trail->at[i] + lane);
      sums.against -= dot<D>(step, way) * weight;
    }
    Lanes push[4] = {}, twist_first[4] = {}, twist_second[4] = {};
    for (int k = 0; k < D; ++k) {
      for (int i = 0; i < D; ++i) push[i] += load(batch->frame[i][k] + lane) * step[k];
      for (int i = 0; i < S; ++i) {
        twist_first[i] += load(batch->spin_first[k][i] + lane) * step[k];
        twist_second[i] += load(batch->spin_second[k][i] + lane) * step[k];
      }
    }
    Row pushed[width], first[width], second[width];
    to_rows(push, pushed);
    to_rows(twist_first, first);
    to_rows(twist_second, second);
    for (int i = 0; i < width; ++i) {
      double* const a = at(blocks, batch->first[lane + i]);
      double* const b = at(blocks, batch->second[lane + i]);
      add(a, a[3], pushed[i]);
      subtract(b, b[3], pushed[i]);
      add(a + 4, 1, first[i]);
      add(b + 4, 1, second[i]);
    }
  }
};

/// Sliding contacts of all registers at once, so that one works while another waits.
template <int D, bool Carried>
inline void slide(Update<D, Carried>* updates, int count) {
  bool sliding = false;
  for (int i = 0; i < count; ++i) sliding |= updates[i].single.slides();
  if (!sliding) return;
  for (int i = 0; i < count; ++i) updates[i].single.start_slide();
  constexpr int most_steps = 300;
  for (int step = 0; sliding && step < most_steps; ++step) {
    sliding = false;
    for (int i = 0; i < count; ++i) sliding |= updates[i].single.slide_on();
  }
  for (int i = 0; i < count; ++i) updates[i].single.end_slide();
}

template <int D, bool Carried, class Batch, class Trail, class Block, class Size>
void sweep(Batch* batch, Batch* end, Trail* trail, Block* blocks, Size& size, double factor,
           bool far) {
  constexpr int group = lanes / width < 2 ? 1 : 2;
  Sums sums[lanes / width];
  for (; batch != end; ++batch) {
    if (far) fetch_ahead(batch, end, blocks);
    if constexpr (Carried) {
      if (far) fetch_later(trail, end - batch);
    }
    Update<D, Carried> updates[group];
    for (int lane = 0; lane < lanes; lane += group * width) {
      // Registers without a contact come last in a batch.
      int count = 0;
      while (count < group && batch->weight[lane + count * width] > 0) ++count;
      for (int i = 0; i < count; ++i)
        updates[i].ask(batch, trail, lane + i * width, blocks, factor);
      slide<D>(updates, count);
      for (int i = 0; i < count; ++i)
        updates[i].give(batch, trail, lane + i * width, blocks, sums[lane / width + i]);
    }
    if constexpr (Carried) ++trail;
  }
  size.change += sum(sums, &Sums::change);
  size.whole += sum(sums, &Sums::whole);
  size.against += sum(sums, &Sums::against);
}

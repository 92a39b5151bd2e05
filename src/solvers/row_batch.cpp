#include "talus/solvers/row_batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace talus {

namespace {

/// 1 / x where x may be 0: what is multiplied by it is 0 or far beyond every bound.
double large_inverse(double x) {
  return x > 0 ? std::min(1 / x, std::numeric_limits<double>::max())
               : std::numeric_limits<double>::max();
}

}  // namespace

void RowLaw<3>::put(std::uint32_t lane, const SingleContact<3>& contact) {
  const Mat<3> axes = contact.axes();
  turn[0][lane] = axes(1, 1);
  turn[1][lane] = axes(1, 2);
  inv_w_n[lane] = 1 / contact.w_nn();
  for (int i = 0; i < 2; ++i) {
    coupling[i][lane] = contact.w_nt()[i] / contact.w_nn();
    schur[i][lane] = contact.schur()[i];
    inv_schur[i][lane] = large_inverse(contact.schur()[i]);
  }
  mu[lane] = contact.mu();
  inv_mu[lane] = large_inverse(contact.mu());
  // Some eight roundings of numbers up to 1 + 2 number times the impulse. From a number of 1 on
  // there may be several roots.
  const double number = contact.painleve_number();
  tolerance[lane] = number < 1 ? 8 * std::numeric_limits<double>::epsilon() * (1 + number) : -1;
}

void RowLaw<3>::forget() { std::fill(std::begin(lambda), std::end(lambda), 0.0); }

template <int D>
void RowBatches<D>::make_room(std::size_t batches, std::size_t blocks) {
  batch.resize(batches);
  if (batches > 0) std::memset(static_cast<void*>(batch.data()), 0, batches * sizeof batch[0]);
  const std::size_t lane_count = lanes * batches;
  q.assign(lane_count, {});
  r.assign(lane_count + 1, {});  // the last for contacts that cannot be moved: no impulse
  alone.resize(lane_count);
  column.resize(blocks);
  block.resize(D * D * blocks);
}

template <int D>
void RowBatches<D>::put_in_place(const std::vector<BatchedRows>& chosen, std::size_t contacts) {
  place.assign(contacts, no_row);
  for (std::size_t b = 0; b < chosen.size(); ++b) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if (chosen[b][lane] != no_row) {
        place[chosen[b][lane]] = static_cast<std::uint32_t>(lanes * b) + lane;
      }
    }
  }
}

template <int D>
void RowBatches<D>::take(const AssembledProblem<D>& problem) {
  const auto& w = problem.w;
  const auto chosen = batches_of_rows<D>(w);
  const std::size_t lane_count = lanes * chosen.size();
  make_room(chosen.size(), w.block_count());
  put_in_place(chosen, problem.contact_count());
  count = 0;
  std::uint32_t added = 0;
  const auto add = [&](const double* numbers, std::uint32_t other) {
    if (std::all_of(numbers, numbers + D * D, [](double x) { return x == 0; })) return;
    std::memcpy(block.data() + D * D * std::size_t{added}, numbers, D * D * sizeof(double));
    column[added++] = 4 * (other == no_row ? static_cast<std::uint32_t>(lane_count) : other);
  };
  for (std::size_t b = 0; b < chosen.size(); ++b) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      batch[b].begin[lane] = added;
      const std::uint32_t c = chosen[b][lane];
      if (c == no_row) continue;
      batch[b].filled = lane + 1;
      ++count;
      for (std::size_t at = w.row_begin(c); at < w.row_begin(c + 1); ++at) {
        const Mat<D>& given = w.block(at);
        if (w.column(at) == c) {
          // A contact's own answer is to the symmetric part of its block.
          const Mat<D> rest = 0.5 * (given - given.transpose());
          add(rest.data(), place[c]);
        } else {
          add(given.data(), place[w.column(at)]);
        }
      }
      const std::size_t number = lanes * b + lane;
      alone[number] = SingleContact<D>(w.diagonal(c), problem.cone[c].mu);
      batch[b].law.put(lane, alone[number]);
      batch[b].weight[lane] = w.diagonal(c).trace() / D;
      std::copy_n(problem.q[c].data(), D, q[number].x);
    }
    batch[b].begin[lanes] = added;
  }
  column.resize(added);
  block.resize(D * D * std::size_t{added});
}

template <int D>
void RowBatches<D>::start(const std::vector<Vec<D>>& impulses) {
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    if (place[c] == no_row) continue;
    const std::uint32_t lane = place[c] % lanes;
    auto& of = batch[place[c] / lanes];
    for (int i = 0; i < D; ++i) {
      r[place[c]].x[i] = of.impulse[i][lane] = of.before[i][lane] = impulses[c][i];
    }
  }
  for (auto& b : batch) {
    b.asleep = 0;
    b.law.forget();
  }
}

template <int D>
void RowBatches<D>::store(std::vector<Vec<D>>& impulses) const {
  impulses.resize(place.size());
  for (std::size_t c = 0; c < place.size(); ++c) {
    if (place[c] == no_row) {
      impulses[c].setZero();
    } else {
      impulses[c] = Eigen::Map<const Vec<D>>(r[place[c]].x);
    }
  }
}

template struct RowBatches<2>;
template struct RowBatches<3>;

}  // namespace talus

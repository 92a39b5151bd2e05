#include "talus/solvers/momentum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

template <int D>
constexpr std::size_t batch_numbers = static_cast<std::size_t>(D) * lanes;

/// A block as eight numbers. Inverse masses do not change, so moving them does nothing.
template <int D>
double* numbers(NlgsBlock<D>& block) {
  return reinterpret_cast<double*>(&block);
}

}  // namespace

template <int D>
void Momentum<D>::start(const SweptArrays<D>& arrays) {
  constexpr std::size_t n = batch_numbers<D>;
  radial_before_.resize(arrays.radial.size() * n);
  for (std::size_t b = 0; b < arrays.radial.size(); ++b) {
    std::copy_n(&arrays.radial[b].impulse[0][0], n, radial_before_.data() + b * n);
  }
  radial_start_ = radial_before_;
  general_before_.resize(arrays.general.size());
  for (std::size_t c = 0; c < arrays.general.size(); ++c) general_before_[c] = arrays.general[c].r;
  general_start_ = general_before_;
  blocks_before_ = arrays.blocks;
  pace_ = 1;
  last_correction_ = std::numeric_limits<double>::infinity();
}

template <int D>
typename Momentum<D>::Strides Momentum<D>::measure(const SweptArrays<D>& arrays) const {
  constexpr std::size_t n = batch_numbers<D>;
  double against[lanes] = {};
  double correction[lanes] = {};
  for (std::size_t b = 0; b < arrays.radial.size(); ++b) {
    const auto& batch = arrays.radial[b];
    const double* now = &batch.impulse[0][0];
    const double* before = radial_before_.data() + b * n;
    const double* start = radial_start_.data() + b * n;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t lane = k % lanes;
      const double w = batch.weight[lane] * batch.inv_w_n[lane];  // w_n, and 0 for an empty lane
      against[lane] += w * (start[k] - now[k]) * (now[k] - before[k]);
      correction[lane] += w * (start[k] - now[k]) * (start[k] - now[k]);
    }
  }
  Strides out;
  for (int lane = 0; lane < lanes; ++lane) {
    out.against += against[lane];
    out.correction += correction[lane];
  }
  for (std::size_t c = 0; c < arrays.general.size(); ++c) {
    const auto& contact = arrays.general[c];
    const double w = contact.w.trace() / D;
    const Vec<D> back = general_start_[c] - contact.r;
    out.against += w * back.dot(contact.r - general_before_[c]);
    out.correction += w * back.squaredNorm();
  }
  return out;
}

template <int D>
void Momentum<D>::move(const SweptArrays<D>& arrays, double factor) {
  constexpr std::size_t n = batch_numbers<D>;
  for (std::size_t b = 0; b < arrays.radial.size(); ++b) {
    double* now = &arrays.radial[b].impulse[0][0];
    double* before = radial_before_.data() + b * n;
    double* start = radial_start_.data() + b * n;
    for (std::size_t k = 0; k < n; ++k) {
      const double reached = now[k];
      now[k] = start[k] = reached + factor * (reached - before[k]);
      before[k] = reached;
    }
  }
  for (std::size_t c = 0; c < arrays.general.size(); ++c) {
    const Vec<D> reached = arrays.general[c].r;
    arrays.general[c].r = general_start_[c] = reached + factor * (reached - general_before_[c]);
    general_before_[c] = reached;
  }
  for (std::size_t b = 0; b < arrays.blocks.size(); ++b) {
    double* now = numbers(arrays.blocks[b]);
    double* before = numbers(blocks_before_[b]);
    for (int k = 0; k < 8; ++k) {
      const double reached = now[k];
      now[k] = reached + factor * (reached - before[k]);
      before[k] = reached;
    }
  }
}

template <int D>
void Momentum<D>::carry_on(const SweptArrays<D>& arrays, double cap) {
  const Strides strides = measure(arrays);
  double factor = 0;
  if (strides.against > 0 || strides.correction > 1.5 * last_correction_) {
    pace_ = 1;
  } else {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * pace_ * pace_));
    factor = std::min(cap, (pace_ - 1) / next);
    pace_ = next;
  }
  last_correction_ = strides.correction;
  move(arrays, factor);
}

template class Momentum<2>;
template class Momentum<3>;

}  // namespace talus

#include "talus/geometry/ball_marks.hpp"

#include "talus/geometry/fetch_early.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace talus {

namespace {

/// Marks that are off by more than this part of a radius are not kept short: balls are looked at
/// anew when they have gone thirty times as far.
constexpr double most_off = 1.0 / 4096;

/// Where balls are many, memory is asked for them so early, some at a time: asked for more at once
/// it makes the core wait.
constexpr std::size_t blocks_ahead = 4;
constexpr std::size_t asked_at_a_time = 16;

/// Two balls side by side.
using Two = double __attribute__((vector_size(16)));

Two two(const double* p) { return Two{p[0], p[1]}; }
Two two(const float* p) { return Two{p[0], p[1]}; }

Two larger(Two a, Two b) { return a > b ? a : b; }
Two size(Two a) { return larger(a, -a); }

}  // namespace

template <int D>
void BallMarks<D>::restart(std::size_t count) {
  short_.resize((count + block - 1) / block);
  exact_.clear();
  off_ = 0;
}

/// Says how far a mark is off at most, in place and in size, in parts of the radius.
template <int D>
template <class Number>
double BallMarks<D>::fill(Marks<Number>& marks, const Vec<D>* centre, const double* radius,
                          std::size_t count) {
  double square_off = 0;
  double size_off = 0;
  double sum = 0;
  marks.origin = std::is_same_v<Number, float> ? centre[0] : Vec<D>::Zero();
  marks.exact = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const double per_radius = marks.per_radius[i] = static_cast<Number>(1 / radius[i]);
    double square = 0;
    for (int k = 0; k < D; ++k) {
      const double offset = centre[i][k] - marks.origin[k];
      const auto kept = static_cast<Number>(offset);
      const double off = (offset - static_cast<double>(kept)) * per_radius;
      marks.offset[i * D + static_cast<std::size_t>(k)] = kept;
      square += off * off;
    }
    const double size = std::abs(radius[i] * per_radius - 1);
    square_off = std::max(square_off, square);
    size_off = std::max(size_off, size);
    sum += square + size;
  }
  return std::sqrt(square_off) + size_off + 0 * sum;
}

template <int D>
void BallMarks<D>::mark(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                        std::size_t first, std::size_t last) {
  Short& marks = short_[first / block];
  double off = fill(marks, &centre[first], &radius[first], last - first);
  if (!(off <= most_off)) {
    off = fill(exact_.emplace_back(), &centre[first], &radius[first], last - first);
    marks.exact = static_cast<std::int64_t>(exact_.size()) - 1;
  }
  off_ = std::max(off_, off);
}

template <int D>
template <class Number>
void BallMarks<D>::measure_block(const Marks<Number>& marks, const Vec<D>* centre,
                                 const double* radius, std::size_t count, Way& way,
                                 const Coming* coming) {
  const double* const x = centre->data();
  Two origin[D];
  for (std::size_t k = 0; k < D; ++k) {
    origin[k] = Two{marks.origin[2 * k % D], marks.origin[(2 * k + 1) % D]};
  }
  Two moved = {way.square_moved, 0};
  Two grown = {way.grown, 0};
  Two sum = {way.sum, 0};
  const auto take = [&](const Two(&square)[D], Two per_radius, Two now) {
    // Components of the two balls stand one after the other.
    Two distance = {};
    for (std::size_t k = 0; k < D; ++k) {
      distance += Two{square[k / 2][k % 2], square[(D + k) / 2][(D + k) % 2]};
    }
    const Two gone = distance * (per_radius * per_radius);
    const Two growth = size(now * per_radius - 1);
    moved = larger(gone, moved);
    grown = larger(growth, grown);
    sum += gone + growth;
  };
  Two square[D];
  std::size_t i = 0;
  const auto measure_up_to = [&](std::size_t end) {
    for (; i + 2 <= end; i += 2) {
      for (std::size_t k = 0; k < D; ++k) {
        const Two way_gone =
            (two(x + i * D + 2 * k) - origin[k]) - two(marks.offset + i * D + 2 * k);
        square[k] = way_gone * way_gone;
      }
      take(square, two(marks.per_radius + i), two(radius + i));
    }
  };
  if (coming != nullptr) {  // more balls follow, so the block is full
    while (i < block) {
      fetch_early(coming->centre + i, asked_at_a_time);
      fetch_early(coming->radius + i, asked_at_a_time);
      fetch_early(coming->marks->offset + i * D, asked_at_a_time * D);
      fetch_early(coming->marks->per_radius + i, asked_at_a_time);
      measure_up_to(i + asked_at_a_time);
    }
  } else {
    measure_up_to(count);
  }
  if (i < count) {  // the last, beside itself
    double alone[2 * D];
    for (std::size_t k = 0; k < 2 * D; ++k) {
      const std::size_t axis = k % D;
      const double way_gone =
          (x[i * D + axis] - marks.origin[static_cast<int>(axis)]) - marks.offset[i * D + axis];
      alone[k] = way_gone * way_gone;
    }
    for (std::size_t k = 0; k < D; ++k) square[k] = two(alone + 2 * k);
    const double per_radius = marks.per_radius[i];
    take(square, Two{per_radius, per_radius}, Two{radius[i], radius[i]});
  }
  way.square_moved = std::max(moved[0], moved[1]);
  way.grown = std::max(grown[0], grown[1]);
  way.sum = sum[0] + sum[1];
}

template <int D>
void BallMarks<D>::measure(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                           std::size_t first, std::size_t last, Way& way) const {
  const bool far = are_many(centre.size());
  for (std::size_t begin = first; begin < last; begin += block) {
    const Short& marks = short_[begin / block];
    const std::size_t count = std::min(block, last - begin);
    const std::size_t coming = begin + blocks_ahead * block;
    Coming ahead{};
    const Coming* asked = nullptr;
    if (far && coming + block <= centre.size()) {
      ahead = {&centre[coming], &radius[coming], &short_[coming / block]};
      asked = &ahead;
    }
    if (marks.exact < 0) {
      measure_block(marks, &centre[begin], &radius[begin], count, way, asked);
    } else {
      measure_block(exact_[static_cast<std::size_t>(marks.exact)], &centre[begin], &radius[begin],
                    count, way, asked);
    }
  }
}

/// A way is measured from a mark, which is off, in marked radii, which are off: they differ from
/// those there were by less than twice that part while both are small.
template <int D>
double BallMarks<D>::bound(const Way& way) const {
  return (1 + 2 * off_) * (std::sqrt(way.square_moved) + way.grown) + 2 * off_ + 0 * way.sum;
}

template <int D>
std::size_t BallMarks<D>::bytes() const {
  return short_.capacity() * sizeof(Short) + exact_.capacity() * sizeof(Exact);
}

template class BallMarks<2>;
template class BallMarks<3>;

}  // namespace talus

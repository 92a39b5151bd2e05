// Where balls were at the last look, kept short: an update reads little else, so that its bytes are
// its time once balls are many. Marks are single numbers from the first ball of a block; how far
// they are off is known and counts as way gone.
#pragma once

#include "talus/math/vec.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace talus {

template <int D>
class BallMarks {
 public:
  /// Balls whose marks have one origin.
  static constexpr std::size_t block = 64;

  /// `count` balls, none of them marked yet.
  void restart(std::size_t count);
  /// Marks the balls from `first`, the first of a block, up to `last`.
  void mark(const std::vector<Vec<D>>& centre, const std::vector<double>& radius, std::size_t first,
            std::size_t last);

  /// The farthest that balls have gone since they were marked, in parts of their radii.
  struct Way {
    double square_moved = 0;
    double grown = 0;
    double sum = 0;  ///< keeps what is not a number, unlike the largest
  };
  /// Takes the balls from `first`, the first of a block, up to `last` into account.
  void measure(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
               std::size_t first, std::size_t last, Way& way) const;
  /// What balls have moved and changed size at most, but for rounding of their places from the
  /// first ball of the block. Not a number where one is no ball.
  double bound(const Way& way) const;

  /// Memory held.
  std::size_t bytes() const;

 private:
  template <class Number>
  struct Marks {
    Vec<D> origin;       ///< the first ball; of exact ones 0, so that no way is rounded
    std::int64_t exact;  ///< place in exact_, or -1
    Number offset[block * D];
    Number per_radius[block];
  };
  using Short = Marks<float>;
  using Exact = Marks<double>;

  /// A block some way ahead, to ask memory for.
  struct Coming {
    const Vec<D>* centre;
    const double* radius;
    const Short* marks;
  };

  template <class Number>
  static double fill(Marks<Number>& marks, const Vec<D>* centre, const double* radius,
                     std::size_t count);
  template <class Number>
  static void measure_block(const Marks<Number>& marks, const Vec<D>* centre, const double* radius,
                            std::size_t count, Way& way, const Coming* coming);

  std::vector<Short> short_;
  std::vector<Exact> exact_;  ///< of blocks whose balls are too far apart for short marks
  double off_ = 0;            ///< most that a mark is off, in parts of the radius
};

}  // namespace talus

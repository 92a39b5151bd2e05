// The search for balls that overlap. Balls are sorted into rows of a grid, one grid for each octave
// of sizes, and rows are swept along each other: memory is read in the order of space, so the cost
// stays linear in balls whatever their number and size ratio (row E01).
#pragma once

#include "talus/math/vec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace talus {

/// So many balls are tested at a time.
inline constexpr std::uint32_t ball_lanes = 4;

template <int D>
class BallGrids {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// Pairs (i < j), in no useful order, whose balls overlap, one of the two being `active`; and a
  /// few whose balls are apart by a millionth. The pairs live until the next call.
  std::span<const Pair> search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                               const std::vector<std::uint8_t>& active);

  /// Of what was searched last: a place amid the balls, the largest radius, and how far balls reach
  /// from that place, or a little more.
  const Vec<D>& origin() const { return origin_; }
  double largest() const { return 1 / per_unit_; }
  double extent() const;

  /// Memory held between calls.
  std::size_t bytes() const;

 private:
  static constexpr int most_levels = 16;
  using Cell = std::array<std::int64_t, D>;

  /// A ball as the search sees it, the largest having a radius of one at most.
  struct Placed {
    Vec<D> x;  ///< from the origin
    double r;
  };
  struct Keyed {
    std::uint64_t key;  ///< level, then cell, its first axis last
    std::uint32_t object;
    std::uint32_t active;
  };
  /// Balls of one level whose cells differ along the first axis only, in order of that axis.
  struct Row {
    std::uint64_t key;
    std::uint32_t begin;                 ///< the next row's is the end
    std::array<float, D - 1> low, high;  ///< of centres along the other axes
  };
  /// The grid of one octave of sizes.
  struct Level {
    double largest = 0;  ///< radius
    double per_width = 0;
    bool mixed = false;  ///< of several octaves
    Cell lowest{};       ///< cell of the scene's corner, less one
    std::uint32_t first_row = 0, last_row = 0;
  };
  /// Where a level's rows were last looked up at one place along the last axis.
  struct Cursor {
    std::int64_t layer = -1;
    std::uint32_t row = 0;
  };
  struct Span {
    std::uint32_t begin, end;
    std::uint32_t size() const { return end - begin; }
  };

  class Tester;

  void choose_unit();
  void find_octaves();
  void choose_levels();
  void join_sparse_octaves();
  double balls_in_cell(int level, int finer);
  void lay_grids();
  void key_all();
  void sort_keys();
  void place_all();
  void bound(std::uint32_t row);
  void sweep_level(int level);
  void sweep_coarser(int level, std::uint32_t row);
  std::uint32_t find_row(int level, std::int64_t layer, std::uint64_t key);
  void meet_itself(Span row, double largest);
  void meet(std::uint32_t outer_row, double largest_outer, std::uint32_t inner_row,
            double largest_inner, bool mixed);
  void make_room(std::size_t more);
  std::span<const Pair> name_active();

  Placed place(std::uint32_t i) const;
  static int octave_of(double radius);
  int level_of(double radius) const;
  std::int64_t cell_of(int level, int axis, double x) const;
  std::uint64_t row_key(int level, const Cell& cell) const;
  Span span(std::uint32_t row) const { return {rows_[row].begin, rows_[row + 1].begin}; }

  const Vec<D>* centre_ = nullptr;  ///< what is searched
  const double* radius_ = nullptr;
  const std::uint8_t* active_ = nullptr;
  std::uint32_t count_ = 0;
  Vec<D> origin_, low_, high_;  ///< corners of all centres, from the origin
  double per_unit_ = 1;
  std::array<int, most_levels> level_of_octave_{};
  std::uint32_t octaves_ = 0;  ///< in use when octaves last joined, as bits
  int searches_since_join_ = 0;
  std::array<Level, most_levels> levels_;
  std::array<int, D> bits_{};  ///< of a cell's place along each axis
  std::vector<Keyed> keyed_, keyed_before_;
  std::array<std::vector<float>, D> x_;  ///< in the order of keys, axis by axis
  std::vector<float> r_;
  std::vector<Row> rows_;
  std::array<std::array<Cursor, 4>, most_levels> cursors_;
  std::vector<Pair> near_;  ///< by their places, and in the end by their numbers
  std::size_t near_count_ = 0;
  std::vector<std::uint64_t> sample_;
};

}  // namespace talus

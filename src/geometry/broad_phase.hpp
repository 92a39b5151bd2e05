// The rough test: which bounding balls may overlap (row E01). Pairs are searched for with balls a
// little larger than asked, and searched for again only when one has moved out of its larger ball.
// In between, only the pairs that the way balls have gone may have brought together or parted are
// looked at.
#pragma once

#include "talus/geometry/ball_grids.hpp"
#include "talus/geometry/ball_marks.hpp"
#include "talus/geometry/ball_places.hpp"
#include "talus/geometry/near_pairs.hpp"
#include "talus/math/vec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace talus {

template <int D>
class BroadPhase {
 public:
  using Pair = NearPairs::Pair;

  /// Pairs (i < j) in increasing order whose balls centre[i], radius[i] are within reach of each
  /// other, one of the two being `active`. The reference lives until the next call.
  const NearPairs& find_pairs(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                              const std::vector<std::uint8_t>& active);

  /// Memory held between calls.
  std::size_t bytes() const;

 private:
  /// Whether found pairs are all there may be.
  enum class Trust { always, if_inside };

  /// A pair that a short way may bring together or part.
  struct CloseCall {
    std::uint32_t here;   ///< in the stretch
    std::uint32_t there;  ///< anywhere
    std::uint32_t pair;   ///< place in the list of those found
  };
  /// How short the way is, as it comes out of going through pairs.
  struct Unsorted {
    std::uint32_t pair;
    float beyond;  ///< reach, or within: by how much their squares differ
    float square_reach;
  };
  struct Graded {
    CloseCall call;
    std::uint32_t urgency;
  };
  static constexpr std::size_t urgencies = 8;
  /// Balls looked at together, and where their close calls are, by urgency, and the end. Few, so
  /// that memory brings the next meanwhile.
  static constexpr std::size_t stretch = 4 * BallMarks<D>::block;
  using FirstCalls = std::array<std::uint32_t, urgencies + 2>;

  bool update(const std::vector<Vec<D>>& centre, const std::vector<double>& radius);
  void measure(std::size_t stretch_number, std::size_t foreseen, const std::vector<Vec<D>>& centre,
               const std::vector<double>& radius, typename BallMarks<D>::Way& gone) const;
  void look_again(std::span<const CloseCall> calls, const std::vector<Vec<D>>& centre,
                  const std::vector<double>& radius);
  std::span<const CloseCall> calls_of(std::size_t stretch_number, std::size_t first_urgency,
                                      std::size_t last_urgency) const;

  bool note(const std::vector<Vec<D>>& centre, const std::vector<double>& radius, Trust trust);
  void go_through(const std::vector<Vec<D>>& centre, const std::vector<double>& radius);
  bool inside(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
              std::size_t first, std::size_t last) const;
  void grade_calls(std::span<const Unsorted> unsorted);
  void sort_calls();

  void search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
              const std::vector<std::uint8_t>& active);
  void sort_found(std::span<const Pair> near);

  BallGrids<D> grids_;
  std::vector<Vec<D>> centre_;  ///< at the last search
  std::vector<double> radius_;  ///< enlarged
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> first_found_;  ///< of each object in what was found, and the end
  NearPairs pairs_;                         ///< of those near at the last search, in order
  bool scattered_ = false;                  ///< most of these are of balls far apart in memory
  BallMarks<D> marks_;
  BallPlaces<D> places_;
  std::vector<Unsorted> unsorted_;
  std::vector<Graded> graded_;
  std::vector<CloseCall> calls_;        ///< stretch by stretch, by urgency, then in order of pairs
  std::vector<FirstCalls> first_call_;  ///< of each stretch
  std::size_t looked_at_ = 0;  ///< urgencies of the last update: later ones are as they were marked
};

}  // namespace talus

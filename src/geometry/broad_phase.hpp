// The rough test: which bounding balls may overlap (row E01). Pairs are searched for with balls a
// little larger than asked, and searched for again only when one has moved out of its larger ball.
// In between, only the pairs that the way balls have gone may have brought together or parted are
// looked at.
#pragma once

#include "talus/geometry/ball_grids.hpp"
#include "talus/math/vec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace talus {

template <int D>
class BroadPhase {
 public:
  using Pair = typename BallGrids<D>::Pair;

  /// Pairs (i < j) in increasing order whose balls centre[i], radius[i] are within reach of each
  /// other, one of the two being `active`. The reference lives until the next call.
  const std::vector<Pair>& find_pairs(const std::vector<Vec<D>>& centre,
                                      const std::vector<double>& radius,
                                      const std::vector<std::uint8_t>& active);

  /// Memory held between calls.
  std::size_t bytes() const;

 private:
  /// Whether found pairs are all there may be.
  enum class Trust { always, if_inside };

  /// A ball when pairs were last gone through.
  struct Mark {
    Vec<D> centre;
    double per_radius;
  };
  /// A pair that a short way may bring together or part.
  struct CloseCall {
    std::uint32_t first, second;
    bool near;
  };
  /// How short the way is, as it comes out of going through pairs.
  struct Unsorted {
    std::uint32_t first, second;
    double beyond;  ///< reach: square of the distance less square of the reach
    double square_reach;
  };
  static constexpr std::size_t urgencies = 8;

  bool update(const std::vector<Vec<D>>& centre, const std::vector<double>& radius);
  double way_gone(const std::vector<Vec<D>>& centre, const std::vector<double>& radius) const;
  void look_again(std::span<CloseCall> calls, const std::vector<Vec<D>>& centre,
                  const std::vector<double>& radius);
  void apply_changes();

  bool go_through(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                  Trust trust);
  bool mark(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
            std::uint32_t first, std::uint32_t last);
  void sort_calls();

  void search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
              const std::vector<std::uint8_t>& active);
  void sort_found(std::span<const Pair> near);

  BallGrids<D> grids_;
  std::vector<Vec<D>> centre_;  ///< at the last search
  std::vector<double> radius_;  ///< enlarged
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> first_found_;  ///< of each object in found_, and the end
  std::vector<Pair> found_;                 ///< near at the last search, in order
  std::vector<Mark> mark_;
  std::vector<Unsorted> unsorted_, kept_unsorted_;
  std::vector<CloseCall> calls_;                         ///< in order of urgency, then of pairs
  std::array<std::size_t, urgencies + 1> first_call_{};  ///< of each urgency, and the end
  std::size_t looked_at_ = 0;  ///< urgencies of the last update: later ones are as they were marked
  std::vector<Pair> pairs_, before_, kept_;
  std::vector<Pair> changed_;  ///< pairs that came, and pairs that are there no more
};

}  // namespace talus

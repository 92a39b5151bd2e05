// The rough test: which bounding balls may overlap (row E01). Pairs are searched for with balls a
// little larger than asked, and searched for again only when one has moved out of its larger ball.
#pragma once

#include "talus/geometry/ball_grids.hpp"
#include "talus/math/vec.hpp"

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

  bool refresh(const std::vector<Vec<D>>& centre, const std::vector<double>& radius, Trust trust);
  bool are_inside(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                  std::uint32_t first, std::uint32_t last) const;
  void search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
              const std::vector<std::uint8_t>& active);
  void sort_found(std::span<const Pair> near);

  BallGrids<D> grids_;
  std::vector<Vec<D>> centre_;  ///< at the last search
  std::vector<double> radius_;  ///< enlarged
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> first_found_;  ///< of each object in found_, and the end
  std::vector<Pair> found_;                 ///< near at the last search, in order
  std::vector<Pair> kept_, pairs_;
};

}  // namespace talus

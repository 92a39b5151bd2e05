// The rough test: which bounding balls may overlap. A grid for each octave of sizes, hashed, so the
// cost stays linear in bodies whatever their size ratio (row E01). Pairs are searched for with
// balls a little larger than asked, and searched for again only when one has moved out of its
// larger ball.
#pragma once

#include "talus/math/vec.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace talus {

template <int D>
class BroadPhase {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  /// Pairs (i < j) in increasing order whose balls centre[i], radius[i] are within reach of each
  /// other, one of the two being `active`. The reference lives until the next call.
  const std::vector<Pair>& find_pairs(const std::vector<Vec<D>>& centre,
                                      const std::vector<double>& radius,
                                      const std::vector<std::uint8_t>& active);

 private:
  struct Entry {
    std::uint64_t cell;
    std::uint32_t object;
    std::uint32_t next;
  };

  bool still_valid(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                   const std::vector<std::uint8_t>& active) const;
  void search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
              const std::vector<std::uint8_t>& active);
  void insert_all();
  void sort_found();

  std::vector<Vec<D>> centre_;  ///< at the last search
  std::vector<double> radius_;  ///< enlarged
  std::vector<std::uint8_t> active_;

  std::vector<int> levels_;           ///< the octaves in use, ascending
  std::vector<int> level_of_;         ///< octave of each object
  std::vector<std::uint32_t> heads_;  ///< hash table of chains
  std::vector<Entry> entries_;
  std::vector<Pair> found_;  ///< near at the last search, in order
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> offset_;
};

}  // namespace talus

// The rough test in a periodic world: pairs of a ball and an image of another. Centres are where
// bodies really are, in whatever cell; only the search brings them into one.
#pragma once

#include "talus/geometry/broad_phase.hpp"
#include "talus/geometry/lattice.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Ball `first`, and ball `second` moved by `image` periods.
template <int D>
struct ImagePair {
  std::uint32_t first, second;
  std::uint32_t key;  ///< of the image
  Image<D> image;

  auto operator<=>(const ImagePair&) const = default;
};

template <int D>
class PeriodicBroadPhase {
 public:
  /// Pairs (first < second) in increasing order of first, second and key whose balls are within
  /// reach, one of the two being `active`. A ball and its own images are no pair. The reference
  /// lives until the next call.
  const std::vector<ImagePair<D>>& find_pairs(const Lattice<D>& lattice,
                                              const std::vector<Vec<D>>& centre,
                                              const std::vector<double>& radius,
                                              const std::vector<std::uint8_t>& active);

 private:
  bool still_valid(const Lattice<D>& lattice, const std::vector<Vec<D>>& centre,
                   const std::vector<double>& radius,
                   const std::vector<std::uint8_t>& active) const;
  void search(const Lattice<D>& lattice, const std::vector<Vec<D>>& centre,
              const std::vector<double>& radius, const std::vector<std::uint8_t>& active);
  void place_images();

  // As of the last search.
  Lattice<D> lattice_;
  std::vector<Vec<D>> centre_;  ///< in the cell
  std::vector<Image<D>> home_;  ///< what brought it there
  std::vector<double> radius_;  ///< enlarged
  std::vector<std::uint8_t> active_;
  int layers_ = 0;  ///< largest difference of periods along the gradient between two in the cell
  std::vector<ImagePair<D>> found_;

  // Every image that reaches into the cell, as a world without periods.
  BroadPhase<D> inner_;
  std::vector<Vec<D>> image_centre_;
  std::vector<double> image_radius_;
  std::vector<std::uint8_t> image_active_;
  std::vector<std::uint32_t> image_of_;
  std::vector<Image<D>> image_;  ///< from the ball's place in the cell

  std::vector<ImagePair<D>> pairs_;
};

}  // namespace talus

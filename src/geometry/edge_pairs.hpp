// Which edges of two surfaces are near each other.
#pragma once

#include "talus/geometry/surface_patch.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace talus {

/// Pairs of edges that contacts may lie on, and the memory to find them.
class EdgePairs {
 public:
  /// Of edges that are neither flat nor in a hollow those whose boxes are no farther from each
  /// other than `reach` along each axis.
  void find(const SurfacePatch& a, const SurfacePatch& b, double reach);
  /// Adds those that both come into a box.
  void add_within(const SurfacePatch& a, const SurfacePatch& b, const AxisBox& box);

  /// Numbers of edges of a and b, in their order.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs() const { return pair_; }

 private:
  struct Box {
    Vec<3> low, high;
    std::uint32_t edge;
  };
  static void boxes(const SurfacePatch& s, double grown, std::vector<Box>& out);
  void sort();

  std::vector<Box> box_a_, box_b_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pair_;
};

}  // namespace talus

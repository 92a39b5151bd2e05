// A tree of axis-parallel boxes over things that do not move against each other (the triangles of a
// mesh): which of them are near a box or a point.
#pragma once

#include "talus/math/vec.hpp"

#include <Eigen/Geometry>

#include <cstdint>
#include <limits>
#include <vector>

namespace talus {

using AxisBox = Eigen::AlignedBox3d;

class BoxTree {
 public:
  BoxTree() = default;
  /// Halves the list at the median of the longest axis until few are left: the same tree for the
  /// same boxes.
  explicit BoxTree(const std::vector<AxisBox>& boxes);

  /// Around everything; empty when there is nothing.
  AxisBox box() const { return node_.empty() ? AxisBox() : node_[0].box; }

  /// Calls f(item) for every item of a leaf whose box `near` accepts, in no particular order.
  template <class Near, class F>
  void visit(Near&& near, F&& f) const {
    if (node_.empty()) return;
    std::uint32_t stack[64];
    int height = 0;
    stack[height++] = 0;
    while (height > 0) {
      const Node& node = node_[stack[--height]];
      if (!near(node.box)) continue;
      if (node.count > 0) {
        for (std::uint32_t i = 0; i < node.count; ++i) f(item_[node.first + i]);
      } else {
        stack[height++] = node.first + 1;
        stack[height++] = node.first;
      }
    }
  }

 private:
  struct Node {
    AxisBox box;
    std::uint32_t first;  ///< item of a leaf, or the first of two children
    std::uint32_t count;  ///< items of a leaf; 0 for an inner node
  };

  void split(std::uint32_t node, std::uint32_t first, std::uint32_t count,
             const std::vector<AxisBox>& boxes);

  std::vector<Node> node_;
  std::vector<std::uint32_t> item_;
};

}  // namespace talus

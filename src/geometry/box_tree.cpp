#include "talus/geometry/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace talus {

namespace {

constexpr std::uint32_t leaf_size = 4;

}  // namespace

BoxTree::BoxTree(const std::vector<AxisBox>& boxes) {
  if (boxes.empty()) return;
  item_.resize(boxes.size());
  std::iota(item_.begin(), item_.end(), 0U);
  node_.emplace_back();
  split(0, 0, static_cast<std::uint32_t>(boxes.size()), boxes);
}

void BoxTree::split(std::uint32_t node, std::uint32_t first, std::uint32_t count,
                    const std::vector<AxisBox>& boxes) {
  AxisBox all;
  AxisBox centres;
  for (std::uint32_t i = first; i < first + count; ++i) {
    all.extend(boxes[item_[i]]);
    centres.extend(Vec<3>(boxes[item_[i]].center()));
  }
  node_[node] = {all, first, count};
  if (count <= leaf_size) return;
  int axis = 0;
  centres.sizes().maxCoeff(&axis);
  const std::uint32_t half = count / 2;
  const auto begin = item_.begin() + first;
  // Equal centres are told apart by number, so that the tree does not depend on the library's sort.
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t i, std::uint32_t j) {
    const double ci = boxes[i].min()[axis] + boxes[i].max()[axis];
    const double cj = boxes[j].min()[axis] + boxes[j].max()[axis];
    return ci < cj || (ci == cj && i < j);
  });
  const auto child = static_cast<std::uint32_t>(node_.size());
  node_.resize(node_.size() + 2);
  node_[node].first = child;
  node_[node].count = 0;
  split(child, first, half, boxes);
  split(child + 1, first + half, count - half, boxes);
}

}  // namespace talus

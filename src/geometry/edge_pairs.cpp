#include "talus/geometry/edge_pairs.hpp"

#include <algorithm>

namespace talus {

void EdgePairs::boxes(const SurfacePatch& s, double grown, std::vector<Box>& out) {
  out.clear();
  for (std::uint32_t i = 0; i < s.edge.size(); ++i) {
    const auto& e = s.edge[i];
    if (e.bend == Bend::flat || e.bend == Bend::concave) continue;
    const Vec<3>& p = s.vertex[e.from];
    const Vec<3>& q = s.vertex[e.to];
    const Vec<3> by = Vec<3>::Constant(grown);
    out.push_back({p.cwiseMin(q) - by, p.cwiseMax(q) + by, i});
  }
  std::sort(out.begin(), out.end(),
            [](const Box& one, const Box& other) { return one.low[0] < other.low[0]; });
}

void EdgePairs::find(const SurfacePatch& a, const SurfacePatch& b, double reach) {
  pair_.clear();
  boxes(a, reach, box_a_);
  boxes(b, 0, box_b_);
  const auto meet = [this](const Box& of_a, const Box& of_b) {
    if ((of_a.low.array() > of_b.high.array()).any()) return;
    if ((of_b.low.array() > of_a.high.array()).any()) return;
    pair_.emplace_back(of_a.edge, of_b.edge);
  };
  // Of two boxes that meet one begins within the other, along x.
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < box_a_.size() && j < box_b_.size()) {
    if (box_a_[i].low[0] <= box_b_[j].low[0]) {
      const Box& one = box_a_[i++];
      for (std::size_t k = j; k < box_b_.size() && box_b_[k].low[0] <= one.high[0]; ++k) {
        meet(one, box_b_[k]);
      }
    } else {
      const Box& one = box_b_[j++];
      for (std::size_t k = i; k < box_a_.size() && box_a_[k].low[0] <= one.high[0]; ++k) {
        meet(box_a_[k], one);
      }
    }
  }
  sort();
}

void EdgePairs::add_within(const SurfacePatch& a, const SurfacePatch& b, const AxisBox& box) {
  const auto within = [&](const SurfacePatch& s, std::vector<Box>& out) {
    boxes(s, 0, out);
    std::erase_if(out, [&](const Box& edge) { return !box.intersects({edge.low, edge.high}); });
  };
  within(a, box_a_);
  within(b, box_b_);
  for (const Box& of_a : box_a_) {
    for (const Box& of_b : box_b_) pair_.emplace_back(of_a.edge, of_b.edge);
  }
  sort();
}

void EdgePairs::sort() {
  std::sort(pair_.begin(), pair_.end());
  pair_.erase(std::unique(pair_.begin(), pair_.end()), pair_.end());
}

}  // namespace talus

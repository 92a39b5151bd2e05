#include "talus/problem/coupled_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace talus {

std::vector<std::vector<Eigen::Index>> coupled_parts(const SparseRows& m) {
  std::vector<Eigen::Index> leader(static_cast<std::size_t>(m.rows()));
  std::iota(leader.begin(), leader.end(), Eigen::Index{0});
  const auto find = [&leader](Eigen::Index i) {
    while (leader[static_cast<std::size_t>(i)] != i) {
      auto& up = leader[static_cast<std::size_t>(i)];
      up = leader[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (SparseRows::InnerIterator it(m, i); it; ++it) {
      if (it.value() == 0) continue;
      const auto a = find(i);
      const auto b = find(it.col());
      leader[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  }
  std::vector<std::vector<Eigen::Index>> parts;
  std::vector<std::size_t> number(leader.size());
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    const auto top = find(i);
    if (top == i) {
      number[static_cast<std::size_t>(i)] = parts.size();
      parts.emplace_back();
    }
    parts[number[static_cast<std::size_t>(top)]].push_back(i);
  }
  return parts;
}

}  // namespace talus

// Which bodies look for contacts with which: groups and masks, and single pairs that are excluded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace talus {

/// The groups a body is in and those it meets, one bit each. Two bodies meet when each is in a
/// group the other meets.
struct CollisionFilter {
  std::uint32_t groups = 1;
  std::uint32_t meets = ~std::uint32_t{0};

  bool operator==(const CollisionFilter&) const = default;
};

inline bool meet(const CollisionFilter& a, const CollisionFilter& b) {
  return (a.groups & b.meets) != 0 && (b.groups & a.meets) != 0;
}

/// Pairs of bodies, sorted; asked for every pair of near shapes, so an empty one answers at once.
class ExcludedPairs {
 public:
  void add(int body_a, int body_b);
  bool contains(int body_a, int body_b) const {
    return !pairs_.empty() && holds(std::minmax(body_a, body_b));
  }
  std::size_t count() const { return pairs_.size(); }

 private:
  bool holds(const std::pair<int, int>& pair) const;

  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace talus

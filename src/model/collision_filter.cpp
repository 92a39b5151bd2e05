#include "talus/model/collision_filter.hpp"

#include <algorithm>

namespace talus {

void ExcludedPairs::add(int body_a, int body_b) {
  const std::pair<int, int> pair = std::minmax(body_a, body_b);
  const auto place = std::lower_bound(pairs_.begin(), pairs_.end(), pair);
  if (place == pairs_.end() || *place != pair) pairs_.insert(place, pair);
}

bool ExcludedPairs::holds(const std::pair<int, int>& pair) const {
  return std::binary_search(pairs_.begin(), pairs_.end(), pair);
}

}  // namespace talus

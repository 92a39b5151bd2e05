// Balls as broad phases see them.
#pragma once

#include "talus/math/vec.hpp"

#include <cstdint>
#include <vector>

namespace talus::test {

template <int D>
struct Balls {
  std::vector<Vec<D>> centre;
  std::vector<double> radius;
  std::vector<std::uint8_t> active;

  void add(const Vec<D>& x, double r, bool is_active = true) {
    centre.push_back(x);
    radius.push_back(r);
    active.push_back(is_active ? 1 : 0);
  }
};

}  // namespace talus::test

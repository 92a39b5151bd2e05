// Random sequential placement of grains that do not overlap.
#pragma once

#include "talus/math/random.hpp"
#include "talus/math/vec.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace talus::scenes {

template <int D>
struct Box {
  Vec<D> from;
  Vec<D> to;

  double volume() const { return (to - from).prod(); }
};

/// Places grains one after the other at random points of a box; a point where the grain would
/// overlap another is drawn again. Grains of each octave of sizes have a grid of their own, so a
/// trial costs the same whatever the ratio of sizes.
template <int D>
class RandomPlacement {
 public:
  /// `expected`: about how many grains will come; sizes the grids.
  RandomPlacement(const Box<D>& box, std::size_t expected);

  /// A grain that is there already, inside the box or not.
  void add(const Vec<D>& centre, double radius);
  using Test = std::function<bool(const Vec<D>& centre, double radius)>;
  /// Finds a free place, wholly inside the box, that `allowed` agrees to, and takes it. Returns the
  /// tries it took, 0 when `tries` were in vain.
  std::int64_t place(double radius, std::int64_t tries, Random& random, Vec<D>& centre,
                     const Test& allowed = {});

 private:
  struct Grid {
    double cell = 0;
    Eigen::Matrix<std::int64_t, D, 1> count;
    std::vector<std::uint32_t> head;  ///< first grain of each cell
  };
  struct Grain {
    Vec<D> centre;
    double radius;
    std::uint32_t next;
  };

  Grid& grid_for(double radius);
  std::int64_t cell_along(const Grid& grid, int axis, double x) const;
  bool is_free(const Vec<D>& centre, double radius) const;
  bool is_free_in(const Grid& grid, const Vec<D>& centre, double radius) const;

  Box<D> box_;
  double most_cells_;
  std::map<int, Grid> grids_;  ///< by octave of the diameter
  std::vector<Grain> grains_;
};

}  // namespace talus::scenes

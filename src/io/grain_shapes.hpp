// Forms of generated grains.
#pragma once

#include "talus/geometry/shape.hpp"
#include "talus/io/reader.hpp"
#include "talus/math/random.hpp"

#include <functional>
#include <utility>

namespace talus::scenes {

/// How grains look: made within a ball of given radius about their origin, with corners on it.
template <int D>
class GrainShape {
 public:
  using Maker = std::function<Shape<D>(double radius, Random& random)>;

  /// Balls.
  GrainShape() = default;
  /// `alike`: grains of one size are equal, and share their form.
  GrainShape(Maker make, bool alike) : make_(std::move(make)), alike_(alike) {}

  bool round() const { return !make_; }
  Shape<D> draw(double radius, Random& random);

 private:
  Maker make_;
  bool alike_ = false;
  double last_radius_ = 0;
  Shape<D> last_ = Ball<D>{0};
};

/// 'shape' of a random group; balls by default.
template <int D>
GrainShape<D> read_grain_shape(const Reader& group);

/// All orientations equally likely.
template <int D>
Rotation<D> random_rotation(Random& random);

/// Corners on a circle about the origin, one in each of `corners` equal sectors and not next to
/// another one.
Polytope<2> random_polygon(int corners, double radius, Random& random);
/// Hull of points on a sphere about the origin, none close to another one and not all in a plane.
Polytope<3> random_polyhedron(int corners, double radius, Random& random);

}  // namespace talus::scenes

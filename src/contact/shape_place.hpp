// Where a shape is, and the frame of a contact with it.
#pragma once

#include "talus/model/model.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Pose of a shape when bodies are at x, r.
template <int D>
Pose<D> shape_pose(const Model<D>& model, const std::vector<Vec<D>>& x,
                   const std::vector<Rotation<D>>& r, std::uint32_t s) {
  const auto b = static_cast<std::size_t>(model.owner[s]);
  if (model.ball_like[b] != 0) return {x[b], {}};  // a ball looks the same from everywhere
  return compose(Pose<D>{x[b], r[b]}, model.placement[s]);
}

/// A contact's point seen from the body of shape a. Balls meet in one point only: 0 will do.
template <int D>
Vec<D> place_on(const Model<D>& model, const std::vector<Vec<D>>& x,
                const std::vector<Rotation<D>>& r, std::uint32_t shape_a, std::uint32_t shape_b,
                const Vec<D>& point) {
  const auto a = static_cast<std::size_t>(model.owner[shape_a]);
  const auto b = static_cast<std::size_t>(model.owner[shape_b]);
  if (model.ball_like[a] != 0 && model.ball_like[b] != 0) return Vec<D>::Zero();
  return unrotate<D>(r[a], point - x[a]);
}

/// The first tangent follows the direction of an anisotropic law, carried by the body whose
/// material leads the pair.
template <int D>
Mat<D> frame_for(const Model<D>& model, const std::vector<Rotation<D>>& r, int law, std::uint32_t a,
                 std::uint32_t b, const Vec<D>& normal) {
  Mat<D> frame = contact_frame(normal);
  if constexpr (D == 3) {
    const Vec<3>* direction = preferred_direction(model.laws[static_cast<std::size_t>(law)]);
    if (direction != nullptr) {
      const std::uint32_t lead = model.material[a] == model.leading_material(law) ? a : b;
      const auto body = static_cast<std::size_t>(model.owner[lead]);
      const Rotation<3> own = compose(r[body], model.own_frame[body].r);
      const Vec<3> world = rotate<3>(own, *direction);
      const Vec<3> tangent = world - normal.dot(world) * normal;
      if (tangent.norm() > 1e-8) {  // else the direction is normal to the plane: any will do
        frame.col(1) = tangent.normalized();
        frame.col(2) = normal.cross(Vec<3>(frame.col(1)));
      }
    }
  }
  return frame;
}

}  // namespace talus

// What of a run must be seen, and the part near it of what has no end.
#pragma once

#include "talus/draw/picture.hpp"
#include "talus/draw/surface.hpp"

#include <vector>

namespace talus {

/// Around what is seen at the start, and at the end as far as it has not flown far away.
template <int D>
Bounds<D> bounds_of_run(const Model<D>& model, const State<D>& first, const State<D>& last);

/// Some room about what must be seen.
template <int D>
Bounds<D> roomy(const Bounds<D>& box);

/// The corners of the boundary of a half-space within a box: of a segment in the plane, of a
/// polygon in space. What lies in the matter of the `others` is left out; there may be nothing.
template <int D>
std::vector<Vec<D>> boundary_within(const Bounds<D>& box, const Plane<D>& plane,
                                    const std::vector<Plane<D>>& others);

/// Half-spaces and drums as far as a box reaches, in the frame of the shape as it is in the
/// picture: boundaries only, without ends. Faces of two corners are segments.
template <int D>
Surface<D> surface_within(const Bounds<D>& box, const Picture<D>& picture, std::size_t shape,
                          int sides = 32);

}  // namespace talus

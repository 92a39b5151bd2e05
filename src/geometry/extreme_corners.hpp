// Fewer points for a flat that lies on a flat.
#pragma once

#include <cstddef>
#include <vector>

namespace talus {

template <int D>
struct GapPoint;

/// Which corners of the area two flats share are gap points.
enum class FlatCorners { all, extreme };

/// Of the points from `first` to `last`, corners of one flat contact, keeps the two farthest apart,
/// those farthest from the line through them on either side, and the deepest if it lies deeper than
/// these. Points with different normals, as on a curved wall, are all kept. Equally good ones are
/// chosen by their ids, so that round-off does not change the choice.
void keep_extreme_corners(std::vector<GapPoint<3>>& points, std::size_t first, std::size_t last);

}  // namespace talus

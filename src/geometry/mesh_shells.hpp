// Closed surfaces that hang together in one mesh: apart, or one inside the other.
#pragma once

#include "talus/geometry/triangle_mesh.hpp"

#include <functional>
#include <string>

namespace talus {

/// Turns the shells of a closed surface that does not cross itself so that matter lies behind all
/// of them: those inside no other, or inside a cavity, look outward. A shell within matter that
/// looks inward is a cavity; one that looks outward would count its matter twice and is refused
/// with ShapeError. `face_name`: what messages call a triangle.
void settle_shells(MeshSurface& mesh, const std::function<std::string(std::size_t)>& face_name,
                   Repairs& repairs);

}  // namespace talus

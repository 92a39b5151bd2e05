// The sections of a scene file, each read into the draft.
#pragma once

#include "talus/io/draft.hpp"

#include <string_view>
#include <vector>

namespace talus::scenes {

template <int D>
void read_materials(const Reader& scene, Draft<D>& draft);
template <int D>
void read_contacts(const Reader& scene, Draft<D>& draft);
template <int D>
void read_bodies(const Reader& scene, Draft<D>& draft);
template <int D>
void read_generators(const Reader& scene, Draft<D>& draft);
/// Sections 'collision_groups' and 'exclude': which bodies look for contacts with which.
template <int D>
void read_collisions(const Reader& scene, Draft<D>& draft);
/// Section 'periodic': the cell and its shear.
template <int D>
void read_periodic(const Reader& scene, Draft<D>& draft);
template <int D>
void read_loads(const Reader& scene, Draft<D>& draft);
/// Gravity, time, solver, detection, projection, impact, record, limits.
template <int D>
void read_settings(const Reader& scene, Draft<D>& draft);

/// Section 'start': where bodies begin, taken from another run. Read last, before the checks.
template <int D>
void read_start(const Reader& scene, Draft<D>& draft);

/// What only the whole scene shows: missing laws, overlaps, bodies that never touch, stiff springs.
template <int D>
void check_scene(const Reader& scene, Draft<D>& draft);

// Parts the sections share.

/// 'angle' in the plane, 'orientation' in space.
template <int D>
constexpr std::string_view rotation_key = D == 2 ? "angle" : "orientation";
template <int D>
Rotation<D> read_rotation(const Reader& map);
/// A number in the plane, a vector in space.
template <int D>
Spin<D> read_spin(const Reader& value);
template <int D>
Node spin_node(const Spin<D>& spin);
/// A spin in the map, zero by default.
template <int D>
Spin<D> spin_or_zero(const Reader& map, std::string_view key);

/// The shapes of a body or a group: 'shape' or 'shapes', with 'material' and 'density'.
template <int D>
std::vector<PlacedShape<D>> read_shapes(const Reader& body, Draft<D>& draft);
/// 'material' of a body or a group; the only one by default. Negative when unknown or not given.
constexpr int material_not_given = -2;
template <int D>
int read_material(const Reader& body, Draft<D>& draft);
/// Mass, inertia and initial velocities of a free body or of the bodies of a group.
template <int D>
void read_free_body(const Reader& body, Draft<D>& draft, BodyDescription<D>& out);
/// Whether shapes that were understood make a body that can move freely and has a mass.
template <int D>
bool check_free_body(const Reader& body, const Draft<D>& draft, const BodyDescription<D>& b);
template <int D>
Motion<D> read_motion(const Reader& motion, const Draft<D>& draft);

}  // namespace talus::scenes

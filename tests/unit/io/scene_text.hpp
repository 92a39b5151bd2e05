// Scenes written in tests, and what is said about them.
#pragma once

#include "talus/io/scene.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace talus::test {

/// A small right scene in the plane; the tests change parts of it.
inline const std::string plane_scene = R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2500}, ground: {}}
contacts:
  - {between: [stone, ground], friction: 0.5}
  - {between: [stone, stone], friction: 0.5}
bodies:
  - {name: floor, shape: half_plane, material: ground, fixed: true}
  - {name: ball, shape: {disk: {radius: 1}}, material: stone, position: [0, 2]}
)";

/// The same in space.
inline const std::string space_scene = R"(talus: 1
dimension: 3
gravity: [0, 0, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2500}, ground: {}}
contacts:
  - {between: [stone, ground], friction: 0.5}
  - {between: [stone, stone], friction: 0.5}
bodies:
  - {name: floor, shape: half_space, material: ground, fixed: true}
  - {name: ball, shape: {sphere: {radius: 1}}, material: stone, position: [0, 0, 2]}
)";

/// The text with the first `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("no '" + from + "' in the scene");
  return text.replace(at, from.size(), to);
}

/// All complaints, one a line; empty when the scene is right.
inline std::string complaints(const std::string& text, const std::vector<Override>& changes = {}) {
  try {
    parse_scene(text, "s.yaml", changes);
    return "";
  } catch (const SceneError& e) {
    return e.what();
  }
}

inline Scene<2> plane(const std::string& text, const std::vector<Override>& changes = {}) {
  return std::get<Scene<2>>(parse_scene(text, "s.yaml", changes));
}

inline Scene<3> space(const std::string& text, const std::vector<Override>& changes = {}) {
  return std::get<Scene<3>>(parse_scene(text, "s.yaml", changes));
}

}  // namespace talus::test

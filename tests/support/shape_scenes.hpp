// Scenes with every kind of shape, which fall and roll.
#pragma once

#include <string>

namespace talus::test {

/// Every kind of shape the plane has.
inline const std::string plane_of_shapes = R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 2e-3, end: 1}
materials: {stone: {density: 2500}, ground: {}}
contacts: [{between: [[stone, ground], [stone, ground]], friction: 0.5}]
record: {frames: {every: 10}}
bodies:
  - {name: floor, shape: half_plane, material: ground, fixed: true}
  - {name: vessel, shape: {drum: {radius: 9}}, material: ground, position: [0, 8], motion: {spin: 0.1}}
  - {name: wall, shape: {segment: {from: [-2, 0], to: [-2, 1]}}, material: ground, fixed: true}
  - {name: disk, shape: {disk: {radius: 0.1}}, material: stone, position: [-1, 0.1], spin: 3}
  - {name: pill, shape: {capsule: {length: 0.3, radius: 0.1}}, material: stone, position: [0, 0.35]}
  - {name: block, shape: {box: {size: [0.3, 0.2]}}, material: stone, position: [1, 0.15], angle: 0.3}
  - name: tangram
    material: stone
    position: [2, 0.5]
    shapes: [{polygon: {corners: [[0, 0], [0.4, 0], [0.1, 0.3]]}}, {disk: {radius: 0.1}, at: [0.3, 0.2]}]
)";

/// And space.
inline const std::string space_of_shapes = R"(talus: 1
dimension: 3
gravity: [0, 0, -9.81]
time: {step: 2e-3, end: 1}
materials: {stone: {density: 2500}, ground: {}}
contacts: [{between: [[stone, ground], [stone, ground]], friction: 0.5}]
record: {frames: {every: 10}}
bodies:
  - {name: floor, shape: half_space, material: ground, fixed: true}
  - {name: wall, shape: {rectangle: {size: [1, 2]}}, material: ground, position: [-5, 0, 3], fixed: true}
  - {name: pipe, shape: {drum: {radius: 9}}, material: ground, position: [0, 0, 8], fixed: true}
  - {name: hill, shape: {height_field: {heights: [[0, 0.1, 0], [0.1, 0.3, 0]], spacing: 0.5}}, material: ground,
     position: [5, 5, 0], fixed: true}
  - {name: ball, shape: {sphere: {radius: 0.1}}, material: stone, position: [-1, 0, 0.1], spin: [0, 3, 0]}
  - {name: pill, shape: {capsule: {length: 0.3, radius: 0.1}}, material: stone, position: [0, 0, 0.35]}
  - {name: can, shape: {cylinder: {length: 0.3, radius: 0.1}}, material: stone, position: [0, 1, 0.2]}
  - {name: block, shape: {box: {size: [0.3, 0.2, 0.1]}}, material: stone, position: [1, 0, 0.15]}
  - {name: gem, shape: {polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1.5, 0], [0, 0, 1], [1, 1, 1]]}},
     material: stone, position: [3, 0, 0.5]}
  - name: roof
    material: stone
    position: [1, 2, 0.5]
    shape: {mesh: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                   faces: [[1, 3, 2], [1, 2, 4], [2, 3, 4], [1, 4, 3]]}}
)";

}  // namespace talus::test

// A wall of blocks in running bond on a floor, for timing contacts that are not radial: shaken, so
// that some contacts open and, with little friction, many slide.
#pragma once

#include "talus/assembly/assemble.hpp"
#include "talus/dynamics/predict.hpp"
#include "talus/io/scene.hpp"
#include "talus/math/random.hpp"
#include "talus/talus.hpp"

#include <string>
#include <variant>

namespace talus::bench {

template <int D>
Scene<D> wall_scene(int rows, double friction) {
  const bool plane = D == 2;
  const std::string text =
      "talus: 1\ndimension: " + std::to_string(D) +
      "\ngravity: " + (plane ? "[0, -9.81]" : "[0, 0, -9.81]") +
      "\ntime: {step: 0.001, end: 1}\nmaterials: {stone: {density: 2000}}\n"
      "contacts:\n  - {between: [stone, stone], friction: " +
      std::to_string(friction) + "}\nbodies:\n  - {name: floor, fixed: true, shape: " +
      (plane ? "{half_plane: {}}" : "{half_space: {}}") +
      ", material: stone}\ngenerate:\n  - wall: {name: b, material: stone, block: " +
      (plane ? "[0.4, 0.2]" : "[0.4, 0.2, 0.2]") + ", rows: " + std::to_string(rows) +
      ", columns: " + std::to_string(rows) + "}\n";
  return std::get<Scene<D>>(parse_scene(text, "wall.yaml", {}));
}

/// The contact problem of its first step: as many courses as blocks in each, about 11 contacts a
/// block in space and 6 in the plane.
template <int D>
ContactProblem<D> wall_problem(int rows, double friction) {
  auto scene = wall_scene<D>(rows, friction);
  Random random(3);
  for (auto& v : scene.state.v) {
    for (int i = 0; i < D; ++i) v[i] = random.uniform(-0.01, 0.01);
  }
  scene.state.v.front().setZero();  // the floor
  StepScratch<D> s;
  s.block_of = number_blocks(scene.model);
  predict(scene.model, scene.state, 1e-3, s.free);
  detect(scene.model, s.free.x_mid, s.free.r_mid, {}, {}, s.detect, s.contacts);
  condition(scene.model, scene.state, s.free, s.contacts, s.conditions);
  assemble(scene.model, s.free, s.contacts, s.conditions, s.block_of, s.problem);
  return s.problem;
}

}  // namespace talus::bench

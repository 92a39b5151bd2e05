// A program of a user of the library: everything it needs comes with find_package(talus).
#include "talus/io/scene.hpp"
#include "talus/version.hpp"

#include <cstdio>

constexpr const char* drop = R"(
talus: 1
dimension: 2
gravity: [0, -10]
time: {step: 1e-3, end: 1}
materials: {m: {density: 1}}
contacts: [{between: [m, m], friction: .5}]
bodies:
  - {name: floor, shape: {half_plane: {}}, material: m, fixed: true}
  - {shape: {disk: {radius: .1}}, material: m, position: [0, .3]}
)";

int main() {
  const auto scene = std::get<talus::Scene<2>>(talus::parse_scene(drop, "drop"));
  talus::Simulation<2> simulation(scene.model, scene.state, scene.step);
  while (simulation.state().t < scene.end) simulation.step();
  const double height = simulation.state().x[1][1];
  std::printf("talus %s: the disk came to rest at %.3f\n", talus::version, height);
  return height > 0.098 && height < 0.1 && simulation.state().v[1].isZero(1e-9) ? 0 : 1;
}

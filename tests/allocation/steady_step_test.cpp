// A steady step asks for no memory: what it needs it has from the steps before.

#include "talus/io/scene.hpp"
#include "talus/math/parallel.hpp"
#include "talus/solvers/sweep_split.hpp"

#include "allocation/counting_allocator.hpp"
#include "support/scene_builder.hpp"

#include <gtest/gtest.h>

namespace talus::allocation {
namespace {

const std::filesystem::path scenes = TALUS_SCENES_DIR;

template <int D>
Simulation<D> simulation_of(const AnyScene& any) {
  const auto& scene = std::get<Scene<D>>(any);
  return Simulation<D>(scene.model, scene.state, scene.step);
}

template <int D>
void take(Simulation<D>& simulation, int steps) {
  for (int i = 0; i < steps; ++i) simulation.step();
}

/// Requests for memory in so many steps.
template <int D>
std::size_t requests_of(Simulation<D>& simulation, int steps) {
  const std::size_t before = requests();
  take(simulation, steps);
  return requests() - before;
}

/// Balls row by row in a corner they are all pressed into, at rest from the start.
test::Scene<3> lattice_of_spheres(int side) {
  test::Scene<3> scene(test::simple_law(0.5), 1e-3);
  scene.model.loads.gravity = {-4, -5, -9};
  scene.add_ground();
  scene.add_ground(exponential(Spin<3>(0, M_PI / 2, 0)));
  scene.add_ground(exponential(Spin<3>(-M_PI / 2, 0, 0)));
  constexpr double radius = 0.0078125;  // a power of two: balls touch exactly
  for (int n = 0; n < side * side * side; ++n) {
    const Vec<3> place(n % side, n / side % side, n / (side * side));
    scene.add_ball(radius, 1e-3, radius * (Vec<3>::Ones() + 2 * place));
  }
  return scene;
}

/// Blocks in running bond on the ground, at rest from the start; in the file of the plane scene the
/// laws of contact and what else there is.
AnyScene wall_in_plane(const std::string& law, const std::string& rest = "") {
  return parse_scene(R"(
talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 1}
materials: {brick: {density: 1800}}
bodies: [{name: ground, material: brick, fixed: true, shape: {half_plane: {normal: [0, 1]}}}]
generate: [{wall: {name: brick, material: brick, block: [0.4, 0.2], rows: 5, columns: 4}}]
contacts: [{between: [brick, brick], )" +
                         law + "}]\n" + rest,
                     "wall.yaml");
}

AnyScene wall_in_space() {
  return parse_scene(R"(
talus: 1
dimension: 3
gravity: [0, 0, -9.81]
time: {step: 1e-3, end: 1}
materials: {brick: {density: 1800}}
bodies: [{name: ground, material: brick, fixed: true, shape: {half_space: {}}}]
generate: [{wall: {name: brick, material: brick, block: [0.4, 0.3, 0.2], rows: 4, columns: 3}}]
contacts: [{between: [brick, brick], friction: 0.6}]
)",
                     "wall.yaml");
}

/// Takes some steps; returns the requests of some more.
template <int D>
std::size_t requests_after(const AnyScene& scene, int steps) {
  set_thread_count(1);
  auto simulation = simulation_of<D>(scene);
  take(simulation, steps);
  EXPECT_GT(simulation.last().acting, 20U);
  return requests_of(simulation, 100);
}

TEST(CountingAllocator, Requests_AreCounted) {
  const std::size_t before = requests();
  const std::vector<double> some(10);
  EXPECT_EQ(requests(), before + 1) << some.size();
  const Eigen::VectorXd others = Eigen::VectorXd::Zero(10);
  EXPECT_EQ(requests(), before + 2) << others.size();
}

TEST(SteadyStep, SettledDisks_AskForNoMemory) {
  const auto scene = load_scene(
      scenes / "box-of-disks.yaml",
      {{"generate[0].random.count", "150"}, {"generate[0].random.box.to", "[0.3, 0.4]"}});
  EXPECT_EQ(requests_after<2>(scene, 3000), 0U);
}

TEST(SteadyStep, SettledSpheres_AskForNoMemory) {
  const auto scene = load_scene(
      scenes / "box-of-spheres.yaml",
      {{"generate[0].random.count", "150"}, {"generate[0].random.box.to", "[0.1, 0.1, 0.1]"}});
  EXPECT_EQ(requests_after<3>(scene, 3000), 0U);
}

TEST(SteadyStep, WallsOfBlocks_AskForNoMemory) {
  EXPECT_EQ(requests_after<2>(wall_in_plane("friction: 0.6"), 50), 0U);
  EXPECT_EQ(requests_after<3>(wall_in_space(), 50), 0U);
}

TEST(SteadyStep, LawsThatRemember_AskForNoMemory) {
  EXPECT_EQ(
      requests_after<2>(
          wall_in_plane("friction: 0.6, rolling: 0.01, cohesion: {force: 1, breaks: slip}"), 50),
      0U);
  const char* mortar = "friction: 0.6, joint: {normal_stiffness: 1e8, tangential_stiffness: 1e8}";
  EXPECT_EQ(requests_after<2>(wall_in_plane(mortar), 50), 0U);
}

TEST(SteadyStep, Projection_AsksForNoMemory) {
  EXPECT_EQ(requests_after<2>(wall_in_plane("friction: 0.6", "projection: on"), 50), 0U);
}

TEST(SteadyStep, InteriorPoint_AsksForNoMemory) {
  set_thread_count(1);
  auto simulation =
      simulation_of<2>(wall_in_plane("friction: 0.6", "solver: {method: interior_point}"));
  take(simulation, 50);
  EXPECT_GT(simulation.last().solve.factorisations, 0);
  EXPECT_EQ(requests_of(simulation, 50), 0U);
}

TEST(SteadyStep, ManySpheresOnTwoThreads_AskForNoMemory) {
  set_thread_count(2);
  auto simulation = lattice_of_spheres(15).simulation();
  take(simulation, 20);
  EXPECT_GT(simulation.last().acting, SweepSplit::least_contacts);
  EXPECT_EQ(requests_of(simulation, 20), 0U);
  set_thread_count(0);
}

}  // namespace
}  // namespace talus::allocation

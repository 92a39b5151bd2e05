// What is written in a scene arrives in the model.
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace talus;
using namespace talus::test;

namespace {

constexpr double pi = std::numbers::pi;

/// The law of contacts[0].
ContactLaw law_with(const std::string& properties) {
  const auto scene = plane(with(plane_scene, "friction: 0.5}", properties + "}"));
  return scene.model.laws[0];
}

}  // namespace

/// Segments that lie on each other: with skins nothing tells their sides, else they do not meet.
TEST(SceneValues, Forecast_WarnsOfSidesThatAreNotTold) {
  const auto warnings = [](const std::string& height, const std::string& forecast) {
    std::string said;
    const auto scene = plane(
        plane_scene +
        "  - {name: table, shape: {segment: {from: [20, 5], to: [30, 5]}}, material: ground, "
        "fixed: true}\n  - {name: sheet, shape: {segment: {from: [-1, 0], to: [1, 0]}}, material: "
        "stone, mass: 1, position: [25, " +
        height + "]}\ndetection: {forecast: " + forecast + "}\n");
    for (const auto& w : scene.warnings) said += w.text() + '\n';
    return said;
  };
  EXPECT_EQ(warnings("5.001", "on"), "");
  EXPECT_EQ(warnings("5", "on"),
            "s.yaml:13:5: bodies 'table' (segment) and 'sheet' (segment) lie on each other at the "
            "start, and nothing tells which is on which side; start them 0.001 apart\n");
  EXPECT_EQ(warnings("5", "off"),
            "s.yaml:13:5: bodies 'table' (segment) and 'sheet' (segment) pass through each other: "
            "there is no contact between these shapes unless detection.forecast is on\n");
}

TEST(SceneValues, Defaults_AreThoseOfTheEngine) {
  const auto scene = plane(plane_scene);
  EXPECT_EQ(scene.title, "");
  EXPECT_EQ(scene.end, 1);
  EXPECT_EQ(scene.step.h, 1e-3);
  EXPECT_EQ(scene.step.solver.tolerance, SolverOptions{}.tolerance);
  EXPECT_EQ(scene.step.solver.max_sweeps, SolverOptions{}.max_sweeps);
  EXPECT_EQ(scene.step.detect.alert, DetectOptions{}.alert);
  EXPECT_EQ(scene.step.detect.closure, DetectOptions{}.closure);
  EXPECT_FALSE(scene.step.detect.forecast);
  EXPECT_EQ(scene.step.detect.corners, FlatCorners::all);
  EXPECT_FALSE(scene.step.projection.on);
  EXPECT_EQ(scene.record.every, 1);
  EXPECT_TRUE(scene.record.bodies.empty());
  ASSERT_EQ(scene.model.body_count(), 2U);
  EXPECT_EQ(scene.model.name[1], "ball");
  EXPECT_EQ(scene.model.prescribed[0], 1);
  EXPECT_EQ(scene.model.prescribed[1], 0);
  EXPECT_EQ(scene.model.mass[1], 2500 * pi);
  EXPECT_EQ(scene.state.x[1], Vec<2>(0, 2));
  EXPECT_EQ(scene.model.laws[0].form, Signorini::velocity);
  EXPECT_EQ(scene.model.laws[0].e_n, 0);
}

TEST(SceneValues, Settings_AreRead) {
  const auto scene = plane(plane_scene + R"(title: a title
solver: {tolerance: 1e-6, max_sweeps: 1e4, order: gravity, guess: zero, seed: 7}
detection: {alert: 0.02, closure: 1e-9, forecast: on, corners: extreme}
projection: {slop: 1e-5}
record: {interval: 0.0104, bodies: [ball]}
)");
  EXPECT_EQ(scene.title, "a title");
  EXPECT_EQ(scene.step.solver.tolerance, 1e-6);
  EXPECT_EQ(scene.step.solver.max_sweeps, 10000);
  EXPECT_EQ(scene.step.solver.order, SweepOrder::gravity);
  EXPECT_EQ(scene.step.solver.guess, InitialGuess::zero);
  EXPECT_EQ(scene.step.solver.seed, 7U);
  EXPECT_EQ(scene.step.detect.alert, 0.02);
  EXPECT_EQ(scene.step.detect.closure, 1e-9);
  EXPECT_TRUE(scene.step.detect.forecast);
  EXPECT_EQ(scene.step.detect.corners, FlatCorners::extreme);
  EXPECT_TRUE(scene.step.projection.on);
  EXPECT_EQ(scene.step.projection.slop, 1e-5);
  EXPECT_EQ(scene.record.every, 10);
  EXPECT_EQ(scene.record.bodies, std::vector<std::string>{"ball"});
  EXPECT_TRUE(plane(plane_scene + "projection: on\n").step.projection.on);
  EXPECT_EQ(plane(with(plane_scene, "[0, -9.81]", "none")).model.loads.gravity, Vec<2>(0, 0));
}

TEST(SceneValues, Laws_InEveryForm) {
  EXPECT_EQ(law_with("friction: 1, form: gap").form, Signorini::gap);
  EXPECT_EQ(law_with("friction: 1, form: quasi_inelastic").form, Signorini::quasi_inelastic);
  EXPECT_EQ(law_with("friction: 1, restitution: 0.5").e_n, 0.5);
  EXPECT_EQ(law_with("friction: 1, restitution: 0.5").e_t, 0);
  EXPECT_EQ(law_with("friction: 1, restitution: {normal: 0.5, tangential: 1}").e_t, 1);
  const auto indexed = law_with("friction: 1, dissipation_index: 0.25");
  EXPECT_EQ(indexed.e_n, 0.6);
  EXPECT_EQ(indexed.e_t, 0.6);
  const auto falling = std::get<StaticDynamicFriction>(
      law_with("friction: {static: 0.5, dynamic: 0.3, speed: 0.1}").friction);
  EXPECT_EQ(falling.mu_static, 0.5);
  EXPECT_EQ(falling.mu_dynamic, 0.3);
  EXPECT_EQ(falling.speed, 0.1);
  const auto table = std::get<TabulatedFriction>(
      law_with("friction: {of: slip, table: [[0, 0.5], [1, 0.2]]}").friction);
  EXPECT_EQ(table.of, TabulatedFriction::Of::slip);
  EXPECT_EQ(table.x, (std::vector<double>{0, 1}));
  EXPECT_EQ(table.mu, (std::vector<double>{0.5, 0.2}));
  const auto ellipse = std::get<EllipticFriction>(
      space(with(space_scene, "friction: 0.5",
                 "friction: {along: 0.1, across: 0.9, direction: [0, 2, 0]}"))
          .model.laws[0]
          .friction);
  EXPECT_EQ(ellipse.mu, 0.1);
  EXPECT_EQ(ellipse.mu_across, 0.9);
  EXPECT_EQ(ellipse.direction, Vec<3>(0, 1, 0));
}

TEST(SceneValues, LawsOfTheBook_ArriveAsWritten) {
  EXPECT_TRUE(std::holds_alternative<StickingFriction>(law_with("friction: sticking").friction));
  EXPECT_EQ(std::get<TrescaFriction>(law_with("friction: {tresca: 3}").friction).force, 3);
  EXPECT_EQ(law_with("friction: 1, restitution: {superelastic: 1.5}").e_n, 1.5);
  const auto bouncy = law_with("friction: 1, restitution: {table: [[0, 1], [2, 0.5]]}");
  EXPECT_EQ(normal_restitution(bouncy, -1), 0.75);
  EXPECT_EQ(law_with("friction: 1, rolling: 0.02").rolling, 0.02);
  const auto glued = std::get<Cohesion>(law_with("friction: 1, cohesion: 4").bond);
  EXPECT_EQ(glued.force, 4);
  EXPECT_EQ(glued.breaks, Cohesion::Breaks::never);
  EXPECT_EQ(
      std::get<Cohesion>(law_with("friction: 1, cohesion: {force: 4, breaks: slip}").bond).breaks,
      Cohesion::Breaks::slip);
  const auto wet =
      std::get<Attraction>(law_with("friction: 1, attraction: {force: 2, range: 3}").bond);
  EXPECT_EQ(wet.force, 2);
  EXPECT_EQ(wet.range, 3);
  const auto mortar =
      std::get<Joint>(law_with("friction: 1, joint: {normal_stiffness: 1, tangential_stiffness: 2, "
                               "normal_damping: 3, tangential_damping: 4, theta: 1}")
                          .bond);
  EXPECT_EQ(mortar.stiffness_normal, 1);
  EXPECT_EQ(mortar.stiffness_tangential, 2);
  EXPECT_EQ(mortar.damping_normal, 3);
  EXPECT_EQ(mortar.damping_tangential, 4);
  EXPECT_EQ(mortar.theta, 1);
  const auto bond = std::get<Adhesion>(
      law_with("friction: 1, adhesion: {normal_stiffness: 100, tangential_stiffness: 200, "
               "normal_strength: 3, tangential_strength: 4, normal_energy: 5, "
               "tangential_energy: 6}")
          .bond);
  EXPECT_EQ(bond.stiffness_normal, 100);
  EXPECT_EQ(bond.stiffness_tangential, 200);
  EXPECT_EQ(bond.strength_normal, 3);
  EXPECT_EQ(bond.strength_tangential, 4);
  EXPECT_EQ(bond.energy_normal, 5);
  EXPECT_EQ(bond.energy_tangential, 6);
  EXPECT_EQ(bond.theta, 0.5);
  const auto in_space =
      space(with(space_scene, "friction: 0.5",
                 "friction: {polygon: [[1, 0], [0, 1], [-1, -1]], direction: [0, 2, 0]}"))
          .model.laws[0];
  EXPECT_EQ(std::get<PolygonalFriction>(in_space.friction).corners.size(), 3U);
  EXPECT_EQ(std::get<PolygonalFriction>(in_space.friction).direction, Vec<3>(0, 1, 0));
  EXPECT_EQ(space(with(space_scene, "friction: 0.5", "friction: 0.5, spinning: 0.01"))
                .model.laws[0]
                .spinning,
            0.01);
}

TEST(SceneValues, Laws_ForSeveralPairsAtOnce) {
  const auto scene =
      plane(with(plane_scene,
                 "  - {between: [stone, ground], friction: 0.5}\n"
                 "  - {between: [stone, stone], friction: 0.5}\n",
                 "  - {between: [[stone, ground], [stone, ground]], friction: 0.7}\n"));
  EXPECT_EQ(scene.model.laws.size(), 3U);
  for (const int a : {0, 1}) {
    for (const int b : {0, 1}) EXPECT_GE(scene.model.law_of(a, b), 0);
  }
}

TEST(SceneValues, Shapes_AreWhereTheyAreSaidToBe) {
  const auto scene = plane(plane_scene + R"(
  - name: wall
    fixed: true
    material: ground
    position: [10, 0]
    angle: 90 deg
    shapes:
      - {segment: {from: [1, -1], to: [1, 3]}}
      - {half_plane: {normal: [0, 2], through: [0, 5]}}
      - {disk: {radius: 0.5}, at: [2, 0], angle: 1, material: stone}
)");
  const auto& m = scene.model;
  ASSERT_EQ(m.shape_count(), 5U);
  // Positions and directions pass through a handful of roundings of numbers near 10: 1e-14 holds.
  const auto place = [&](std::size_t s) {
    return compose(scene.state.pose(static_cast<std::size_t>(m.owner[s])), m.placement[s]);
  };
  EXPECT_LT((place(2).x - Vec<2>(9, 1)).norm(), 1e-14);
  EXPECT_EQ(std::get<Wall<2>>(m.shape[2]).half_extent[0], 2);
  EXPECT_LT((rotate<2>(place(2).r, Vec<2>(1, 0)) - Vec<2>(-1, 0)).norm(), 1e-14);
  EXPECT_LT((place(3).x - Vec<2>(5, 0)).norm(), 1e-14);
  EXPECT_LT((rotate<2>(place(3).r, last_axis<2>()) - Vec<2>(-1, 0)).norm(), 1e-14);
  EXPECT_LT((place(4).x - Vec<2>(10, 2)).norm(), 1e-14);
  EXPECT_EQ(m.material_name[static_cast<std::size_t>(m.material[4])], "stone");
}

TEST(SceneValues, Shapes_OfSpace) {
  const auto scene = space(space_scene + R"(
  - name: wall
    fixed: true
    material: ground
    position: [0, 0, -50]
    shapes:
      - {rectangle: {size: [2, 4], normal: [1, 0, 0], first_axis: [1, 0, 1]}}
      - {drum: {radius: 90, axis: [1, 0, 0]}}
)");
  const auto& m = scene.model;
  // A rotation built from a few products: 1e-15 each.
  EXPECT_LT((rotate<3>(m.placement[2].r, Vec<3>::UnitZ()) - Vec<3>::UnitX()).norm(), 1e-14);
  EXPECT_LT((rotate<3>(m.placement[2].r, Vec<3>::UnitX()) - Vec<3>::UnitZ()).norm(), 1e-14);
  EXPECT_EQ(std::get<Wall<3>>(m.shape[2]).half_extent, Vec<2>(1, 2));
  EXPECT_LT((rotate<3>(m.placement[3].r, Vec<3>::UnitZ()) - Vec<3>::UnitX()).norm(), 1e-14);
}

TEST(SceneValues, Bodies_WithEverythingGiven) {
  const auto scene =
      space(with(space_scene, "material: stone, position: [0, 0, 2]",
                 "material: stone, position: [0, 0, 2], mass: 3, inertia: [1, 2, 2], "
                 "velocity: [1, 2, 3], spin: [0, 0, 4], "
                 "orientation: {axis: [0, 0, 2], angle: 90 deg}"));
  EXPECT_EQ(scene.model.mass[1], 3);
  EXPECT_EQ(scene.model.inertia[1], Vec<3>(1, 2, 2));
  EXPECT_EQ(scene.state.v[1], Vec<3>(1, 2, 3));
  EXPECT_EQ(scene.state.w[1], Vec<3>(0, 0, 4));
  EXPECT_NEAR(scene.state.r[1].q.z(), std::sqrt(0.5), 1e-15);
}

TEST(SceneValues, OnlyMaterial_NeedNotBeNamed) {
  const auto scene = plane(R"(
talus: 1
dimension: 2
gravity: none
time: {step: 1e-3, end: 1}
materials: {stone: {density: 1}}
contacts: [{between: [stone, stone], friction: 0}]
bodies: [{shape: {disk: {radius: 1}}}, {shape: {disk: {radius: 1}}, position: [3, 0]}]
)");
  EXPECT_EQ(scene.model.name, (std::vector<std::string>{"body_0", "body_1"}));
}

TEST(SceneValues, Motions_AddUp) {
  const auto scene = plane(with(plane_scene, "fixed: true",
                                "motion: {velocity: [1, 0], spin: 2, "
                                "ramp: {velocity: [0, 3], over: 2}, "
                                "sinusoid: [{amplitude: [0.5, 0], period: 4}, "
                                "{angle: 30 deg, frequency: 0.25}], "
                                "table: {times: [0, 4], y: [0, 8], interpolation: linear}}"));
  const auto& motion = *scene.model.motion[0];
  // At t = 1: the sinusoids are at a quarter period, the ramp at half its length.
  const Pose<2> pose = motion.pose(Pose<2>{}, 1);
  EXPECT_NEAR(pose.x[0], 1 + 0.5, 1e-15);
  EXPECT_NEAR(pose.x[1], 0.75 + 2, 1e-15);
  EXPECT_NEAR(pose.r.angle, 2 + pi / 6, 1e-15);
  EXPECT_NEAR(motion.velocity(1)[1], 1.5 + 2, 1e-15);
}

TEST(SceneValues, Motions_OfSpace_TurnAboutOneAxis) {
  const auto turning = [](const std::string& motion) {
    return *space(with(space_scene, "fixed: true", "motion: " + motion)).model.motion[0];
  };
  EXPECT_EQ(turning("{spin: {axis: [0, 3, 0], rate: 2}}").spin(0), Vec<3>(0, 2, 0));
  EXPECT_EQ(turning("{spin: 2, axis: [1, 0, 0]}").spin(0), Vec<3>(2, 0, 0));
  EXPECT_EQ(complaints(with(space_scene, "fixed: true",
                            "motion: {spin: {axis: [0, 1, 0], rate: 2}, axis: [1, 0, 0]}")),
            "s.yaml:10:78: bodies[0].motion.spin.axis: all turning of a motion is about one axis, "
            "and 'axis' gives another");
}

TEST(SceneValues, Loads_OfEveryKind) {
  const auto scene = plane(plane_scene + R"(
  - {name: pair, material: stone, position: [10, 5],
     shapes: [{disk: {radius: 1}, at: [0, 0]}, {disk: {radius: 1}, at: [2, 0]}]}
loads:
  - {force: [1, 2], torque: 3, on: ball}
  - {force: {table: {times: [0, 1], y: [0, 10]}}, on: [ball, pair]}
  - {drag: {linear: 4}, on: all}
  - {spring: {between: [ball, pair], anchors: [[0, 1], [0, 0]], stiffness: 5, damping: 6}}
  - {spring: {body: pair, at: [1, 0], to: [10, 0], stiffness: 5, length: 2}}
)");
  const auto& loads = scene.model.loads;
  ASSERT_EQ(loads.applied.size(), 3U);
  EXPECT_EQ(loads.applied[0].force_at(7), Vec<2>(1, 2));
  EXPECT_EQ(loads.applied[0].torque_at(7)[0], 3);
  EXPECT_EQ(loads.applied[1].force_at(0.5), Vec<2>(0, 5));
  EXPECT_EQ(loads.applied[2].body, 2);
  ASSERT_EQ(loads.drags.size(), 2U);
  EXPECT_EQ(loads.drags[1].body, 2);
  EXPECT_EQ(loads.drags[1].linear, 4);
  ASSERT_EQ(loads.springs.size(), 2U);
  // From (0, 3) on the ball to (10, 5); the pair's principal frame is at (1, 0) of its own.
  EXPECT_DOUBLE_EQ(loads.springs[0].length, std::hypot(10, 2));
  EXPECT_LT((loads.springs[0].anchor_b - Vec<2>(-1, 0)).norm(), 1e-15);
  EXPECT_EQ(loads.springs[0].damping, 6);
  EXPECT_EQ(loads.springs[1].body_b, -1);
  EXPECT_LT(loads.springs[1].anchor_a.norm(), 1e-15);
  EXPECT_EQ(loads.springs[1].anchor_b, Vec<2>(10, 0));
  EXPECT_EQ(loads.springs[1].length, 2);
}

TEST(SceneValues, Json_IsAccepted) {
  const auto scene = plane(R"({
	"talus": 1, "dimension": 2, "gravity": [0, -9.81],
	"time": {"step": 0.001, "end": 1},
	"materials": {"stone": {"density": 2500}},
	"contacts": [{"between": ["stone", "stone"], "friction": 0.5}],
	"bodies": [{"name": "ball", "shape": {"disk": {"radius": 1}}, "position": [0, 2], "angle": "45 deg"}]
})");
  EXPECT_EQ(scene.model.name[0], "ball");
  EXPECT_DOUBLE_EQ(scene.state.r[0].angle, pi / 4);
}

TEST(SceneValues, Anchors_AndMerges_SaveWriting) {
  const auto scene = plane(plane_scene + R"(
  - &pebble {name: a, shape: {disk: {radius: 0.5}}, material: stone, position: [5, 5]}
  - {<<: *pebble, name: b, position: [7, 5]}
)");
  ASSERT_EQ(scene.model.body_count(), 4U);
  EXPECT_EQ(scene.model.name[3], "b");
  EXPECT_EQ(scene.model.mass[3], scene.model.mass[2]);
  EXPECT_EQ(scene.state.x[3], Vec<2>(7, 5));
}

TEST(SceneValues, Overlap_WithinTheLimit_IsAllowed) {
  const std::string text = with(plane_scene, "[0, 2]", "[0, 0.9]");
  EXPECT_EQ(complaints(text + "limits: {overlap: 0.11}\n"), "");
}

// Every complaint about a scene, word by word, with its line and column.
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

using namespace talus;
using namespace talus::test;

namespace {

/// One change that spoils the small scene, and what is said about it.
struct Spoiled {
  const char* from;
  const char* to;
  const char* said;
};

void expect_said(const std::string& scene, const std::vector<Spoiled>& cases) {
  ASSERT_EQ(complaints(scene), "");
  for (const auto& c : cases) EXPECT_EQ(complaints(with(scene, c.from, c.to)), c.said) << c.to;
}

}  // namespace

TEST(SceneErrors, Keys_UnknownMissingOrTwice) {
  expect_said(
      plane_scene,
      {{"friction: 0.5}", "friction: 0.5, frction: 1}",
        "s.yaml:7:47: unknown key 'frction' in contacts[0]; did you mean 'friction'?"},
       {"friction", "frction",
        "s.yaml:7:5: missing key 'friction' in contacts[0]; write friction: 0 for smooth contact\n"
        "s.yaml:7:32: unknown key 'frction' in contacts[0]; did you mean 'friction'?"},
       {"time:", "tine:",
        "s.yaml:1:1: missing key 'time' in the scene; as in time: {step: 1e-3, end: 5}\n"
        "s.yaml:4:1: unknown key 'tine' in the scene; did you mean 'time'?"},
       {"fixed: true", "fixed: true, colour: red",
        "s.yaml:10:69: unknown key 'colour' in bodies[0]; keys here: name, shape, shapes, "
        "material, density, fixed, motion, position, angle, velocity, spin, mass, inertia, servo"},
       {"gravity: [0, -9.81]\n", "",
        "s.yaml:1:1: missing key 'gravity' in the scene; [0, -9.81] in metres and seconds, or "
        "none"},
       {"talus: 1\n", "",
        "s.yaml:1:1: missing key 'talus' in the scene; write talus: 1, the version of the format"},
       {"talus: 1", "talus: 2", "s.yaml:1:8: talus: expected 1, found '2'"},
       {"dimension: 2\n", "",
        "s.yaml:1:1: missing key 'dimension' in the scene; 2 (the plane) or 3 (space)"},
       {"dimension: 2", "dimension: 4", "s.yaml:2:12: dimension: expected one of 2, 3, found '4'"},
       {"{radius: 1}", "{}", "s.yaml:11:32: missing key 'radius' in bodies[1].shape.disk"},
       {"end: 1", "end: 1, end: 2", "s.yaml:4:28: key 'end' was given before, at line 4"},
       {"{step: 1e-3, end: 1}", "{step: 1e-3}", "s.yaml:4:7: missing key 'end' in time"}});
}

TEST(SceneErrors, Numbers_OfTheWrongKindOrRange) {
  expect_said(
      plane_scene,
      {{"radius: 1", "radius: abc",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found 'abc'"},
       {"radius: 1", "radius: -1",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found '-1'"},
       {"radius: 1", "radius: 0",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found '0'"},
       {"radius: 1", "radius: .nan",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found '.nan', "
        "which is not finite"},
       {"radius: 1", "radius: 1e400",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found '1e400', "
        "which is not finite"},
       {"radius: 1", "radius: [1]",
        "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found a list"},
       {"radius: 1", "radius:",
        "s.yaml:11:40: bodies[1].shape.disk.radius: expected a positive number, found nothing"},
       {"density: 2500", "density: 0",
        "s.yaml:5:30: materials.stone.density: expected a positive number, found '0'"},
       {"material: stone, position", "material: stone, mass: -2, position",
        "s.yaml:11:69: bodies[1].mass: expected a positive number, found '-2'"},
       {"step: 1e-3", "step: 0", "s.yaml:4:14: time.step: expected a positive number, found '0'"},
       {"end: 1", "end: .inf",
        "s.yaml:4:25: time.end: expected a positive number, found '.inf', which is not finite"},
       {"[0, -9.81]", "[0, -9.81, 0]",
        "s.yaml:3:10: gravity: expected 2 numbers [x, y], found 3 of them"},
       {"[0, -9.81]", "9.81", "s.yaml:3:10: gravity: expected 2 numbers [x, y], found '9.81'"},
       {"position: [0, 2]", "position: [0, up]",
        "s.yaml:11:77: bodies[1].position[1]: expected a number, found 'up'"},
       {"position: [0, 2]", "position: [0, 2], angle: 30 grad",
        "s.yaml:11:88: bodies[1].angle: expected an angle (radians, or text such as '30 deg'), "
        "found '30 grad'"},
       {"fixed: true", "fixed: maybe",
        "s.yaml:10:63: bodies[0].fixed: expected one of true, false, yes, no, on, off, found "
        "'maybe'"},
       {"friction: 0.5", "friction: -1",
        "s.yaml:7:42: contacts[0].friction: expected a number not below 0, found '-1'"}});
}

TEST(SceneErrors, Settings_OutsideTheirChoices) {
  expect_said(
      plane_scene,
      {{"bodies:", "solver: {order: randm}\nbodies:",
        "s.yaml:9:17: solver.order: expected one of given, gravity, random, found 'randm'; did you "
        "mean 'random'?"},
       {"bodies:", "solver: {method: newton}\nbodies:",
        "s.yaml:9:18: solver.method: newton needs W written out, which steps of a run do not have: "
        "it is for problems in files (talus run --dump-problems, talus solve --solver newton)\n"
        "s.yaml:9:18: solver.method: expected one of auto, nlgs, interior_point, found 'newton'"},
       {"bodies:", "solver: {max_sweeps: 1.5}\nbodies:",
        "s.yaml:9:22: solver.max_sweeps: expected a whole number from 1 on, found '1.5'"},
       {"bodies:", "solver: {tolerance: 0}\nbodies:",
        "s.yaml:9:21: solver.tolerance: expected a positive number, found '0'"},
       {"bodies:", "projection: perhaps\nbodies:",
        "s.yaml:9:13: projection: expected one of true, false, yes, no, on, off, found 'perhaps'"},
       {"bodies:", "record: {every: 1, interval: 0.1}\nbodies:",
        "s.yaml:9:20: 'every' and 'interval' cannot both be given in record"},
       {"bodies:", "record: {bodies: [bal]}\nbodies:",
        "s.yaml:9:19: record.bodies[0]: unknown body 'bal'; did you mean 'ball'?"},
       {"bodies:", "limits: {overlap: -1}\nbodies:",
        "s.yaml:9:19: limits.overlap: expected a number not below 0, found '-1'"}});
}

TEST(SceneErrors, Names_UnknownOrTaken) {
  expect_said(
      plane_scene,
      {{"material: stone", "material: stome",
        "s.yaml:11:56: bodies[1].material: unknown material 'stome'; did you mean 'stone'?"},
       {"[stone, ground]", "[stone, grund]",
        "s.yaml:7:23: contacts[0].between[1]: unknown material 'grund'; did you mean 'ground'?"},
       {"name: ball", "name: floor",
        "s.yaml:11:12: bodies[1].name: the name 'floor' is taken; names of bodies and groups are "
        "unique"},
       {"name: ball", "name: all",
        "s.yaml:11:12: bodies[1].name: the name 'all' stands for all free bodies; choose another"},
       {"material: stone, ", "", "s.yaml:11:5: missing key 'material' in bodies[1]"},
       {"bodies:", "loads: [{force: [1, 0], on: bal}]\nbodies:",
        "s.yaml:9:29: loads[0].on: unknown body or group 'bal'; did you mean 'ball'?"},
       {"bodies:", "loads: [{force: [1, 0], on: floor}]\nbodies:",
        "s.yaml:9:29: loads[0].on: body 'floor' is not free; a load would do nothing"}});
}

TEST(SceneErrors, Shapes_UnknownOrImpossible) {
  expect_said(plane_scene,
              {{"disk: {radius: 1}", "torus: {}",
                "s.yaml:11:26: bodies[1].shape: unknown shape 'torus'; shapes here: disk, "
                "half_plane, segment, drum, capsule, box, polygon, chain"},
               {"disk: {radius: 1}", "polygon: {}",
                "s.yaml:11:35: missing key 'corners' in bodies[1].shape.polygon; a list of points, "
                "or 'file', a table of "
                "them"},
               {"disk: {radius: 1}", "polygon: {corners: [[0, 0], [1, 1], [1, 0], [0, 1]]}",
                "s.yaml:11:45: bodies[1].shape.polygon.corners: the polygon crosses itself: its "
                "edges after corners 1 and 3 meet; give corners in their order round it"},
               {"disk: {radius: 1}", "polygon: {corners: [[0, 0], [1, 0], [2, 0]]}",
                "s.yaml:11:45: bodies[1].shape.polygon.corners: the polygon has no area"},
               {"disk: {radius: 1}", "box: {size: [1, 0]}",
                "s.yaml:11:38: bodies[1].shape.box.size: all sides of a box must be positive"},
               {"disk: {radius: 1}", "dsk: {radius: 1}",
                "s.yaml:11:26: bodies[1].shape: unknown shape 'dsk'; did you mean 'disk'?"},
               {"{disk: {radius: 1}}", "{disk: {radius: 1}, drum: {radius: 2}}",
                "s.yaml:11:25: bodies[1].shape: two shapes, disk and drum; write a list of shapes"},
               {"{disk: {radius: 1}}", "half_plane",
                "s.yaml:11:5: bodies[1]: a half_plane never ends and cannot move freely; add "
                "fixed: true or a motion"},
               {"disk: {radius: 1}", "drum: {radius: 1}",
                "s.yaml:11:5: bodies[1]: a free drum needs 'mass' and 'inertia'; or add fixed: "
                "true or a motion"},
               {"disk: {radius: 1}", "segment: {from: [0, 0], to: [1, 0]}",
                "s.yaml:11:5: bodies[1]: a segment has no volume; a free one needs 'mass'"},
               {"disk: {radius: 1}", "segment: {from: [0, 0], to: [0, 0]}",
                "s.yaml:11:35: bodies[1].shape.segment: the segment has length 0: give two "
                "points that differ"},
               {"shape: half_plane", "shape: {half_plane: {normal: [0, 0]}}",
                "s.yaml:10:48: bodies[0].shape.half_plane.normal: this vector has length 0 and so "
                "no direction"},
               {"shape: half_plane, ", "",
                "s.yaml:10:5: missing key 'shape' in bodies[0]; or 'shapes', a list"},
               {"shape: half_plane", "shapes: []",
                "s.yaml:10:27: bodies[0].shapes: expected at least one shape"}});
  expect_said(
      space_scene,
      {{"sphere: {radius: 1}", "disk: {radius: 1}",
        "s.yaml:11:26: bodies[1].shape: unknown shape 'disk'; shapes here: sphere, half_space, "
        "rectangle, drum, capsule, box, cylinder, polyhedron, mesh, height_field"},
       {"sphere: {radius: 1}", "polyhedron: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}",
        "s.yaml:11:47: bodies[1].shape.polyhedron.points: the points lie in a plane: the "
        "body would have no volume; a rectangle is flat, a box may be thin"},
       {"sphere: {radius: 1}", "rectangle: {size: [1, 0]}",
        "s.yaml:11:44: bodies[1].shape.rectangle.size: both sides of a rectangle must be positive"},
       {"half_space,", "{rectangle: {size: [1, 1], first_axis: [0, 0, 1]}},",
        "s.yaml:10:65: bodies[0].shape.rectangle.first_axis: the first axis is along the normal"}});
}

TEST(SceneErrors, Bodies_ThatCannotBe) {
  expect_said(plane_scene,
              {{"density: 2500", "",
                "s.yaml:11:5: bodies[1]: a free body needs a mass: give 'mass', or 'density' to "
                "material 'stone'"},
               {"fixed: true", "fixed: true, velocity: [1, 0]",
                "s.yaml:10:79: bodies[0].velocity: the body is not free; a 'motion' moves it"},
               {"fixed: true", "fixed: true, motion: {velocity: [1, 0]}",
                "s.yaml:10:63: bodies[0].fixed: a body with a motion is not fixed"},
               {"material: stone,", "material: stone, fixed: true,",
                "s.yaml:1:1: the scene has no free body: nothing would move"},
               {"material: stone,", "material: stone, inertia: -1,",
                "s.yaml:11:72: bodies[1].inertia: expected a positive number, found '-1'"}});
  expect_said(
      space_scene,
      {{"material: stone,", "material: stone, orientation: [1, 1, 0, 0],",
        "s.yaml:11:78: bodies[1].orientation: expected a quaternion [w, x, y, z] of length 1, "
        "found length 1.41421356"},
       {"material: stone,", "material: stone, orientation: [1, 0, 0],",
        "s.yaml:11:78: bodies[1].orientation: expected 4 numbers [w, x, y, z], found 3 of them"},
       {"material: stone,", "material: stone, orientation: {axis: [0, 0, 0], angle: 1},",
        "s.yaml:11:85: bodies[1].orientation.axis: this vector has length 0 and so no direction"},
       {"material: stone,", "material: stone, inertia: [1, 1, 3],",
        "s.yaml:11:74: bodies[1].inertia: no body has these moments: none may exceed the sum of "
        "the other two"}});
}

TEST(SceneErrors, Laws_MissingTwiceOrContradictory) {
  expect_said(
      plane_scene,
      {{"  - {between: [stone, ground], friction: 0.5}\n", "",
        "s.yaml:7:3: contacts: no law between materials 'stone' and 'ground', though bodies "
        "'floor' and 'ball' may touch; add {between: [stone, ground], friction: ...}"},
       {"[stone, stone]", "[ground, stone]",
        "s.yaml:8:5: contacts[1]: the law between 'ground' and 'stone' was given before, at line "
        "7"},
       {"[stone, stone]", "[stone]",
        "s.yaml:8:15: contacts[1].between: expected two materials, as in [stone, ground] or "
        "[stone, [ground, steel]]"},
       {"friction: 0.5}", "}",
        "s.yaml:7:5: missing key 'friction' in contacts[0]; write friction: 0 for smooth contact"},
       {"friction: 0.5}", "friction: 0.5, restitution: 1.5}",
        "s.yaml:7:60: contacts[0].restitution: expected a number from 0 to 1, found '1.5'"},
       {"friction: 0.5}", "friction: 0.5, restitution: 0.5, form: gap}",
        "s.yaml:7:60: contacts[0].restitution: forms gap and quasi_inelastic mean restitution 0; "
        "use form: velocity to bounce"},
       {"friction: 0.5}", "friction: 0.5, restitution: 0, dissipation_index: 1}",
        "s.yaml:7:63: 'restitution' and 'dissipation_index' cannot both be given in contacts[0]"},
       {"friction: 0.5}", "friction: 0.5, form: inelastic}",
        "s.yaml:7:53: contacts[0].form: expected one of velocity, gap, quasi_inelastic, found "
        "'inelastic'"},
       {"friction: 0.5}", "friction: {along: 1, across: 1, direction: [1, 0, 0]}}",
        "s.yaml:7:42: contacts[0].friction: friction that depends on the direction needs "
        "dimension: 3; in the plane there is only one"},
       {"friction: 0.5}", "friction: {static: 1}}",
        "s.yaml:7:42: missing key 'dynamic' in contacts[0].friction"},
       {"friction: 0.5}", "friction: {of: speed, table: [[0, 1], [0, 2]]}}",
        "s.yaml:7:70: contacts[0].friction.table[1]: the first column must increase: 0 does not "
        "follow 0"},
       {"friction: 0.5}", "friction: {mo: 1}}",
        "s.yaml:7:42: contacts[0].friction: expected a number, {along, across, direction}, "
        "{static, dynamic, speed}, {of, table}, {tresca}, {polygon, direction} or sticking"},
       {"friction: 0.5}", "friction: {static: 0.2, dynamic: 0.3}}",
        "s.yaml:7:51: contacts[0].friction.static: friction at rest is not below that in motion: "
        "0.2 < 0.3"},
       {"friction: 0.5}", "friction: slippery}",
        "s.yaml:7:42: contacts[0].friction: expected a number not below 0, found 'slippery'"},
       {"friction: 0.5}", "friction: {tresca: -1}}",
        "s.yaml:7:51: contacts[0].friction.tresca: expected a number not below 0, found '-1'"},
       {"friction: 0.5}", "friction: 0.5, restitution: {superelastic: 0.5}}",
        "s.yaml:7:75: contacts[0].restitution.superelastic: expected a number not below 1, found "
        "'0.5'"},
       {"friction: 0.5}", "friction: 0.5, restitution: {table: [[0, 0.9], [1, 1.1]]}}",
        "s.yaml:7:79: contacts[0].restitution.table[1]: a coefficient of restitution is not above "
        "1: 1.1"},
       {"friction: 0.5}", "friction: 0.5, cohesion: {force: 1, breaks: often}}",
        "s.yaml:7:76: contacts[0].cohesion.breaks: expected one of never, opening, slip, found "
        "'often'"},
       {"friction: 0.5}", "friction: 0.5, cohesion: 1, attraction: {force: 1, range: 1}}",
        "s.yaml:7:60: 'cohesion' and 'attraction' cannot both be given in contacts[0]"},
       {"friction: 0.5}", "friction: 0.5, attraction: {force: 1}}",
        "s.yaml:7:59: missing key 'range' in contacts[0].attraction"},
       {"friction: 0.5}",
        "friction: 0.5, joint: {normal_stiffness: 1, tangential_stiffness: 1, theta: 0.4}}",
        "s.yaml:7:108: contacts[0].joint.theta: expected a number from 0.5 to 1, found '0.4'"},
       {"friction: 0.5}",
        "friction: 0.5, adhesion: {normal_stiffness: 1, tangential_stiffness: 9, "
        "normal_strength: 2, tangential_strength: 1, normal_energy: 1, tangential_energy: 1}}",
        "s.yaml:7:76: contacts[0].adhesion.normal_stiffness: too soft: at strength 2 it would hold "
        "more energy than breaks it; at least 2 here"}});
}

TEST(SceneErrors, Motions_AndLoads_ThatMakeNoSense) {
  expect_said(
      plane_scene,
      {{"fixed: true", "motion: {sinusoid: {amplitude: [1, 0]}}",
        "s.yaml:10:75: missing key 'frequency' in bodies[0].motion.sinusoid; in turns a unit of "
        "time; or 'period'"},
       {"fixed: true", "motion: {sinusoid: {frequency: 1}}",
        "s.yaml:10:75: bodies[0].motion.sinusoid: give 'amplitude', 'angle' or both"},
       {"fixed: true", "motion: {sinusoid: {amplitude: [1, 0], frequency: 1, period: 1}}",
        "s.yaml:10:109: 'frequency' and 'period' cannot both be given in "
        "bodies[0].motion.sinusoid"},
       {"fixed: true", "motion: {ramp: {velocity: [1, 0]}}",
        "s.yaml:10:71: missing key 'over' in bodies[0].motion.ramp"},
       {"fixed: true", "motion: {table: {file: absent.csv}}",
        "s.yaml:10:79: bodies[0].motion.table.file: cannot read table 'absent.csv': No such file "
        "or directory"},
       {"fixed: true", "motion: {table: {times: [0, 0], x: [0, 1]}}",
        "s.yaml:10:80: bodies[0].motion.table.times: times must increase: row 2 has 0 after 0"},
       {"fixed: true", "motion: {table: {times: [0, 1], x: [0]}}",
        "s.yaml:10:91: bodies[0].motion.table.x: expected 2 numbers, one a time, found 1"},
       {"fixed: true", "motion: {table: {times: [0, 1]}}",
        "s.yaml:10:72: bodies[0].motion.table: the table gives none of x, y, angle"},
       {"bodies:", "loads: [{spring: {body: ball, to: [0, 5], stiffness: 1e12}}]\nbodies:",
        "s.yaml:4:14: time.step: 0.001 is too long for the springs; they are stable below "
        "0.0001772"},
       {"bodies:", "loads: [{spring: {between: [ball], stiffness: 1}}]\nbodies:",
        "s.yaml:9:28: loads[0].spring.between: expected two bodies [a, b]"},
       {"bodies:", "loads: [{spring: {to: [0, 5], stiffness: 1}}]\nbodies:",
        "s.yaml:9:18: missing key 'body' in loads[0].spring; or 'between', two bodies"},
       {"bodies:", "loads: [{force: [1, 0]}]\nbodies:",
        "s.yaml:9:9: missing key 'on' in loads[0]; a name, a list of names, or all"},
       {"bodies:", "loads: [{forse: [1, 0], on: ball}]\nbodies:",
        "s.yaml:9:9: loads[0]: expected a load: force, torque, spring, drag or pressure\n"
        "s.yaml:9:10: unknown key 'forse' in loads[0]; did you mean 'force'?"}});
}

TEST(SceneErrors, WholeScene_EmptyOrOverlapping) {
  expect_said(plane_scene,
              {{"[0, 2]", "[0, 0.9]",
                "s.yaml:11:5: bodies 'floor' and 'ball' overlap by 0.1 at the start, 0.1 of the "
                "smaller one's size; move them apart or raise limits.overlap, now 0.01"},
               {"name: ball", "name: ball, fixed: true",
                "s.yaml:1:1: the scene has no free body: nothing would move"}});
  EXPECT_EQ(complaints(""), "s.yaml: the scene is empty");
  EXPECT_EQ(complaints("[1, 2]"), "s.yaml:1:1: a scene is a map: talus: 1, dimension: 2, ...");
  EXPECT_EQ(complaints("talus: [1\ndimension: 2\n"),
            "s.yaml:2:10: not valid YAML: end of sequence flow not found");
  EXPECT_EQ(complaints(plane_scene + "---\nmore\n"),
            "s.yaml:13:1: a second document ('---'); a scene is one document");
}

TEST(SceneErrors, Several_AreReportedTogether_InTheOrderOfTheFile) {
  std::string text = with(plane_scene, "time", "tme");
  text = with(text, "friction", "frction");
  text = with(text, "radius: 1", "radius: -1");
  text = with(text, "[0, 2]", "[0, 2, 3]");
  EXPECT_EQ(
      complaints(text),
      "s.yaml:1:1: missing key 'time' in the scene; as in time: {step: 1e-3, end: 5}\n"
      "s.yaml:4:1: unknown key 'tme' in the scene; did you mean 'time'?\n"
      "s.yaml:7:5: missing key 'friction' in contacts[0]; write friction: 0 for smooth contact\n"
      "s.yaml:7:32: unknown key 'frction' in contacts[0]; did you mean 'friction'?\n"
      "s.yaml:11:41: bodies[1].shape.disk.radius: expected a positive number, found '-1'\n"
      "s.yaml:11:74: bodies[1].position: expected 2 numbers [x, y], found 3 of them");
}

TEST(SceneErrors, File_ThatIsNotThere) {
  try {
    load_scene("absent.yaml");
    FAIL();
  } catch (const SceneError& e) {
    EXPECT_STREQ(e.what(), "absent.yaml: cannot read the scene: No such file or directory");
  }
}

TEST(SceneErrors, PolygonsOfFriction_MustBeConvexAroundTheOrigin) {
  const auto complaint = [](const std::string& corners) -> std::string {
    try {
      space(with(space_scene, "friction: 0.5",
                 "friction: {polygon: " + corners + ", direction: [1, 0, 0]}"));
    } catch (const SceneError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(complaint("[[1, 0], [0, 1]]").find("expected 3 corners or more, found 2"),
            std::string::npos);
  EXPECT_NE(complaint("[[1, 0], [-1, -1], [0, 1]]").find("not convex and counter-clockwise"),
            std::string::npos);
  EXPECT_NE(complaint("[[1, 0], [2, 0], [2, 1]]").find("the origin must lie inside"),
            std::string::npos);
  EXPECT_EQ(complaint("[[1, 0], [0, 1], [-1, -1]]"), "");
}

TEST(SceneWarnings, GapForm_IsNotForLargeCollections) {
  const auto warnings = [](int bodies) {
    std::string text = with(plane_scene, "friction: 0.5}", "friction: 0.5, form: gap}");
    for (int i = 0; i < bodies; ++i) {
      text.append("  - {shape: {disk: {radius: 0.1}}, material: stone, position: [");
      text.append(std::to_string(10 + i));
      text.append(", 5]}\n");
    }
    return plane(text).warnings;
  };
  EXPECT_EQ(warnings(20).size(), 0U);
  const auto many = warnings(250);
  ASSERT_EQ(many.size(), 1U);
  EXPECT_NE(many[0].text().find("quasi_inelastic or velocity is for large collections"),
            std::string::npos);
}

TEST(SceneWarnings, OddThings_AreAllowed) {
  const auto warning = [](const std::string& text) {
    const auto warnings = plane(text).warnings;
    return warnings.size() == 1 ? warnings[0].text()
                                : std::to_string(warnings.size()) + " warnings";
  };
  EXPECT_EQ(plane(plane_scene).warnings.size(), 0U);
  EXPECT_EQ(warning(with(plane_scene, "fixed: true", "fixed: true, mass: 1")),
            "s.yaml:10:75: bodies[0].mass: not used, the body is not free");
  EXPECT_EQ(
      warning(plane_scene +
              "  - {shape: {segment: {from: [3, 1], to: [4, 1]}}, material: stone, mass: 1}\n"
              "  - {shape: {segment: {from: [3, 2], to: [4, 2]}}, material: stone, mass: 1}\n"),
      "s.yaml:13:5: bodies 'body_2' (segment) and 'body_3' (segment) pass through each other: "
      "there is no contact between these shapes unless detection.forecast is on");
}

TEST(SceneWarnings, RepairsOfShapes_AreStated) {
  const auto only = [](const std::vector<Diagnostic>& warnings) {
    return warnings.size() == 1 ? warnings[0].text()
                                : std::to_string(warnings.size()) + " warnings";
  };
  const std::string polygon = "  - {material: stone, position: [9, 9], shape: {polygon: {corners: ";
  EXPECT_EQ(only(plane(plane_scene + polygon + "[[0, 0], [0, 1], [1, 1], [1, 0]]}}}\n").warnings),
            "s.yaml:12:68: bodies[2].shape.polygon.corners: the corners go clockwise: taken the "
            "other way round");
  EXPECT_EQ(plane(plane_scene + polygon + "[[0, 0], [1, 0], [1, 1], [0, 1]]}}}\n").warnings.size(),
            0U);
  const std::string hull =
      "  - {material: stone, position: [9, 9, 9], shape: {polyhedron: {points: "
      "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]]}}}\n";
  EXPECT_NE(
      only(space(space_scene + hull).warnings).find("points 2 and 4 are the same: counted once"),
      std::string::npos);
}

TEST(SceneErrors, ChainOfRepeatedPoints_NamesThem) {
  try {
    plane(plane_scene +
          "  - {material: stone, fixed: true, position: [9, 9], shape: {chain: {closed: true, "
          "points: [[0, 0], [1, 0], [0, 0]]}}}\n");
    FAIL();
  } catch (const SceneError& e) {
    EXPECT_NE(std::string(e.what()).find("points 3 and 1 of the chain are the same"),
              std::string::npos)
        << e.what();
  }
}

// Random grains that are not round.
#include "talus/io/grain_shapes.hpp"

#include "talus/contact/detect.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;

namespace {

constexpr double pi = std::numbers::pi;

Scene<2> plane_grains(const std::string& shape, const std::string& seed = "3") {
  return plane(plane_scene +
               "generate:\n  - random: {name: g, material: stone, count: 200, radius: {uniform: "
               "[0.1, 0.3]}, box: {from: [-6, 4], to: [6, 14]}, seed: " +
               seed + ", shape: " + shape + "}\n");
}

Scene<3> space_grains(const std::string& shape) {
  return space(space_scene +
               "generate:\n  - random: {name: g, material: stone, count: 100, radius: {uniform: "
               "[0.1, 0.3]}, box: {from: [-2, -2, 4], to: [2, 2, 9]}, shape: " +
               shape + "}\n");
}

template <int D>
std::size_t touching(const Scene<D>& scene) {
  Contacts<D> contacts;
  DetectScratch<D> scratch;
  detect<D>(scene.model, scene.state.x, scene.state.r, {}, DetectOptions{.closed_only = true},
            scratch, contacts);
  return contacts.count();
}

/// Corners lie in the box, and on the ball about the own frame's origin, whose radius is returned.
template <int D>
double radius_of(const Scene<D>& scene, std::size_t s, const Vec<D>& low, const Vec<D>& high) {
  const auto body = static_cast<std::size_t>(scene.model.owner[s]);
  const Pose<D> pose = compose(scene.state.pose(body), scene.model.placement[s]);
  const Vec<D> origin = scene.model.own_pose(static_cast<int>(body), scene.state).x;
  double radius = 0;
  for (const auto& v : std::get<Hull<D>>(scene.model.shape[s]).polytope->vertex) {
    const Vec<D> p = to_world(pose, v);
    EXPECT_GE((p - low).minCoeff(), -1e-12);
    EXPECT_GE((high - p).minCoeff(), -1e-12);
    const double r = (p - origin).norm();
    if (radius == 0) radius = r;
    EXPECT_NEAR(r, radius, 1e-13);
  }
  EXPECT_GE(radius, 0.1 - 1e-13);
  EXPECT_LE(radius, 0.3 + 1e-13);
  return radius;
}

}  // namespace

/// Rounded ones touch the ball about them with their ends, and keep their proportions.
TEST(RandomGrains, CapsulesAndCylinders_FitTheirBalls) {
  const auto capsules = space_grains("{capsule: {proportions: [3, 1]}}");
  const auto cylinders = space_grains("cylinder");
  EXPECT_EQ(touching(capsules), 0U);
  EXPECT_EQ(touching(cylinders), 0U);
  for (std::size_t s = 2; s < 102; ++s) {
    const auto& capsule = std::get<Capsule<3>>(capsules.model.shape[s]);
    EXPECT_NEAR(capsule.half_length, 1.5 * capsule.radius, 1e-15);
    EXPECT_GE(capsule.half_length + capsule.radius, 0.1 - 1e-15);
    EXPECT_LE(capsule.half_length + capsule.radius, 0.3 + 1e-15);
    const auto& cylinder = std::get<Cylinder>(cylinders.model.shape[s]);
    EXPECT_NEAR(cylinder.half_length, cylinder.radius, 1e-15);
    EXPECT_GE(std::hypot(cylinder.half_length, cylinder.radius), 0.1 - 1e-15);
    EXPECT_LE(std::hypot(cylinder.half_length, cylinder.radius), 0.3 + 1e-15);
  }
}

TEST(RandomGrains, OfThePlane_FitTheirCircles) {
  for (const std::string shape : {"{regular: {sides: 5}}", "{polygon: {corners: [4, 9]}}", "box",
                                  "{box: {proportions: [3, 1]}}"}) {
    SCOPED_TRACE(shape);
    const auto scene = plane_grains(shape);
    ASSERT_EQ(scene.model.body_count(), 202U);
    EXPECT_EQ(touching(scene), 0U);
    double before = 1;
    for (std::size_t s = 2; s < 202; ++s) {
      const double r = radius_of<2>(scene, s, {-6, 4}, {6, 14});
      EXPECT_LE(r, before + 1e-13);  // the largest first
      before = r;
      const auto corners = std::get<Hull<2>>(scene.model.shape[s]).polytope->vertex.size();
      EXPECT_GE(corners, 4U);
      EXPECT_LE(corners, 9U);
      const double area = scene.model.mass[s] / 2500;
      if (shape[1] == 'r') {
        EXPECT_NEAR(area, 2.5 * r * r * std::sin(0.4 * pi), 1e-12);
      }
      if (shape == "box") {
        EXPECT_NEAR(area, 2 * r * r, 1e-12);
      }
      if (shape[1] == 'b') {  // sides 2 r (3, 1)/sqrt(10)
        EXPECT_NEAR(area, 4 * 0.3 * r * r, 1e-12);
      }
    }
  }
}

TEST(RandomGrains, OfSpace_FitTheirSpheres) {
  for (const std::string shape :
       {"{polyhedron: {corners: 12}}", "{polyhedron: {corners: [4, 20]}}", "box"}) {
    SCOPED_TRACE(shape);
    const auto scene = space_grains(shape);
    ASSERT_EQ(scene.model.body_count(), 102U);
    EXPECT_EQ(touching(scene), 0U);
    for (std::size_t s = 2; s < 102; ++s) {
      const double r = radius_of<3>(scene, s, {-2, -2, 4}, {2, 2, 9});
      const auto& form = *std::get<Hull<3>>(scene.model.shape[s]).polytope;
      if (shape.find("12") != std::string::npos) {
        EXPECT_EQ(form.vertex.size(), 12U);
      }
      const double volume = scene.model.mass[s] / 2500;
      EXPECT_GE(volume, 0.01 * 4 * pi / 3 * r * r * r);
      if (shape == "box") {
        EXPECT_NEAR(volume, 8 * r * r * r / std::pow(3, 1.5), 1e-12);
      }
    }
  }
}

TEST(RandomGrains, Seeds_Reproduce) {
  const auto forms = [](const std::string& seed) {
    const auto scene = plane_grains("{polygon: {corners: 6}}", seed);
    return std::pair(state_hash(scene.state),
                     std::get<Hull<2>>(scene.model.shape[50]).polytope->vertex[2]);
  };
  EXPECT_EQ(forms("3"), forms("3"));
  EXPECT_NE(forms("3").first, forms("4").first);
  EXPECT_NE(forms("3").second, forms("4").second);
}

TEST(RandomGrains, Description_GivesTheSameScene) {
  for (const std::string shape : {"box", "disk", "{polygon: {corners: [4, 9]}}"}) {
    const AnyScene scene = plane_grains(shape);
    const auto again = parse_scene(describe(scene), "s.yaml");
    EXPECT_EQ(describe(again), describe(scene));
    EXPECT_EQ(state_hash(std::get<Scene<2>>(again).state),
              state_hash(std::get<Scene<2>>(scene).state));
  }
}

TEST(RandomGrains, OfOneSize_ShareTheirForm) {
  const auto scene = plane(plane_scene +
                           "generate:\n  - random: {material: stone, count: 9, radius: 0.2, shape: "
                           "{regular: {sides: 6}}, box: {from: [4, 4], to: [9, 9]}}\n");
  const auto& first = std::get<Hull<2>>(scene.model.shape[2]).polytope;
  for (std::size_t s = 3; s < 11; ++s) {
    EXPECT_EQ(std::get<Hull<2>>(scene.model.shape[s]).polytope, first);
  }
}

TEST(RandomGrains, KeepClearOfWhatIsThere) {
  // A table of 4 x 1 in the middle of the box, grains of another group, and a drum about all.
  const auto scene =
      plane(with(plane_scene, "  - {name: floor, shape: half_plane,",
                 "  - {name: table, shape: {box: {size: [4, 1]}}, material: ground, fixed: true, "
                 "position: "
                 "[20, 20]}\n  - {name: floor, shape: {drum: {radius: 5}}, position: [20, 20],") +
                "generate:\n"
                "  - random: {material: stone, count: 60, radius: 0.2, shape: {polygon: {corners: "
                "5}}, box: "
                "{from: [15, 15], to: [25, 25]}}\n"
                "  - random: {material: stone, count: 200, radius: 0.1, box: {from: [15, 15], to: "
                "[25, 25]}}\n",
            {{"bodies[2].position", "[20, 24]"}, {"bodies[2].shape.disk.radius", "0.5"}});
  ASSERT_EQ(scene.model.body_count(), 263U);
  EXPECT_EQ(touching(scene), 0U);
}

TEST(RandomGrains, Orientations_AreEvenlySpread) {
  Random random(5);
  constexpr int n = 4000;
  Vec<3> axis = Vec<3>::Zero();
  Vec<2> arm = Vec<2>::Zero();
  for (int i = 0; i < n; ++i) {
    axis += rotate<3>(random_rotation<3>(random), Vec<3>::UnitX()) / n;
    arm += rotate<2>(random_rotation<2>(random), Vec<2>::UnitX()) / n;
  }
  // Components of a random direction have variance 1/D: five standard deviations of their mean.
  EXPECT_LT(axis.cwiseAbs().maxCoeff(), 5 / std::sqrt(3.0 * n));
  EXPECT_LT(arm.cwiseAbs().maxCoeff(), 5 / std::sqrt(2.0 * n));
}

TEST(RandomGrains, Mistakes_AreExplained) {
  const auto said = [](const std::string& shape) {
    const std::string text = complaints(
        plane_scene + "generate:\n  - random: {material: stone, count: 2, radius: 1, box: " +
        "{from: [5, 5], to: [19, 19]}, shape: " + shape + "}\n");
    EXPECT_EQ(text.rfind("s.yaml:13:", 0), 0U) << text;
    return text;
  };
  EXPECT_NE(
      said("cube").find("unknown key 'cube' in generate[0].random.shape; keys here: disk, box, "
                        "regular, polygon"),
      std::string::npos)
      << said("cube");
  EXPECT_NE(said("polygon").find("'corners'"), std::string::npos);
  EXPECT_NE(said("{polygon: {corners: 2}}").find("expected a whole number from 3 on, found '2'"),
            std::string::npos)
      << said("{polygon: {corners: 2}}");
  EXPECT_NE(said("{polygon: {corners: [6, 4]}}").find("the smaller number first"),
            std::string::npos);
  EXPECT_NE(said("{polygon: {corners: 5000}}").find("at most 200 corners"), std::string::npos);
  EXPECT_NE(said("{box: {proportions: [1, 0]}}").find("must be positive"), std::string::npos);
  EXPECT_NE(said("{box: {}, disk: {}}").find("expected one of disk, box"), std::string::npos);
}

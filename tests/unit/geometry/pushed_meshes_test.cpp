// Bodies pushed a little into surfaces that are not convex. What is right then: there is a contact,
// none is deeper than the push, their points lie on the surface, and moved out along the normal of
// the deepest one by its depth the bodies touch, or what is left is seen again. Where they are
// nearest is known from when they were apart (rough_meshes_test.cpp proves that); distances are
// those from all triangles.
//
// A vertex p that came through the bottom of a hollow counts as over both sides of it, though its
// foot q on the plane of either lies beyond the edge there. The edge is the nearest part of the
// surface, so p is no farther from it than the push, d; it lies in the plane, which p is |gap|
// behind, so q is no farther from it than the root of d^2 - gap^2.
#include "unit/geometry/placed_bodies.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

struct PushedBody {
  samples::Convex<3> form;  ///< of a mesh, the surface only
  std::size_t kind;

  /// From a surface at rest.
  double distance(const Pose<3>& pose, const MeshSurface& surface) const {
    if (kind != test::mesh) {
      return test::distance_by_triangles(samples::placed(form.corners, pose), surface);
    }
    double best = 1e9;
    const auto& mesh = *std::get<TriangleMesh>(form.shape).surface;
    for (const auto& t : mesh.triangle) {
      best = test::distance_by_triangles(samples::placed(test::corners_of(mesh, t), pose), surface,
                                         best);
    }
    return best;
  }
};

PushedBody random_pushed(Random& random, std::size_t kind) {
  PushedBody out;
  out.kind = kind;
  if (kind == test::mesh) {
    out.form.shape = test::random_bumps(random);
  } else {
    out.form = test::random_body<3>(random, kind);
  }
  return out;
}

TriangleMesh random_surface(Random& random, bool field) {
  if (!field) return test::random_bumps(random);
  return TriangleMesh(
      test::ground(10, 0.5, [&](double, double) { return random.uniform(-0.2, 0.2); }));
}

Pose<3> place_in_front(Random& random, bool field) {
  if (!field) {
    return {random.uniform(1, 2.2) * samples::unit<3>(random), samples::rotation<3>(random)};
  }
  return {Vec<3>(random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), random.uniform(0.3, 2)),
          samples::rotation<3>(random)};
}

double distance_from(const MeshSurface& surface, const Vec<3>& point) {
  return test::distance_by_triangles({point}, surface);
}

/// False when the pair says nothing: it was not apart, or tips have passed each other.
bool check_pushed(const PushedBody& body, Pose<3> pose, const TriangleMesh& surface, double depth) {
  const MeshSurface& ground = *surface.surface;
  if (body.distance(pose, ground) < 1e-3) return false;
  std::vector<GapPoint<3>> apart;
  find_gaps<3>(body.form.shape, pose, surface, {}, 100, apart);
  const GapPoint<3> first = test::least(apart);
  pose.x -= (first.gap + depth) * first.normal;
  if (body.distance(pose, ground) > 1e-12) return false;
  std::vector<GapPoint<3>> found;
  find_gaps<3>(body.form.shape, pose, surface, {}, 0, found);
  if (found.empty()) {
    ADD_FAILURE() << "no contact";
    return false;
  }
  for (const auto& g : found) {
    EXPECT_GE(g.gap, -depth * (1 + 1e-6) - 1e-12);
    const double beside = std::sqrt(std::max(0.0, depth * depth - g.gap * g.gap));
    EXPECT_LE(distance_from(ground, g.point - 0.5 * g.gap * g.normal), beside + 1e-10);
  }
  const bool one_place = std::all_of(apart.begin(), apart.end(), [&](const auto& g) {
    const Vec<3> off =
        g.point + 0.5 * g.gap * g.normal - first.point - 0.5 * first.gap * first.normal;
    return g.gap > first.gap + 4 * depth || off.norm() < 30 * depth;
  });
  if (!one_place || testing::Test::HasFailure()) return true;
  // Where tips meet beside hollows a second plane may be left; three hold a body.
  constexpr double hair = 1e-6;
  int moves = 0;
  for (; !found.empty() && moves < 3; ++moves) {
    const GapPoint<3> deepest = test::least(found);
    pose.x += (hair - deepest.gap) * deepest.normal;
    found.clear();
    find_gaps<3>(body.form.shape, pose, surface, {}, 0, found);
  }
  EXPECT_TRUE(found.empty()) << "gap " << test::least(found).gap;
  const double distance = body.distance(pose, ground);
  EXPECT_LE(distance, hair + 1e-10);
  EXPECT_GT(distance, moves == 1 ? hair - 1e-10 : 0);
  return true;
}

int check_kinds(Random& random, int count) {
  int pairs = 0;
  for (const bool field : {false, true}) {
    for (const std::size_t kind : {test::wall, test::hull, test::mesh}) {
      PushedBody body;
      TriangleMesh surface = random_surface(random, field);
      for (int i = 0; i < count;) {
        body = random_pushed(random, kind);
        if (i % 8 == 0) surface = random_surface(random, field);
        const double depth = samples::scale(random, 1e-6, 1e-3);
        const bool counts = check_pushed(body, place_in_front(random, field), surface, depth);
        if (testing::Test::HasFailure()) {
          ADD_FAILURE() << "kind " << kind << ", field " << field << ", pushed by " << depth
                        << ", pair " << i;
          return pairs;
        }
        if (counts) ++i;
      }
      pairs += count;
    }
  }
  return pairs;
}

TEST(PushedMeshes, AreAsDeepAsTheyWerePushed) {
  Random random(97);
  EXPECT_EQ(check_kinds(random, 60), 360);
}

// Bodies a hair's breadth apart, less than what counts as the same place (1e-9 of the size):
// nothing of them is deep in the other, even for one who asks for overlaps only.
TEST(PushedMeshes, HairsBreadthApart_AreNotDeep) {
  Random random(98);
  const TriangleMesh surface = test::random_bumps(random);
  for (const std::size_t kind : {test::wall, test::hull, test::mesh, test::cylinder}) {
    for (int i = 0; i < 200; ++i) {
      const PushedBody body = random_pushed(random, kind);
      Pose<3> pose = place_in_front(random, false);
      const GapPoint<3> first = test::least_gap<3>(body.form.shape, pose, surface, {});
      if (first.gap < 1e-3) continue;
      pose.x -= (first.gap - samples::scale(random, 1e-12, 1e-8)) * first.normal;
      const double size =
          smaller_size(characteristic_size<3>(body.form.shape), characteristic_size<3>(surface));
      for (const auto& g : test::gaps(body.form.shape, pose, surface, {}, 0)) {
        EXPECT_GE(g.gap, -1e-9 * size) << kind << ", " << i;
      }
    }
  }
}

// A plate whose border cuts a little into a block: half of the block is behind the plate, and did
// not come through it. However the plate stands, the border's way out is the short one.
TEST(PushedMeshes, BorderOfAPlate_LeavesTheWayItCame) {
  // An L of which the plate cuts the end of the foot: a mesh that is not convex.
  const std::vector<Vec<2>> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  std::vector<Vec<3>> corner;
  for (const double z : {0.0, 1.0}) {
    for (const auto& p : outline) corner.emplace_back(p[0], p[1], z);
  }
  std::vector<std::array<int, 3>> triangle = {{0, 3, 1}, {1, 3, 2}, {0, 5, 3},  {3, 5, 4},
                                              {6, 7, 9}, {7, 8, 9}, {6, 9, 11}, {9, 10, 11}};
  for (int i = 0; i < 6; ++i) {
    const int next = (i + 1) % 6;
    triangle.push_back({i, next, next + 6});
    triangle.push_back({i, next + 6, i + 6});
  }
  Repairs none;
  const TriangleMesh ell(mesh_surface(corner, triangle, {.must_be_closed = true}, none));
  for (const double depth : {1e-6, 1e-4, 1e-2, 0.1}) {
    for (const double turn : {0.0, 0.3, -0.5, 1.0}) {
      // The plate stands across the axis x, turned about z, and its lower border is in the top.
      Pose<3> pose;
      const Vec<3> in_its_plane[2] = {Vec<3>(-std::sin(turn), std::cos(turn), 0), Vec<3>::UnitZ()};
      Mat<3> axes;
      axes << in_its_plane[0], in_its_plane[1], in_its_plane[0].cross(in_its_plane[1]);
      pose.r.q = Eigen::Quaterniond(axes);
      pose.x = Vec<3>(1.5, 0.5, 1 + 0.5 - depth);
      const auto found = test::gaps(Wall<3>{Vec<2>(2, 0.5)}, pose, ell, {}, 0);
      ASSERT_FALSE(found.empty()) << depth << ", turned by " << turn;
      for (const auto& g : found) {
        EXPECT_NEAR(g.gap, -depth, 1e-14) << "turned by " << turn;
        EXPECT_NEAR(g.normal[2], 1, 1e-14) << "turned by " << turn;
      }
    }
  }
}

}  // namespace
}  // namespace talus

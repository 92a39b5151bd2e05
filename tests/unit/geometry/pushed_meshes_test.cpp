// Bodies pushed a little into surfaces that are not convex. What is right then: there is a contact,
// none is deeper than the push, their points lie on the surface, and moved out along the normal of
// the deepest one by its depth the bodies touch. Where they are nearest is known from when they
// were apart (rough_meshes_test.cpp proves that); distances are those from all triangles.
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
    EXPECT_LE(distance_from(ground, g.point - 0.5 * g.gap * g.normal), 1e-10 + 1e-4 * depth);
  }
  const bool one_place = std::all_of(apart.begin(), apart.end(), [&](const auto& g) {
    const Vec<3> off =
        g.point + 0.5 * g.gap * g.normal - first.point - 0.5 * first.gap * first.normal;
    return g.gap > first.gap + 4 * depth || off.norm() < 30 * depth;
  });
  if (!one_place || testing::Test::HasFailure()) return true;
  constexpr double hair = 1e-6;
  const GapPoint<3> deepest = test::least(found);
  pose.x += (hair - deepest.gap) * deepest.normal;
  EXPECT_NEAR(body.distance(pose, ground), hair, 1e-10) << "gap " << deepest.gap;
  return true;
}

int check_kinds(Random& random, int count) {
  int pairs = 0;
  for (const bool field : {false, true}) {
    for (const std::size_t kind : {test::hull, test::mesh}) {
      if (field && kind == test::mesh) continue;  // 009: not all of its points are on the surface
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
  EXPECT_EQ(check_kinds(random, 60), 180);
}

}  // namespace
}  // namespace talus

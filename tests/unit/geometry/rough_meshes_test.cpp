// Random pairs with surfaces that are not convex, apart: bodies with bumps and dents, and fields of
// heights. The distance is the least of those from all triangles; a cylinder's from one triangle is
// that from a flat pyramid behind it.
#include "unit/geometry/placed_bodies.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

enum class Rough { bumps, field };

TriangleMesh random_rough(Random& random, Rough kind) {
  if (kind == Rough::bumps) return test::random_bumps(random);
  return TriangleMesh(
      test::ground(10, 0.5, [&](double, double) { return random.uniform(-0.2, 0.2); }));
}

/// The partner's centre is in front of the surface: with it, all that runs through no triangle.
Pose<3> place_in_front(Random& random, Rough kind) {
  if (kind == Rough::bumps) {
    return {random.uniform(1, 2.2) * samples::unit<3>(random), samples::rotation<3>(random)};
  }
  return {Vec<3>(random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), random.uniform(0.3, 2)),
          samples::rotation<3>(random)};
}

double distance_from_pyramids(const Cylinder& c, const Pose<3>& pose, const MeshSurface& surface,
                              Rough kind) {
  const double reach = std::hypot(c.radius, c.half_length);
  double best = 1e9;
  for (const auto& t : surface.triangle) {
    auto corners = test::corners_of(surface, t);
    const Vec<3> middle = (corners[0] + corners[1] + corners[2]) / 3;
    const test::AroundPoints around(corners);
    if ((around.centre - pose.x).norm() - around.radius - reach > best) continue;
    corners.push_back(kind == Rough::bumps ? Vec<3>(0.9 * middle) : middle - 0.1 * Vec<3>::UnitZ());
    const Hull<3> pyramid(convex_hull(corners));
    best = std::min(best, test::least_gap<3>(c, pose, pyramid, {}).gap);
  }
  return best;
}

/// Of the cores, the surface at rest.
double distance_by_force(const samples::Convex<3>& body, const Pose<3>& pose,
                         const MeshSurface& surface, Rough kind) {
  if (const auto* c = std::get_if<Cylinder>(&body.shape)) {
    return distance_from_pyramids(*c, pose, surface, kind);
  }
  if (const auto* m = std::get_if<TriangleMesh>(&body.shape)) {
    double best = 1e9;
    for (const auto& t : m->surface->triangle) {
      const auto corners = samples::placed(test::corners_of(*m->surface, t), pose);
      best = test::distance_by_triangles(corners, surface, best);
    }
    return best;
  }
  return test::distance_by_triangles(samples::placed(body.corners, pose), surface);
}

/// Pairs that run through each other are not counted. Forms are made anew for every eighth one.
void check_rough(Random& random, std::size_t kind, Rough rough, int count) {
  samples::Convex<3> body;
  TriangleMesh surface = random_rough(random, rough);
  for (int i = 0; i < count;) {
    if (i % 8 == 0) {
      body = test::random_body<3>(random, kind);
      if (kind == test::mesh) body.shape = test::random_bumps(random);
      surface = random_rough(random, rough);
    }
    const Pose<3> local = place_in_front(random, rough);
    const double wanted = distance_by_force(body, local, *surface.surface, rough);
    if (wanted < 1e-6) continue;
    const Pose<3> of_surface = samples::pose<3>(random);
    const Pose<3> pose{to_world(of_surface, local.x), compose(of_surface.r, local.r)};
    const GapPoint<3> found = test::least_gap<3>(body.shape, pose, surface, of_surface);
    // A few dozen roundings of numbers of size 3, as in mesh_gap_test.cpp.
    ASSERT_NEAR(found.gap + body.radius, wanted, 1e-12)
        << kind << ", rough " << static_cast<int>(rough) << ", pair " << i;
    ++i;
  }
}

/// By what they cost: cylinders and second meshes are slow by force.
int share(std::size_t kind) {
  if (kind == test::cylinder) return 600;
  return kind == test::mesh ? 500 : 2850;
}

int check_all(Random& random, int divisor) {
  int pairs = 0;
  for (const Rough rough : {Rough::bumps, Rough::field}) {
    for (const std::size_t kind :
         {test::ball, test::wall, test::capsule, test::hull, test::cylinder, test::mesh}) {
      check_rough(random, kind, rough, share(kind) / divisor);
      if (::testing::Test::HasFatalFailure()) return pairs;
      pairs += share(kind) / divisor;
    }
  }
  return pairs;
}

TEST(RoughMeshes, Apart_GapIsTheDistance) {
  Random random(71);
  EXPECT_EQ(check_all(random, 50), 500);
}

class FullRoughMeshes : public ::testing::TestWithParam<std::uint64_t> {};

/// With those of every_pair_test.cpp ten million pairs.
TEST_P(FullRoughMeshes, Apart_GapIsTheDistance) {
  Random random(2000 + GetParam());
  EXPECT_EQ(check_all(random, 1), 25000);
}

INSTANTIATE_TEST_SUITE_P(Parts, FullRoughMeshes, ::testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace talus

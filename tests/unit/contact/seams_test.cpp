// A body made of parts touches as the whole does: seams between parts are felt by nobody, and what
// touches there touches once.
#include "talus/contact/detect.hpp"
#include "talus/geometry/convex_parts.hpp"

#include "support/samples.hpp"
#include "support/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace talus {
namespace {

using Outline = std::vector<Vec<2>>;

Hull<2> square(double half) { return Hull<2>(box_polytope(Vec<2>(half, half))); }

Wall<2> segment(const Vec<2>& from, const Vec<2>& to) {
  return Wall<2>{Vec<1>(0.5 * (to - from).norm())};
}

BodyDescription<2> chain(const Outline& points) {
  BodyDescription<2> out;
  out.prescribed = true;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec<2> along = points[i + 1] - points[i];
    out.shapes.push_back({segment(points[i], points[i + 1]),
                          {0.5 * (points[i] + points[i + 1]), {std::atan2(along[1], along[0])}},
                          0,
                          0});
  }
  return out;
}

BodyDescription<2> polygon(const std::vector<Outline>& parts) {
  BodyDescription<2> out;
  for (const auto& part : parts) out.shapes.push_back({Hull<2>(convex_polygon(part)), {}, 0, 1});
  return out;
}

BodyDescription<2> body_of(const Shape<2>& shape) {
  BodyDescription<2> out;
  out.shapes.push_back({shape, {}, 0, 1});
  out.mass = 1;
  out.inertia = Spin<2>::Ones();
  return out;
}

BodyDescription<2> placed(BodyDescription<2> body, const Pose<2>& pose) {
  body.pose = pose;
  return body;
}

struct Touch {
  Vec<2> point, normal;  ///< the normal towards the second body
  double gap;
  ContactId id;
};

/// Closed contacts of two bodies, from left to right.
std::vector<Touch> touches(const BodyDescription<2>& one, const BodyDescription<2>& two) {
  samples::World<2> world{ContactLaw{}};
  world.model.add(one, world.state);
  world.model.add(two, world.state);
  DetectScratch<2> scratch;
  Contacts<2> found;
  detect(world.model, world.state.x, world.state.r, {}, {}, scratch, found);
  std::vector<Touch> out;
  for (std::size_t c = 0; c < found.count(); ++c) {
    const Vec<2> n = found.frame[c].col(0);
    out.push_back(
        {found.point[c], found.first[c] == 1 ? n : Vec<2>(-n), found.gap[c], found.id[c]});
  }
  std::sort(out.begin(), out.end(), [](const Touch& a, const Touch& b) {
    return std::pair(a.point[0], a.point[1]) < std::pair(b.point[0], b.point[1]);
  });
  return out;
}

void expect_same(const std::vector<Touch>& parts, const std::vector<Touch>& whole, double tolerance,
                 int number) {
  ASSERT_EQ(parts.size(), whole.size()) << number;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NEAR((parts[i].point - whole[i].point).norm(), 0, tolerance) << number;
    EXPECT_NEAR((parts[i].normal - whole[i].normal).norm(), 0, tolerance) << number;
    EXPECT_NEAR(parts[i].gap, whole[i].gap, tolerance) << number;
  }
}

const Outline straight_points = {{-3, 0}, {-1, 0}, {-0.4, 0}, {0.1, 0}, {0.7, 0}, {3, 0}};

Pose<2> turned(double angle) { return {Vec<2>::Zero(), {angle}}; }

}  // namespace

TEST(Seams, LOnAFloor_TouchesByItsTwoCorners) {
  const Outline l = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const auto parts = convex_parts(l);
  ASSERT_GT(parts.size(), 1U);
  BodyDescription<2> floor = body_of(HalfSpace<2>{});
  floor.prescribed = true;
  const auto found = touches(floor, polygon(parts));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR((found[0].point - Vec<2>(0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((found[1].point - Vec<2>(2, 0)).norm(), 0, 1e-15);
  EXPECT_EQ(touches(placed(floor, turned(0)), polygon(parts))[0].id, found[0].id);
}

// Wherever it is, however deep: also where a corner has passed a joint by less than its depth, and
// the end of the next segment is the nearest way out.
TEST(Seams, BoxOnAStraightChain_TouchesAsOnOneSegment) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double depth = random.below(4) == 0 ? 0 : std::pow(10, random.uniform(-9, -2));
    // What counts as parallel goes by the size of the smaller shape, so those that tilt are small.
    const bool tilts = random.below(2) == 0;
    const double half = tilts ? 0.1 : 0.5;
    // Some with a corner on a joint or within the depth of it.
    const double joint = straight_points[1 + random.below(4)][0];
    const double x = random.below(2) == 0 ? random.uniform(-1.5, 1.5)
                                          : joint - half + depth * random.uniform(-1, 1);
    const double tilt = tilts ? 5 * depth * random.uniform(-1, 1) : 0;
    const Pose<2> pose{Vec<2>(x, half - depth + half * std::abs(tilt)), {tilt}};
    const auto box = placed(body_of(square(half)), pose);
    const auto parts = touches(chain(straight_points), box);
    const auto whole = touches(chain({straight_points.front(), straight_points.back()}), box);
    expect_same(parts, whole, 1e-14, i);
  }
}

TEST(Seams, DiskOnAStraightChain_TouchesAsOnOneSegment) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const double depth = random.below(4) == 0 ? 0 : std::pow(10, random.uniform(-9, -2));
    const double joint = straight_points[1 + random.below(4)][0];
    const double x = random.below(4) == 0   ? joint
                     : random.below(2) == 0 ? random.uniform(-1.5, 1.5)
                                            : joint + depth * random.uniform(-1, 1);
    for (const Shape<2>& shape : {Shape<2>(Ball<2>{0.3}), Shape<2>(Capsule<2>{0.2, 0.3})}) {
      const double height = shape.index() == 0 ? 0.3 : 0.5;
      const auto body = placed(body_of(shape), {Vec<2>(x, height - depth), {}});
      const auto parts = touches(chain(straight_points), body);
      const auto whole = touches(chain({straight_points.front(), straight_points.back()}), body);
      // A disk that has passed a joint by less than 1e-9 of its size may be held by the joint.
      expect_same(parts, whole, 1e-9, i);
    }
  }
}

// In a hollow both sides push; on a ridge the vertex is one place.
TEST(Seams, BentChains_KeepTheirContacts) {
  const auto hollow = chain({{-2, 2}, {0, 0}, {2, 2}});
  EXPECT_EQ(touches(hollow, placed(body_of(Ball<2>{0.5}), {{0, 0.5 * std::sqrt(2)}, {}})).size(),
            2U);
  const double quarter = std::atan(1.0);
  EXPECT_EQ(
      touches(hollow, placed(body_of(square(0.5)), {{0, 0.5 * std::sqrt(2)}, {quarter}})).size(),
      4U);  // flush with both sides: the corner in the hollow twice, along either normal
  const auto ridge = chain({{-2, -1}, {0, 0}, {2, -1}});
  EXPECT_EQ(touches(ridge, placed(body_of(Ball<2>{0.5}), {{0, 0.5}, {}})).size(), 1U);
  EXPECT_EQ(touches(ridge, placed(body_of(square(0.5)), {{0, 0.5}, {}})).size(), 1U);
}

namespace {

Shape<2> random_partner(Random& random) {
  switch (random.below(4)) {
    case 0: return Ball<2>{random.uniform(0.1, 1)};
    case 1: return Capsule<2>{random.uniform(0.1, 0.5), random.uniform(0.05, 0.3)};
    case 2: return Wall<2>{Vec<1>(random.uniform(0.2, 1))};
    default: return square(random.uniform(0.1, 0.8));
  }
}

}  // namespace

// A convex polygon cut in three by two of its diagonals: what meets it meets the whole.
TEST(Seams, CutPolygon_TouchesAsTheWhole) {
  Random random(3);
  int met = 0;
  int more = 0;
  for (int i = 0; i < 2000; ++i) {
    Outline corners;
    const std::size_t n = 6;
    for (std::size_t k = 0; k < n; ++k) {
      const double angle =
          (static_cast<double>(k) + random.uniform(0, 0.7)) * 2 * std::numbers::pi / n;
      corners.emplace_back(std::cos(angle), std::sin(angle));
    }
    const std::vector<Outline> parts = {{corners[0], corners[1], corners[2]},
                                        {corners[0], corners[2], corners[3]},
                                        {corners[0], corners[3], corners[4], corners[5]}};
    const auto partner = body_of(random_partner(random));
    // Moved until the overlap is small.
    Pose<2> pose{Vec<2>(0, 0), {random.uniform(0, 7)}};
    const double toward = random.uniform(0, 7);
    const Vec<2> way(std::cos(toward), std::sin(toward));
    double low = 0;
    double high = 4;
    for (int k = 0; k < 60; ++k) {
      pose.x = 0.5 * (low + high) * way;
      (touches(polygon({corners}), placed(partner, pose)).empty() ? high : low) =
          0.5 * (low + high);
    }
    pose.x = (low - std::pow(10, random.uniform(-9, -3))) * way;
    const auto whole = touches(polygon({corners}), placed(partner, pose));
    const auto cut = touches(polygon(parts), placed(partner, pose));
    met += whole.empty() ? 0 : 1;
    for (const Touch& t : whole) {
      const auto same = [&](const Touch& u) {
        return (t.point - u.point).norm() + (t.normal - u.normal).norm() + std::abs(t.gap - u.gap) <
               1e-9;
      };
      ASSERT_EQ(std::count_if(cut.begin(), cut.end(), same), 1) << i;
    }
    more += cut.size() > whole.size() ? 1 : 0;
  }
  EXPECT_GT(met, 1900);
  // Where a corner is as far inside by one part's edge as by another's both count.
  EXPECT_LE(more, met / 1000);
}

// In space: a box on a field of triangles has its four corners as contacts, wherever it is.
TEST(Seams, BoxOnAFieldOfTriangles_TouchesByFourCorners) {
  std::vector<double> heights(21 * 21, 0.0);
  const TriangleMesh field(height_surface(heights, 21, 21, Vec<2>::Constant(0.1)));
  const Hull<3> box(box_polytope(Vec<3>(0.25, 0.15, 0.1)));
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    samples::World<3> world{ContactLaw{}};
    world.add(field, {}, true);
    const double depth = i % 3 == 0 ? 0 : 1e-3 * random.uniform();
    // On the grid's points, or anywhere.
    const Vec<2> at = i % 2 == 0 ? Vec<2>(-0.05, 0.05) : samples::vector<2>(random, 0.5);
    Pose<3> pose{Vec<3>(at[0], at[1], 0.1 - depth), {}};
    if (i % 5 == 0) {
      pose.r.q = Eigen::AngleAxisd(random.uniform(0, 3), Vec<3>(Vec<3>::UnitZ()));
    }
    world.add(box, pose);
    DetectScratch<3> scratch;
    Contacts<3> found;
    detect(world.model, world.state.x, world.state.r, {}, {}, scratch, found);
    ASSERT_EQ(found.count(), 4U) << i;
    for (std::size_t c = 0; c < 4; ++c) {
      EXPECT_NEAR(found.gap[c], -depth, 1e-14) << i;
      for (std::size_t d = 0; d < c; ++d) {
        EXPECT_GT((found.point[c] - found.point[d]).norm(), 0.29) << i;
      }
    }
  }
}

}  // namespace talus

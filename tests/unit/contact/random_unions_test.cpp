// Random pairs of bodies made of several shapes: chains, polygons that are cut into convex parts
// and compounds, against each other and every other shape of the plane; compounds in space. Gaps
// and normals against brute force where the cores of all parts are apart (rounded shapes may
// overlap); unions of parts that overlap: the least over all pairs of parts, each alone.
#include "unit/contact/unions.hpp"

#include <gtest/gtest.h>

namespace talus::random_unions_test {
namespace {

using test::add_compound;
using test::Kind;
using test::place;
using test::random_union;
using test::Union;

/// A few dozen roundings of numbers of size 3.
constexpr double exact = 1e-12;

template <int D>
void check_apart(const Union<D>& a, const Union<D>& b, const test::ForcedGap<D>& wanted) {
  const Contacts<D> found = test::contacts_of(test::described(a), test::described(b));
  ASSERT_GT(found.count(), 0U);
  const std::size_t least = test::deepest(found);
  ASSERT_NEAR(found.gap[least], wanted.gap, exact);
  if (!wanted.unique) return;
  ASSERT_LE((found.frame[least].col(0) - wanted.normal).norm(), 1e-7);
}

/// How many of the pairs had cores apart: else they are not counted, for parts say nothing of the
/// whole. Forms are made anew for every fourth pair.
int check_kinds(Random& random, Kind one, Kind other, int count) {
  Union<2> a;
  Union<2> b;
  int overlapped = 0;
  for (int i = 0; i < count;) {
    if (i % 4 == 0) {
      a = random_union(random, one);
      b = random_union(random, other);
    }
    place(random, a);
    place(random, b);
    const auto wanted = test::forced_gap(a, b);
    if (!wanted.cores_apart) continue;
    if (wanted.gap < 0) ++overlapped;
    check_apart(a, b, wanted);
    if (::testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << static_cast<int>(one) << " and " << static_cast<int>(other) << ", pair "
                    << i;
      return overlapped;
    }
    ++i;
  }
  return overlapped;
}

/// Every two kinds of which one at least has several parts.
int check_plane(Random& random, int count) {
  int pairs = 0;
  int overlapped = 0;
  for (int one = 0; one < test::kind_count; ++one) {
    for (int other = 0; other < test::kind_count; ++other) {
      const auto k = static_cast<Kind>(one);
      const auto l = static_cast<Kind>(other);
      if (test::is_thin(k) && test::is_thin(l)) continue;
      if (k < Kind::chain && l < Kind::chain) continue;
      overlapped += check_kinds(random, k, l, count);
      if (::testing::Test::HasFailure()) return pairs;
      pairs += count;
    }
  }
  EXPECT_GT(overlapped, pairs / 20);  // by their roundings
  return pairs;
}

/// Space: each pair of parts alone is proved elsewhere (every_pair_test.cpp, oracle_test.cpp); the
/// least of them is the body's, whether parts overlap or not.
Union<3> random_compound(Random& random) {
  Union<3> out;
  add_compound(random, out);
  samples::Convex<3> round;
  round.shape = samples::cylinder(random);
  if (random.below(2) == 0) out.add(round, samples::pose<3>(random, 0.7));
  return out;
}

template <int D>
void check_parts(const Union<D>& a, const Union<D>& b) {
  double least = 1e9;
  Vec<D> normal = Vec<D>::Zero();
  double second = 1e9;  // with another normal
  for (std::size_t i = 0; i < a.part.size(); ++i) {
    for (std::size_t j = 0; j < b.part.size(); ++j) {
      std::vector<GapPoint<D>> points;
      find_gaps<D>(a.part[i].shape, a.pose_of(i), b.part[j].shape, b.pose_of(j), 100, points);
      for (const auto& p : points) {
        if (p.gap < least) {
          if ((p.normal - normal).norm() > 1e-8) second = least;
          least = p.gap;
          normal = p.normal;
        } else if ((p.normal - normal).norm() > 1e-8) {
          second = std::min(second, p.gap);
        }
      }
    }
  }
  const Contacts<D> found = test::contacts_of(test::described(a), test::described(b));
  ASSERT_GT(found.count(), 0U);
  const std::size_t c = test::deepest(found);
  ASSERT_NEAR(found.gap[c], least, 1e-9);
  if (second > least + 1e-6) {
    ASSERT_LE((found.frame[c].col(0) - normal).norm(), 1e-7);
  }
}

void check_space(Random& random, int count) {
  Union<3> a;
  Union<3> b;
  for (int i = 0; i < count; ++i) {
    if (i % 4 == 0) {
      a = random_compound(random);
      b = random_compound(random);
    }
    place(random, a);
    place(random, b);
    check_parts(a, b);
    if (::testing::Test::HasFatalFailure()) FAIL() << "pair " << i;
  }
}

/// In a drum, or on a half-space, corners and roundings tell.
template <int D>
void check_unbounded(Random& random, const Union<D>& a) {
  Union<D> b;
  samples::Convex<D> vessel;
  const double radius = random.uniform(1, 3);
  const bool drum = random.below(2) == 0;
  if (drum) {
    vessel.shape = Drum<D>{radius};
  } else {
    vessel.shape = HalfSpace<D>{};
  }
  b.add(vessel);
  place(random, b);
  const Vec<D> axis = rotate<D>(b.pose.r, last_axis<D>());
  double least = 1e9;
  for (std::size_t i = 0; i < a.part.size(); ++i) {
    for (const auto& p : a.corners(i)) {
      const Vec<D> d = p - b.pose.x;
      const Vec<D> across = D == 3 ? Vec<D>(d - axis.dot(d) * axis) : d;
      const double gap = drum ? radius - across.norm() : axis.dot(d);
      least = std::min(least, gap - a.part[i].radius);
    }
  }
  const Contacts<D> found = test::contacts_of(test::described(a), test::described(b, true));
  ASSERT_GT(found.count(), 0U);
  const std::size_t c = test::deepest(found);
  ASSERT_NEAR(found.gap[c], least, exact);
  if (!drum) {
    ASSERT_LE((found.frame[c].col(0) - axis).norm(), exact);
  }
}

void check_all_unbounded(Random& random, int count) {
  for (int i = 0; i < count; ++i) {
    for (const auto kind : {Kind::chain, Kind::rounded_chain, Kind::cut_polygon, Kind::compound}) {
      Union<2> a = random_union(random, kind);
      place(random, a);
      check_unbounded(random, a);
      if (::testing::Test::HasFatalFailure()) FAIL() << i << ", kind " << static_cast<int>(kind);
    }
    Union<3> a;
    add_compound(random, a);
    place(random, a);
    check_unbounded(random, a);
    if (::testing::Test::HasFatalFailure()) FAIL() << i << " in space";
  }
}

TEST(RandomUnions, InThePlane_GapsAndNormalsAreThoseOfBruteForce) {
  Random random(91);
  EXPECT_EQ(check_plane(random, 200), 45 * 200);
}

TEST(RandomUnions, InSpace_TheLeastOfAllPairsOfParts) {
  Random random(92);
  check_space(random, 3000);
}

TEST(RandomUnions, OnFloorsAndInDrums_CornersTell) {
  Random random(93);
  check_all_unbounded(random, 1000);
}

class FullRandomUnions : public ::testing::TestWithParam<std::uint64_t> {};

/// Ten parts of 120 000 pairs.
TEST_P(FullRandomUnions, AreExact) {
  Random random(3000 + GetParam());
  EXPECT_EQ(check_plane(random, 2000), 45 * 2000);
  check_space(random, 20000);
  check_all_unbounded(random, 2000);
}

INSTANTIATE_TEST_SUITE_P(Parts, FullRandomUnions, ::testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace talus::random_unions_test

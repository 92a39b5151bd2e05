// Bodies of the plane that are not convex, pushed into each other by a little. What is right then:
//
// - a corner over the middle of an edge is as deep as it was pushed, along the edge's normal, and
//   so is each corner that came through an edge;
// - no contact is deeper than the push, and its points lie on both surfaces;
// - moved out along the normal of the deepest contact by its depth, the bodies touch.
#include "unit/contact/unions.hpp"

#include <gtest/gtest.h>

namespace talus::pushed_unions_test {
namespace {

using test::Kind;
using test::Union;

constexpr double exact = 1e-12;

std::vector<Union<2>::Line> placed_outline(const Union<2>& body) {
  std::vector<Union<2>::Line> out;
  for (const auto& l : body.outline) {
    out.push_back({to_world(body.pose, l.from), to_world(body.pose, l.to)});
  }
  return out;
}

using Lines = std::vector<Union<2>::Line>;

double length(const Union<2>::Line& l) { return (l.to - l.from).norm(); }

Vec<2> nearest(const Union<2>::Line& l, const Vec<2>& p) {
  const Vec<2> along = l.to - l.from;
  return l.from + std::clamp(along.dot(p - l.from) / along.squaredNorm(), 0.0, 1.0) * along;
}

double turned(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

bool cross(const Union<2>::Line& k, const Union<2>::Line& l) {
  const auto side = [](const Union<2>::Line& m, const Vec<2>& p) {
    return turned(m.to - m.from, p - m.from) > 0;
  };
  return side(k, l.from) != side(k, l.to) && side(l, k.from) != side(l, k.to);
}

bool cross(const Lines& a, const Lines& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& k) {
    return std::any_of(b.begin(), b.end(), [&](const auto& l) { return cross(k, l); });
  });
}

double distance(const Lines& lines, const Vec<2>& p) {
  double best = 1e9;
  for (const auto& l : lines) best = std::min(best, (nearest(l, p) - p).norm());
  return best;
}

/// Of outlines that do not cross.
double distance(const Lines& a, const Lines& b) {
  double best = 1e9;
  for (const auto& l : a) best = std::min(best, distance(b, l.from));
  for (const auto& l : a) best = std::min(best, distance(b, l.to));
  for (const auto& l : b) best = std::min(best, distance(a, l.from));
  for (const auto& l : b) best = std::min(best, distance(a, l.to));
  return best;
}

/// A corner near a line.
struct Near {
  double gap;
  Vec<2> normal;  ///< from b to a
  Vec<2> corner;
  Union<2>::Line line;
  bool of_a;   ///< the corner
  bool local;  ///< the corner's neighbours are farther off
};

void add_near(const Lines& corners, const Lines& lines, bool of_a, std::vector<Near>& out) {
  for (const auto& k : corners) {
    for (const Vec<2>& v : {k.from, k.to}) {
      for (const auto& l : lines) {
        const Vec<2> d = v - nearest(l, v);
        const Vec<2> n = d.normalized();
        const bool local = std::all_of(corners.begin(), corners.end(), [&](const auto& m) {
          // Edges that are nearly parallel are taken for flush: their normal is the mean one.
          if ((m.from - v).norm() < 1e-12) return n.dot(m.to - v) > 1e-3;
          if ((m.to - v).norm() < 1e-12) return n.dot(m.from - v) > 1e-3;
          return true;
        });
        out.push_back({d.norm(), of_a ? n : Vec<2>(-n), v, l, of_a, local});
      }
    }
  }
}

/// Whether a line's end is a tip so sharp that its other side may be nearer to a point 30 depths
/// off.
bool ends_sharply(const Union<2>::Line& line, const Lines& all) {
  const auto sharp = [&](const Vec<2>& tip, const Vec<2>& other_end) {
    return std::any_of(all.begin(), all.end(), [&](const auto& m) {
      const Vec<2> along = (other_end - tip).normalized();
      const auto meets = [&](const Vec<2>& at, const Vec<2>& far) {
        if ((at - tip).norm() > 1e-12 || (far - other_end).norm() < 1e-12) return false;
        return along.dot((far - tip).normalized()) > std::cos(0.1);
      };
      return meets(m.from, m.to) || meets(m.to, m.from);
    });
  };
  return sharp(line.from, line.to) || sharp(line.to, line.from);
}

struct Pushed {
  double depth;
  Vec<2> by;  ///< what a was moved
};

/// Corners that came through the middle of an edge are contacts.
void check_corners(const std::vector<Near>& near, const Pushed& pushed, const Lines& a,
                   const Lines& b, const Contacts<2>& found) {
  for (const auto& k : near) {
    if (!k.local || k.gap > 2 * pushed.depth + pushed.by.norm()) continue;
    const double gap = k.gap + k.normal.dot(pushed.by);
    if (gap > -1e-9 || ends_sharply(k.line, k.of_a ? b : a)) continue;
    const Vec<2> along = (k.line.to - k.line.from).normalized();
    const double at = along.dot(k.corner + (k.of_a ? pushed.by : Vec<2>(-pushed.by)) - k.line.from);
    if (at < 30 * pushed.depth || at > length(k.line) - 30 * pushed.depth) continue;
    // Over its middle before, too: else it came round a corner.
    if (std::abs(k.normal.dot(along)) > 1e-9) continue;
    bool known = false;
    for (std::size_t c = 0; c < found.count(); ++c) {
      known = known || (std::abs(found.gap[c] - gap) < 1e-11 &&
                        (found.frame[c].col(0) - k.normal).norm() < 1e-7);
    }
    ASSERT_TRUE(known) << "a corner " << gap << " deep";
  }
}

/// Whether all that comes near is near one place.
bool is_one_place(const std::vector<Near>& near, const Near& first, double depth) {
  return std::all_of(near.begin(), near.end(), [&](const Near& k) {
    return k.gap > first.gap + 4 * depth || (k.corner - first.corner).norm() < 30 * depth;
  });
}

/// False when the pair says nothing: not apart, or with edges shorter than what a push is small
/// against.
bool check_pushed(const Union<2>& a, const Union<2>& b, double depth) {
  const Lines lines_a = placed_outline(a);
  const Lines lines_b = placed_outline(b);
  if (cross(lines_a, lines_b) || !test::forced_gap(a, b).cores_apart) return false;
  for (const auto& lines : {lines_a, lines_b}) {
    if (std::any_of(lines.begin(), lines.end(),
                    [&](const auto& l) { return length(l) < 100 * depth; })) {
      return false;
    }
  }
  std::vector<Near> near;
  add_near(lines_a, lines_b, true, near);
  add_near(lines_b, lines_a, false, near);
  const Near first = *std::min_element(near.begin(), near.end(),
                                       [](const auto& p, const auto& q) { return p.gap < q.gap; });
  if (first.gap < 1e-3) return false;  // its normal would be rounded
  const Pushed pushed{depth, -(first.gap + depth) * first.normal};
  Union<2> moved = a;
  moved.pose.x += pushed.by;
  const Lines now = placed_outline(moved);
  if (!cross(now, lines_b)) return false;  // two tips have passed each other
  const Contacts<2> found = test::contacts_of(test::described(moved), test::described(b));
  if (found.count() == 0) {
    ADD_FAILURE() << "no contact";
    return false;
  }
  const std::size_t c = test::deepest(found);
  EXPECT_LT(found.gap[c], 0);
  for (std::size_t k = 0; k < found.count(); ++k) {
    if (found.gap[k] > 0) continue;
    const Vec<2> half = 0.5 * found.gap[k] * found.frame[k].col(0);
    // Edges within 1e-4 of parallel push along their mean normal.
    const double beside = 1e-11 + 1e-4 * depth;
    EXPECT_GE(found.gap[k], -depth * (1 + 1e-9) - exact);
    EXPECT_LE(distance(now, Vec<2>(found.point[k] + half)), beside);
    EXPECT_LE(distance(lines_b, Vec<2>(found.point[k] - half)), beside);
  }
  check_corners(near, pushed, lines_a, lines_b, found);
  if (testing::Test::HasFailure() || !is_one_place(near, first, depth)) return true;
  constexpr double hair = 1e-7;
  moved.pose.x += (hair - found.gap[c]) * found.frame[c].col(0);
  const Lines out = placed_outline(moved);
  EXPECT_FALSE(cross(out, lines_b));
  EXPECT_NEAR(distance(out, lines_b), hair, 1e-11);
  return true;
}

int check_pairs(Random& random, int count) {
  constexpr Kind kinds[] = {Kind::wall, Kind::hull, Kind::chain, Kind::cut_polygon};
  int pairs = 0;
  for (const Kind one : kinds) {
    for (const Kind other : kinds) {
      if (test::is_thin(one) && test::is_thin(other)) continue;
      Union<2> a;
      Union<2> b;
      for (int i = 0; i < count;) {
        if (i % 4 == 0) {
          a = test::random_union(random, one);
          b = test::random_union(random, other);
        }
        test::place(random, a);
        test::place(random, b);
        const double depth = samples::scale(random, 1e-6, 1e-3);
        const bool counts = check_pushed(a, b, depth);
        if (testing::Test::HasFailure()) {
          ADD_FAILURE() << static_cast<int>(one) << " and " << static_cast<int>(other)
                        << ", pushed by " << depth << ", pair " << i;
          return pairs;
        }
        if (!counts) {
          if (random.below(50) == 0) i -= i % 4;  // a form that never says anything is left
          continue;
        }
        ++i;
      }
      pairs += count;
    }
  }
  return pairs;
}

TEST(PushedUnions, AreAsDeepAsTheyWerePushed) {
  Random random(95);
  EXPECT_EQ(check_pairs(random, 300), 12 * 300);
}

class FullPushedUnions : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(FullPushedUnions, AreAsDeepAsTheyWerePushed) {
  Random random(4000 + GetParam());
  EXPECT_EQ(check_pairs(random, 5000), 12 * 5000);
}

INSTANTIATE_TEST_SUITE_P(Parts, FullPushedUnions, ::testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace talus::pushed_unions_test

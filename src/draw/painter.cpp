#include "talus/draw/painter.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace talus {

namespace {

/// Parts shapes that touch: gaps of this part of their sizes still count as apart.
constexpr double slack = 1e-6;

/// Above this many pairs that overlap in the picture only middles are compared: of so many bodies
/// nobody sees which is in front.
constexpr std::size_t most_pairs = 5'000'000;

struct Piece {
  const Outline<3>* outline = nullptr;
  Bounds<2> seen;
  Vec<3> middle = Vec<3>::Zero();
  double nearness = 0;
  double size = 0;
};

Piece piece_of(const Outline<3>& outline, const Projection<3>& projection) {
  Piece out;
  out.outline = &outline;
  Bounds<3> box;
  add(outline, box);
  out.middle = box.middle();
  out.size = box.size();
  out.nearness = projection.nearness(out.middle);
  for (const auto& v : outline.core.vertex) out.seen.add(projection(v), outline.radius);
  return out;
}

/// How far all of b lies beyond the plane normal . x = level; negative when some of it does not.
double beyond(const Outline<3>& b, const Vec<3>& normal, double level) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& v : b.core.vertex) least = std::min(least, normal.dot(v));
  return least - b.radius - level;
}

/// 1 when b may cover a, -1 when a may cover b, 0 when this plane does not tell.
int covers_across(const Vec<3>& normal, const Vec<3>& to_eye) {
  const double towards = normal.dot(to_eye);
  return towards > slack ? 1 : towards < -slack ? -1 : 0;
}

/// The same, by the planes of a's faces.
int covers_by_faces(const Piece& a, const Piece& b, const Vec<3>& to_eye) {
  const double touch = slack * std::min(a.size, b.size);
  for (const auto& face : a.outline->core.face) {
    const auto first = static_cast<std::size_t>(face.vertex.front());
    const double level = face.normal.dot(a.outline->core.vertex[first]) + a.outline->radius;
    if (beyond(*b.outline, face.normal, level) < -touch) continue;
    if (const int found = covers_across(face.normal, to_eye); found != 0) return found;
  }
  return 0;
}

int covers(const Piece& a, const Piece& b, const Vec<3>& to_eye) {
  if (const int found = covers_by_faces(a, b, to_eye); found != 0) return found;
  if (const int found = covers_by_faces(b, a, to_eye); found != 0) return -found;
  const Vec<3> between = b.middle - a.middle;
  if (!(between.norm() > 0)) return 0;
  const Vec<3> normal = between.normalized();
  double level = -std::numeric_limits<double>::infinity();
  for (const auto& v : a.outline->core.vertex) level = std::max(level, normal.dot(v));
  level += a.outline->radius;
  if (beyond(*b.outline, normal, level) < -slack * std::min(a.size, b.size)) return 0;
  return covers_across(normal, to_eye);
}

bool overlap_along(const Bounds<2>& a, const Bounds<2>& b, int axis) {
  return a.low[axis] < b.high[axis] && b.low[axis] < a.high[axis];
}

/// Who must be painted after whom.
struct Rules {
  std::vector<std::vector<std::size_t>> after;
  std::vector<std::size_t> waits_for;
};

Rules find_rules(const std::vector<Piece>& pieces, const Vec<3>& to_eye) {
  Rules rules{std::vector<std::vector<std::size_t>>(pieces.size()),
              std::vector<std::size_t>(pieces.size(), 0)};
  std::vector<std::size_t> by_left(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) by_left[i] = i;
  std::stable_sort(by_left.begin(), by_left.end(), [&](std::size_t a, std::size_t b) {
    return pieces[a].seen.low[0] < pieces[b].seen.low[0];
  });
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < by_left.size(); ++k) {
    const std::size_t a = by_left[k];
    for (std::size_t l = k + 1; l < by_left.size(); ++l) {
      const std::size_t b = by_left[l];
      if (pieces[b].seen.low[0] >= pieces[a].seen.high[0]) break;
      if (!overlap_along(pieces[a].seen, pieces[b].seen, 1)) continue;
      if (++pairs > most_pairs) return rules;
      const int found = covers(pieces[a], pieces[b], to_eye);
      if (found == 0) continue;
      const std::size_t first = found > 0 ? a : b;
      const std::size_t second = found > 0 ? b : a;
      rules.after[first].push_back(second);
      ++rules.waits_for[second];
    }
  }
  return rules;
}

}  // namespace

std::vector<std::size_t> painting_order(const std::vector<Outline<3>>& outlines,
                                        const Projection<3>& projection) {
  std::vector<Piece> pieces;
  pieces.reserve(outlines.size());
  for (const auto& o : outlines) pieces.push_back(piece_of(o, projection));
  Rules rules = find_rules(pieces, projection.to_eye());
  // Of those that wait for nobody the farthest comes next; in a circle the farthest of all.
  const auto nearer = [&](std::size_t a, std::size_t b) {
    if (pieces[a].nearness != pieces[b].nearness) return pieces[a].nearness > pieces[b].nearness;
    return a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(nearer)> ready(nearer);
  std::vector<std::size_t> far_first(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    far_first[i] = i;
    if (rules.waits_for[i] == 0) ready.push(i);
  }
  std::sort(far_first.begin(), far_first.end(),
            [&](std::size_t a, std::size_t b) { return nearer(b, a); });
  std::vector<std::size_t> order;
  std::vector<char> painted(pieces.size(), 0);
  auto forced = far_first.begin();
  while (order.size() < pieces.size()) {
    std::size_t next = 0;
    if (!ready.empty()) {
      next = ready.top();
      ready.pop();
    } else {
      while (painted[*forced] != 0) ++forced;
      next = *forced;
    }
    if (painted[next] != 0) continue;
    painted[next] = 1;
    order.push_back(next);
    for (const auto other : rules.after[next]) {
      if (--rules.waits_for[other] == 0) ready.push(other);
    }
  }
  return order;
}

}  // namespace talus

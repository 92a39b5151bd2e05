#include "talus/geometry/nearest_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Placed = PlacedPolytope<3>;

/// A vertex or an edge of a polytope.
struct Feature {
  Vec<3> start, span;
  std::size_t from, to;  ///< vertices; equal for a vertex
  std::size_t edge;
};

/// Edges with an end within `depth` of the foremost vertex along `forward`, or the lone vertex.
void foremost(const Placed& p, const Vec<3>& forward, double depth, std::vector<Feature>& out) {
  out.clear();
  double front = -std::numeric_limits<double>::infinity();
  for (const auto& v : p.vertex) front = std::max(front, forward.dot(v));
  const double back = front - depth;
  const auto& edges = p.shape->edge;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto from = static_cast<std::size_t>(edges[e].from);
    const auto to = static_cast<std::size_t>(edges[e].to);
    if (std::max(forward.dot(p.vertex[from]), forward.dot(p.vertex[to])) < back) continue;
    out.push_back({p.vertex[from], p.vertex[to] - p.vertex[from], from, to, e});
  }
  if (edges.empty()) out.push_back({p.vertex[0], Vec<3>::Zero(), 0, 0, 0});
}

double foot(const Feature& f, const Vec<3>& point) {
  const double square = f.span.squaredNorm();
  return square > 0 ? std::clamp(f.span.dot(point - f.start) / square, 0.0, 1.0) : 0;
}

/// Place along both of the nearest points of two segments.
void nearest_places(const Feature& p, const Feature& q, double& s, double& t) {
  const double pp = p.span.squaredNorm();
  const double qq = q.span.squaredNorm();
  const double pq = p.span.dot(q.span);
  const Vec<3> d = p.start - q.start;
  const double determinant = pp * qq - pq * pq;
  s = 0;
  if (determinant > 1e-14 * pp * qq) {
    s = std::clamp((pq * q.span.dot(d) - qq * p.span.dot(d)) / determinant, 0.0, 1.0);
  }
  t = foot(q, p.start + s * p.span);
  s = foot(p, q.start + t * q.span);
}

std::size_t name(const Placed& p, const Feature& f, double place) {
  if (f.from == f.to || place <= 0) return f.from;
  if (place >= 1) return f.to;
  return p.vertex.size() + f.edge;
}

/// The part two parallel edges share, as places along the first.
void share(const Feature& p, const Feature& q, NearestFeatures& out) {
  const double pp = p.span.squaredNorm();
  const double qq = q.span.squaredNorm();
  if (pp == 0 || qq == 0 || p.span.cross(q.span).squaredNorm() > 1e-12 * pp * qq) return;
  const double one = p.span.dot(q.start - p.start) / pp;
  const double two = p.span.dot(q.start + q.span - p.start) / pp;
  const double low = std::max(0.0, std::min(one, two));
  const double high = std::min(1.0, std::max(one, two));
  if (high - low <= 1e-9) return;
  out.parallel = true;
  out.on_a = p.start + low * p.span;
  out.other_end_a = p.start + high * p.span;
  out.on_b = q.start + foot(q, out.on_a) * q.span;
  out.other_end_b = q.start + foot(q, out.other_end_a) * q.span;
}

}  // namespace

NearestFeatures nearest_features(const PlacedPolytope<3>& a, const PlacedPolytope<3>& b,
                                 const Vec<3>& direction, double separation, double tie) {
  // Some pair of vertices bounds the distance, and the nearest points then lie within what it
  // exceeds the separation by.
  const auto front = [](const Placed& p, const Vec<3>& forward) {
    return *std::max_element(
        p.vertex.begin(), p.vertex.end(),
        [&](const Vec<3>& x, const Vec<3>& y) { return forward.dot(x) < forward.dot(y); });
  };
  const double bound = (front(a, -direction) - front(b, direction)).norm();
  thread_local std::vector<Feature> of_a;
  thread_local std::vector<Feature> of_b;
  foremost(a, -direction, bound - separation + tie, of_a);
  foremost(b, direction, bound - separation + tie, of_b);
  NearestFeatures best{};
  best.distance = std::numeric_limits<double>::infinity();
  const Feature* edge_a = nullptr;
  const Feature* edge_b = nullptr;
  for (const auto& p : of_a) {
    for (const auto& q : of_b) {
      double s = 0;
      double t = 0;
      nearest_places(p, q, s, t);
      const Vec<3> on_a = p.start + s * p.span;
      const Vec<3> on_b = q.start + t * q.span;
      const double distance = (on_a - on_b).norm();
      if (distance >= best.distance) continue;
      best.distance = distance;
      best.on_a = on_a;
      best.on_b = on_b;
      best.feature_a = name(a, p, s);
      best.feature_b = name(b, q, t);
      edge_a = &p;
      edge_b = &q;
    }
  }
  best.start_a = edge_a->start;
  best.span_a = edge_a->span;
  best.start_b = edge_b->start;
  best.span_b = edge_b->span;
  best.edge_a = edge_a->edge;
  best.edge_b = edge_b->edge;
  share(*edge_a, *edge_b, best);
  return best;
}

}  // namespace talus

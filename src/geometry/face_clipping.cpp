#include "talus/geometry/face_clipping.hpp"

#include <algorithm>

namespace talus {

namespace {

using Kind = ClippedCorner::Kind;

/// A corner of the polygon being clipped and the line its edge to the next corner lies on.
struct Corner {
  ClippedCorner corner;
  bool along_base;   ///< the edge lies on a wall of the base, else on an edge of the incident loop
  std::size_t edge;  ///< number of that edge
};

/// Sutherland and Hodgman's clipping by one wall, remembering where corners come from.
class Wall {
 public:
  Wall(const std::vector<Vec<3>>& base, const Vec<3>& normal, std::size_t edge, double tie)
      : base_(base), edge_(edge), start_(base[edge]), tie_(tie) {
    const Vec<3> along = base[(edge + 1) % base.size()] - start_;
    outward_ = along.cross(normal).normalized();
  }

  void cut(const std::vector<Corner>& in, bool closed, std::vector<Corner>& out) const {
    out.clear();
    const std::size_t n = in.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Corner& here = in[i];
      const double d = outside(here);
      if (d <= tie_) out.push_back(here);
      if (i + 1 == n && !closed) break;
      const Corner& next = in[(i + 1) % n];
      const double e = outside(next);
      if ((d < -tie_ && e > tie_) || (d > tie_ && e < -tie_)) {
        out.push_back(crossing(here, next, d, e));
      }
    }
    mend_edges(out);
  }

 private:
  double outside(const Corner& c) const { return outward_.dot(c.corner.point - start_); }

  Corner crossing(const Corner& here, const Corner& next, double d, double e) const {
    Corner c = here;
    c.corner.point = here.corner.point + d / (d - e) * (next.corner.point - here.corner.point);
    if (here.along_base) {
      // Two walls of the base meet over one of its vertices: the start of the later edge.
      const bool after = (here.edge + 1) % base_.size() == edge_;
      c.corner = {c.corner.point, Kind::base_vertex, 0, after ? edge_ : here.edge};
    } else {
      c.corner = {c.corner.point, Kind::crossing, here.edge, edge_};
    }
    return c;
  }

  /// Edges between two corners on the wall lie along it.
  void mend_edges(std::vector<Corner>& polygon) const {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Corner& next = polygon[(i + 1) % polygon.size()];
      if (outside(polygon[i]) >= -tie_ && outside(next) >= -tie_) {
        polygon[i].along_base = true;
        polygon[i].edge = edge_;
      }
    }
  }

  const std::vector<Vec<3>>& base_;
  std::size_t edge_;
  Vec<3> start_;
  Vec<3> outward_;
  double tie_;
};

}  // namespace

void clip(const std::vector<Vec<3>>& incident, const std::vector<Vec<3>>& base,
          const Vec<3>& normal, double tie, std::vector<ClippedCorner>& out) {
  thread_local std::vector<Corner> polygon;
  thread_local std::vector<Corner> cut;
  polygon.clear();
  for (std::size_t i = 0; i < incident.size(); ++i) {
    polygon.push_back({{incident[i], Kind::incident_vertex, i, 0}, false, i});
  }
  const bool closed = incident.size() > 2;
  for (std::size_t edge = 0; edge < base.size() && !polygon.empty(); ++edge) {
    Wall(base, normal, edge, tie).cut(polygon, closed, cut);
    std::swap(polygon, cut);
  }
  out.clear();
  for (const auto& c : polygon) out.push_back(c.corner);
}

}  // namespace talus

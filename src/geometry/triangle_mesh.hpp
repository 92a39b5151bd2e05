// Surfaces of triangles, with the features contacts are named by. Triangles that lie in one plane
// side by side are one facet: how a flat is cut into triangles is nothing a body on it may feel.
#pragma once

#include "talus/geometry/box_tree.hpp"
#include "talus/geometry/point_triangle.hpp"
#include "talus/geometry/polytope.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace talus {

/// How the surface goes on across an edge.
enum class Bend : std::uint8_t { flat, convex, concave, border };

struct MeshSurface {
  struct Triangle {
    std::array<int, 3> vertex;  ///< counter-clockwise seen from outside
    std::array<int, 3> edge;    ///< edge k joins vertex k and the next
    int facet;
  };
  struct Edge {
    int from, to;
    int left, right;  ///< triangles that run from->to and to->from; -1: none
    Bend bend;
  };
  struct Facet {
    Vec<3> normal;  ///< outward
    double offset;  ///< of its plane from the origin, along the normal
  };

  std::vector<Vec<3>> vertex;
  std::vector<Triangle> triangle;
  std::vector<Edge> edge;
  std::vector<Facet> facet;
  std::vector<Vec<3>> vertex_normal;    ///< mean of the triangles around, weighted by their angles
  std::vector<std::uint8_t> is_smooth;  ///< of vertices: all edges there are flat
  std::vector<std::uint32_t> first_edge_at, edge_at;  ///< edges around each vertex, one after other
  BoxTree tree;                                       ///< of the triangles
  bool closed = false;                                ///< encloses a volume
  bool one_piece = false;                             ///< closed, and all of it hangs together
  bool convex = false;                                ///< of one piece, without hollows
  std::string open_at;                                ///< where it is not closed, in words

  /// How deep a point lies behind the surface, negative when it is outside; `limit` when the
  /// surface is not nearer than that and the point's side is not known.
  double depth(const Vec<3>& point, double limit) const;

 private:
  Vec<3> pseudo_normal(std::uint32_t triangle_number, const NearestOnTriangle& nearest) const;
};

/// What was changed in a surface before it could be used, one sentence each.
using Repairs = std::vector<std::string>;

struct MeshOptions {
  bool must_be_closed = false;
  bool corners_repeat = false;  ///< each triangle comes with its own corners: no repair to speak of
  bool check_crossing = true;
  /// How messages call a triangle, counted from 0; by its number from 1 when empty.
  std::function<std::string(std::size_t)> face_name = {};
};

/// A surface from corners and triangles (corners counted from 0). Equal corners are made one,
/// triangles without area and second copies of a triangle are left out, triangles that run against
/// their neighbours are turned round, and so is a closed surface that is inside out; a corner where
/// several sheets meet is made several. Every such repair is told. Refused with ShapeError, which
/// names the faces: edges of three triangles and more, surfaces with one side only or
/// that cross themselves, open ones where a closed one is needed.
MeshSurface mesh_surface(std::vector<Vec<3>> corners, std::vector<std::array<int, 3>> triangles,
                         const MeshOptions& options, Repairs& repairs);

/// The surface over a grid of heights, solid below: `height` holds rows along the first axis, one
/// row for each step along the second. Cells are cut along the diagonal from low to high.
MeshSurface height_surface(const std::vector<double>& height, int columns, int rows,
                           const Vec<2>& spacing);

/// The same surface somewhere else.
MeshSurface moved(const MeshSurface& surface, const Vec<3>& by);

/// Volume, centre and inertia; zero for an open surface.
Extent<3> extent(const MeshSurface& surface);

}  // namespace talus

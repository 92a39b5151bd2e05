// The part of a surface that one gap query looks at: all of a polytope, or of a mesh what is near
// its partner. Gap queries see the same features in both.
#pragma once

#include "talus/geometry/placed_polytope.hpp"
#include "talus/geometry/triangle_mesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace talus {

/// Everything is in world axes, from an origin near both partners. Names are numbers in the whole
/// surface and last as long as it does; all other numbers count within the patch.
struct SurfacePatch {
  struct Edge {
    std::uint32_t from, to;
    int left, right;  ///< facets; -1: none
    Bend bend;
    std::uint32_t name;
  };
  struct Facet {
    Vec<3> normal;
    double offset;
    std::uint32_t first_triangle, last_triangle;
    std::uint32_t name;
  };

  std::vector<Vec<3>> vertex;
  std::vector<Vec<3>> vertex_normal;  ///< zero where there is no outside
  std::vector<std::uint32_t> vertex_name;
  std::vector<std::uint8_t> is_smooth;
  std::vector<std::uint32_t> first_spoke;
  std::vector<Vec<3>> spoke;  ///< from each vertex to its neighbours
  std::vector<Edge> edge;
  std::vector<Facet> facet;
  std::vector<std::array<std::uint32_t, 3>> triangle;  ///< in the order of facets
  std::uint32_t vertex_total = 0;                      ///< of the whole surface
  std::uint32_t feature_total = 0;                     ///< vertices and edges of the whole surface
  double radius = 0;                                   ///< rounding about it
  bool solid = false;
  bool convex = false;     ///< the whole surface
  bool one_piece = false;  ///< the whole surface: closed, and all of it hangs together

  /// All of a polytope.
  void take(const PlacedPolytope<3>& polytope);
  /// What a mesh has near a box given in its own frame.
  void take(const MeshSurface& mesh, const Pose<3>& pose, const Vec<3>& origin,
            const AxisBox& near);

  /// Whether a direction points away from the matter at a vertex or an edge: whether it is a normal
  /// there. `slack` is how far, as a length, a neighbour may stick out.
  bool normal_at_vertex(std::uint32_t v, const Vec<3>& direction, double slack) const;
  bool normal_at_edge(const Edge& e, const Vec<3>& direction) const;
  /// Whether a point lies over or under a facet, along the facet's normal.
  bool covers(const Facet& f, const Vec<3>& point, double tie) const;
  /// Whether a point behind facet number f has come through the hollow beside it: what is nearest
  /// to it is an edge in a hollow, so that along the normals it lies over none of the facets there,
  /// though it touches them all. `gap` is the facet's.
  bool came_through_hollow(int f, const Vec<3>& point, double gap, double tie) const;
  /// Whether a point lies at least so deep behind the surface, part of which is known to lie within
  /// a distance. Thin bodies have no inside: always.
  bool deeper_than(const Vec<3>& point, double depth, double within) const;
  /// A polytope without inside: what lies behind one of its facets lies before the other.
  bool is_flat() const { return mesh_ == nullptr && !solid; }
  /// Of the facets around a vertex the one that looks most against a direction; -1: none.
  int facing(std::uint32_t v, const Vec<3>& direction) const;
  /// Of a place along an edge (0: its first vertex, 1: its last): whether a direction is a normal
  /// there, and the number of the feature, vertices first.
  bool normal_at(const Edge& e, double place, const Vec<3>& direction, double slack) const;
  std::uint32_t name_at(const Edge& e, double place) const;
  /// Whether the surface has a hollow within `reach` of a point.
  bool is_hollow_near(const Vec<3>& point, double reach) const;
  /// A feature's number squeezed into the bits contact ids have for it.
  std::uint32_t squeezed(std::uint32_t number) const;

 private:
  void clear();
  std::uint32_t local_vertex(const MeshSurface& mesh, int v, const Mat<3>& turn,
                             const Vec<3>& shift);

  const MeshSurface* mesh_ = nullptr;
  Mat<3> turn_ = Mat<3>::Identity();
  Vec<3> shift_ = Vec<3>::Zero();

  /// Numbers within the patch by name; an entry counts only if its stamp is the patch's own.
  struct Numbers {
    std::vector<std::uint32_t> stamp, number;
    void fit(std::size_t size);
  };
  Numbers vertex_number_, edge_number_;
  std::uint32_t stamp_ = 0;
  std::vector<std::pair<int, std::uint32_t>> chosen_;  ///< facet and triangle
};

/// Whether an edge of one passes through a facet of the other.
bool pierces(const SurfacePatch& one, const SurfacePatch& other, double tie);

}  // namespace talus

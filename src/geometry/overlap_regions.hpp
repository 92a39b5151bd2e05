// Where two solid surfaces run through each other: each region of overlap, and how to part them
// there.
#pragma once

#include "talus/geometry/surface_patch.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// A place where an edge of one surface comes through a triangle of the other.
struct Piercing {
  Vec<3> point;
  std::uint32_t edge_from, edge_to;  ///< vertices of the edge, the lower number first
  std::uint32_t facet;               ///< of the other
  bool edge_of_a;
};

/// One connected piece of what two bodies have in common, bounded by a curve both surfaces share.
struct OverlapRegion {
  /// From b to a: displaced along it, a leaves b with the most volume per way.
  Vec<3> normal;
  /// Points of a and b on a line along it, one straight before the other: of such lines through
  /// corners and through the middle of the region the one with the most of both bodies.
  Vec<3> of_a, of_b;
  double depth;        ///< how far apart they are
  double plane_depth;  ///< along the normal, until a plane parts what both have there
  AxisBox box;         ///< around the region
  std::vector<Vec<3>> inside_b, inside_a;  ///< corners of a inside b, and of b inside a
  std::vector<Piercing> rim;               ///< up to four corners of the curve, far from each other
};

/// How far a point inside a body is from where a ray leaves it; infinite when it does not.
double way_out(const SurfacePatch& body, const Vec<3>& from, const Vec<3>& direction, double tie);

/// Finds regions of two surfaces, and remembers its own memory from call to call.
class OverlapRegions {
 public:
  /// Curves around less than the square of `tie` are touches and left out. False when the surfaces
  /// do not run through each other at all.
  bool find(const SurfacePatch& a, const SurfacePatch& b, double tie);

  const std::vector<OverlapRegion>& regions() const { return region_; }
  /// Whether there is overlap of which no region tells: one body is through and through another.
  bool some_are_left_out() const { return some_are_left_out_; }

 private:
  struct Segment {
    Piercing from, to;  ///< so that what a has inside b lies to the left, seen from outside of a
    std::uint32_t of_a, of_b;  ///< triangles
    std::uint32_t region;      ///< number of a segment of the same region: its root's is its own
    std::uint32_t curve;       ///< number of the first segment of the same curve
  };
  struct Box {
    AxisBox box;
    std::uint32_t triangle;
  };
  /// A vertex inside the other body.
  struct Inside {
    std::uint32_t vertex;
    std::uint32_t segment;  ///< of its region
    bool of_a;
  };

  static void boxes(const SurfacePatch& s, const AxisBox& near, std::vector<Box>& out);
  void intersect(const SurfacePatch& a, std::uint32_t of_a, const SurfacePatch& b,
                 std::uint32_t of_b);
  std::uint32_t root(std::uint32_t segment);
  void join(std::uint32_t one, std::uint32_t other);
  void join_ends();
  void go_inside(const SurfacePatch& one, const SurfacePatch& other, bool of_a, double size);
  Vec<3> area_within(std::uint32_t curve) const;
  void describe(const SurfacePatch& a, const SurfacePatch& b, double tie);
  void find_deepest(const SurfacePatch& a, const SurfacePatch& b, std::uint32_t first,
                    const Vec<3>& centre, double tie, OverlapRegion& region);
  static void choose_rim(const std::vector<Piercing>& all, const Vec<3>& centre,
                         OverlapRegion& region);

  std::vector<Box> box_a_, box_b_;
  std::vector<Segment> segment_;
  std::vector<std::uint32_t> order_;
  std::vector<Inside> inside_;
  std::vector<std::uint32_t>
      owner_;  ///< of vertices of one surface: segment of the region, or none
  std::vector<OverlapRegion> region_;
  bool some_are_left_out_ = false;
};

}  // namespace talus

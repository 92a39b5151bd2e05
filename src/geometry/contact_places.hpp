// Places where two bodies that need not be convex are near each other, and which of them count.
#pragma once

#include "talus/geometry/gap.hpp"
#include "talus/geometry/placed_polytope.hpp"

#include <Eigen/Geometry>

#include <cstdint>
#include <functional>
#include <vector>

namespace talus {

/// How far ahead places are looked for, whatever the query wants: of bodies a hair's breadth apart
/// the far sides are behind each other, and only the place where they nearly touch tells that they
/// are not deep in each other.
double reach_ahead(const GapQuery<3>& query);

/// A query's places in groups that share a plane.
class ContactPlaces {
 public:
  /// Forgets all places. Points nearer to each other than `tie` are the same. `convex`: both bodies
  /// are known to be.
  void start(const Vec<3>& approach, double tie, bool convex);

  /// Facets of a and b, as numbers; -1: none.
  struct Flats {
    int of_a = -1, of_b = -1;
  };

  /// Begins a group with a normal from b to a. `deep`: some other part of a surface is nearer to
  /// the point inside it. `through`: behind a flat, where bodies overlap only if they run through
  /// it. `flats`: the places are corners of what these have in common.
  void begin(const Vec<3>& normal, bool deep, bool through = false, Flats flats = {-1, -1});
  /// Whether a group of the same flats is there that is as good.
  bool knows(Flats flats, double gap, bool deep) const;
  /// A place of the group between points p of a and q of b.
  void add(const Vec<3>& p, const Vec<3>& q, double gap, std::uint32_t feature);
  /// Ends the group; one without places was none.
  void end();
  /// A group of one place, unless it is known already.
  void single(const Vec<3>& p, const Vec<3>& q, const Vec<3>& normal, double gap,
              std::uint32_t feature, bool deep = false);

  /// Whether bodies overlap along a direction, between p and q, by about as much as these are
  /// apart.
  using Overlap = std::function<bool(const Vec<3>& p, const Vec<3>& q, const Vec<3>& direction)>;
  /// Leaves out places at which they do not, along the normals of all groups less deep; groups that
  /// would lose all are taken for deep ones.
  void doubt(const Overlap& overlap);
  /// Whether a group that is not deep touches within a box, or overlaps there.
  bool has_one_near(const Eigen::AlignedBox3d& box) const;
  /// Whether some group that is not deep, with its normal and least gap, is as asked for.
  bool has_one(const std::function<bool(const Vec<3>& normal, double gap)>& wanted) const;
  /// Lets the best of the deep groups count that touch within `depth` of a box, are no deeper than
  /// that and are not to be doubted. False when there is none.
  bool take_deep_near(const Eigen::AlignedBox3d& box, double depth, const Overlap& overlap);

  /// Whether a body is hollow within `reach` of the place between p and q.
  using Hollow = std::function<bool(const Vec<3>& p, const Vec<3>& q, double reach)>;
  /// Where both bodies are convex, or neither is hollow nearby, one plane parts them; of several it
  /// is the best. So it is with two flats, which have all their common corners in each group. Of
  /// planes deep behind something nearer the best counts, and only where there is nothing else.
  /// These, and places behind flats, count only if the bodies do run through each other.
  void choose(const Hollow& hollow, const std::function<bool()>& overlap);

  /// Appends gap points of the places that count, of bodies rounded by these radii.
  void emit(double radius_a, double radius_b, const GapQuery<3>& query,
            std::vector<GapPoint<3>>& out);

 private:
  struct Place {
    Vec<3> p, q;
    double gap;
    std::uint32_t feature;
    bool counts = true;
  };
  struct Group {
    Vec<3> normal;
    double gap;  ///< the least
    std::size_t first, last;
    bool deep, through;
    Flats flats;
    bool kept = true;
    std::size_t first_out = 0;  ///< its first gap point
  };

  bool is_doubtful(const Place& place, const Overlap& overlap) const;
  bool is_doubtful(const Group& g, const Overlap& overlap) const;
  bool comes_near(const Group& g, const Eigen::AlignedBox3d& box, double reach) const;
  bool gives_way(std::size_t i, std::size_t j) const;
  static bool same_flats(Flats one, Flats two);
  bool same_place(const Group& g, const Group& h, const Hollow& hollow) const;

  Vec<3> approach_ = Vec<3>::Zero();
  double tie_ = 0;
  bool convex_ = false;
  std::vector<Place> place_;
  std::vector<Group> group_;
};

}  // namespace talus

#include "talus/geometry/overlap_contacts.hpp"

#include "talus/geometry/contact_feature.hpp"
#include "talus/geometry/core_gap.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

/// Bodies overlap only near where their surfaces run through each other, unless one is all inside
/// the other; elsewhere what lies behind something is a far side, and need not be looked at.
void OverlapContacts::look(const SurfacePatch& a, const SurfacePatch& b, double tie, double size) {
  a_ = &a;
  b_ = &b;
  tie_ = tie;
  deepest_elsewhere_ = std::numeric_limits<double>::infinity();
  run_through_ = false;
  near_.clear();
  if ((a.convex && b.convex) || !a.solid || !b.solid || a.radius + b.radius > 0) return;
  run_through_ = regions_.find(a, b, tie);
  if (!a.one_piece || !b.one_piece || regions_.some_are_left_out()) return;
  const auto one_holds_the_other = [&] {
    return a.deeper_than(b.vertex[0], 0, size) || b.deeper_than(a.vertex[0], 0, size);
  };
  if (!run_through_ && one_holds_the_other()) return;
  deepest_elsewhere_ = same_line * size;
  for (const auto& region : regions_.regions()) {
    const Vec<3> around = Vec<3>::Constant(region.box.diagonal().norm());
    near_.emplace_back(region.box.min() - around, region.box.max() + around);
  }
}

bool OverlapContacts::may_be(double gap, const Vec<3>& point) const {
  return gap >= -deepest_elsewhere_ ||
         std::any_of(near_.begin(), near_.end(),
                     [&](const AxisBox& box) { return box.contains(point); });
}

/// Where no feature counts, the best that is no deeper than a plane which is known to part the
/// bodies; if there is none, the whole region is one contact.
void OverlapContacts::add_to(ContactPlaces& places) const {
  if (!run_through_) return;
  const ContactPlaces::Overlap overlap = [this](const Vec<3>& p, const Vec<3>& q, const Vec<3>& n) {
    return n.isZero(0) ? overlap_between(p, q) : is_as_deep_along(n, p, q);
  };
  places.doubt(overlap);
  for (const auto& region : regions_.regions()) {
    if (places.has_one_near(region.box)) {
      for (const auto& v : region.inside_b) free_corner(region, v, true, overlap, places);
      for (const auto& v : region.inside_a) free_corner(region, v, false, overlap, places);
    } else if (!places.take_deep_near(region.box, region.plane_depth + tie_, overlap)) {
      places.begin(region.normal, false);
      places.add(region.of_a, region.of_b, -region.depth, middle_name());
      for (const auto& p : region.rim) places.add(p.point, p.point, 0, rim_name(p));
    }
  }
}

/// Bodies with hollows may lie in each other with thin overlaps along several sides. Features at
/// the ends of such a sheet are far apart, and between them there is matter of both, but little
/// across. Where bodies do overlap by d between p and q they do so, halfway, by no less than d / 2
/// along the way out of the region, whatever its direction; a quarter leaves room.
bool OverlapContacts::overlap_between(const Vec<3>& p, const Vec<3>& q) const {
  const Vec<3> middle = 0.5 * (p + q);
  const double slack = 10 * tie_;
  bool is_known = false;
  for (const auto& region : regions_.regions()) {
    if (region.box.squaredExteriorDistance(middle) > slack * slack) continue;
    is_known = true;
    if (is_as_deep_along(region.normal, p, q)) return true;
  }
  return !is_known;
}

bool OverlapContacts::is_as_deep_along(const Vec<3>& n, const Vec<3>& p, const Vec<3>& q) const {
  const Vec<3> middle = 0.5 * (p + q);
  const double across = way_out(*b_, middle, n, tie_) + way_out(*a_, middle, -n, tie_);
  return across >= 0.25 * (p - q).norm();
}

/// A corner inside the other body that what touches elsewhere would not free touches too.
void OverlapContacts::free_corner(const OverlapRegion& region, const Vec<3>& v, bool of_a,
                                  const ContactPlaces::Overlap& overlap,
                                  ContactPlaces& places) const {
  const SurfacePatch& other = of_a ? *b_ : *a_;
  const double side = of_a ? 1 : -1;
  const bool is_freed = places.has_one([&](const Vec<3>& n, double gap) {
    return way_out(other, v, side * n, tie_) <= -2 * gap + 10 * tie_;
  });
  const AxisBox here(v, v);
  if (is_freed || places.take_deep_near(here, region.plane_depth + tie_, overlap)) return;
  const double depth = way_out(other, v, side * region.normal, tie_);
  if (!std::isfinite(depth)) return;
  const Vec<3> out = v + depth * side * region.normal;
  places.single(of_a ? v : out, of_a ? out : v, region.normal, -depth, middle_name());
}

/// Not made of features that touch: those of a region come and go as it grows.
std::uint32_t OverlapContacts::middle_name() const {
  return feature_of(FeatureKind::others, a_->squeezed(0), b_->squeezed(0));
}

/// Of an edge that comes through a facet: by the edge's first vertex, for edges are not numbered
/// among vertices and facets.
std::uint32_t OverlapContacts::rim_name(const Piercing& p) const {
  const SurfacePatch& pierced = p.edge_of_a ? *b_ : *a_;
  const SurfacePatch& piercing = p.edge_of_a ? *a_ : *b_;
  const std::uint32_t facet = pierced.squeezed(pierced.facet[p.facet].name);
  const std::uint32_t vertex = piercing.squeezed(piercing.vertex_name[p.edge_from]);
  return p.edge_of_a ? feature_of(FeatureKind::others, vertex, facet)
                     : feature_of(FeatureKind::others, facet, vertex);
}

}  // namespace talus

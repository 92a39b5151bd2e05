// What regions of overlap say about the places where two bodies touch.
#pragma once

#include "talus/geometry/contact_places.hpp"
#include "talus/geometry/overlap_regions.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace talus {

/// Regions of two solid bodies of which one at least is not convex; of others nothing is said.
/// Features are found one by one and tell what lies behind them (surface_gaps.cpp). Where hollows
/// are that is not enough: next to a vertex each of its edges may find another nearer, so that none
/// counts, and features at the two ends of a thin overlap find nothing between them.
class OverlapContacts {
 public:
  void look(const SurfacePatch& a, const SurfacePatch& b, double tie, double size);

  /// Whether it is known where they overlap: near their regions, and elsewhere by no more than
  /// `deepest_elsewhere`.
  bool are_bounded() const { return deepest_elsewhere_ < std::numeric_limits<double>::infinity(); }
  double deepest_elsewhere() const { return deepest_elsewhere_; }
  /// Whether features may have such a gap at a point.
  bool may_be(double gap, const Vec<3>& point) const;
  /// Around each region as far as it reaches.
  const std::vector<AxisBox>& near() const { return near_; }

  /// Takes away places that are none, and adds some where there must be.
  void add_to(ContactPlaces& places) const;

 private:
  bool overlap_between(const Vec<3>& p, const Vec<3>& q) const;
  bool is_as_deep_along(const Vec<3>& n, const Vec<3>& p, const Vec<3>& q) const;
  void free_corner(const OverlapRegion& region, const Vec<3>& v, bool of_a,
                   const ContactPlaces::Overlap& overlap, ContactPlaces& places) const;
  std::uint32_t middle_name() const;
  std::uint32_t rim_name(const Piercing& p) const;

  const SurfacePatch* a_ = nullptr;
  const SurfacePatch* b_ = nullptr;
  double tie_ = 0;
  double deepest_elsewhere_ = std::numeric_limits<double>::infinity();
  bool run_through_ = false;
  OverlapRegions regions_;
  std::vector<AxisBox> near_;
};

}  // namespace talus

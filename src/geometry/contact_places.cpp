#include "talus/geometry/contact_places.hpp"

#include "talus/geometry/core_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

double reach_ahead(const GapQuery<3>& query) {
  return std::max(query.alert, same_line * query.size);
}

void ContactPlaces::start(const Vec<3>& approach, double tie, bool convex) {
  approach_ = approach;
  tie_ = tie;
  convex_ = convex;
  place_.clear();
  group_.clear();
}

void ContactPlaces::begin(const Vec<3>& normal, bool deep, bool through, Flats flats) {
  group_.push_back({normal, std::numeric_limits<double>::infinity(), place_.size(), place_.size(),
                    deep, through, flats});
}

bool ContactPlaces::knows(Flats flats, double gap, bool deep) const {
  return std::any_of(group_.begin(), group_.end(), [&](const Group& g) {
    return same_flats(g.flats, flats) && std::abs(g.gap - gap) <= tie_ && g.deep <= deep;
  });
}

void ContactPlaces::add(const Vec<3>& p, const Vec<3>& q, double gap, std::uint32_t feature) {
  place_.push_back({p, q, gap, feature});
  group_.back().gap = std::min(group_.back().gap, gap);
  group_.back().last = place_.size();
}

void ContactPlaces::end() {
  if (group_.back().first == group_.back().last) group_.pop_back();
}

void ContactPlaces::single(const Vec<3>& p, const Vec<3>& q, const Vec<3>& normal, double gap,
                           std::uint32_t feature, bool deep) {
  for (const auto& g : group_) {
    if (g.normal.dot(normal) < 1 - 1e-6) continue;
    for (std::size_t i = g.first; i < g.last; ++i) {
      const double off = std::max((place_[i].p - p).norm(), (place_[i].q - q).norm());
      const double most =
          gap >= place_[i].gap - tie_ ? same_line / same_distance * tie_ : 10 * tie_;
      if (off <= most) return;
    }
  }
  begin(normal, deep);
  add(p, q, gap, feature);
}

bool ContactPlaces::comes_near(const Group& g, const Eigen::AlignedBox3d& box, double reach) const {
  return std::any_of(place_.begin() + static_cast<std::ptrdiff_t>(g.first),
                     place_.begin() + static_cast<std::ptrdiff_t>(g.last), [&](const Place& place) {
                       return place.counts && box.squaredExteriorDistance(place.p) <= reach * reach;
                     });
}

bool ContactPlaces::is_doubtful(const Place& place, const Overlap& overlap) const {
  if (place.gap >= -tie_) return false;
  if (!overlap(place.p, place.q, Vec<3>::Zero())) return true;
  return std::any_of(group_.begin(), group_.end(), [&](const Group& h) {
    const bool less = !h.deep && h.gap > 0.5 * place.gap && h.gap < -tie_;
    return less && !overlap(place.p, place.q, h.normal);
  });
}

bool ContactPlaces::is_doubtful(const Group& g, const Overlap& overlap) const {
  return std::all_of(place_.begin() + static_cast<std::ptrdiff_t>(g.first),
                     place_.begin() + static_cast<std::ptrdiff_t>(g.last),
                     [&](const Place& place) { return is_doubtful(place, overlap); });
}

void ContactPlaces::doubt(const Overlap& overlap) {
  for (auto& g : group_) {
    if (g.deep || g.gap >= -tie_) continue;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = g.first; i < g.last; ++i) {
      place_[i].counts = !is_doubtful(place_[i], overlap);
      if (place_[i].counts) least = std::min(least, place_[i].gap);
    }
    g.deep = std::isinf(least);
    if (!g.deep) g.gap = least;
  }
}

bool ContactPlaces::has_one_near(const Eigen::AlignedBox3d& box) const {
  return std::any_of(group_.begin(), group_.end(), [&](const Group& g) {
    return !g.deep && g.gap <= same_line / same_distance * tie_ &&
           comes_near(g, box, std::abs(g.gap) + 10 * tie_);
  });
}

bool ContactPlaces::has_one(
    const std::function<bool(const Vec<3>& normal, double gap)>& wanted) const {
  return std::any_of(group_.begin(), group_.end(),
                     [&](const Group& g) { return !g.deep && wanted(g.normal, g.gap); });
}

bool ContactPlaces::take_deep_near(const Eigen::AlignedBox3d& box, double depth,
                                   const Overlap& overlap) {
  Group* best = nullptr;
  for (auto& g : group_) {
    if (!g.deep || g.gap < -depth || !comes_near(g, box, depth)) continue;
    if ((best == nullptr || g.gap > best->gap) && !is_doubtful(g, overlap)) best = &g;
  }
  if (best == nullptr) return false;
  best->deep = false;
  for (std::size_t i = best->first; i < best->last; ++i) place_[i].counts = true;
  return true;
}

void ContactPlaces::choose(const Hollow& hollow, const std::function<bool()>& overlap) {
  for (std::size_t i = 0; i < group_.size(); ++i) {
    for (std::size_t j = 0; j < group_.size() && group_[i].kept; ++j) {
      const Group& g = group_[i];
      const Group& h = group_[j];
      // Bodies that touch, or nearly so, are not deep inside each other.
      const double most = g.deep && !h.deep ? same_line / same_distance * tie_ : tie_;
      if (i == j || g.gap > tie_ || h.gap > most) continue;
      const bool beaten = gives_way(i, j) && (convex_ || g.deep || same_flats(g.flats, h.flats) ||
                                              same_place(g, h, hollow));
      if (beaten) group_[i].kept = false;
    }
    if ((group_[i].deep || group_[i].through) && group_[i].kept && !overlap()) {
      group_[i].kept = false;  // far sides of bodies that are apart
    }
  }
}

bool ContactPlaces::gives_way(std::size_t i, std::size_t j) const {
  const Group& g = group_[i];
  const Group& h = group_[j];
  // Between convex bodies every place tells how far its plane parts them, deep or not.
  if (convex_ && std::abs(g.gap - h.gap) > tie_) return h.gap > g.gap;
  if (g.deep != h.deep) return g.deep;
  if (g.deep) return h.gap > g.gap || (h.gap == g.gap && j < i);
  const bool better = parts_better<3>(h.gap, h.normal, g.gap, g.normal, approach_, tie_);
  const bool worse = parts_better<3>(g.gap, g.normal, h.gap, h.normal, approach_, tie_);
  // Of the same two flats one group is enough, though a crossing at their far end began another.
  if (!better && !worse) return same_flats(g.flats, h.flats) && j < i;
  return better && !(worse && i < j);
}

bool ContactPlaces::same_flats(Flats one, Flats two) {
  return one.of_a == two.of_a && one.of_b == two.of_b && (one.of_a >= 0 || one.of_b >= 0);
}

/// Whether two groups meet where neither body is hollow.
bool ContactPlaces::same_place(const Group& g, const Group& h, const Hollow& hollow) const {
  const double reach = 10 * tie_ + 2 * std::max(std::abs(g.gap), std::abs(h.gap));
  for (std::size_t i = g.first; i < g.last; ++i) {
    for (std::size_t j = h.first; j < h.last; ++j) {
      if ((place_[i].p - place_[j].p).norm() > reach) continue;
      if (!hollow(place_[i].p, place_[i].q, reach)) return true;
    }
  }
  return false;
}

void ContactPlaces::emit(double radius_a, double radius_b, const GapQuery<3>& query,
                         std::vector<GapPoint<3>>& out) {
  const std::size_t first = out.size();
  for (auto& g : group_) {
    if (!g.kept) continue;
    g.first_out = out.size();
    for (std::size_t i = g.first; i < g.last; ++i) {
      const Place& place = place_[i];
      const double gap = place.gap - radius_a - radius_b;
      if (gap > query.alert || !place.counts) continue;
      const Vec<3> point = 0.5 * (place.p + place.q + (radius_b - radius_a) * g.normal);
      std::uint32_t feature = place.feature;
      // Squeezed names may meet; points come in the same order as long as the same features touch.
      while (std::any_of(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                         [&](const auto& o) { return o.feature == feature; })) {
        ++feature;
      }
      out.push_back({point, g.normal, gap, feature});
    }
  }
  if (query.corners == FlatCorners::all) return;
  std::size_t last = out.size();
  for (auto g = group_.rbegin(); g != group_.rend(); ++g) {
    if (!g->kept) continue;
    keep_extreme_corners(out, g->first_out, last);
    last = g->first_out;
  }
}

}  // namespace talus

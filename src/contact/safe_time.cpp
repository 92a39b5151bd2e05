#include "talus/contact/safe_time.hpp"

#include "talus/contact/course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <int D>
class PathFollower {
 public:
  PathFollower(const PathPair<D>& pair, std::vector<GapPoint<D>>& gaps)
      : in_(pair),
        gaps_(gaps),
        body_a_(static_cast<std::size_t>(pair.model.owner[pair.a])),
        body_b_(static_cast<std::size_t>(pair.model.owner[pair.b])),
        course_(course_of<D>(pair.model.shape[pair.a], pair.model.shape[pair.b])) {}

  SafeTime<D> follow() {
    double time = 0;
    double open_until = 0;
    double first = infinity;
    double least_allowed = -in_.overlap;
    while (time < in_.h && !in_.paths.together(body_a_, body_b_, time)) {
      const double change =
          std::min(in_.paths.next_change(body_a_, time), in_.paths.next_change(body_b_, time));
      look_at_motion(time);
      if (rate_ == 0) {
        time = change;
        continue;
      }
      // A mesh is seen as far as it faces what comes: look again before something has passed.
      const double leap = course_ == Course::any ? 0.5 * in_.size : infinity;
      const double range = std::min(leap, rate_ * (change - time));
      const double gap = least_gap(time, range);
      if (time == 0) {
        first = gap;
        if (is_deep(first)) least_allowed = first - grows * in_.overlap;
      }
      if (gap <= least_allowed + used_up * in_.overlap) {
        const bool met = first > newly_met * in_.overlap && open_until < time;
        if (met) return {first_touch(open_until, time), Vec<D>::Zero()};
        return {time, out_of_overlap()};
      }
      if (gap > in_.touching) open_until = time;
      time = std::min({change, time + range / rate_, time + time_left(least_allowed)});
    }
    // One that was as deep as allowed and has sunk further need not wait, but is moved out.
    if (is_deep(first) && least_gap(in_.h, in_.touching) < first) {
      return {std::nextafter(in_.h, 0.0), out_of_overlap()};
    }
    return {in_.h, Vec<D>::Zero()};
  }

  PathWay<D> way() {
    look_at_motion(0);
    const double turning = in_.h * (turn_a_ + turn_b_);
    return {in_.h * rate_, turning};
  }

 private:
  // Parts of the allowed overlap.
  //
  // What is used up: following ends this much before the limit, so that each stride but the last is
  // longer, and a point that goes by w needs 4 w / overlap of them at most. A smaller part would
  // buy overlap that is not needed with strides.
  static constexpr double used_up = 0.25;
  // Pairs nearer than this at the start touched before: waiting at the first touch would keep what
  // rolls or wobbles by a hair from moving at all. They are held by the overlap, so the part
  // decides about time that is lost only.
  static constexpr double newly_met = 0.25;
  // By how much a larger overlap, there from the start, may grow within a step: else the bodies
  // would never move. As following ends used_up before the limit this must be more, and half a
  // stride is. So no pair that is followed ends deeper than 1.375 of its overlap, or of what it
  // started with by 0.375; then it is moved out.
  static constexpr double grows = 1.5 * used_up;

  bool is_deep(double gap) const { return gap <= (used_up - 1) * in_.overlap; }

  /// Distance of matter from the point a body turns about; a ball looks the same however it turns.
  double lever(std::uint32_t s, std::uint32_t other, double apart) const {
    const auto& m = in_.model;
    if (std::isinf(m.radius[s])) return apart + m.placement[other].x.norm() + m.radius[other];
    const bool round = std::holds_alternative<Ball<D>>(m.shape[s]);
    return m.placement[s].x.norm() + (round ? 0 : m.radius[s]);
  }

  void look_at_motion(double time) {
    const PathMotion<D> a = in_.paths.motion(body_a_, time);
    const PathMotion<D> b = in_.paths.motion(body_b_, time);
    u_ = a.v - b.v - in_.jump;
    w_a_ = a.w;
    w_b_ = b.w;
    slack_ = a.slack + b.slack;
    // Only shapes without end ask how far the other is, and may be by the end.
    const double apart = (in_.paths.pose(body_a_, time).x - in_.paths.pose(body_b_, time).x -
                          in_.shift - time * in_.jump)
                             .norm() +
                         (u_.norm() + slack_) * (in_.h - time);
    lever_a_ = a.aside + lever(in_.a, in_.b, apart);
    lever_b_ = b.aside + lever(in_.b, in_.a, apart);
    turn_a_ = turns(w_a_, a.slack_w, lever_a_);
    turn_b_ = turns(w_b_, b.slack_w, lever_b_);
    slack_w_ = a.slack_w * lever_a_ + b.slack_w * lever_b_;
    rate_ = u_.norm() + slack_ + turn_a_ + turn_b_;
  }

  static double turns(const Spin<D>& w, double slack, double lever) {
    const double speed = w.norm() + slack;
    return speed > 0 ? speed * lever : 0;
  }

  /// Of the whole shapes, joints included: what is nearest there now need not be so later on. Of
  /// shapes that touch the contacts are looked at, which joints may have none of.
  double least_gap(double time, double range) {
    const Seams* seams_a = in_.model.seams[in_.a].get();
    const Seams* seams_b = in_.model.seams[in_.b].get();
    const double whole = look(time, range, nullptr, nullptr);
    if ((seams_a == nullptr && seams_b == nullptr) || whole > in_.touching) return whole;
    const double joined = look(time, range, seams_a, seams_b);
    return gaps_.empty() ? look(time, range, nullptr, nullptr) : joined;
  }

  double look(double time, double range, const Seams* seams_a, const Seams* seams_b) {
    Pose<D> a = compose(in_.paths.pose(body_a_, time), in_.model.placement[in_.a]);
    Pose<D> b = compose(in_.paths.pose(body_b_, time), in_.model.placement[in_.b]);
    b.x += in_.shift + time * in_.jump;
    gaps_.clear();
    find_gaps<D>(in_.model.shape[in_.a], a, in_.model.shape[in_.b], b,
                 std::max(range, in_.touching), gaps_, {u_, in_.corners, seams_a, seams_b, true});
    double least = infinity;
    for (const auto& g : gaps_) least = std::min(least, g.gap);
    return least;
  }

  /// Along the normal of the deepest gap, by no more than the allowed overlap. The contact stays
  /// closed: it is left to overlap by a hair.
  Vec<D> out_of_overlap() const {
    const auto deepest = std::min_element(
        gaps_.begin(), gaps_.end(), [](const auto& a, const auto& b) { return a.gap < b.gap; });
    return std::min(in_.overlap, -deepest->gap - 0.5 * in_.touching) * deepest->normal;
  }

  /// Until the first of the gaps seen may be as small as allowed.
  double time_left(double least_allowed) const {
    double out = infinity;
    for (const auto& g : gaps_) {
      const double closing = course_ == Course::concave ? rate_ : closing_along(g.normal);
      if (closing > 0) out = std::min(out, (g.gap - least_allowed) / closing);
    }
    return out;
  }

  double closing_along(const Vec<D>& normal) const {
    const auto turn = [&](const Spin<D>& w, double lever) {
      const double across = cross(w, normal).norm();
      return across > 0 ? across * lever : 0;
    };
    return std::max(0.0, -normal.dot(u_)) + slack_ + slack_w_ + turn(w_a_, lever_a_) +
           turn(w_b_, lever_b_);
  }

  /// Between a time at which the shapes are apart and one at which they overlap; they touch there,
  /// or overlap by a hair, so that the contact is closed.
  double first_touch(double apart, double overlapped) {
    look_at_motion(apart);
    // Half of what still counts as closed, unless time itself has no digits left.
    const double precise =
        std::max(0.5 * in_.touching / rate_, 4 * std::numeric_limits<double>::epsilon() * in_.h);
    while (overlapped - apart > precise) {
      const double middle = 0.5 * (apart + overlapped);
      (least_gap(middle, in_.touching) > 0 ? apart : overlapped) = middle;
    }
    return overlapped;
  }

  const PathPair<D>& in_;
  std::vector<GapPoint<D>>& gaps_;
  const std::size_t body_a_, body_b_;
  const Course course_;
  Vec<D> u_ = Vec<D>::Zero();
  Spin<D> w_a_ = Spin<D>::Zero(), w_b_ = Spin<D>::Zero();
  double lever_a_ = 0, lever_b_ = 0;
  double turn_a_ = 0, turn_b_ = 0;  ///< most that turning moves a point
  double slack_ = 0, slack_w_ = 0;
  double rate_ = 0;  ///< most that points of the two may near each other
};

}  // namespace

template <int D>
PathWay<D> longest_way(const PathPair<D>& pair) {
  std::vector<GapPoint<D>> none;
  return PathFollower<D>(pair, none).way();
}

template <int D>
SafeTime<D> safe_time(const PathPair<D>& pair, std::vector<GapPoint<D>>& gaps) {
  return PathFollower<D>(pair, gaps).follow();
}

template PathWay<2> longest_way<2>(const PathPair<2>&);
template PathWay<3> longest_way<3>(const PathPair<3>&);
template SafeTime<2> safe_time<2>(const PathPair<2>&, std::vector<GapPoint<2>>&);
template SafeTime<3> safe_time<3>(const PathPair<3>&, std::vector<GapPoint<3>>&);

}  // namespace talus

#include "talus/contact/meeting.hpp"

#include "talus/contact/course.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

template <int D>
class Follower {
 public:
  Follower(const Approach<D>& approach, std::vector<GapPoint<D>>& gaps)
      : in_(approach), gaps_(gaps), speed_(approach.u.norm()) {}

  /// Newton on the gap as a function of time, which is convex (a gap that grows goes on growing):
  /// the iterates come from before the contact and never pass it.
  std::optional<double> in_the_open() {
    if (!in_.listed.empty()) return {};  // the plane that parts them keeps them apart
    double time = 0;
    for (int i = 0;; ++i) {
      look(time, std::max((in_.horizon - time) * speed_, in_.touching));
      const GapPoint<D>* g = least([](const GapPoint<D>&) { return true; });
      if (g == nullptr) return {};
      if (i == 0 && g->gap <= in_.touching) return {};  // closed already: nothing to forecast
      if (!(closing(*g) > 0)) return {};
      if (std::abs(g->gap) <= in_.touching || i == most_newtons) break;
      time += g->gap / closing(*g);
      if (!(time < in_.horizon)) return {};
    }
    // Joints have been corners so far: what is nearest now need not be so later on.
    if (in_.seams_a != nullptr || in_.seams_b != nullptr) {
      look(time, in_.size, in_.seams_a, in_.seams_b);
    }
    return time;
  }

  /// The same on a concave function, from behind the contact: what is inside at the end never left.
  /// Gaps of places that have a contact do not count.
  std::optional<double> in_a_drum() {
    const auto open = [this](const GapPoint<D>& g) { return !is_listed(in_.listed, g.feature); };
    look(0, in_.touching);
    if (least(open) != nullptr) return {};
    double time = in_.horizon;
    for (int i = 0;; ++i) {
      look(time, in_.touching);
      const GapPoint<D>* g = least(open);
      if (g == nullptr || !(closing(*g) > 0)) return {};
      if (std::abs(g->gap) <= in_.touching || i == most_newtons) return time;
      time += g->gap / closing(*g);
    }
  }

  /// Nothing is nearer than the nearest: so far a may go. What it leaves behind does not hold it,
  /// and comes into view again after half a size at the latest.
  std::optional<double> over_a_mesh() {
    // Of a size: seen well enough. The gap left is in the law, and what turns its normal within so
    // little is an edge, at which any normal of its two sides will do.
    constexpr double near = 1e-3;
    // Of the speed: less is the rounding of a normal along the way.
    constexpr double grazing = 1e-9;
    const auto ahead = [this](const GapPoint<D>& g) {
      return closing(g) > grazing * speed_ && !is_listed(in_.listed, g.feature);
    };
    double time = 0;
    while (time < in_.horizon) {
      look(time, std::max((in_.horizon - time) * speed_, in_.touching));
      const GapPoint<D>* g = least(ahead);
      if (g != nullptr && g->gap <= near * in_.size) {
        if (time == 0 && g->gap <= in_.touching) return {};
        return time;
      }
      // It is then in by half of itself, and is still seen from its front.
      const double leap = 0.5 * in_.size;
      time += (g == nullptr ? leap : std::min(g->gap, leap)) / speed_;
    }
    return {};
  }

 private:
  /// Newton doubles its digits near the contact. So many are needed only where the rounding of a
  /// gap exceeds what counts as closed; the time is then as good as it can be.
  static constexpr int most_newtons = 50;

  double closing(const GapPoint<D>& g) const { return -g.normal.dot(in_.u); }

  void look(double time, double alert, const Seams* seams_a = nullptr,
            const Seams* seams_b = nullptr) {
    Pose<D> pose_a = in_.start;
    pose_a.x += time * in_.u;
    gaps_.clear();
    find_gaps<D>(in_.a, pose_a, in_.b, in_.pose_b, alert, gaps_,
                 {in_.u, in_.corners, seams_a, seams_b, true});
  }

  template <class Counts>
  const GapPoint<D>* least(const Counts& counts) const {
    const GapPoint<D>* out = nullptr;
    for (const auto& g : gaps_) {
      if (counts(g) && (out == nullptr || g.gap < out->gap)) out = &g;
    }
    return out;
  }

  const Approach<D>& in_;
  std::vector<GapPoint<D>>& gaps_;
  const double speed_;
};

}  // namespace

bool is_listed(std::span<const ContactId> listed, std::uint32_t feature) {
  return std::any_of(listed.begin(), listed.end(),
                     [&](const ContactId& id) { return id.feature == feature; });
}

template <int D>
std::optional<double> first_meeting(const Approach<D>& approach, std::vector<GapPoint<D>>& gaps) {
  Follower<D> follower(approach, gaps);
  switch (course_of<D>(approach.a, approach.b)) {
    case Course::concave: return follower.in_a_drum();
    case Course::any: return follower.over_a_mesh();
    case Course::convex: break;
  }
  return follower.in_the_open();
}

template std::optional<double> first_meeting<2>(const Approach<2>&, std::vector<GapPoint<2>>&);
template std::optional<double> first_meeting<3>(const Approach<3>&, std::vector<GapPoint<3>>&);

}  // namespace talus

#include "talus/contact/forecast.hpp"

#include "talus/contact/doubles.hpp"
#include "talus/contact/meeting.hpp"
#include "talus/contact/shape_place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace talus {

namespace {

/// Part of a size by which bodies that are followed straight on may turn: of others the place and
/// the normal of the contact would be those of another one. They wait where they meet. A point that
/// turns by so much leaves its tangent by half the square, 0.005 of a size: half of the overlap
/// that is not followed by default.
constexpr double nearly_straight = 0.1;

template <int D>
class Forecaster {
 public:
  Forecaster(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
             double t, const DetectOptions& options, const FastPairs<D>& fast,
             ForecastScratch<D>& scratch, const Contacts<D>& listed)
      : model_(model),
        free_(free),
        v_(v),
        time_(t),
        options_(options),
        fast_(fast),
        scratch_(scratch),
        listed_(listed) {}

  void find() {
    scratch_.found.clear();
    for (const auto& p : fast_.pairs()) follow(p.a, p.b, p.image);
  }

 private:
  std::size_t body(std::uint32_t s) const { return static_cast<std::size_t>(model_.owner[s]); }
  bool is_free(std::uint32_t s) const { return model_.prescribed[body(s)] == 0; }
  /// Most that a body's turning moves a point of it.
  double turning(std::uint32_t s) const {
    const double spin = v_[body(s)].template tail<spin_dim<D>>().norm();
    return spin > 0 ? spin * model_.arm[body(s)] : 0;
  }
  Vec<D> velocity(std::uint32_t s) const { return v_[body(s)].template head<D>(); }

  /// Contacts the two have.
  std::span<const ContactId> listed(std::uint32_t a, std::uint32_t b, std::uint32_t key) const {
    const auto last = std::numeric_limits<std::uint32_t>::max();
    const auto begin =
        std::lower_bound(listed_.id.begin(), listed_.id.end(), ContactId{a, b, 0, key});
    const auto end = std::upper_bound(begin, listed_.id.end(), ContactId{a, b, last, key});
    return {begin, end};
  }

  void follow(std::uint32_t a, std::uint32_t b, const Image<D>& image) const {
    const int law = model_.law_of(model_.material[a], model_.material[b]);
    const std::uint32_t key = image_key<D>(image);
    const Vec<D> shift = fast_.lattice().shift(image);
    const Vec<D> v_a = velocity(a);
    const Vec<D> v_b = velocity(b) + model_.cell.jump(model_.cell.layers(image), time_);
    const Vec<D> u = v_a - v_b;
    const double speed = u.norm();
    const double size = smaller_size(model_.size[a], model_.size[b]);
    if (!(free_.h * speed > unseen_overlap(model_, options_, a, b))) return;
    if (free_.h * (turning(a) + turning(b)) > nearly_straight * size) return;
    Pose<D> pose_b = shape_pose(model_, free_.x_mid, free_.r_mid, b);
    pose_b.x += shift;
    const Approach<D> approach{model_.shape[a],
                               model_.shape[b],
                               shape_pose(model_, free_.x_mid, free_.r_mid, a),
                               pose_b,
                               u,
                               free_.h,
                               std::max(options_.closure, 1e-12) * size,
                               size,
                               options_.corners,
                               model_.seams[a].get(),
                               model_.seams[b].get(),
                               listed(a, b, key)};
    const auto time = first_meeting<D>(approach, scratch_.gaps);
    if (time) add(a, b, law, image, shift, v_a, v_b, *time, approach);
  }

  /// All points about to touch at the instant of contact, as they are known at the midpoint.
  void add(std::uint32_t a, std::uint32_t b, int law, const Image<D>& image, const Vec<D>& shift,
           const Vec<D>& v_a, const Vec<D>& v_b, double time, const Approach<D>& approach) const {
    const bool flip = !is_free(a);
    const int layers = model_.cell.layers(image);
    // From the world of the midpoint, b's image in its place, in which a was moved by u time.
    const Vec<D> moved = time * (v_a - v_b);
    for (const auto& g : scratch_.gaps) {
      if (g.gap > options_.alert * approach.size || is_listed(approach.listed, g.feature)) continue;
      FoundContact<D>& c = scratch_.found.emplace_back();
      c.id = {a, b, g.feature, image_key<D>(image)};
      c.first = model_.owner[flip ? b : a];
      c.second = model_.owner[flip ? a : b];
      c.law = law;
      c.flipped = flip ? 1 : 0;
      c.closed = 0;
      c.forecast = 1;
      c.layers = flip ? -layers : layers;
      c.point = flip ? Vec<D>(g.point - shift) : Vec<D>(g.point - moved);
      c.shift = flip ? Vec<D>(moved - shift) : Vec<D>(shift - moved);
      c.place = place_on(model_, free_.x_mid, free_.r_mid, a, b, Vec<D>(g.point - moved));
      c.frame = frame_for(model_, free_.r_mid, law, a, b, flip ? Vec<D>(-g.normal) : g.normal);
      c.gap = std::max(0.0, g.gap - g.normal.dot(moved));
      c.size = approach.size;
    }
  }

  const Model<D>& model_;
  const FreeMotion<D>& free_;
  const std::vector<Twist<D>>& v_;
  const double time_;
  const DetectOptions& options_;
  const FastPairs<D>& fast_;
  ForecastScratch<D>& scratch_;
  const Contacts<D>& listed_;
};

}  // namespace

template <int D>
bool forecast(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
              double t, const DetectOptions& options, const FastPairs<D>& fast,
              ForecastScratch<D>& scratch, Contacts<D>& contacts) {
  Forecaster<D>(model, free, v, t, options, fast, scratch, contacts).find();
  if (!scratch.found.empty()) drop_doubles(model, contacts, scratch.found);
  if (scratch.found.empty()) return false;
  insert(scratch.found, contacts);
  return true;
}

template bool forecast<2>(const Model<2>&, const FreeMotion<2>&, const std::vector<Twist<2>>&,
                          double, const DetectOptions&, const FastPairs<2>&, ForecastScratch<2>&,
                          Contacts<2>&);
template bool forecast<3>(const Model<3>&, const FreeMotion<3>&, const std::vector<Twist<3>>&,
                          double, const DetectOptions&, const FastPairs<3>&, ForecastScratch<3>&,
                          Contacts<3>&);

}  // namespace talus

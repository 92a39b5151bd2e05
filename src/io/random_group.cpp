// Groups of grains of random sizes at random places.
#include "talus/geometry/gap.hpp"
#include "talus/io/generators.hpp"
#include "talus/io/grain_region.hpp"
#include "talus/io/grain_shapes.hpp"
#include "talus/io/radii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::scenes {

namespace {

/// Random sequential placement gets slower and slower towards its limit (0.547 of the area, 0.384
/// of the volume for equal grains). It is given up when one grain needs too many tries, or all
/// together need more than these.
constexpr std::int64_t tries_for_one_grain = 100'000;
std::int64_t tries_for_all(std::size_t grains) {
  return 2'000'000 + 200 * static_cast<std::int64_t>(grains);
}

Grading read_grading(const Reader& curve) {
  Grading out;
  for (const auto& row : curve.items()) {
    const Vec<2> point = row.vector<2>();
    if (!(point[0] > 0)) row.error("the radius must be positive");
    if (!out.radius.empty() && point[0] <= out.radius.back()) row.error("radii must increase");
    if (!out.passing.empty() && point[1] < out.passing.back()) {
      row.error("the fraction passing must not decrease");
    }
    out.radius.push_back(point[0]);
    out.passing.push_back(point[1]);
  }
  if (out.radius.size() < 2 || out.passing.front() != 0 || out.passing.back() != 1) {
    curve.error("expected rows [radius, fraction passing], from a fraction of 0 to 1");
  }
  return out;
}

RadiusRule read_radius(const Reader& radius) {
  if (!radius.is(Node::Kind::map)) return radius.number(positive);
  radius.map({"uniform", "grading"});
  radius.not_both("uniform", "grading");
  if (const auto curve = radius.find("grading")) return read_grading(*curve);
  const auto range = radius.require("uniform", "or 'grading', or a number instead of the map");
  if (!range) return 1.0;
  const Vec<2> bounds = range->vector<2>();
  if (!(bounds[0] > 0) || bounds[1] < bounds[0]) {
    range->error("expected two positive radii, the smaller first");
  }
  return UniformRadii{bounds[0], bounds[1]};
}

/// What is in the scene already: a group keeps clear of it. Shapes about as large as the grains
/// count as the ball about them; of those that are larger or have no end the gap is asked for.
template <int D>
class Present {
 public:
  Present(const Draft<D>& draft, double largest_grain, RandomPlacement<D>& placement)
      : model_(draft.scene.model) {
    for (std::size_t s = 0; s < model_.shape_count(); ++s) {
      const auto body = static_cast<std::size_t>(model_.owner[s]);
      pose_.push_back(compose(draft.scene.state.pose(body), model_.placement[s]));
      const double radius = bounding_radius<D>(model_.shape[s]);
      if (std::holds_alternative<Ball<D>>(model_.shape[s]) || radius < 2 * largest_grain) {
        placement.add(pose_.back().x, radius);
      } else {
        large_.push_back(s);
      }
    }
  }

  bool leaves_free(const Vec<D>& centre, double radius) {
    const Shape<D> ball = Ball<D>{radius};
    for (const auto s : large_) {
      gaps_.clear();
      // Grains that touch by round-off are none the worse for it.
      find_gaps<D>(ball, {centre, {}}, model_.shape[s], pose_[s], -1e-9 * radius, gaps_);
      if (!gaps_.empty()) return false;
    }
    return true;
  }

 private:
  const Model<D>& model_;
  std::vector<Pose<D>> pose_;  ///< of each shape
  std::vector<std::size_t> large_;
  std::vector<GapPoint<D>> gaps_;
};

/// Places all grains, the largest first; empty, with a complaint, when they do not fit.
template <int D>
std::vector<Vec<D>> place_all(const Reader& map, const Draft<D>& draft,
                              const GrainRegion<D>& region, const std::vector<double>& radii,
                              Random& random) {
  RandomPlacement<D> placement(region.box, radii.size());
  Present<D> present(draft, radii.front(), placement);
  const auto free = [&](const Vec<D>& at, double r) {
    return region.between_ends(at, r) && present.leaves_free(at, r);
  };
  std::vector<Vec<D>> centres;
  double filled = 0;
  double wanted = 0;
  for (const double r : radii) wanted += volume<D>(Ball<D>{r});
  std::int64_t tries = wanted > region.volume ? 0 : tries_for_all(radii.size());
  for (const double r : radii) {
    Vec<D> centre;
    const std::int64_t used =
        placement.place(r, std::min(tries, tries_for_one_grain), random, centre, free);
    tries -= used;
    if (used == 0) {
      map.error(
          fmt::format("the grains do not fit: {} of {} were placed at random, filling {:.3g} of "
                      "the {}, {:.3g} was asked for; enlarge the {} and let them settle",
                      centres.size(), radii.size(), filled / region.volume, region.name,
                      wanted / region.volume, region.name));
      return {};
    }
    centres.push_back(centre);
    filled += volume<D>(Ball<D>{r});
  }
  return centres;
}

}  // namespace

template <int D>
void read_random_group(const Reader& map, std::size_t index, Draft<D>& draft) {
  if (!map.map({"shape", "material", "density", "count", "radius", "box", "inside", "seed",
                "velocity", "velocity_jitter", "name"})) {
    return;
  }
  Group<D> group(map, index, draft);
  BodyDescription<D> body;
  GrainShape<D> shape = read_grain_shape<D>(map);
  body.shapes.push_back(group.ball());
  group.check_density(body.shapes.front());
  std::int64_t count = 1;
  if (const auto given = map.require("count")) {
    count = given->integer(1);
    if (count > most_bodies) given->error("more than 1e8 bodies");
  }
  const auto radius = map.require("radius", "a number, {uniform: [a, b]} or {grading: [..]}");
  const RadiusRule rule = radius ? read_radius(*radius) : RadiusRule(1.0);
  const auto region = read_grain_region<D>(map, draft);
  const Vec<D> velocity = map.vector_or<D>("velocity", Vec<D>::Zero());
  const double velocity_jitter = map.number_or("velocity_jitter", 0, not_negative);
  Random random = group.random();
  if (!group.sound()) return;
  const auto radii = draw_radii<D>(rule, static_cast<std::size_t>(count), random);
  const auto centres = place_all(map, draft, region, radii, random);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    body.shapes.front().shape = shape.draw(radii[i], random);
    body.pose.x = centres[i];
    if (!shape.round()) body.pose.r = random_rotation<D>(random);
    body.velocity = jittered<D>(velocity, velocity_jitter, random);
    if (!group.add(body)) return;
  }
  group.finish();
}

template void read_random_group<2>(const Reader&, std::size_t, Draft<2>&);
template void read_random_group<3>(const Reader&, std::size_t, Draft<3>&);

}  // namespace talus::scenes

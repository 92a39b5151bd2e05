#include "talus/draw/picture.hpp"

#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

constexpr double margin = 0.07;  // of the larger side, all round
/// Planes farther than this many times the size of all bodies are not worth shrinking these for.
constexpr double far_plane = 20;
constexpr double far_origin = 1e4;

/// Half the sides of the box about a drum's round, and the point of its axis that faces `point`.
Vec<2> round_reach(const Drum<2>& drum, const Pose<2>&) { return Vec<2>::Constant(drum.radius); }
Vec<3> round_reach(const Drum<3>& drum, const Pose<3>& pose) {
  const Vec<3> axis = rotate<3>(pose.r, last_axis<3>());
  return drum.radius * (1 - axis.array().square()).max(0).sqrt().matrix();
}
Vec<2> on_axis(const Pose<2>& pose, const Vec<2>&) { return pose.x; }
Vec<3> on_axis(const Pose<3>& pose, const Vec<3>& point) {
  const Vec<3> axis = rotate<3>(pose.r, last_axis<3>());
  return pose.x + axis.dot(point - pose.x) * axis;
}

/// Drums have no ends in space: what is seen of them is where their contents are.
template <int D>
void add_drums(const Picture<D>& picture, Bounds<D>& bounds) {
  const Bounds<D> bodies = bounds;
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    const auto* drum = std::get_if<Drum<D>>(&picture.model.shape[s]);
    if (drum == nullptr) continue;
    const Pose<D>& pose = picture.pose[s];
    const Vec<D> middle = bodies.empty() ? pose.x : on_axis(pose, bodies.middle());
    const Vec<D> reach = round_reach(*drum, pose);
    bounds.add(middle - reach);
    bounds.add(middle + reach);
  }
}

/// A point of a boundary near `middle` that no other half-space hides, if there is one.
template <int D>
std::optional<Vec<D>> bare_point(const std::vector<Plane<D>>& planes, std::size_t which,
                                 const Vec<D>& middle, double round_off) {
  const Plane<D>& plane = planes[which];
  Vec<D> foot = middle - plane.height(middle) * plane.normal;
  for (const auto& other : planes) {
    const double depth = -other.height(foot);
    const Vec<D> along = other.normal - plane.normal.dot(other.normal) * plane.normal;
    if (depth > round_off && along.norm() > 1e-6) foot += depth / along.squaredNorm() * along;
  }
  for (const auto& other : planes) {
    if (other.height(foot) < -round_off) return std::nullopt;
  }
  return foot;
}

/// A point of each half-space's boundary.
template <int D>
void add_planes(const Picture<D>& picture, Bounds<D>& bounds) {
  const Bounds<D> bodies = bounds;
  const auto planes = picture.planes();
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (bodies.empty()) {
      bounds.add(planes[i].through, 1);
      continue;
    }
    const auto point = bare_point(planes, i, bodies.middle(), 1e-9 * bodies.size());
    if (point && (*point - bodies.middle()).norm() < far_plane * bodies.size()) bounds.add(*point);
  }
}

template <int D>
Bounds<D> find_bounds(const Picture<D>& picture) {
  Bounds<D> bounds;
  for (const auto& outline : picture.outline) {
    if (outline) add(*outline, bounds);
  }
  for (const auto& [a, b] : picture.springs()) {
    bounds.add(a);
    bounds.add(b);
  }
  add_drums(picture, bounds);
  add_planes(picture, bounds);
  if (bounds.empty()) bounds.add(Vec<D>::Zero(), 1);
  return bounds;
}

template <int D>
Vec<D> find_origin(const Bounds<D>& bounds) {
  const Vec<D> middle = bounds.middle();
  return middle.norm() > far_origin * bounds.size() ? middle : Vec<D>(Vec<D>::Zero());
}

void add_surroundings(const Picture<2>& picture, Bounds<2>& page) {
  page.add(picture.projection(picture.bounds.low));
  page.add(picture.projection(picture.bounds.high));
}

void add_surroundings(const Picture<3>& picture, Bounds<2>& page) {
  std::vector<Vec<3>> points;
  const auto append = [&](const std::vector<Vec<3>>& more) {
    points.insert(points.end(), more.begin(), more.end());
  };
  for (const auto& plane : picture.planes()) append(shown_part(picture, plane));
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    if (!std::holds_alternative<Drum<3>>(picture.model.shape[s])) continue;
    const auto [near, far] = drum_ends(picture, s);
    append(drum_rim(picture, s, near));
    append(drum_rim(picture, s, far));
  }
  for (const auto& [a, b] : picture.springs()) {
    append({a, b});
  }
  for (const auto& p : points) page.add(picture.projection(p));
}

template <int D>
Frame find_frame(const Picture<D>& picture) {
  Bounds<2> page;
  for (const auto& outline : picture.outline) {
    if (!outline) continue;
    for (const auto& v : outline->core.vertex) page.add(picture.projection(v), outline->radius);
  }
  add_surroundings(picture, page);
  if (page.empty()) page.add(Vec<2>::Zero(), 1);
  return fit(page);
}

}  // namespace

std::vector<Vec<2>> Frame::corners() const {
  return {shown.low, {shown.high[0], shown.low[1]}, shown.high, {shown.low[0], shown.high[1]}};
}

Frame fit(const Bounds<2>& wanted) {
  constexpr double widest = 912;
  constexpr double highest = 680;
  constexpr double least_width = 560;
  constexpr double least_height = 180;
  Frame frame;
  const double size = wanted.size() > 0 ? wanted.size() : 1;
  const Vec<2> room = ((wanted.high - wanted.low).array() + 2 * margin * size).matrix();
  frame.pixels = std::min(widest / room[0], highest / room[1]);
  const Vec<2> half(0.5 * std::max(room[0], least_width / frame.pixels),
                    0.5 * std::max(room[1], least_height / frame.pixels));
  frame.shown.low = wanted.middle() - half;
  frame.shown.high = wanted.middle() + half;
  return frame;
}

template <int D>
Picture<D>::Picture(const Model<D>& m, const State<D>& s, const View& view)
    : model(m), state(s), origin(Vec<D>::Zero()), projection(view, origin) {
  for (std::size_t i = 0; i < model.shape_count(); ++i) {
    pose.push_back(shape_pose(model, state, i));
    outline.push_back(outline_of<D>(model.shape[i], pose.back()));
    if (outline.back() && !is_finite(*outline.back())) outline.back().reset();
  }
  bounds = find_bounds(*this);
  origin = find_origin(bounds);
  projection = Projection<D>(view, origin);
  frame = find_frame(*this);
}

template <int D>
std::vector<Plane<D>> Picture<D>::planes() const {
  std::vector<Plane<D>> out;
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    if (!std::holds_alternative<HalfSpace<D>>(model.shape[s])) continue;
    out.push_back({pose[s].x, rotate<D>(pose[s].r, last_axis<D>()), s});
  }
  return out;
}

template <int D>
std::vector<std::pair<Vec<D>, Vec<D>>> Picture<D>::springs() const {
  const auto end = [&](int body, const Vec<D>& anchor) -> Vec<D> {
    return body < 0 ? anchor : to_world(state.pose(static_cast<std::size_t>(body)), anchor);
  };
  std::vector<std::pair<Vec<D>, Vec<D>>> out;
  for (const auto& spring : model.loads.springs) {
    const Vec<D> a = end(spring.body_a, spring.anchor_a);
    const Vec<D> b = end(spring.body_b, spring.anchor_b);
    if (a.allFinite() && b.allFinite()) out.emplace_back(a, b);
  }
  return out;
}

template <int D>
std::vector<Vec<2>> Picture<D>::seen(const std::vector<Vec<D>>& points) const {
  std::vector<Vec<2>> out;
  out.reserve(points.size());
  for (const auto& p : points) out.push_back(projection(p));
  return out;
}

std::string hatch_of(int material) { return fmt::format("url(#hatch{})", material); }
std::string ball_shade(int material, bool prescribed) {
  return fmt::format("url(#{}{})", prescribed ? "held" : "ball", material);
}

Colour free_fill(int material) { return mix(material_colour(material), white, 0.35); }
Colour line_colour(int material) { return mix(material_colour(material), black, 0.5); }

std::string plane_style(int material, bool prescribed) {
  return fmt::format("fill=\"{}\" stroke=\"{}\"",
                     prescribed ? hatch_of(material) : free_fill(material).hex(),
                     line_colour(material).hex());
}

template <int D>
std::string shape_title(const Picture<D>& picture, std::size_t shape) {
  const auto body = static_cast<std::size_t>(picture.model.owner[shape]);
  const auto material = static_cast<std::size_t>(picture.model.material[shape]);
  const char* kind = picture.model.prescribed[body] == 0 ? "free"
                     : picture.model.motion[body]        ? "moved as given"
                                                         : "fixed";
  return fmt::format("<title>{}: {} of {}, {}</title>\n", svg::escaped(picture.model.name[body]),
                     shape_name<D>(picture.model.shape[shape]),
                     svg::escaped(picture.model.material_name[material]), kind);
}

template <int D>
std::string draw_springs(const Picture<D>& picture) {
  std::string out;
  const std::string style =
      fmt::format("stroke=\"#444\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"",
                  svg::number(picture.frame.length(1.6)), svg::number(picture.frame.length(5)),
                  svg::number(picture.frame.length(3)));
  for (const auto& [from, to] : picture.springs()) {
    const Vec<2> a = picture.projection(from);
    const Vec<2> b = picture.projection(to);
    out += "<g class=\"spring\">\n" + svg::line(a, b, style);
    for (const auto& p : {a, b}) {
      out += svg::circle(p, picture.frame.length(2.5), "fill=\"#444\"");
    }
    out += "</g>\n";
  }
  return out;
}

template <int D>
std::string draw_contacts(const Picture<D>& picture, const Contacts<D>& contacts) {
  std::string out;
  const Frame& frame = picture.frame;
  const std::string colour = contact_colour.hex();
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    // Marks keep out of the way of small bodies.
    const double radius = std::min(frame.length(D == 2 ? 3 : 2), 0.13 * contacts.size[c]);
    const Vec<2> at = picture.projection(contacts.point[c]);
    const Vec<2> normal = picture.projection.turned(Vec<D>(contacts.frame[c].col(0)));
    out += svg::line(at, at + 4 * radius * normal,
                     fmt::format("class=\"normal\" stroke=\"{}\" stroke-width=\"{}\"", colour,
                                 svg::number(0.5 * radius)));
    out += svg::circle(
        at, radius,
        fmt::format("class=\"contact\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                    contacts.closed[c] != 0 ? colour : "white",
                    contacts.closed[c] != 0 ? "white" : colour, svg::number(0.3 * radius)));
  }
  return out;
}

template struct Picture<2>;
template struct Picture<3>;
template std::string shape_title<2>(const Picture<2>&, std::size_t);
template std::string shape_title<3>(const Picture<3>&, std::size_t);
template std::string draw_springs<2>(const Picture<2>&);
template std::string draw_springs<3>(const Picture<3>&);
template std::string draw_contacts<2>(const Picture<2>&, const Contacts<2>&);
template std::string draw_contacts<3>(const Picture<3>&, const Contacts<3>&);

}  // namespace talus

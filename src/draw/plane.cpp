// Pictures of the plane: exact.
#include "talus/draw/picture.hpp"
#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Thickness of the hatching round a drum, of its radius.
constexpr double drum_thickness = 0.05;

std::string draw_outline(const Picture<2>& picture, std::size_t s) {
  const Outline<2>& outline = *picture.outline[s];
  const auto& v = outline.core.vertex;
  const int material = picture.model.material[s];
  const std::string style = plane_style(material, picture.prescribed(s));
  if (v.size() == 1) return svg::circle(picture.projection(v[0]), outline.radius, style);
  if (v.size() > 2) return svg::polygon(picture.seen(v), style);
  const Vec<2> from = picture.projection(v[0]);
  const Vec<2> to = picture.projection(v[1]);
  if (outline.radius > 0) return svg::stadium(from, to, outline.radius, style);
  return svg::line(from, to,
                   fmt::format("stroke=\"{}\" stroke-width=\"{}\"", line_colour(material).hex(),
                               svg::number(picture.frame.length(3))));
}

/// Shapes of a body that are apart are held together by spokes.
std::string draw_spokes(const Picture<2>& picture, const std::vector<std::size_t>& shapes,
                        const Vec<2>& centre) {
  std::string out;
  for (const auto s : shapes) {
    out += svg::line(picture.projection(centre), picture.projection(picture.pose[s].x),
                     fmt::format("class=\"spoke\" stroke=\"{}\" stroke-width=\"{}\"",
                                 line_colour(picture.model.material[s]).hex(),
                                 svg::number(picture.frame.length(2.5))));
  }
  return out;
}

/// A line from the centre of mass along the body's own first axis: up to the rim of a disk.
std::string draw_orientation(const Picture<2>& picture, const std::vector<std::size_t>& shapes,
                             std::size_t body) {
  double reach = picture.model.size[shapes.front()];
  for (const auto s : shapes) reach = std::min(reach, picture.model.size[s]);
  const bool disk =
      shapes.size() == 1 && std::holds_alternative<Ball<2>>(picture.model.shape[shapes.front()]);
  const Pose<2> own = picture.model.own_pose(static_cast<int>(body), picture.state);
  const Vec<2> centre = picture.state.x[body];
  const Vec<2> tip = centre + rotate<2>(own.r, Vec<2>((disk ? 1 : 0.4) * reach, 0));
  const double width = std::min(picture.frame.length(1.2), 0.12 * reach);
  return svg::line(
      picture.projection(centre), picture.projection(tip),
      fmt::format("class=\"orientation\" stroke=\"{}\" stroke-width=\"{}\" "
                  "stroke-linecap=\"round\"",
                  line_colour(picture.model.material[shapes.front()]).hex(), svg::number(width)));
}

std::string draw_drum(const Picture<2>& picture, std::size_t s, double radius) {
  const Vec<2> centre = picture.projection(picture.pose[s].x);
  const int material = picture.model.material[s];
  const Vec<2> first = rotate<2>(picture.pose[s].r, Vec<2>(radius, 0));
  return svg::ring(centre, radius, (1 + drum_thickness) * radius,
                   fmt::format("fill=\"{}\"", hatch_of(material))) +
         svg::circle(
             centre, radius,
             fmt::format("class=\"drum\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
                         line_colour(material).hex(), svg::number(picture.frame.length(1.6)))) +
         svg::line(
             centre + first, centre + (1 + drum_thickness) * first,
             fmt::format("class=\"orientation\" stroke=\"{}\" stroke-width=\"{}\"",
                         line_colour(material).hex(), svg::number(picture.frame.length(2.5))));
}

}  // namespace

bool is_hatched(const Picture<2>& picture, std::size_t shape) {
  const auto& outline = picture.outline[shape];
  const bool line = outline && outline->core.vertex.size() == 2 && outline->radius == 0;
  return picture.prescribed(shape) && !line;
}

std::string hatched_half_plane(const Frame& frame, const Vec<2>& through, const Vec<2>& normal,
                               int material) {
  const double level = normal.dot(through);
  const auto matter = cut<2>(frame.corners(), -normal, -level);
  if (matter.empty()) return "";
  std::string out =
      svg::polygon(matter, fmt::format("class=\"half_plane\" fill=\"{}\"", hatch_of(material)));
  // Of its sides the one on the boundary is drawn.
  const double round_off = 1e-9 * frame.shown.size();
  for (std::size_t i = 0; i < matter.size(); ++i) {
    const Vec<2>& p = matter[i];
    const Vec<2>& q = matter[(i + 1) % matter.size()];
    if (std::abs(normal.dot(p) - level) > round_off) continue;
    if (std::abs(normal.dot(q) - level) > round_off) continue;
    out += svg::line(p, q,
                     fmt::format("class=\"boundary\" stroke=\"{}\" stroke-width=\"{}\"",
                                 line_colour(material).hex(), svg::number(frame.length(1.6))));
  }
  return out;
}

template <>
std::string draw_surroundings<2>(const Picture<2>& picture) {
  std::string out;
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    const Shape<2>& shape = picture.model.shape[s];
    std::string drawn;
    if (std::holds_alternative<HalfSpace<2>>(shape)) {
      drawn = hatched_half_plane(picture.frame, picture.projection(picture.pose[s].x),
                                 rotate<2>(picture.pose[s].r, last_axis<2>()),
                                 picture.model.material[s]);
    } else if (const auto* drum = std::get_if<Drum<2>>(&shape)) {
      drawn = draw_drum(picture, s, drum->radius);
    }
    if (!drawn.empty()) out += "<g>\n" + shape_title(picture, s) + drawn + "</g>\n";
  }
  return out;
}

template <>
std::string draw_bodies<2>(const Picture<2>& picture) {
  std::string out;
  const Model<2>& m = picture.model;
  // Shapes of a body follow each other.
  for (std::size_t s = 0; s < m.shape_count();) {
    const auto body = static_cast<std::size_t>(m.owner[s]);
    std::vector<std::size_t> shapes;
    for (; s < m.shape_count() && static_cast<std::size_t>(m.owner[s]) == body; ++s) {
      if (picture.outline[s]) shapes.push_back(s);
    }
    if (shapes.empty()) continue;
    out += "<g class=\"body\">\n" + shape_title(picture, shapes.front());
    if (shapes.size() > 1 && m.prescribed[body] == 0) {
      out += draw_spokes(picture, shapes, picture.state.x[body]);
    }
    for (const auto i : shapes) out += draw_outline(picture, i);
    if (m.prescribed[body] == 0) out += draw_orientation(picture, shapes, body);
    out += "</g>\n";
  }
  return out;
}

template <>
std::string draw_foreground<2>(const Picture<2>&) {
  return "";
}

}  // namespace talus

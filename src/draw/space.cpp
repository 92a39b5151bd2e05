// Pictures of space: projected orthographically, painted from far to near.
#include "talus/draw/painter.hpp"
#include "talus/draw/picture.hpp"
#include "talus/draw/surroundings.hpp"
#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus {

namespace {

/// Planes that are seen under a smaller angle than this are seen edge-on.
constexpr double edge_on = 1e-6;
constexpr int rim_points = 72;

/// Lighter towards the light; nothing is quite dark.
Colour shaded(const Colour& colour, const Vec<3>& normal, const Vec<3>& to_light) {
  const double light = 0.5 * (1 + normal.dot(to_light));
  return light > 0.6 ? mix(colour, white, 1.2 * (light - 0.6)) : mix(colour, black, 0.6 - light);
}

/// The farthest first, for meshes may hide parts of themselves.
std::vector<std::size_t> faces_towards_eye(const Picture<3>& picture, const Outline<3>& outline) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t f = 0; f < outline.core.face.size(); ++f) {
    const auto& face = outline.core.face[f];
    if (face.normal.dot(picture.projection.to_eye()) <= edge_on) continue;
    double nearness = 0;
    for (const int v : face.vertex) {
      nearness += picture.projection.nearness(outline.core.vertex[static_cast<std::size_t>(v)]);
    }
    order.emplace_back(nearness / static_cast<double>(face.vertex.size()), f);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> out;
  out.reserve(order.size());
  for (const auto& [nearness, f] : order) out.push_back(f);
  return out;
}

std::string draw_faces(const Picture<3>& picture, std::size_t s, const Outline<3>& outline) {
  std::string out;
  const int material = picture.model.material[s];
  const bool prescribed = picture.prescribed(s);
  const bool thin = !outline.core.solid;
  const Vec<3> light = picture.projection.to_light();
  for (const std::size_t f : faces_towards_eye(picture, outline)) {
    const auto& face = outline.core.face[f];
    std::vector<Vec<2>> corners;
    for (const int v : face.vertex) {
      corners.push_back(picture.projection(outline.core.vertex[static_cast<std::size_t>(v)]));
    }
    const Colour fill = shaded(free_fill(material), face.normal, light);
    out += svg::polygon(corners, fmt::format("class=\"face\" fill=\"{}\" stroke=\"{}\" "
                                             "stroke-linejoin=\"round\"{}",
                                             fill.hex(), line_colour(material).hex(),
                                             thin && prescribed ? " fill-opacity=\"0.35\"" : ""));
    if (prescribed) {
      out += svg::polygon(corners, "class=\"hatching\" fill=\"url(#hatching)\" stroke=\"none\"");
    }
  }
  return out;
}

std::string draw_outline(const Picture<3>& picture, std::size_t s, const Outline<3>& outline) {
  const auto& v = outline.core.vertex;
  const int material = picture.model.material[s];
  const std::string style =
      fmt::format("fill=\"{}\" stroke=\"{}\"", ball_shade(material, picture.prescribed(s)),
                  line_colour(material).hex());
  if (v.size() == 1) {
    // Small balls are not drowned in their outlines.
    const double width = std::min(picture.frame.length(1), 0.1 * outline.radius);
    return svg::circle(picture.projection(v[0]), outline.radius,
                       fmt::format("{} stroke-width=\"{}\"", style, svg::number(width)));
  }
  if (v.size() == 2) {
    return svg::stadium(picture.projection(v[0]), picture.projection(v[1]), outline.radius, style);
  }
  return draw_faces(picture, s, outline);
}

std::string plane_part(const Picture<3>& picture, const Plane<3>& plane, std::string_view style) {
  const auto part = shown_part(picture, plane);
  if (part.size() < 3) return "";
  return "<g>\n" + shape_title(picture, plane.shape) + svg::polygon(picture.seen(part), style) +
         "</g>\n";
}

std::string draw_plane(const Picture<3>& picture, const Plane<3>& plane) {
  const int material = picture.model.material[plane.shape];
  const double towards_eye = plane.normal.dot(picture.projection.to_eye());
  if (std::abs(towards_eye) <= edge_on) {
    return "<g>\n" + shape_title(picture, plane.shape) +
           hatched_half_plane(picture.frame, picture.projection(plane.through),
                              picture.projection.turned(plane.normal).normalized(), material) +
           "</g>\n";
  }
  if (towards_eye < 0) return "";  // seen through its matter: only outlined, in the foreground
  const Colour fill = shaded(mix(material_colour(material), white, 0.7), plane.normal,
                             picture.projection.to_light());
  return plane_part(picture, plane,
                    fmt::format("class=\"half_space\" fill=\"{}\" stroke=\"{}\"", fill.hex(),
                                line_colour(material).hex()));
}

std::string drum_style(const Picture<3>& picture, std::size_t s, std::string_view fill) {
  return fmt::format("fill=\"{}\" fill-opacity=\"0.5\" stroke=\"{}\"", fill,
                     line_colour(picture.model.material[s]).hex());
}

/// What hides behind the contents: the outline of the tube and its far rim.
std::string draw_drum(const Picture<3>& picture, std::size_t s) {
  const auto [near, far] = drum_ends(picture, s);
  const auto near_rim = picture.seen(drum_rim(picture, s, near));
  const auto far_rim = picture.seen(drum_rim(picture, s, far));
  std::vector<Vec<2>> both = near_rim;
  both.insert(both.end(), far_rim.begin(), far_rim.end());
  const Colour fill = mix(material_colour(picture.model.material[s]), white, 0.7);
  std::string out = "<g>\n" + shape_title(picture, s);
  const Vec<3> along = far - near;
  // Where a body flew off the tube may be too long to be more than a line.
  constexpr double thinnest = 1e-4;
  const bool line = std::get<Drum<3>>(picture.model.shape[s]).radius < thinnest * along.norm();
  out += svg::polygon(line ? picture.seen({near, far}) : convex_hull(both).vertex,
                      "class=\"drum\" " + drum_style(picture, s, fill.hex()));
  if (std::abs(along.dot(picture.projection.to_eye())) > edge_on * along.norm()) {
    out += svg::polygon(far_rim, "class=\"rim\" " + drum_style(picture, s, "none"));
  }
  return out + "</g>\n";
}

}  // namespace

bool is_hatched(const Picture<3>& picture, std::size_t shape) {
  if (!picture.prescribed(shape)) return false;
  if (picture.outline[shape]) return picture.outline[shape]->core.vertex.size() > 2;
  const auto planes = picture.planes();
  return std::any_of(planes.begin(), planes.end(), [&](const Plane<3>& p) {
    return p.shape == shape && std::abs(p.normal.dot(picture.projection.to_eye())) <= edge_on;
  });
}

std::vector<Vec<3>> shown_part(const Picture<3>& picture, const Plane<3>& plane) {
  return boundary_within(roomy(picture.bounds), plane, picture.planes());
}

std::pair<Vec<3>, Vec<3>> drum_ends(const Picture<3>& picture, std::size_t shape) {
  const Bounds<3> box = roomy(picture.bounds);
  Vec<3> axis = rotate<3>(picture.pose[shape].r, last_axis<3>());
  if (axis.dot(picture.projection.to_eye()) < 0) axis = -axis;
  const Vec<3>& centre = picture.pose[shape].x;
  const double middle = axis.dot(box.middle() - centre);
  const double reach = 0.5 * axis.cwiseAbs().dot(box.high - box.low);
  double near = middle + reach;
  double far = middle - reach;
  // Half-spaces across the axis close it.
  for (const auto& plane : picture.planes()) {
    const double across = plane.normal.dot(axis);
    const double at = axis.dot(plane.through - centre);
    if (across < -1 + edge_on && at > middle) near = std::min(near, at);
    if (across > 1 - edge_on && at < middle) far = std::max(far, at);
  }
  return {centre + near * axis, centre + far * axis};
}

std::vector<Vec<3>> drum_rim(const Picture<3>& picture, std::size_t shape, const Vec<3>& end) {
  const double radius = std::get<Drum<3>>(picture.model.shape[shape]).radius;
  const Mat<3> axes = matrix(picture.pose[shape].r);
  std::vector<Vec<3>> out;
  for (int i = 0; i < rim_points; ++i) {
    const double angle = 2 * std::numbers::pi * i / rim_points;
    out.emplace_back(end +
                     radius * (std::cos(angle) * axes.col(0) + std::sin(angle) * axes.col(1)));
  }
  return out;
}

template <>
std::string draw_surroundings<3>(const Picture<3>& picture) {
  std::string out;
  for (const auto& plane : picture.planes()) out += draw_plane(picture, plane);
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    if (std::holds_alternative<Drum<3>>(picture.model.shape[s])) out += draw_drum(picture, s);
  }
  return out;
}

template <>
std::string draw_bodies<3>(const Picture<3>& picture) {
  std::vector<Outline<3>> outlines;
  std::vector<std::size_t> shapes;
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    if (!picture.outline[s]) continue;
    outlines.push_back(*picture.outline[s]);
    shapes.push_back(s);
  }
  std::string out;
  for (const auto i : painting_order(outlines, picture.projection)) {
    out += "<g class=\"shape\">\n" + shape_title(picture, shapes[i]) +
           draw_outline(picture, shapes[i], outlines[i]) + "</g>\n";
  }
  return out;
}

template <>
std::string draw_foreground<3>(const Picture<3>& picture) {
  std::string out;
  for (std::size_t s = 0; s < picture.model.shape_count(); ++s) {
    if (!std::holds_alternative<Drum<3>>(picture.model.shape[s])) continue;
    out += svg::polygon(picture.seen(drum_rim(picture, s, drum_ends(picture, s).first)),
                        "class=\"rim\" " + drum_style(picture, s, "none"));
  }
  for (const auto& plane : picture.planes()) {
    if (plane.normal.dot(picture.projection.to_eye()) >= -edge_on) continue;
    const std::string dash = svg::number(picture.frame.length(4));
    out += plane_part(
        picture, plane,
        fmt::format("class=\"half_space\" fill=\"none\" stroke=\"{}\" stroke-dasharray=\"{} {}\"",
                    line_colour(picture.model.material[plane.shape]).hex(), dash, dash));
  }
  return out;
}

}  // namespace talus

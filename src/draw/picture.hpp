// A picture being drawn: shapes placed, their projection, and the part of it that is shown.
#pragma once

#include "talus/draw/draw.hpp"
#include "talus/draw/outline.hpp"
#include "talus/draw/palette.hpp"

#include <optional>
#include <string>
#include <vector>

namespace talus {

/// The part of the picture's plane that is shown, and its scale.
struct Frame {
  Bounds<2> shown;
  double pixels = 1;  ///< for a unit of length

  /// Lengths of the scene that take this many pixels.
  double length(double pixel_count) const { return pixel_count / pixels; }
  std::vector<Vec<2>> corners() const;
};

/// Room for `wanted` and a margin about it, within what fits on a page.
Frame fit(const Bounds<2>& wanted);

/// A half-space of a scene: matter where the height is negative.
template <int D>
struct Plane {
  Vec<D> through;
  Vec<D> normal;
  std::size_t shape;

  double height(const Vec<D>& p) const { return normal.dot(p - through); }
};

template <int D>
struct Picture {
  Picture(const Model<D>& model, const State<D>& state, const View& view);

  const Model<D>& model;
  const State<D>& state;
  std::vector<Pose<D>> pose;                       ///< of each shape
  std::vector<std::optional<Outline<D>>> outline;  ///< of each bounded shape
  Bounds<D> bounds;                                ///< what must be seen
  /// Of what lies far from the origin a point nearby: programs that show pictures compute with
  /// seven digits.
  Vec<D> origin;
  Projection<D> projection;
  Frame frame;

  bool prescribed(std::size_t shape) const {
    return model.prescribed[static_cast<std::size_t>(model.owner[shape])] != 0;
  }
  std::vector<Plane<D>> planes() const;
  /// The two ends of each spring, in the world.
  std::vector<std::pair<Vec<D>, Vec<D>>> springs() const;
  std::vector<Vec<2>> seen(const std::vector<Vec<D>>& points) const;
};

// What is drawn, from back to front. Each returns SVG elements in the scene's unit of length.

/// Half-spaces and drums.
template <int D>
std::string draw_surroundings(const Picture<D>& picture);
template <int D>
std::string draw_bodies(const Picture<D>& picture);
/// What of the surroundings lies between bodies and eye.
template <int D>
std::string draw_foreground(const Picture<D>& picture);
template <int D>
std::string draw_springs(const Picture<D>& picture);
template <int D>
std::string draw_contacts(const Picture<D>& picture, const Contacts<D>& contacts);

/// A half-plane of the picture, hatched: matter where normal . (x - through) < 0.
std::string hatched_half_plane(const Frame& frame, const Vec<2>& through, const Vec<2>& normal,
                               int material);

/// Corners of the part of a half-space's plane that is drawn.
std::vector<Vec<3>> shown_part(const Picture<3>& picture, const Plane<3>& plane);
/// The two ends at which a drum is cut off, the near one first.
std::pair<Vec<3>, Vec<3>> drum_ends(const Picture<3>& picture, std::size_t shape);
std::vector<Vec<3>> drum_rim(const Picture<3>& picture, std::size_t shape, const Vec<3>& end);

/// Whether a shape is drawn with hatching: it is prescribed, and has flats to hatch.
bool is_hatched(const Picture<2>& picture, std::size_t shape);
bool is_hatched(const Picture<3>& picture, std::size_t shape);

/// References to what page.cpp defines.
std::string hatch_of(int material);
std::string ball_shade(int material, bool prescribed);

Colour free_fill(int material);
Colour line_colour(int material);
/// Of a shape in the plane, in all but its stroke's width.
std::string plane_style(int material, bool prescribed);
/// The name of the body of a shape and what it is, shown when pointed at.
template <int D>
std::string shape_title(const Picture<D>& picture, std::size_t shape);

}  // namespace talus

#include "talus/io/masonry.hpp"

#include <cmath>
#include <numbers>

namespace talus::scenes {

namespace {

using std::numbers::pi;

/// Prism about the axis u x v: the base, counter-clockwise in the axes u and v, moved along the
/// axis by half the height up and down.
Polytope<3> prism(const std::vector<Vec<2>>& base, const Vec<3>& u, const Vec<3>& v,
                  double height) {
  const Vec<3> up = 0.5 * height * u.cross(v);
  const int n = static_cast<int>(base.size());
  std::vector<Vec<3>> corners;
  for (const double side : {-1.0, 1.0}) {
    for (const auto& b : base) corners.emplace_back(b[0] * u + b[1] * v + side * up);
  }
  std::vector<std::vector<int>> faces(2);
  for (int i = 0; i < n; ++i) {
    faces[0].push_back(n - 1 - i);
    faces[1].push_back(n + i);
    const int next = (i + 1) % n;
    faces.push_back({i, next, n + next, n + i});
  }
  return convex_polyhedron(std::move(corners), std::move(faces));
}

/// A box of `size`, its last side up, lying with its lower face at height `level`.
template <int D>
Pose<D> standing_at(double along, double level, double height) {
  Pose<D> pose;
  pose.x[0] = along;
  pose.x[D - 1] = level + 0.5 * height;
  return pose;
}

/// Corners of a voussoir: its middle at the middle of the ring's thickness, the second axis along
/// the radius.
std::vector<Vec<2>> voussoir(const ArchForm& arch, double angle) {
  const double inner = arch.intrados();
  const double outer = inner + arch.thickness;
  const double middle = inner + 0.5 * arch.thickness;
  const double s = std::sin(0.5 * angle);
  const double c = std::cos(0.5 * angle);
  return {{inner * s, inner * c - middle},
          {outer * s, outer * c - middle},
          {-outer * s, outer * c - middle},
          {-inner * s, inner * c - middle}};
}

Polytope<3> voussoir(const ArchForm& arch, double angle, double depth) {
  return prism(voussoir(arch, angle), Vec<3>::UnitX(), Vec<3>::UnitZ(), depth);
}

/// Place of the middle of a voussoir, `from_left` of the embrace after the left springing.
Vec<2> on_arch(const ArchForm& arch, double from_left) {
  const double angle = (0.5 - from_left) * arch.embrace;  // from the crown, to the left
  const double radius = arch.intrados() + 0.5 * arch.thickness;
  return {-radius * std::sin(angle),
          radius * std::cos(angle) - arch.intrados() * std::cos(0.5 * arch.embrace)};
}

Pose<2> plane_pose(const ArchForm& arch, double from_left) {
  return {on_arch(arch, from_left), {(0.5 - from_left) * arch.embrace}};
}

Pose<3> space_pose(const ArchForm& arch, double from_left, double along) {
  const Vec<2> p = on_arch(arch, from_left);
  // Turning from z towards -x, about -y.
  return {{p[0], along, p[1]}, exponential(Spin<3>(0, -(0.5 - from_left) * arch.embrace, 0))};
}

}  // namespace

template <int D>
Blocks<D> wall_blocks(const Vec<D>& size, int rows, int columns, Bond bond) {
  const Hull<D> whole(box_polytope(Vec<D>(0.5 * size)));
  Vec<D> half_size = size;
  half_size[0] *= 0.5;
  const Hull<D> half(box_polytope(Vec<D>(0.5 * half_size)));
  Blocks<D> out;
  for (int k = 0; k < rows; ++k) {
    const double level = k * size[D - 1];
    const bool shifted = bond == Bond::running && k % 2 == 1;
    // In halves of blocks from the middle of the wall, so that faces fall on each other.
    const auto add = [&](const Hull<D>& form, double half_blocks) {
      out.push_back(
          {form, standing_at<D>(0.5 * size[0] * (half_blocks - columns), level, size[D - 1])});
    };
    if (shifted) add(half, 0.5);
    for (int i = 0; i < (shifted ? columns - 1 : columns); ++i) {
      add(whole, 2 * i + (shifted ? 2 : 1));
    }
    if (shifted) add(half, 2 * columns - 0.5);
  }
  return out;
}

template <int D>
Blocks<D> pillar_blocks(const Shape<D>& piece, double height, int count) {
  Blocks<D> out;
  for (int k = 0; k < count; ++k) {
    out.push_back({piece, standing_at<D>(0, k * height, height)});
  }
  return out;
}

template <int D>
Blocks<D> pyramid_blocks(const Vec<D>& size, int rows, bool square) {
  const Hull<D> form(box_polytope(Vec<D>(0.5 * size)));
  Blocks<D> out;
  for (int k = 0; k < rows; ++k) {
    const int along = rows - k;
    const int across = D == 3 && square ? along : 1;
    for (int j = 0; j < across; ++j) {
      for (int i = 0; i < along; ++i) {
        Pose<D> pose =
            standing_at<D>(0.5 * size[0] * (2 * i + 1 - along), k * size[D - 1], size[D - 1]);
        if constexpr (D == 3) pose.x[1] = 0.5 * size[1] * (2 * j + 1 - across);
        out.push_back({form, pose});
      }
    }
  }
  return out;
}

Blocks<3> crossed_blocks(const Vec<3>& plank, int planks, int layers) {
  const Hull<3> along(box_polytope(Vec<3>(0.5 * plank)));
  const Hull<3> across(box_polytope(Vec<3>(0.5 * Vec<3>(plank[1], plank[0], plank[2]))));
  Blocks<3> out;
  for (int k = 0; k < layers; ++k) {
    for (int i = 0; i < planks; ++i) {
      const double from_middle = i / (planks - 1.0) - 0.5;
      Pose<3> pose = standing_at<3>(0, k * plank[2], plank[2]);
      pose.x[k % 2 == 0 ? 1 : 0] = from_middle * (plank[0] - plank[1]);
      out.push_back({k % 2 == 0 ? along : across, pose});
    }
  }
  return out;
}

double ArchForm::intrados() const { return 0.5 * span / std::sin(0.5 * embrace); }

Blocks<2> arch_blocks(const ArchForm& arch) {
  const Hull<2> form(convex_polygon(voussoir(arch, arch.embrace / arch.voussoirs)));
  Blocks<2> out;
  for (int i = 0; i < arch.voussoirs; ++i) {
    out.push_back({form, plane_pose(arch, (i + 0.5) / arch.voussoirs)});
  }
  return out;
}

Blocks<3> vault_blocks(const ArchForm& arch, double depth, int rings, Bond bond) {
  const int n = arch.voussoirs;
  const double width = depth / rings;
  const Hull<3> whole(voussoir(arch, arch.embrace / n, width));
  const Hull<3> half(voussoir(arch, 0.5 * arch.embrace / n, width));
  Blocks<3> out;
  for (int ring = 0; ring < rings; ++ring) {
    const double along = 0.5 * width * (2 * ring + 1 - rings);
    const bool shifted = bond == Bond::running && ring % 2 == 1;
    const auto add = [&](const Hull<3>& form, double voussoirs_before) {
      out.push_back({form, space_pose(arch, voussoirs_before / n, along)});
    };
    if (shifted) add(half, 0.25);
    for (int i = 0; i < (shifted ? n - 1 : n); ++i) add(whole, i + (shifted ? 1.0 : 0.5));
    if (shifted) add(half, n - 0.25);
  }
  return out;
}

Blocks<2> springers(const ArchForm& arch) {
  const Hull<2> form(convex_polygon(voussoir(arch, arch.embrace / arch.voussoirs)));
  const double beyond = 0.5 / arch.voussoirs;
  return {{form, plane_pose(arch, -beyond)}, {form, plane_pose(arch, 1 + beyond)}};
}

Blocks<3> springers(const ArchForm& arch, double depth) {
  const Hull<3> form(voussoir(arch, arch.embrace / arch.voussoirs, depth));
  const double beyond = 0.5 / arch.voussoirs;
  return {{form, space_pose(arch, -beyond, 0)}, {form, space_pose(arch, 1 + beyond, 0)}};
}

std::vector<Vec<2>> regular_polygon(int sides, double radius) {
  std::vector<Vec<2>> out;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * pi * i / sides;
    out.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return out;
}

Polytope<3> regular_prism(int sides, double radius, double height) {
  return prism(regular_polygon(sides, radius), Vec<3>::UnitX(), Vec<3>::UnitY(), height);
}

template Blocks<2> wall_blocks<2>(const Vec<2>&, int, int, Bond);
template Blocks<3> wall_blocks<3>(const Vec<3>&, int, int, Bond);
template Blocks<2> pillar_blocks<2>(const Shape<2>&, double, int);
template Blocks<3> pillar_blocks<3>(const Shape<3>&, double, int);
template Blocks<2> pyramid_blocks<2>(const Vec<2>&, int, bool);
template Blocks<3> pyramid_blocks<3>(const Vec<3>&, int, bool);

}  // namespace talus::scenes

#include "talus/export/vtk_frame.hpp"

#include "talus/draw/force_lines.hpp"
#include "talus/draw/outline.hpp"
#include "talus/draw/surroundings.hpp"
#include "talus/math/parallel.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace talus::vtk {

namespace {

/// Three coordinates of each point or vector, whatever the dimension.
template <int D>
std::vector<double> in_space(const std::vector<double>& values) {
  if constexpr (D == 3) return values;
  std::vector<double> out(values.size() / D * 3, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) out[i / D * 3 + i % D] = values[i];
  return out;
}

/// What is not finite spoils ranges of colours, unless it is no number at all.
std::vector<double> finite_or_nothing(std::vector<double> values) {
  for (auto& x : values) {
    if (!std::isfinite(x)) x = std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

template <int D>
Array array_of(const Column& column) {
  return std::visit(
      [&](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_same_v<T, double>) {
          if (D == 2 && column.width() == D) {
            return array(column.name, column.quantity, 3, in_space<D>(values));
          }
          return array(column.name, column.quantity, column.width(), finite_or_nothing(values));
        } else {
          return array(column.name, column.quantity, column.width(), std::span<const T>(values));
        }
      },
      column.values);
}

template <int D>
std::vector<Array> arrays_of(const Columns& columns) {
  std::vector<Array> out;
  out.reserve(columns.size());
  for (const auto& column : columns) out.push_back(array_of<D>(column));
  return out;
}

template <int D>
Array points_of(const Column& column) {
  return array("Points", "length", 3, in_space<D>(std::get<std::vector<double>>(column.values)));
}

/// So many numbers from 0.
std::vector<std::int32_t> counted(std::size_t n) {
  std::vector<std::int32_t> out(n);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

/// A vertex for each point, without which nothing would be seen.
Cells each_point(std::size_t n) {
  const auto corners = counted(n);
  auto ends = corners;
  for (auto& e : ends) ++e;
  return cells(corners, ends);
}

/// Glyphs are turned by quaternions.
std::vector<double> quaternions(const State<2>& state, const std::vector<std::int32_t>& bodies) {
  std::vector<double> out;
  for (const auto b : bodies) {
    const double half = 0.5 * state.r[static_cast<std::size_t>(b)].angle;
    out.insert(out.end(), {std::cos(half), 0, 0, std::sin(half)});
  }
  return out;
}

template <int D>
std::vector<Array> field_data(const Model<D>& model, const RecordedFrame<D>& frame) {
  return {array("TimeValue", "time", 1, std::span<const double>(&frame.time, 1)),
          array("step", "", 1, std::span<const std::int64_t>(&frame.step, 1)),
          texts("material_names", model.material_name)};
}

/// Rounded to seven digits, corners stay within a thousandth of the smallest shape.
template <int D>
bool single_is_enough(const Model<D>& model, const Bounds<D>& box) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const double size : model.size) {
    if (size > 0) smallest = std::min(smallest, size);
  }
  const double farthest = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  constexpr double rounding = 6e-8;
  return rounding * farthest <= 1e-3 * smallest;
}

/// Corners of cells of one kind, shape by shape.
struct CellList {
  std::vector<std::int32_t> corners, ends, shape;

  void add(const std::vector<int>& face, std::size_t first_vertex, std::size_t of_shape) {
    for (const int v : face) corners.push_back(static_cast<std::int32_t>(first_vertex) + v);
    ends.push_back(static_cast<std::int32_t>(corners.size()));
    shape.push_back(static_cast<std::int32_t>(of_shape));
  }
};

}  // namespace

template <int D>
FrameFiles<D>::FrameFiles(const Model<D>& model, const State<D>& first, const State<D>& last,
                          std::vector<std::int32_t> recorded, bool velocities)
    : model_(model),
      surfaces_(model, first, last),
      recorded_(std::move(recorded)),
      velocities_(velocities),
      in_single_(single_is_enough<D>(model, bounds_of_run<D>(model, first, last))) {}

template <int D>
void FrameFiles<D>::find_faces(const std::vector<std::uint8_t>& present) {
  if (faces_.present == present && !present.empty()) return;
  faces_ = {};
  faces_.present = present;
  CellList lines, polygons;
  std::size_t vertices = 0;
  for (std::size_t s = 0; s < model_.shape_count(); ++s) {
    faces_.first_vertex.push_back(vertices);
    if (present[s] == 0) continue;
    const auto& surface = surfaces_.of(s);
    for (const auto& face : surface.face) {
      (face.size() == 2 ? lines : polygons).add(face, vertices, s);
    }
    vertices += surface.vertex.size();
  }
  faces_.first_vertex.push_back(vertices);
  std::vector<std::int32_t> shape = std::move(lines.shape);
  shape.insert(shape.end(), polygons.shape.begin(), polygons.shape.end());
  std::vector<std::int32_t> material;
  std::vector<std::uint8_t> prescribed;
  for (const auto s : shape) {
    const int body = model_.owner[static_cast<std::size_t>(s)];
    faces_.body_of_cell.push_back(body);
    material.push_back(model_.material[static_cast<std::size_t>(s)]);
    prescribed.push_back(model_.prescribed[static_cast<std::size_t>(body)]);
  }
  PolyData& data = faces_.data;
  data.point_count = vertices;
  data.lines = cells(lines.corners, lines.ends);
  data.polygons = cells(polygons.corners, polygons.ends);
  data.cell_data = {array("body", "", 1, faces_.body_of_cell), array("shape", "", 1, shape),
                    array("material", "", 1, material), array("prescribed", "", 1, prescribed)};
}

template <int D>
template <class Real>
Array FrameFiles<D>::placed(const State<D>& state) const {
  std::vector<Real> out(3 * faces_.data.point_count, Real(0));
  constexpr std::size_t grain = 256;
  parallel_for(model_.shape_count(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      if (faces_.present[s] == 0) continue;
      const Pose<D> pose = shape_pose<D>(model_, state, s);
      const Mat<D> turn = surfaces_.scale(s) * matrix(pose.r);
      std::size_t at = 3 * faces_.first_vertex[s];
      for (const auto& v : surfaces_.of(s).vertex) {
        const Vec<D> p = pose.x + turn * v;
        for (int k = 0; k < D; ++k) out[at + static_cast<std::size_t>(k)] = static_cast<Real>(p[k]);
        at += 3;
      }
    }
  });
  return array("Points", "length", 3, std::span<const Real>(out));
}

template <int D>
std::string FrameFiles<D>::shapes(const RecordedFrame<D>& frame) {
  const State<D>& state = frame.state;
  std::vector<std::uint8_t> present;
  present.reserve(model_.shape_count());
  for (const int body : model_.owner) {
    present.push_back(state.x[static_cast<std::size_t>(body)].allFinite() ? 1 : 0);
  }
  find_faces(present);
  PolyData data = faces_.data;
  data.field_data = field_data(model_, frame);
  data.points = {in_single_ ? placed<float>(state) : placed<double>(state)};
  if (!velocities_) return text_of(data);
  std::vector<float> velocity(3 * faces_.body_of_cell.size(), 0);
  std::vector<float> spin(velocity.size(), 0);
  std::size_t at = 0;
  for (const int body : faces_.body_of_cell) {
    const Vec<D>& v = state.v[static_cast<std::size_t>(body)];
    const Spin<D> w = model_.world_spin(body, state);
    for (int k = 0; k < D; ++k)
      velocity[at + static_cast<std::size_t>(k)] = static_cast<float>(v[k]);
    for (int k = 0; k < spin_dim<D>; ++k) {
      spin[at + static_cast<std::size_t>(3 - spin_dim<D> + k)] = static_cast<float>(w[k]);
    }
    at += 3;
  }
  data.cell_data.push_back(array("velocity", "velocity", 3, velocity));
  data.cell_data.push_back(array("spin", "angular velocity", 3, spin));
  return text_of(data);
}

template <int D>
std::string FrameFiles<D>::bodies(const RecordedFrame<D>& frame) const {
  std::vector<std::int32_t> present;
  std::vector<std::string> names;
  for (const auto b : recorded_) {
    if (!frame.state.x[static_cast<std::size_t>(b)].allFinite()) continue;
    present.push_back(b);
    names.push_back(model_.name[static_cast<std::size_t>(b)]);
  }
  PolyData data;
  const Columns columns = body_columns<D>(model_, frame.state, present, velocities_);
  data.point_count = present.size();
  data.points = {points_of<D>(columns.front())};
  data.vertices = each_point(present.size());
  data.point_data = arrays_of<D>(constant_body_columns<D>(model_, present));
  for (auto& a : arrays_of<D>(columns)) data.point_data.push_back(std::move(a));
  if constexpr (D == 2) {
    data.point_data.push_back(array("orientation", "", 4, quaternions(frame.state, present)));
  }
  data.point_data.push_back(texts("name", names));
  data.field_data = field_data(model_, frame);
  return text_of(data);
}

template <int D>
std::vector<Array> FrameFiles<D>::contact_fields(const RecordedFrame<D>& frame) const {
  return arrays_of<D>(contact_columns<D>(frame.contacts));
}

template <int D>
std::string FrameFiles<D>::contacts(const RecordedFrame<D>& frame,
                                    const std::vector<Array>& fields) const {
  PolyData data;
  data.point_count = frame.contacts.count();
  std::vector<double> points;
  for (const auto& p : frame.contacts.point) points.insert(points.end(), p.data(), p.data() + D);
  data.points = {array("Points", "length", 3, in_space<D>(points))};
  data.vertices = each_point(data.point_count);
  data.point_data = fields;
  data.field_data = field_data(model_, frame);
  return text_of(data);
}

template <int D>
std::string FrameFiles<D>::forces(const RecordedFrame<D>& frame,
                                  const std::vector<Array>& fields) const {
  const auto& contacts = frame.contacts;
  std::vector<double> points;
  std::vector<std::int32_t> ends;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    for (const auto& p : force_path<D>(model_, frame.state, contacts.body_a[c], contacts.body_b[c],
                                       contacts.point[c], contacts.shift[c])) {
      points.insert(points.end(), p.data(), p.data() + D);
    }
    ends.push_back(static_cast<std::int32_t>(points.size() / D));
  }
  PolyData data;
  data.point_count = points.size() / D;
  data.points = {array("Points", "length", 3, in_space<D>(points))};
  data.lines = cells(counted(data.point_count), ends);
  data.cell_data = fields;
  data.field_data = field_data(model_, frame);
  return text_of(data);
}

template class FrameFiles<2>;
template class FrameFiles<3>;

}  // namespace talus::vtk

#include "talus/io/results_model.hpp"

#include "talus/io/flat_shapes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace talus::results {

namespace {

template <class V>
void add(const V& v, std::vector<double>& out) {
  out.insert(out.end(), v.data(), v.data() + v.size());
}

template <int D>
void write_poses(const std::string& where, const std::vector<Pose<D>>& poses,
                 hdf5::GrowingFile& file) {
  std::vector<double> position;
  std::vector<double> orientation(poses.size() * rotation_size<D>);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    add(poses[i].x, position);
    put_rotation(poses[i].r, &orientation[i * rotation_size<D>]);
  }
  file.array(where + "_position", position, D);
  file.array(where + "_orientation", orientation, rotation_size<D>);
}

template <int D>
void write_bodies(const Model<D>& model, hdf5::GrowingFile& file) {
  const std::size_t n = model.body_count();
  file.group("bodies");
  file.texts("bodies/name", model.name);
  file.array("bodies/mass", model.mass);
  std::vector<double> inertia;
  std::vector<std::uint8_t> moved;
  for (std::size_t b = 0; b < n; ++b) {
    add(model.inertia[b], inertia);
    moved.push_back(model.motion[b] ? 1 : 0);
  }
  file.array("bodies/inertia", inertia, spin_dim<D>);
  file.array("bodies/prescribed", model.prescribed);
  file.array("bodies/moved", moved);
  // Bodies are there from the start to the end of a run.
  file.array("bodies/born", std::vector<double>(n, 0.0));
  file.array("bodies/died", std::vector<double>(n, std::numeric_limits<double>::infinity()));
  write_poses<D>("bodies/own", model.own_frame, file);
  write_poses<D>("bodies/initial", model.initial_frame, file);
}

template <int D>
void write_shapes(const Model<D>& model, hdf5::GrowingFile& file) {
  const auto flat = flatten<D>(model.shape);
  file.group("shapes");
  file.texts("shapes/kind", flat.kind);
  file.array("shapes/body", model.owner);
  file.array("shapes/material", model.material);
  file.array("shapes/size", flat.size, FlatShapes<D>::sizes);
  file.array("shapes/form", flat.form);
  write_poses<D>("shapes/placement", model.placement, file);
  file.group("forms");
  file.array("forms/corner_offset", flat.corner_offset);
  file.array("forms/corner", flat.corner, D);
  file.array("forms/face_offset", flat.face_offset);
  file.array("forms/face_normal", flat.face_normal, D);
  file.array("forms/loop_offset", flat.loop_offset);
  file.array("forms/loop", flat.loop);
}

/// An array with as many rows as there are bodies, or shapes.
template <class T>
std::vector<T> column(const hdf5::Input& file, const std::string& name, std::size_t rows,
                      std::uint64_t width = 1) {
  auto values = file.all<T>(name, width);
  if (values.size() != rows * width) {
    file.complain(name, fmt::format("expected {} rows, found {}", rows, values.size() / width));
  }
  return values;
}

template <int D>
std::vector<Pose<D>> read_poses(const hdf5::Input& file, const std::string& where, std::size_t n) {
  const auto position = column<double>(file, where + "_position", n, D);
  const auto orientation = column<double>(file, where + "_orientation", n, rotation_size<D>);
  std::vector<Pose<D>> poses(n);
  for (std::size_t i = 0; i < n; ++i) {
    poses[i].x = Eigen::Map<const Vec<D>>(&position[i * D]);
    get_rotation(&orientation[i * rotation_size<D>], poses[i].r);
  }
  return poses;
}

template <int D>
void read_bodies(const hdf5::Input& file, Model<D>& model) {
  model.name = file.texts("bodies/name");
  const std::size_t n = model.body_count();
  model.mass = column<double>(file, "bodies/mass", n);
  const auto inertia = column<double>(file, "bodies/inertia", n, spin_dim<D>);
  model.prescribed = column<std::uint8_t>(file, "bodies/prescribed", n);
  const auto moved = column<std::uint8_t>(file, "bodies/moved", n);
  model.own_frame = read_poses<D>(file, "bodies/own", n);
  model.initial_frame = read_poses<D>(file, "bodies/initial", n);
  for (std::size_t b = 0; b < n; ++b) {
    model.inv_mass.push_back(1 / model.mass[b]);
    model.inertia.push_back(Eigen::Map<const Spin<D>>(&inertia[b * spin_dim<D>]));
    model.inv_inertia.push_back(model.inertia[b].cwiseInverse());
    model.motion.push_back(moved[b] != 0 ? std::optional<Motion<D>>(Motion<D>{}) : std::nullopt);
    const auto& moments = model.inertia[b];
    model.isotropic.push_back(moments.maxCoeff() == moments.minCoeff() ? 1 : 0);
  }
  model.ball_like.assign(n, 0);
  model.arm.assign(n, 0);
  model.collision.assign(n, {});
}

void check_numbers(const hdf5::Input& file, const std::string& name,
                   const std::vector<int>& numbers, std::size_t count, const char* of_what) {
  for (const int i : numbers) {
    if (i >= 0 && static_cast<std::size_t>(i) < count) continue;
    file.complain(name, fmt::format("{} is no number of one of {} {}", i, count, of_what));
  }
}

template <int D>
void read_shapes(const hdf5::Input& file, Model<D>& model) {
  FlatShapes<D> flat;
  flat.kind = file.texts("shapes/kind");
  const std::size_t n = flat.kind.size();
  flat.size = column<double>(file, "shapes/size", n, FlatShapes<D>::sizes);
  flat.form = column<std::int32_t>(file, "shapes/form", n);
  flat.corner_offset = file.all<std::uint64_t>("forms/corner_offset");
  flat.corner = file.all<double>("forms/corner", D);
  flat.face_offset = file.all<std::uint64_t>("forms/face_offset");
  flat.face_normal = file.all<double>("forms/face_normal", D);
  flat.loop_offset = file.all<std::uint64_t>("forms/loop_offset");
  flat.loop = file.all<std::int32_t>("forms/loop");
  try {
    model.shape = unflatten<D>(flat);
  } catch (const ShapeError& error) {
    file.complain("shapes", error.what());
  }
  model.placement = read_poses<D>(file, "shapes/placement", n);
  model.owner = column<std::int32_t>(file, "shapes/body", n);
  model.material = column<std::int32_t>(file, "shapes/material", n);
  check_numbers(file, "shapes/body", model.owner, model.body_count(), "bodies");
  check_numbers(file, "shapes/material", model.material, model.material_name.size(), "materials");
  for (const auto& shape : model.shape) {
    model.size.push_back(characteristic_size<D>(shape));
    model.radius.push_back(bounding_radius<D>(shape));
  }
  model.seams.resize(n);  // of no use to what is only looked at
}

}  // namespace

template <int D>
void write_model(const Model<D>& model, hdf5::GrowingFile& file) {
  file.group("materials");
  file.texts("materials/name", model.material_name);
  write_bodies(model, file);
  write_shapes(model, file);
  file.group("cell");
  file.array("cell/period",
             std::vector<double>(model.cell.period.data(), model.cell.period.data() + D));
  file.attribute("cell", "flow", std::int64_t{model.cell.flow});
  file.attribute("cell", "gradient", std::int64_t{model.cell.gradient});
}

template <int D>
Model<D> read_model(const hdf5::Input& file) {
  Model<D> model;
  for (auto& name : file.texts("materials/name")) model.add_material(std::move(name));
  read_bodies(file, model);
  read_shapes(file, model);
  const auto period = column<double>(file, "cell/period", D);
  model.cell.period = Eigen::Map<const Vec<D>>(period.data());
  const auto flow = file.attribute("cell", "flow");
  const auto gradient = file.attribute("cell", "gradient");
  const bool in_order = flow >= -1 && flow < D && gradient >= -1 && gradient < D;
  if (!in_order) file.complain("cell", "expected axes of the space, or -1");
  model.cell.flow = static_cast<int>(flow);
  model.cell.gradient = static_cast<int>(gradient);
  return model;
}

template void write_model<2>(const Model<2>&, hdf5::GrowingFile&);
template void write_model<3>(const Model<3>&, hdf5::GrowingFile&);
template Model<2> read_model<2>(const hdf5::Input&);
template Model<3> read_model<3>(const hdf5::Input&);

}  // namespace talus::results

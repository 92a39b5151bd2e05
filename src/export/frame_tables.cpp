#include "talus/export/frame_tables.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Names = std::vector<std::string>;

/// x, y, z behind a prefix.
template <int N>
Names axes(const std::string& prefix) {
  Names out;
  for (int i = 0; i < N; ++i) out.push_back(prefix + "xyz"[i]);
  return out;
}

Column number(std::string name, std::string quantity, ColumnValues values) {
  return {name, std::move(quantity), {name}, std::move(values)};
}

template <int N>
Column vectors(std::string name, std::string quantity, Names parts,
               const std::vector<Vec<N>>& values) {
  std::vector<double> numbers;
  numbers.reserve(N * values.size());
  for (const auto& v : values) numbers.insert(numbers.end(), v.data(), v.data() + N);
  return {std::move(name), std::move(quantity), std::move(parts), std::move(numbers)};
}

/// The values of some bodies.
template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<std::int32_t>& bodies) {
  std::vector<T> out;
  out.reserve(bodies.size());
  for (const auto b : bodies) out.push_back(all[static_cast<std::size_t>(b)]);
  return out;
}

Column orientations(const std::vector<Rotation<2>>& turns) {
  std::vector<double> angle;
  angle.reserve(turns.size());
  for (const auto& r : turns) angle.push_back(r.angle);
  return number("angle", "angle", std::move(angle));
}
Column orientations(const std::vector<Rotation<3>>& turns) {
  std::vector<double> q;
  q.reserve(4 * turns.size());
  for (const auto& r : turns) q.insert(q.end(), {r.q.w(), r.q.x(), r.q.y(), r.q.z()});
  return {"orientation", "1", {"qw", "qx", "qy", "qz"}, std::move(q)};
}

template <int D>
double reach(const Model<D>& model, std::size_t shape) {
  if (const auto* drum = std::get_if<Drum<D>>(&model.shape[shape])) return drum->radius;
  return model.placement[shape].x.norm() + model.radius[shape];
}

template <int D>
std::vector<double> radii(const Model<D>& model) {
  std::vector<double> out(model.body_count(), 0);
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    double& radius = out[static_cast<std::size_t>(model.owner[s])];
    radius = std::max(radius, reach(model, s));
  }
  for (auto& r : out) {
    if (!std::isfinite(r)) r = 0;
  }
  return out;
}

template <int D>
std::vector<std::int32_t> materials(const Model<D>& model) {
  std::vector<std::int32_t> out(model.body_count(), -1);
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    auto& material = out[static_cast<std::size_t>(model.owner[s])];
    if (material < 0) material = model.material[s];
  }
  return out;
}

/// A vector on a contact with its parts along and across the normal.
template <int D>
void add_parts(const std::string& name, const std::vector<Vec<D>>& values,
               const std::vector<Vec<D>>& normals, Columns& out) {
  std::vector<double> along, across;
  for (std::size_t c = 0; c < values.size(); ++c) {
    along.push_back(values[c].dot(normals[c]));
    across.push_back((values[c] - along.back() * normals[c]).norm());
  }
  out.push_back(vectors<D>(name, name, axes<D>(name + "_"), values));
  out.push_back(number("normal_" + name, name, std::move(along)));
  out.push_back(number("tangential_" + name, name, std::move(across)));
}

}  // namespace

template <int D>
Columns constant_body_columns(const Model<D>& model, const std::vector<std::int32_t>& bodies) {
  return {number("body", "1", bodies), number("material", "1", picked(materials(model), bodies)),
          number("radius", "length", picked(radii(model), bodies)),
          number("mass", "mass", picked(model.mass, bodies)),
          number("prescribed", "1", picked(model.prescribed, bodies))};
}

template <int D>
Columns body_columns(const Model<D>& model, const State<D>& state,
                     const std::vector<std::int32_t>& bodies, bool velocities) {
  Columns out;
  out.push_back(vectors<D>("position", "length", axes<D>(""), picked(state.x, bodies)));
  out.push_back(orientations(picked(state.r, bodies)));
  if (!velocities) return out;
  out.push_back(vectors<D>("velocity", "velocity", axes<D>("v"), picked(state.v, bodies)));
  std::vector<Spin<D>> spins;
  spins.reserve(bodies.size());
  for (const auto b : bodies) spins.push_back(model.world_spin(b, state));
  out.push_back(vectors<spin_dim<D>>("spin", "angular velocity",
                                     D == 2 ? Names{"spin"} : axes<3>("spin_"), spins));
  return out;
}

template <int D>
Columns contact_columns(const RecordedContacts<D>& contacts) {
  std::vector<std::uint32_t> feature, image;
  std::vector<std::uint8_t> status;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    feature.push_back(contacts.id[c].feature);
    image.push_back(contacts.id[c].image);
    status.push_back(static_cast<std::uint8_t>(contacts.status[c]));
  }
  Columns out = {number("body_a", "1", contacts.body_a),
                 number("body_b", "1", contacts.body_b),
                 number("shape_a", "1", contacts.shape_a),
                 number("shape_b", "1", contacts.shape_b),
                 number("feature", "1", std::move(feature)),
                 number("image", "1", std::move(image)),
                 number("status", "1", std::move(status)),
                 vectors<D>("point", "length", axes<D>(""), contacts.point),
                 vectors<D>("normal", "1", axes<D>("n"), contacts.normal),
                 number("gap", "length", contacts.gap)};
  add_parts<D>("impulse", contacts.impulse, contacts.normal, out);
  add_parts<D>("force", contacts.force, contacts.normal, out);
  out.push_back(vectors<D>("velocity", "velocity", axes<D>("v"), contacts.velocity));
  return out;
}

template Columns constant_body_columns<2>(const Model<2>&, const std::vector<std::int32_t>&);
template Columns constant_body_columns<3>(const Model<3>&, const std::vector<std::int32_t>&);
template Columns body_columns<2>(const Model<2>&, const State<2>&, const std::vector<std::int32_t>&,
                                 bool);
template Columns body_columns<3>(const Model<3>&, const State<3>&, const std::vector<std::int32_t>&,
                                 bool);
template Columns contact_columns<2>(const RecordedContacts<2>&);
template Columns contact_columns<3>(const RecordedContacts<3>&);

}  // namespace talus

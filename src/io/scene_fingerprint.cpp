#include "talus/io/scene_fingerprint.hpp"

#include "talus/io/flat_shapes.hpp"
#include "talus/math/hash.hpp"

namespace talus {

namespace {

/// Tables of motions and loads come from files: they are compared at so many instants.
constexpr int instants = 64;

template <class T>
void add(const std::vector<T>& values, Hash& hash) {
  hash.add(std::uint64_t{values.size()});
  hash.add(values.data(), values.size() * sizeof(T));
}

template <class V>
void add_vector(const V& v, Hash& hash) {
  hash.add(v.data(), static_cast<std::size_t>(v.size()) * sizeof(double));
}

template <int D>
void add_shapes(const Model<D>& model, Hash& hash) {
  const auto flat = flatten<D>(model.shape);
  for (const auto& kind : flat.kind) hash.add(kind.data(), kind.size());
  add(flat.size, hash);
  add(flat.form, hash);
  add(flat.corner, hash);
  add(flat.loop, hash);
  add(model.owner, hash);
  add(model.material, hash);
  for (const auto& placement : model.placement) {
    add_vector(placement.x, hash);
    add_vector(matrix(placement.r), hash);
  }
}

template <int D>
void add_functions(const Model<D>& model, double t, Hash& hash) {
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (!model.motion[b]) continue;
    const auto pose = model.prescribed_pose(static_cast<int>(b), t);
    add_vector(pose.x, hash);
    add_vector(matrix(pose.r), hash);
  }
  for (const auto& load : model.loads.applied) {
    hash.add(static_cast<std::uint64_t>(load.body));
    add_vector(load.force_at(t), hash);
    add_vector(load.torque_at(t), hash);
  }
}

}  // namespace

template <int D>
std::uint64_t scene_fingerprint(const Scene<D>& scene) {
  Hash hash;
  hash.add(scene.completed.data(), scene.completed.size());
  hash.add(state_hash(scene.state));
  add(scene.model.mass, hash);
  for (const auto& moments : scene.model.inertia) add_vector(moments, hash);
  add_shapes(scene.model, hash);
  for (int i = 0; i <= instants; ++i) {
    add_functions(scene.model, scene.end * i / instants, hash);
  }
  return hash.value();
}

template std::uint64_t scene_fingerprint<2>(const Scene<2>&);
template std::uint64_t scene_fingerprint<3>(const Scene<3>&);

}  // namespace talus

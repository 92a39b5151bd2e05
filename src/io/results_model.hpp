// The constant part of results.h5: bodies, shapes, materials, cell.
#pragma once

#include "talus/io/hdf5_file.hpp"
#include "talus/io/hdf5_growing.hpp"
#include "talus/model/model.hpp"

namespace talus::results {

template <int D>
void write_model(const Model<D>& model, hdf5::GrowingFile& file);

/// A model to look at and to measure with: names, masses, shapes and materials are those of the
/// run; laws, loads and motions are not kept.
template <int D>
Model<D> read_model(const hdf5::Input& file);

/// Numbers of an orientation: an angle in the plane, a quaternion w, x, y, z in space.
template <int D>
inline constexpr int rotation_size = D == 2 ? 1 : 4;

inline void put_rotation(const Rotation<2>& r, double* out) { out[0] = r.angle; }
inline void put_rotation(const Rotation<3>& r, double* out) {
  out[0] = r.q.w();
  out[1] = r.q.x();
  out[2] = r.q.y();
  out[3] = r.q.z();
}
inline void get_rotation(const double* in, Rotation<2>& r) { r.angle = in[0]; }
inline void get_rotation(const double* in, Rotation<3>& r) {
  r.q = Eigen::Quaterniond(in[0], in[1], in[2], in[3]);
}

}  // namespace talus::results

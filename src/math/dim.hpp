// The only home of what differs between the plane (D = 2) and space (D = 3): how many numbers a
// spin has, what an orientation is, and how spins and arms multiply.
#pragma once

#include "talus/math/vec.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace talus {

/// Number of components of a spin vector: one in the plane, three in space.
template <int D>
inline constexpr int spin_dim = D == 2 ? 1 : 3;

/// Degrees of freedom of a rigid body.
template <int D>
inline constexpr int dof = D + spin_dim<D>;

/// Angular velocity, or anything that multiplies it (moments, principal inertias).
template <int D>
using Spin = Vec<spin_dim<D>>;

/// Velocity of a rigid body, linear part first; or an impulse dual to it.
template <int D>
using Twist = Vec<dof<D>>;

/// Orientation: in the plane an angle that is never wrapped, so turns are counted.
template <int D>
struct Rotation;

template <>
struct Rotation<2> {
  double angle = 0;
};

template <>
struct Rotation<3> {
  Eigen::Quaterniond q = Eigen::Quaterniond::Identity();
};

/// Position and orientation of a frame.
template <int D>
struct Pose {
  Vec<D> x = Vec<D>::Zero();
  Rotation<D> r;
};

inline Mat<2> matrix(const Rotation<2>& r) {
  const double c = std::cos(r.angle);
  const double s = std::sin(r.angle);
  Mat<2> m;
  m << c, -s, s, c;
  return m;
}
inline Mat<3> matrix(const Rotation<3>& r) { return r.q.toRotationMatrix(); }

/// Vector of the body frame seen in the world.
template <int D>
Vec<D> rotate(const Rotation<D>& r, const Vec<D>& v) {
  return matrix(r) * v;
}

/// Vector of the world seen in the body frame.
template <int D>
Vec<D> unrotate(const Rotation<D>& r, const Vec<D>& v) {
  return matrix(r).transpose() * v;
}

template <int D>
Vec<D> to_world(const Pose<D>& p, const Vec<D>& local) {
  return p.x + rotate(p.r, local);
}

/// Rotation by the rotation vector `turn` (the exponential map).
inline Rotation<2> exponential(const Spin<2>& turn) { return {turn[0]}; }
Rotation<3> exponential(const Spin<3>& turn);

/// a then b, both seen from the frame reached so far: the matrix product A B.
inline Rotation<2> compose(const Rotation<2>& a, const Rotation<2>& b) {
  return {a.angle + b.angle};
}
inline Rotation<3> compose(const Rotation<3>& a, const Rotation<3>& b) {
  return {(a.q * b.q).normalized()};
}
inline Rotation<2> inverse(const Rotation<2>& r) { return {-r.angle}; }
inline Rotation<3> inverse(const Rotation<3>& r) { return {r.q.conjugate()}; }

/// Pose of `inner` (given in the frame of `outer`) in the world.
template <int D>
Pose<D> compose(const Pose<D>& outer, const Pose<D>& inner) {
  return {to_world(outer, inner.x), compose(outer.r, inner.r)};
}

/// Spins of the plane are the same seen from body and world; in space they turn with the frame.
inline Spin<2> spin_to_world(const Rotation<2>&, const Spin<2>& w) { return w; }
inline Spin<3> spin_to_world(const Rotation<3>& r, const Spin<3>& w) { return rotate<3>(r, w); }
inline Spin<2> spin_to_body(const Rotation<2>&, const Spin<2>& w) { return w; }
inline Spin<3> spin_to_body(const Rotation<3>& r, const Spin<3>& w) { return unrotate<3>(r, w); }

/// Velocity of a point at `arm` from the centre of a body with spin `w`.
inline Vec<2> cross(const Spin<2>& w, const Vec<2>& arm) { return {-w[0] * arm[1], w[0] * arm[0]}; }
inline Vec<3> cross(const Spin<3>& w, const Vec<3>& arm) { return w.cross(arm); }

/// Moment of a vector applied at `arm`.
inline Spin<2> moment(const Vec<2>& arm, const Vec<2>& f) {
  return Spin<2>(arm[0] * f[1] - arm[1] * f[0]);
}
inline Spin<3> moment(const Vec<3>& arm, const Vec<3>& f) { return arm.cross(f); }

/// Matrix of w -> cross(w, arm): D rows, one column a spin component.
inline Mat<2, 1> cross_matrix(const Vec<2>& arm) { return {-arm[1], arm[0]}; }
Mat<3> cross_matrix(const Vec<3>& arm);

/// Orthonormal frame whose first column is `n`; the others vary continuously almost everywhere.
inline Mat<2> contact_frame(const Vec<2>& n) {
  Mat<2> f;
  f << n[0], -n[1], n[1], n[0];
  return f;
}
inline Mat<3> contact_frame(const Vec<3>& n) {
  // Branch-free basis of Duff et al. (2017): stable for every unit normal, both poles included.
  const double sign = std::copysign(1.0, n[2]);
  const double a = -1 / (sign + n[2]);
  const double b = n[0] * n[1] * a;
  Mat<3> f;
  f.col(0) = n;
  f.col(1) = Vec<3>(1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]);
  f.col(2) = Vec<3>(b, sign + n[1] * n[1] * a, -n[1]);
  return f;
}

/// The axis a shape is measured along (normal of walls, axis of drums): the last one.
template <int D>
Vec<D> last_axis() {
  return Vec<D>::Unit(D - 1);
}

}  // namespace talus

#include "talus/model/mass_properties.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <cmath>

namespace talus {

namespace {

/// Weight of each shape before scaling to a given mass: its volume, or its extent when no shape of
/// the body has a volume (thin walls).
template <int D>
std::vector<double> weights(const BodyDescription<D>& body) {
  std::vector<double> w;
  double total = 0;
  for (const auto& s : body.shapes) total += w.emplace_back(volume<D>(s.shape));
  if (total > 0) return w;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (const auto* wall = std::get_if<Wall<D>>(&body.shapes[i].shape)) {
      w[i] = wall->half_extent.prod();
    }
  }
  return w;
}

template <int D>
std::vector<double> shape_masses(const BodyDescription<D>& body) {
  std::vector<double> m;
  if (!body.mass) {
    for (const auto& s : body.shapes) m.push_back(s.density * volume<D>(s.shape));
    return m;
  }
  m = weights(body);
  double total = 0;
  for (const double w : m) total += w;
  for (double& w : m) w *= total > 0 ? *body.mass / total : 0;
  return m;
}

/// Inertia of one shape about the centre of mass, in the own frame's axes.
Mat<1> about(const Extent<2>& e, const Pose<2>& p, double m, const Vec<2>& centre) {
  return Mat<1>(m * (e.inertia(0, 0) + (to_world(p, e.centre) - centre).squaredNorm()));
}

Mat<3> about(const Extent<3>& e, const Pose<3>& p, double m, const Vec<3>& centre) {
  const Mat<3> r = matrix(p.r);
  const Vec<3> d = to_world(p, e.centre) - centre;
  const Mat<3> steiner = d.squaredNorm() * Mat<3>::Identity() - d * d.transpose();
  return m * (r * e.inertia * r.transpose() + steiner);
}

void diagonalise(const Mat<1>& inertia, MassProperties<2>& out) { out.inertia = inertia; }

void diagonalise(const Mat<3>& inertia, MassProperties<3>& out) {
  // Keep the user's axes when they are principal already: no needless turning of frames.
  const double off = std::abs(inertia(0, 1)) + std::abs(inertia(0, 2)) + std::abs(inertia(1, 2));
  if (off <= 1e-14 * inertia.trace()) {
    out.inertia = inertia.diagonal();
    return;
  }
  const Eigen::SelfAdjointEigenSolver<Mat<3>> solver(inertia);
  Mat<3> axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  out.inertia = solver.eigenvalues();
  out.principal.r.q = Eigen::Quaterniond(axes).normalized();
}

}  // namespace

template <int D>
MassProperties<D> mass_properties(const BodyDescription<D>& body) {
  const std::vector<double> masses = shape_masses(body);
  MassProperties<D> out;
  Vec<D> centre = Vec<D>::Zero();
  for (std::size_t i = 0; i < masses.size(); ++i) {
    out.mass += masses[i];
    const auto& s = body.shapes[i];
    centre += masses[i] * to_world(s.placement, extent_of<D>(s.shape).centre);
  }
  if (body.mass && out.mass == 0) {
    out.mass = *body.mass;  // no shape tells where the mass is: it sits at the frame's origin
  } else if (out.mass > 0) {
    out.principal.x = centre / out.mass;
  }
  if (!(out.mass > 0) || !std::isfinite(out.mass)) {
    throw ModelError(
        fmt::format("body '{}' has mass {}: a free body needs a positive mass, from a density or "
                    "given as 'mass'",
                    body.name, out.mass));
  }
  if (body.inertia) {
    out.inertia = *body.inertia;
    return out;
  }
  Mat<spin_dim<D>> inertia = Mat<spin_dim<D>>::Zero();
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto& s = body.shapes[i];
    inertia += about(extent_of<D>(s.shape), s.placement, masses[i], out.principal.x);
  }
  diagonalise(inertia, out);
  if (!(out.inertia.minCoeff() > 0)) {
    throw ModelError(fmt::format(
        "body '{}' has a zero moment of inertia: give it 'inertia', or shapes that have one",
        body.name));
  }
  return out;
}

template MassProperties<2> mass_properties<2>(const BodyDescription<2>&);
template MassProperties<3> mass_properties<3>(const BodyDescription<3>&);

}  // namespace talus

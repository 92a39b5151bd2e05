// Small models for tests: one material, one law, ground, balls and flat bodies. "Up" is the last
// axis, "along" the first.
#pragma once

#include "talus/talus.hpp"

#include "support/dimensions.hpp"

#include <string>

namespace talus::test {

/// Isotropic friction with restitution, velocity form.
ContactLaw simple_law(double mu, double e_n = 0, double e_t = 0);

/// Vector with the given components along the first and the last axis.
template <int D>
Vec<D> vector(double along, double up);

/// Spin of a ball that rolls towards +along on the ground when v = radius * w.
template <int D>
Spin<D> rolling_spin(double w);

/// Component of a spin that rolling_spin sets.
template <int D>
double rolling_part(const Spin<D>& w);

/// Frame whose first axis dips by `angle` below the horizontal: an incline when put on the ground.
template <int D>
Rotation<D> incline(double angle);

/// k in the moment of inertia k m R^2 of a homogeneous disk or sphere.
template <int D>
inline constexpr double ball_inertia = D == 2 ? 0.5 : 0.4;

/// Rectangle or box: two square plates carry its lower and upper corners.
template <int D>
BodyDescription<D> block(double half_width, double half_height, double mass);

template <int D>
struct Scene {
  Model<D> model;
  State<D> state;
  StepOptions options;
  int material = 0;

  Scene(const ContactLaw& law, double h);

  void set_gravity(double g) { model.loads.gravity = vector<D>(0, -g); }
  /// Fixed half-space through x, turned by r.
  std::size_t add_ground(const Rotation<D>& r = {}, const Vec<D>& x = Vec<D>::Zero());
  std::size_t add_ball(double radius, double mass, const Vec<D>& x,
                       const Vec<D>& v = Vec<D>::Zero(), const Spin<D>& w = Spin<D>::Zero());
  /// Free segment or rectangle of equal half extents.
  std::size_t add_plate(double half_extent, double mass, const Pose<D>& pose,
                        const Vec<D>& v = Vec<D>::Zero());
  /// A body as described; its shapes get the material.
  std::size_t add(BodyDescription<D> body);

  Simulation<D> simulation() const { return {model, state, options}; }
};

/// A ball of mass 1 at rest, its lowest point at `height` above the ground.
template <int D>
Scene<D> dropped_ball(const ContactLaw& law, double h, double g, double radius, double height);

/// Row A16: the discrete energy balance is an identity, so it closes to round-off in every run.
template <int D>
void expect_balanced(const Simulation<D>& simulation);

}  // namespace talus::test

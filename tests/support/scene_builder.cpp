#include "support/scene_builder.hpp"

namespace talus::test {

ContactLaw simple_law(double mu, double e_n, double e_t) {
  ContactLaw law;
  law.friction = IsotropicFriction{mu};
  law.e_n = e_n;
  law.e_t = e_t;
  return law;
}

template <int D>
Vec<D> vector(double along, double up) {
  Vec<D> v = Vec<D>::Zero();
  v[0] = along;
  v[D - 1] = up;
  return v;
}

template <int D>
Spin<D> rolling_spin(double w) {
  // The lowest point of a ball must move backwards by radius * w: clockwise in the plane, about the
  // second axis in space.
  if constexpr (D == 2) {
    return Spin<2>(-w);
  } else {
    return {0, w, 0};
  }
}

template <int D>
double rolling_part(const Spin<D>& w) {
  return rolling_spin<D>(1).dot(w);
}

template <int D>
Rotation<D> incline(double angle) {
  return exponential(rolling_spin<D>(angle));
}

template <int D>
BodyDescription<D> block(double half_width, double half_height, double mass) {
  BodyDescription<D> body;
  const Wall<D> face{Vec<D - 1>::Constant(half_width)};
  body.shapes = {{face, {vector<D>(0, -half_height), {}}}, {face, {vector<D>(0, half_height), {}}}};
  body.mass = mass;
  return body;
}

template <int D>
Scene<D>::Scene(const ContactLaw& law, double h) {
  material = model.add_material("matter");
  model.set_law(material, material, law);
  options.h = h;
}

template <int D>
std::size_t Scene<D>::add(BodyDescription<D> body) {
  for (auto& s : body.shapes) s.material = material;
  if (body.name.empty()) body.name = "body " + std::to_string(model.body_count());
  return static_cast<std::size_t>(model.add(body, state));
}

template <int D>
std::size_t Scene<D>::add_ground(const Rotation<D>& r, const Vec<D>& x) {
  BodyDescription<D> body;
  body.name = "ground";
  body.shapes = {{HalfSpace<D>{}, {}}};
  body.pose = {x, r};
  body.prescribed = true;
  return add(body);
}

template <int D>
std::size_t Scene<D>::add_ball(double radius, double mass, const Vec<D>& x, const Vec<D>& v,
                               const Spin<D>& w) {
  BodyDescription<D> body;
  body.shapes = {{Ball<D>{radius}, {}}};
  body.pose.x = x;
  body.velocity = v;
  body.spin = w;
  body.mass = mass;
  return add(body);
}

template <int D>
std::size_t Scene<D>::add_plate(double half_extent, double mass, const Pose<D>& pose,
                                const Vec<D>& v) {
  BodyDescription<D> body;
  body.shapes = {{Wall<D>{Vec<D - 1>::Constant(half_extent)}, {}}};
  body.pose = pose;
  body.velocity = v;
  body.mass = mass;
  return add(body);
}

template <int D>
Scene<D> dropped_ball(const ContactLaw& law, double h, double g, double radius, double height) {
  Scene<D> scene(law, h);
  scene.set_gravity(g);
  scene.add_ground();
  scene.add_ball(radius, 1, vector<D>(0, radius + height));
  return scene;
}

template <int D>
void expect_balanced(const Simulation<D>& simulation) {
  EXPECT_GT(simulation.state().step, 0);
  EXPECT_LE(simulation.balance().error_max(), 1e-12);
}

template Vec<2> vector<2>(double, double);
template Vec<3> vector<3>(double, double);
template Spin<2> rolling_spin<2>(double);
template Spin<3> rolling_spin<3>(double);
template double rolling_part<2>(const Spin<2>&);
template double rolling_part<3>(const Spin<3>&);
template Rotation<2> incline<2>(double);
template Rotation<3> incline<3>(double);
template BodyDescription<2> block<2>(double, double, double);
template BodyDescription<3> block<3>(double, double, double);
template struct Scene<2>;
template struct Scene<3>;
template Scene<2> dropped_ball<2>(const ContactLaw&, double, double, double, double);
template Scene<3> dropped_ball<3>(const ContactLaw&, double, double, double, double);
template void expect_balanced<2>(const Simulation<2>&);
template void expect_balanced<3>(const Simulation<3>&);

}  // namespace talus::test

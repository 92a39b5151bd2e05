#include "talus/model/model.hpp"

#include "talus/geometry/gap.hpp"
#include "talus/model/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <int D>
Pose<D> inverse_pose(const Pose<D>& p) {
  return {-unrotate<D>(p.r, p.x), inverse(p.r)};
}

template <int D>
bool is_ball_like(const BodyDescription<D>& body, bool isotropic) {
  return isotropic && body.shapes.size() == 1 &&
         std::holds_alternative<Ball<D>>(body.shapes[0].shape);
}

}  // namespace

template <int D>
int Model<D>::add_material(std::string material_label) {
  const std::size_t n = material_name.size();
  std::vector<int> grown((n + 1) * (n + 1), -1);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) grown[a * (n + 1) + b] = law_index_[a * n + b];
  }
  law_index_ = std::move(grown);
  material_name.push_back(std::move(material_label));
  return static_cast<int>(n);
}

template <int D>
void Model<D>::set_law(int material_a, int material_b, const ContactLaw& law) {
  const auto n = material_name.size();
  const auto a = static_cast<std::size_t>(material_a);
  const auto b = static_cast<std::size_t>(material_b);
  law_index_[a * n + b] = law_index_[b * n + a] = static_cast<int>(laws.size());
  laws.push_back(law);
  law_first_.push_back(material_a);
}

template <int D>
int Model<D>::law_of(int material_a, int material_b) const {
  return law_index_[static_cast<std::size_t>(material_a) * material_name.size() +
                    static_cast<std::size_t>(material_b)];
}

template <int D>
int Model<D>::add(const BodyDescription<D>& body, State<D>& state) {
  const int number = static_cast<int>(name.size());
  Pose<D> principal;  // seen from the own frame
  double m = infinity;
  Spin<D> moments = Spin<D>::Constant(infinity);
  if (!body.prescribed) {
    const auto properties = mass_properties(body);
    principal = properties.principal;
    m = properties.mass;
    moments = properties.inertia;
  }
  const bool same_moments =
      body.prescribed || moments.maxCoeff() - moments.minCoeff() <= 1e-14 * moments.maxCoeff();
  name.push_back(body.name);
  mass.push_back(m);
  inv_mass.push_back(1 / m);
  inertia.push_back(moments);
  inv_inertia.push_back(moments.cwiseInverse());
  prescribed.push_back(body.prescribed ? 1 : 0);
  isotropic.push_back(same_moments ? 1 : 0);
  ball_like.push_back(!body.prescribed && is_ball_like(body, same_moments) ? 1 : 0);
  initial_frame.push_back(body.pose);
  own_frame.push_back(inverse_pose(principal));
  motion.push_back(body.prescribed ? body.motion : std::nullopt);
  if (body.prescribed && body.servo) {
    servos.push_back(*body.servo);
    servos.back().body = number;
  }
  arm.push_back(0);
  collision.push_back(body.collision);
  for (const auto& s : body.shapes) {
    Shape<D> form = s.shape;
    Pose<D> place = s.placement;
    place.x = to_world(place, recentre<D>(form));
    shape.push_back(std::move(form));
    placement.push_back(compose(own_frame.back(), place));
    owner.push_back(number);
    material.push_back(s.material);
    size.push_back(characteristic_size<D>(shape.back()));  // once it is in its middle
    radius.push_back(bounding_radius<D>(shape.back()));
    const bool round = std::holds_alternative<Ball<D>>(shape.back());
    const double own = round || std::isinf(radius.back()) ? 0 : radius.back();
    arm.back() = std::max(arm.back(), placement.back().x.norm() + own);
  }
  seams.resize(shape.size());
  if constexpr (D == 2) {
    const auto first = static_cast<std::ptrdiff_t>(shape.size() - body.shapes.size());
    if (body.shapes.size() > 1) {
      const auto joints = find_seams({shape.begin() + first, shape.end()},
                                     {placement.begin() + first, placement.end()});
      std::copy(joints.begin(), joints.end(), seams.begin() + first);
    }
  }

  const Pose<D> start =
      body.prescribed ? prescribed_pose(number, state.t) : compose(body.pose, principal);
  const Spin<D> spin = body.prescribed ? prescribed_spin(number, state.t) : body.spin;
  state.x.push_back(start.x);
  state.r.push_back(start.r);
  state.v.push_back(body.prescribed
                        ? prescribed_velocity(number, state.t)
                        : Vec<D>(body.velocity + cross(spin, Vec<D>(start.x - body.pose.x))));
  state.w.push_back(spin_to_body(start.r, spin));
  return number;
}

template <int D>
std::vector<std::pair<int, int>> Model<D>::missing_laws(bool skins) const {
  // One representative of each (material, kind of shape, free or not, groups) is enough.
  std::vector<std::size_t> kinds;
  const auto free = [&](std::size_t s) {
    return prescribed[static_cast<std::size_t>(owner[s])] == 0;
  };
  const auto groups = [&](std::size_t s) { return collision[static_cast<std::size_t>(owner[s])]; };
  // Two shapes of one kind stand for pairs within the kind, so a kind may be kept twice.
  const auto same_kind = [&](std::size_t s, std::size_t k) {
    return material[k] == material[s] && shape[k].index() == shape[s].index() &&
           free(k) == free(s) && groups(k) == groups(s);
  };
  for (std::size_t s = 0; s < shape.size(); ++s) {
    int seen = 0;
    bool other_body = false;
    for (const auto k : kinds) {
      if (!same_kind(s, k)) continue;
      ++seen;
      other_body = other_body || owner[k] != owner[s];
    }
    if (seen == 0 || (seen == 1 && other_body)) kinds.push_back(s);
  }
  std::vector<std::pair<int, int>> missing;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto a = kinds[i];
      const auto b = kinds[j];
      if (owner[a] == owner[b] || (!free(a) && !free(b))) continue;
      if (!meet(groups(a), groups(b)) || !can_touch<D>(shape[a], shape[b], skins)) continue;
      const std::pair<int, int> pair = std::minmax(material[a], material[b]);
      if (law_of(pair.first, pair.second) >= 0) continue;
      bool listed = false;
      for (const auto& p : missing) listed = listed || p == pair;
      if (!listed) missing.push_back(pair);
    }
  }
  return missing;
}

template <int D>
Pose<D> Model<D>::prescribed_pose(int body, double t) const {
  const auto b = static_cast<std::size_t>(body);
  return motion[b] ? motion[b]->pose(initial_frame[b], t) : initial_frame[b];
}

template <int D>
Vec<D> Model<D>::prescribed_velocity(int body, double t) const {
  const auto b = static_cast<std::size_t>(body);
  return motion[b] ? motion[b]->velocity(t) : Vec<D>(Vec<D>::Zero());
}

template <int D>
Spin<D> Model<D>::prescribed_spin(int body, double t) const {
  const auto b = static_cast<std::size_t>(body);
  return motion[b] ? motion[b]->spin(t) : Spin<D>(Spin<D>::Zero());
}

template <int D>
int Model<D>::servo_of(std::size_t body) const {
  for (std::size_t s = 0; s < servos.size(); ++s) {
    if (static_cast<std::size_t>(servos[s].body) == body) return static_cast<int>(s);
  }
  return -1;
}

template <int D>
double Model<D>::servo_displacement(const Servo<D>& servo, const State<D>& state) const {
  const auto b = static_cast<std::size_t>(servo.body);
  return servo.direction.dot(state.x[b] - prescribed_pose(servo.body, state.t).x);
}

template <int D>
double Model<D>::servo_speed(const Servo<D>& servo, const State<D>& state) const {
  const auto b = static_cast<std::size_t>(servo.body);
  return servo.direction.dot(state.v[b] - prescribed_velocity(servo.body, state.t));
}

template <int D>
Pose<D> Model<D>::own_pose(int body, const State<D>& state) const {
  const auto b = static_cast<std::size_t>(body);
  return compose(state.pose(b), own_frame[b]);
}

template <int D>
Vec<D> Model<D>::own_velocity(int body, const State<D>& state) const {
  const auto b = static_cast<std::size_t>(body);
  const Vec<D> away = rotate<D>(state.r[b], own_frame[b].x);
  return state.v[b] + cross(world_spin(body, state), away);
}

template <int D>
Spin<D> Model<D>::world_spin(int body, const State<D>& state) const {
  const auto b = static_cast<std::size_t>(body);
  return spin_to_world(state.r[b], state.w[b]);
}

template class Model<2>;
template class Model<3>;

}  // namespace talus

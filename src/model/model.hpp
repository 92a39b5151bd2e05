// What does not change during a run: bodies, their shapes, materials, laws, loads and motions.
#pragma once

#include "talus/geometry/seams.hpp"
#include "talus/geometry/shape.hpp"
#include "talus/laws/contact_law.hpp"
#include "talus/model/collision_filter.hpp"
#include "talus/model/loads.hpp"
#include "talus/model/motion.hpp"
#include "talus/model/periodic_cell.hpp"
#include "talus/model/servo.hpp"
#include "talus/model/state.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus {

/// A shape put on a body.
template <int D>
struct PlacedShape {
  Shape<D> shape;
  Pose<D> placement;  ///< in the body's own frame as the user gives it
  int material = 0;
  double density = 0;  ///< used unless the body's mass is given
};

/// A body as the user gives it; `Model::add` turns it into arrays.
template <int D>
struct BodyDescription {
  std::string name;
  std::vector<PlacedShape<D>> shapes;
  Pose<D> pose;                      ///< of the body's own frame
  Vec<D> velocity = Vec<D>::Zero();  ///< of that frame's origin
  Spin<D> spin = Spin<D>::Zero();    ///< in world axes
  std::optional<double> mass;        ///< otherwise from density
  std::optional<Spin<D>> inertia;    ///< principal moments along the own frame's axes
  bool prescribed = false;           ///< fixed, or moved by `motion`
  CollisionFilter collision;
  std::optional<Motion<D>> motion;
  std::optional<Servo<D>> servo;  ///< of a prescribed body
};

/// Inputs a model cannot be made of; the message says which body and why.
class ModelError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <int D>
class Model {
 public:
  // Bodies. Frames are principal: origin at the centre of mass, axes along the principal ones.
  std::vector<std::string> name;
  std::vector<double> mass, inv_mass;  ///< infinite and 0 for prescribed bodies
  std::vector<Spin<D>> inertia, inv_inertia;
  std::vector<std::uint8_t> prescribed;
  std::vector<std::uint8_t> isotropic;  ///< all principal moments equal
  std::vector<std::uint8_t> ball_like;  ///< one ball at the centre of an isotropic body
  std::vector<Pose<D>> initial_frame;   ///< own frame at the start
  std::vector<Pose<D>> own_frame;       ///< own frame seen from the principal one
  std::vector<std::optional<Motion<D>>> motion;
  std::vector<Servo<D>> servos;  ///< few; `body` says whose
  /// How far from the centre a turn may move matter towards others: balls count by where they sit
  /// on the body only, and shapes without end by nothing, for their far parts meet nobody.
  std::vector<double> arm;
  std::vector<CollisionFilter> collision;
  ExcludedPairs excluded;  ///< pairs of bodies that never touch each other

  // Shapes.
  std::vector<Shape<D>> shape;
  std::vector<Pose<D>> placement;  ///< in the principal frame of the owner
  std::vector<int> owner;
  std::vector<int> material;
  std::vector<double> size;    ///< characteristic_size of each shape
  std::vector<double> radius;  ///< bounding_radius of each shape
  /// Where shapes of a body are joined to each other; null: nowhere (always in space).
  std::vector<std::shared_ptr<const Seams>> seams;

  std::vector<std::string> material_name;
  std::vector<ContactLaw> laws;
  Loads<D> loads;
  /// Bodies are where they went, in whatever cell; only contacts look at images (decision 10).
  PeriodicCell<D> cell;

  std::size_t body_count() const { return name.size(); }
  std::size_t shape_count() const { return shape.size(); }

  int add_material(std::string material);
  /// The law for a pair of materials, in either order; a second one for the same pair replaces it.
  void set_law(int material_a, int material_b, const ContactLaw& law);
  /// Number of the law, or -1 when the pair has none.
  int law_of(int material_a, int material_b) const;
  /// The material whose body carries the direction of an elliptic friction.
  int leading_material(int law) const { return law_first_[static_cast<std::size_t>(law)]; }

  /// Adds a body to the model and its initial values to `state`; returns its number.
  int add(const BodyDescription<D>& body, State<D>& state);

  /// Whether contacts between two bodies are looked for: by their groups, and unless the pair is
  /// excluded.
  bool may_touch(int body_a, int body_b) const {
    return meet(collision[static_cast<std::size_t>(body_a)],
                collision[static_cast<std::size_t>(body_b)]) &&
           !excluded.contains(body_a, body_b);
  }

  /// Pairs of materials that may touch but have no law; excluded pairs of bodies still ask for one.
  /// `skins`: thin walls touch each other, too.
  std::vector<std::pair<int, int>> missing_laws(bool skins = false) const;

  /// Pose of a prescribed body's principal frame at time t, and its velocities there.
  Pose<D> prescribed_pose(int body, double t) const;
  Vec<D> prescribed_velocity(int body, double t) const;
  /// In world axes.
  Spin<D> prescribed_spin(int body, double t) const;

  /// Number of a prescribed body's servo, -1 for most.
  int servo_of(std::size_t body) const;
  /// How far, and how fast, a servo has left the prescribed motion.
  double servo_displacement(const Servo<D>& servo, const State<D>& state) const;
  double servo_speed(const Servo<D>& servo, const State<D>& state) const;

  /// The user's own frame of a body, from the pose of its principal one.
  Pose<D> own_pose(int body, const State<D>& state) const;
  /// Velocity of the own frame's origin.
  Vec<D> own_velocity(int body, const State<D>& state) const;
  Spin<D> world_spin(int body, const State<D>& state) const;

 private:
  std::vector<int> law_index_;  ///< square table over materials
  std::vector<int> law_first_;
};

/// Throws ModelError unless the cell is at least twice as wide as every free body (which then
/// cannot meet itself) and what is without end looks the same from all images.
template <int D>
void check_cell(const Model<D>& model);

/// Throws ModelError unless servos have a mass and a direction of length 1, and no spring pulls at
/// them.
template <int D>
void check_servos(const Model<D>& model);

}  // namespace talus

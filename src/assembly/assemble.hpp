// The single bridge from bodies and contacts to the contact problem.
#pragma once

#include "talus/contact/condition.hpp"
#include "talus/contact/contacts.hpp"
#include "talus/problem/contact_problem.hpp"

#include <vector>

namespace talus {

/// Which block of the problem a body is; -1 for prescribed bodies without a servo.
template <int D>
std::vector<int> number_blocks(const Model<D>& model);

/// Builds the problem, which takes `law` and `offset` of the conditions over. Spins of isotropic
/// bodies are taken in world axes (all axes are principal), those of other bodies in their own.
template <int D>
void assemble(const Model<D>& model, const FreeMotion<D>& free, const Contacts<D>& contacts,
              Conditions<D>& conditions, const std::vector<int>& block_of,
              ContactProblem<D>& problem);

/// Velocities of the problem's blocks at the start of the step, in their axes at the midpoint.
template <int D>
void begin_velocities(const Model<D>& model, const FreeMotion<D>& free,
                      const std::vector<int>& block_of, std::vector<Twist<D>>& v);

/// Height of each contact against gravity, for the gravity-aligned order.
template <int D>
void contact_heights(const Model<D>& model, const Contacts<D>& contacts,
                     std::vector<double>& height);

/// Block velocities as body twists again (spins in principal axes); prescribed bodies keep theirs.
template <int D>
void body_velocities(const Model<D>& model, const FreeMotion<D>& free,
                     const std::vector<int>& block_of, const std::vector<Twist<D>>& block_velocity,
                     std::vector<Twist<D>>& out);

}  // namespace talus

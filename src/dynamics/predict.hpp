#pragma once

#include "talus/model/free_motion.hpp"

namespace talus {

/// Moreau's midpoint (000 sect. 6.1): q_m = q_i + h/2 u_i, loads at (t_m, q_m, u_i),
/// v_free = u_i + h A_m^-1 F_m. Prescribed bodies are put where they really are at t_m.
template <int D>
void predict(const Model<D>& model, const State<D>& state, double h, FreeMotion<D>& out);

/// Potential energy of the springs in a state.
template <int D>
double elastic_energy(const Model<D>& model, const State<D>& state);

/// The longest step for which every spring, taken explicitly at the midpoint, is stable; infinite
/// without springs.
template <int D>
double stable_step(const Model<D>& model);

}  // namespace talus

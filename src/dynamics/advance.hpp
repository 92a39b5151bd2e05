#pragma once

#include "talus/model/free_motion.hpp"

#include <vector>

namespace talus {

/// q_f = q_m + h/2 u_f (000 sect. 3.3); `v_end` holds u_f, spins in principal axes. Prescribed
/// bodies are put where they really are at t_f. The contacts' memory is left to contact/memory.hpp.
template <int D>
void advance(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v_end,
             State<D>& state);

}  // namespace talus

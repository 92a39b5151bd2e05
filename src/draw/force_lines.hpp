// Forces between bodies as lines: their chains show how a load finds its way.
#pragma once

#include "talus/model/model.hpp"
#include "talus/model/state.hpp"

#include <vector>

namespace talus {

template <int D>
struct ForceLine {
  std::vector<Vec<D>> path;
  double force = 0;
};

/// From the centre of body `a` to where it touches and on to the centre of `b`, displaced by
/// `shift` (of the image of it that touches). The way ends at the contact with a prescribed body,
/// whose centre may be anywhere.
template <int D>
std::vector<Vec<D>> force_path(const Model<D>& model, const State<D>& state, int a, int b,
                               const Vec<D>& point, const Vec<D>& shift);

/// What brings each free body of a periodic world back into the cell about the origin; `offset` is
/// how far the layers of a sheared one have slid.
template <int D>
std::vector<Vec<D>> way_into_cell(const Model<D>& model, const State<D>& state, double offset);

}  // namespace talus

// The cell a periodic world repeats, and how its layers slide over each other (row A12).
#pragma once

#include "talus/geometry/lattice.hpp"
#include "talus/model/time_function.hpp"

namespace talus {

/// Periods along some axes, by default none. With `gradient` and `flow` given, the image one period
/// up the gradient is displaced by `offset` along the flow and moves with its rate (Lees and
/// Edwards): a shear without walls. The offset is never brought back by a period, so that images
/// keep their numbers.
template <int D>
struct PeriodicCell {
  Vec<D> period = Vec<D>::Zero();  ///< 0: not periodic along this axis
  int flow = -1;
  int gradient = -1;
  TimeFunction offset;

  bool any() const { return (period.array() > 0).any(); }

  Lattice<D> at(double t) const {
    return {period, flow, gradient, gradient < 0 ? 0 : offset.value(t)};
  }
  /// Speed along the flow of one layer relative to the one below.
  double rate(double t) const { return gradient < 0 ? 0 : offset.rate(t); }
  /// Velocity of an image relative to the body it is of.
  Vec<D> jump(int layers, double t) const {
    return layers == 0 ? Vec<D>(Vec<D>::Zero()) : Vec<D>(layers * rate(t) * Vec<D>::Unit(flow));
  }
  /// Layers between a body and its image.
  int layers(const Image<D>& n) const {
    return gradient < 0 ? 0 : n[static_cast<std::size_t>(gradient)];
  }
};

}  // namespace talus

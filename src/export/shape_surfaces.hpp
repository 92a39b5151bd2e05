// Corners and faces of all shapes of a run, each form once.
#pragma once

#include "talus/draw/surface.hpp"
#include "talus/model/model.hpp"

#include <vector>

namespace talus {

/// Of half-spaces and drums the part near the bodies. What is round has as many corners as leaves a
/// frame within some two million, but eight on a circle at least.
template <int D>
class ShapeSurfaces {
 public:
  /// Throws nothing of its own; `first` and `last` tell where bodies are during the run.
  ShapeSurfaces(const Model<D>& model, const State<D>& first, const State<D>& last);

  /// In the frame of the shape once multiplied by `scale`.
  const Surface<D>& of(std::size_t shape) const { return surface_[which_[shape]]; }
  double scale(std::size_t shape) const { return scale_[shape]; }

 private:
  std::vector<Surface<D>> surface_;
  std::vector<std::size_t> which_;
  std::vector<double> scale_;
};

}  // namespace talus

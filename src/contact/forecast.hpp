// Contacts that bodies would cross within the step (row E04; 003 sect. 6.5).
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/contact/detect.hpp"
#include "talus/model/free_motion.hpp"

#include <vector>

namespace talus {

/// Memory of the search, reused from step to step; results do not depend on it.
template <int D>
struct ForecastScratch {
  BroadPhase<D> broad_phase;
  PeriodicBroadPhase<D> periodic_broad_phase;
  std::vector<std::uint8_t> fast;      ///< of each body
  std::vector<std::uint32_t> bounded;  ///< shape numbers
  std::vector<Vec<D>> centre;          ///< of the ball about each one's sweep
  std::vector<double> radius;
  std::vector<std::uint8_t> active;
  std::vector<GapPoint<D>> gaps;
  std::vector<FoundContact<D>> found;
};

/// Follows bodies from the midpoint on for a whole step with velocities v, turning left aside
/// (contact/waiting.hpp sees to those that turn), and
/// adds the contacts they would cross, unless they are listed already: a plane that parts two
/// convex shapes keeps them apart wherever they go. Only bodies that travel more
/// than options.alert of a size are followed: a smaller overlap is not worth it. Geometry is that
/// of the instant of contact; the gap is the way to it along the normal. Returns whether there were
/// any.
template <int D>
bool forecast(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
              double t, const DetectOptions& options, ForecastScratch<D>& scratch,
              Contacts<D>& contacts);

}  // namespace talus

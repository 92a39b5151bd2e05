// Contacts that bodies would cross within the step (row E04; 003 sect. 6.5).
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/contact/fast_pairs.hpp"

#include <vector>

namespace talus {

/// Memory of the search, reused from step to step; results do not depend on it.
template <int D>
struct ForecastScratch {
  std::vector<GapPoint<D>> gaps;
  std::vector<FoundContact<D>> found;
};

/// Follows fast bodies from the midpoint on for a whole step with velocities v, turning left aside
/// (contact/waiting.hpp sees to those that turn), and
/// adds the contacts they would cross, unless they are listed already: a plane that parts two
/// convex shapes keeps them apart wherever they go. Geometry is that
/// of the instant of contact; the gap is the way to it along the normal. `fast` are the pairs
/// found for these velocities. Returns whether there were any.
template <int D>
bool forecast(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
              double t, const DetectOptions& options, const FastPairs<D>& fast,
              ForecastScratch<D>& scratch, Contacts<D>& contacts);

}  // namespace talus

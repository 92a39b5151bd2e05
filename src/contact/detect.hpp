#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/geometry/broad_phase.hpp"
#include "talus/geometry/gap.hpp"
#include "talus/geometry/periodic_broad_phase.hpp"
#include "talus/model/model.hpp"
#include "talus/model/state.hpp"

#include <vector>

namespace talus {

struct DetectOptions {
  /// For laws that look ahead (gap, quasi-inelastic): gaps up to this part of the bodies' size,
  /// plus what the bodies may travel in the step, are kept. Laws in velocity form keep closed
  /// contacts, up to this gap those that pushed in the step before, and those that did not while
  /// the solver's residue alone may have opened them: else bodies parted by a hair would fall and
  /// land again, and lists of contacts would flicker.
  double alert = 0.01;
  /// A gap below this part of the smaller body counts as closed: the round-off of the geometry.
  double closure = 1e-10;
  /// Also laws in velocity form look ahead: contacts that bodies would cross within the step take
  /// part before they close (row E04). Thin walls then touch each other, too, by their skins.
  bool forecast = false;
  /// Flats that lie on each other touch by all corners of the area they share, or by the extreme
  /// ones only (space).
  FlatCorners corners = FlatCorners::all;
  /// Leave out contacts that are apart, whatever their law looks at.
  bool closed_only = false;
};

/// Memory of the search, reused from step to step; results do not depend on it.
template <int D>
struct DetectScratch {
  BroadPhase<D> broad_phase;
  PeriodicBroadPhase<D> periodic_broad_phase;
  std::vector<Vec<D>> centre;
  std::vector<double> radius;
  std::vector<std::uint8_t> active;
  std::vector<double> margin;                     ///< how far each shape looks for partners
  std::vector<double> rounding;                   ///< of each shape's place
  std::vector<std::uint32_t> bounded, unbounded;  ///< shape numbers
  std::vector<typename BroadPhase<D>::Pair> with_unbounded, pairs;
  std::vector<Image<D>> image;  ///< of each pair's second shape; empty where nothing is periodic
  std::vector<std::vector<FoundContact<D>>> chunks;
  std::vector<std::vector<GapPoint<D>>> gaps;
  std::vector<std::size_t> order;  ///< of contacts of bodies with several shapes
};

/// Finds the contacts at positions x, r. `reach` bounds how far each body may move during the step
/// (empty: not at all); `before` tells which contacts pushed in the step before (null: none). `t`
/// is the time a sheared cell is looked at.
template <int D>
void detect(const Model<D>& model, const std::vector<Vec<D>>& x, const std::vector<Rotation<D>>& r,
            const std::vector<double>& reach, const DetectOptions& options,
            DetectScratch<D>& scratch, Contacts<D>& out, const State<D>* before = nullptr,
            double t = 0);

/// Whether some law of the model looks at contacts that are still apart.
template <int D>
bool looks_ahead(const Model<D>& model);

}  // namespace talus

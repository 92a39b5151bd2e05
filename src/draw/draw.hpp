// Pictures of a state: what is there, what touches.
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/draw/force_lines.hpp"
#include "talus/draw/view.hpp"
#include "talus/model/model.hpp"
#include "talus/model/state.hpp"

#include <string>
#include <vector>

namespace talus {

struct DrawOptions {
  std::string title;
  View view = iso_view();  ///< of space; the plane is seen as it is
  std::string note{};      ///< a word more under the title
};

/// The state as an SVG file. Colours tell materials, hatching tells prescribed bodies. The group
/// "drawing" is in the scene's unit of length with y up. Bodies that are nowhere (not finite) are
/// left out. In the plane shapes are exact. In space the projection is orthographic and shapes are
/// painted from far to near (see painter.hpp); `contacts` (null: no word of them) are marked on top
/// of everything, so that hidden ones show too.
template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state, const Contacts<D>* contacts,
                     const DrawOptions& options);

/// The same with what bodies do to each other: bodies are pale, and each force is a line as wide as
/// it is strong, the strongest on top.
template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state,
                     const std::vector<ForceLine<D>>& forces, const DrawOptions& options);

}  // namespace talus

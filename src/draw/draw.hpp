// Pictures of a state: what is there, what touches.
#pragma once

#include "talus/contact/contacts.hpp"
#include "talus/draw/view.hpp"
#include "talus/model/model.hpp"
#include "talus/model/state.hpp"

#include <string>

namespace talus {

struct DrawOptions {
  std::string title;
  View view = iso_view();  ///< of space; the plane is seen as it is
};

/// The state as an SVG file. Colours tell materials, hatching tells prescribed bodies. The group
/// "drawing" is in the scene's unit of length with y up. Bodies that are nowhere (not finite) are
/// left out. In the plane shapes are exact. In space the projection is orthographic and shapes are
/// painted from far to near (see painter.hpp); `contacts` (null: no word of them) are marked on top
/// of everything, so that hidden ones show too.
template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state, const Contacts<D>* contacts,
                     const DrawOptions& options);

}  // namespace talus

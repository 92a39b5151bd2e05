#include "talus/draw/draw.hpp"

#include "talus/draw/page.hpp"
#include "talus/draw/picture.hpp"
#include "talus/draw/svg.hpp"

#include <fmt/format.h>

namespace talus {

namespace {

LegendEntry contact_entry() {
  const std::string colour = contact_colour.hex();
  return {svg::line({-4, 0}, {8, 0}, fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", colour)) +
              svg::circle({-4, 0}, 3, fmt::format("fill=\"{}\" stroke=\"white\"", colour)),
          "contact and its normal"};
}

}  // namespace

template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state, const Contacts<D>* contacts,
                     const DrawOptions& options) {
  const Picture<D> picture(model, state, options.view);
  std::string drawing = draw_surroundings(picture) + draw_bodies(picture) +
                        draw_foreground(picture) + draw_springs(picture);
  PageNotes notes;
  if (contacts != nullptr) {
    notes.contacts = contacts->count();
    drawing += draw_contacts(picture, *contacts);
    if (contacts->count() > 0) notes.entries.push_back(contact_entry());
  }
  return page(picture, options, notes, drawing);
}

template std::string draw_svg<2>(const Model<2>&, const State<2>&, const Contacts<2>*,
                                 const DrawOptions&);
template std::string draw_svg<3>(const Model<3>&, const State<3>&, const Contacts<3>*,
                                 const DrawOptions&);

}  // namespace talus

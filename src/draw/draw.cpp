#include "talus/draw/draw.hpp"

#include "talus/draw/page.hpp"
#include "talus/draw/picture.hpp"

#include <optional>

namespace talus {

template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state, const Contacts<D>* contacts,
                     const DrawOptions& options) {
  const Picture<D> picture(model, state, options.view);
  std::string drawing = draw_surroundings(picture) + draw_bodies(picture) +
                        draw_foreground(picture) + draw_springs(picture);
  std::optional<std::size_t> count;
  if (contacts != nullptr) {
    count = contacts->count();
    drawing += draw_contacts(picture, *contacts);
  }
  return page(picture, options, count, drawing);
}

template std::string draw_svg<2>(const Model<2>&, const State<2>&, const Contacts<2>*,
                                 const DrawOptions&);
template std::string draw_svg<3>(const Model<3>&, const State<3>&, const Contacts<3>*,
                                 const DrawOptions&);

}  // namespace talus

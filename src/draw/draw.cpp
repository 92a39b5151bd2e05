#include "talus/draw/draw.hpp"

#include "talus/draw/page.hpp"
#include "talus/draw/picture.hpp"

namespace talus {

template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state, const Contacts<D>& contacts,
                     const DrawOptions& options) {
  const Picture<D> picture(model, state, options.view);
  return page(picture, options, contacts.count(),
              draw_surroundings(picture) + draw_bodies(picture) + draw_foreground(picture) +
                  draw_springs(picture) + draw_contacts(picture, contacts));
}

template std::string draw_svg<2>(const Model<2>&, const State<2>&, const Contacts<2>&,
                                 const DrawOptions&);
template std::string draw_svg<3>(const Model<3>&, const State<3>&, const Contacts<3>&,
                                 const DrawOptions&);

}  // namespace talus

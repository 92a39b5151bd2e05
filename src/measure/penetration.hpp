// How far bodies overlap.
#pragma once

#include "talus/contact/contacts.hpp"

namespace talus {

struct Penetration {
  double depth = 0;     ///< largest overlap, a length
  double relative = 0;  ///< largest overlap divided by the size of the smaller shape
};

template <int D>
Penetration measure_penetration(const Contacts<D>& contacts) {
  Penetration p;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    const double depth = -contacts.gap[c];
    if (depth > p.depth) p.depth = depth;
    if (depth > p.relative * contacts.size[c]) p.relative = depth / contacts.size[c];
  }
  return p;
}

}  // namespace talus

// What stands about a drawing: title, counts, legend, scale, axes.
#pragma once

#include "talus/draw/picture.hpp"

#include <string>

namespace talus {

/// A whole SVG file about the elements of a drawing.
template <int D>
std::string page(const Picture<D>& picture, const DrawOptions& options, std::size_t contacts,
                 const std::string& drawing);

/// The greatest of 1, 2, 5 times a power of ten not above `most`.
double round_length(double most);

}  // namespace talus

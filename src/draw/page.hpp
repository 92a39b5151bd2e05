// What stands about a drawing: title, counts, legend, scale, axes.
#pragma once

#include "talus/draw/picture.hpp"

#include <optional>
#include <string>

namespace talus {

/// A whole SVG file about the elements of a drawing; `contacts` is their number, if they were
/// looked for.
template <int D>
std::string page(const Picture<D>& picture, const DrawOptions& options,
                 std::optional<std::size_t> contacts, const std::string& drawing);

/// The greatest of 1, 2, 5 times a power of ten not above `most`.
double round_length(double most);

}  // namespace talus

// What stands about a drawing: title, counts, legend, scale, axes.
#pragma once

#include "talus/draw/picture.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// A sample and what it stands for.
struct LegendEntry {
  std::string sample;  ///< about (0, 0), 16 pixels wide
  std::string text;
};

/// What a page says besides materials.
struct PageNotes {
  std::optional<std::size_t> contacts;  ///< their number, if they were looked for
  std::vector<LegendEntry> entries;
};

/// A whole SVG file about the elements of a drawing.
template <int D>
std::string page(const Picture<D>& picture, const DrawOptions& options, const PageNotes& notes,
                 const std::string& drawing);

/// About the width of a text, in the unit its size is in.
double text_width(std::string_view text, double size);

/// The greatest of 1, 2, 5 times a power of ten not above `most`.
double round_length(double most);

}  // namespace talus

// Parts of a contact law, read as the law book (laws/law_book.hpp) lists them.
#pragma once

#include "talus/io/reader.hpp"
#include "talus/laws/law_book.hpp"

#include <string_view>
#include <vector>

namespace talus::scenes {

/// Keys of all parts, in the order of the book.
std::vector<std::string_view> law_parts();

/// Reads one part: a number, a word, or a map with the parameters of one of its laws.
void read_law_part(const Reader& value, std::string_view part, int dimension, ContactLaw& law);

}  // namespace talus::scenes

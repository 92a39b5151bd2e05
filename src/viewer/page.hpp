// The page itself, and the page with data in it.
#pragma once

#include <string>
#include <string_view>

namespace talus::viewer {

/// viewer/dist/viewer.html, which is part of the program.
std::string_view page_text();

/// Where data goes in the page: before and after.
struct PageParts {
  std::string_view before, after;
};
PageParts page_parts();

/// A pack as an element of the page, compressed. The page finds it by its name.
std::string page_element(std::string_view name, std::string_view pack);

/// Compressed by zlib.
std::string deflated(std::string_view bytes);

}  // namespace talus::viewer

// Showing a page to the user.
#pragma once

#include <cstdio>
#include <string>

namespace talus::app {

/// Prints the address `to` a stream and, unless told otherwise, opens it in the desktop's browser
/// where there is a desktop.
void announce(const std::string& address, bool print_only, std::FILE* to = stdout);

}  // namespace talus::app

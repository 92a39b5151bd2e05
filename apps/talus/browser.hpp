// Showing a page to the user.
#pragma once

#include <string>

namespace talus::app {

/// Prints the address and, unless told otherwise, opens it in the desktop's browser where there is
/// a desktop.
void announce(const std::string& address, bool print_only);

}  // namespace talus::app

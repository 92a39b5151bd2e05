// Counts how often memory is asked for, by whichever thread: operator new is replaced and malloc is
// wrapped (tests/CMakeLists.txt), which Eigen calls. Shared
// libraries that call malloc themselves, as TBB does, are not counted.
#pragma once

#include <cstddef>

namespace talus::allocation {

/// Requests since the program began.
std::size_t requests();

}  // namespace talus::allocation

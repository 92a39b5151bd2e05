// Work in a process of its own, ended when it has used its share of the processor: solvers that
// never come back, stop the program or overrun memory cost no more than their turn.
#pragma once

#include <cstddef>
#include <functional>

namespace talus::bench {

/// Runs `work` apart, silently, with the numbers it fills in; true when it came back by itself
/// before using `seconds` of processor time.
bool run_apart(double seconds, double* numbers, std::size_t count,
               const std::function<void(double*)>& work);

}  // namespace talus::bench

// The one way work is spread over threads. Every index is written by exactly one call and no call
// reads what another writes, so results do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace talus {

/// Limits the number of threads for the whole process; 0 means one for each core.
void set_thread_count(int count);
int thread_count();

/// Calls body(begin, end) on disjoint ranges that cover [0, n); in place when n <= grain.
void parallel_for(std::size_t n, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace talus

// Asking memory for what comes: by itself the processor sees a stream late, and never one thing
// here and one there.
#pragma once

#include <cstddef>

namespace talus {

/// Whether so many balls are more than stay near the core: fewer need not be asked for.
constexpr bool are_many(std::size_t balls) { return balls > 8192; }

/// Asks for the things from `first` on, up to the second cache: the first has room for those at
/// hand only. Inlined in any case, for gcc takes a function that does nothing else for one without
/// effect and drops its calls.
template <class Thing>
[[gnu::always_inline]] inline void fetch_early(const Thing* first, std::size_t count = 1) {
  constexpr std::size_t line = 64;
  const char* const begin = reinterpret_cast<const char*>(first);
  const std::size_t bytes = count * sizeof(Thing);
  for (std::size_t at = 0; at < bytes; at += line) __builtin_prefetch(begin + at, 0, 2);
  // The last may end in one line more.
  if (bytes > 0) __builtin_prefetch(begin + bytes - 1, 0, 2);
}

}  // namespace talus

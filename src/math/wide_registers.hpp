// Files whose arithmetic is compiled for wider registers too, for processors that have them. They
// choose when they run; no bit of a result depends on it.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALUS_HAS_WIDE_SWEEPS 1
#endif

namespace talus {

namespace detail {
inline int most_registers = 8;
}

/// For tests: no more than 2, 4 or 8 numbers side by side from now on. Not while anything runs.
inline void limit_registers(int numbers) { detail::most_registers = numbers; }

/// Numbers side by side in a register: 2, 4 (AVX2) or 8 (AVX-512).
inline int widest_registers() {
#ifdef TALUS_HAS_WIDE_SWEEPS
  static const int widest =
      !__builtin_cpu_supports("avx2")                                            ? 2
      : __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 8
                                                                                 : 4;
  return widest < detail::most_registers ? widest : detail::most_registers;
#else
  return 2;
#endif
}

}  // namespace talus

// The arithmetic in TALUS_LANES, compiled for registers of two numbers, of four (AVX2) and, unless
// TALUS_NO_LANES_OF_EIGHT says otherwise, of eight (AVX-512), each in a namespace of its own. Which
// of them does a call is chosen when the program runs, by TALUS_AT_WIDTH. Included inside a
// namespace, after solvers/lane_batcher.hpp.

// Lanes never cross a call that is not inlined, so how they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

#define TALUS_WIDTH 2
namespace baseline {
#include TALUS_LANES
}  // namespace baseline
#undef TALUS_WIDTH

#ifdef TALUS_HAS_WIDE_SWEEPS
#pragma GCC push_options
#pragma GCC target("avx2")
#define TALUS_WIDTH 4
namespace avx2 {
#include TALUS_LANES
}  // namespace avx2
#undef TALUS_WIDTH
#pragma GCC pop_options
#endif

#if defined(TALUS_HAS_WIDE_SWEEPS) && !defined(TALUS_NO_LANES_OF_EIGHT)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")
#define TALUS_WIDTH 8
namespace avx512 {
#include TALUS_LANES
}  // namespace avx512
#undef TALUS_WIDTH
#pragma GCC pop_options
#endif

/// A call of the arithmetic for registers of `width` numbers, or of fewer where there is none.
#if !defined(TALUS_HAS_WIDE_SWEEPS)
#define TALUS_AT_WIDTH(width, ...) (static_cast<void>(width), baseline::__VA_ARGS__)
#elif defined(TALUS_NO_LANES_OF_EIGHT)
#define TALUS_AT_WIDTH(width, ...) ((width) >= 4 ? avx2::__VA_ARGS__ : baseline::__VA_ARGS__)
#else
#define TALUS_AT_WIDTH(width, ...) \
  ((width) == 8 ? avx512::__VA_ARGS__ : (width) >= 4 ? avx2::__VA_ARGS__ : baseline::__VA_ARGS__)
#endif

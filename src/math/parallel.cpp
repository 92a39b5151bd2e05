#include "talus/math/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <memory>

#if defined(TALUS_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace talus {

namespace {

std::unique_ptr<tbb::global_control> limit;

// Tell the thread sanitizer what it cannot see inside a TBB that is not instrumented: what comes
// after a mark comes after all that was done when the mark was reached.
#if defined(TALUS_THREAD_SANITIZER)
void reached(char& mark) { __tsan_release(&mark); }
void after(char& mark) { __tsan_acquire(&mark); }
#else
void reached(const char&) {}
void after(const char&) {}
#endif

}  // namespace

void set_thread_count(int count) {
  limit.reset();
  if (count > 0) {
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(count));
  }
}

int thread_count() {
  return static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

void parallel_for(std::size_t n, std::size_t grain, const RangeWork& body) {
  if (n == 0) return;
  if (n <= grain || thread_count() == 1) {
    body(0, n);
    return;
  }
  // Calls lie between fork and join; among each other nothing is said, so that the sanitizer finds
  // what they must not share.
  char fork = 0;
  char join = 0;
  reached(fork);
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, n, grain),
      [&](const tbb::blocked_range<std::size_t>& r) {
        after(fork);
        body(r.begin(), r.end());
        reached(join);
      },
      tbb::simple_partitioner());
  after(join);
}

}  // namespace talus

#include "talus/math/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <memory>

namespace talus {

namespace {
std::unique_ptr<tbb::global_control> limit;
}

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

void parallel_for(std::size_t n, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (n == 0) return;
  if (n <= grain || thread_count() == 1) {
    body(0, n);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, n, grain),
      [&](const tbb::blocked_range<std::size_t>& r) { body(r.begin(), r.end()); },
      tbb::simple_partitioner());
}

}  // namespace talus

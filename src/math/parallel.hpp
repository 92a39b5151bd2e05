// The one way work is spread over threads. Every index is written by exactly one call and no call
// reads what another writes, so results do not depend on the number of threads.
#pragma once

#include <cstddef>

namespace talus {

/// Limits the number of threads for the whole process; 0 means one for each core.
void set_thread_count(int count);
int thread_count();

/// Bodies or contacts whose work, in the verbs of a step, is worth handing to another thread.
inline constexpr std::size_t thread_share = 2048;

/// Refers to what is called on ranges, for the time of a call: unlike std::function it asks for no
/// memory, however much a lambda captures.
class RangeWork {
 public:
  template <class Work>
  RangeWork(const Work& work)  // NOLINT(google-explicit-constructor): stands for a lambda
      : work_(&work), call_([](const void* w, std::size_t begin, std::size_t end) {
          (*static_cast<const Work*>(w))(begin, end);
        }) {}
  void operator()(std::size_t begin, std::size_t end) const { call_(work_, begin, end); }

 private:
  const void* work_;
  void (*call_)(const void*, std::size_t, std::size_t);
};

/// Calls body(begin, end) on disjoint ranges that cover [0, n); in place when n <= grain.
void parallel_for(std::size_t n, std::size_t grain, const RangeWork& body);

}  // namespace talus

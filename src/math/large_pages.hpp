// Memory for long arrays that are read from end to end again and again. Given in pages of 4 KB,
// such an array has more of them than a processor keeps the addresses of; where Linux is asked to,
// it gives pages of 2 MB (sweeps over a million contacts: 7 % faster, bench/RESULTS.md).
#pragma once

#include <cstddef>
#include <limits>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace talus {

/// An allocator for std::vector.
template <class T>
class LargePages {
 public:
  using value_type = T;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>& /*other*/) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw std::bad_alloc();
    const std::size_t page = page_of(count);
    const std::size_t whole = (count * sizeof(T) + page - 1) / page * page;
    void* const memory = ::operator new (whole, std::align_val_t{page});
#ifdef __linux__
    // A wish: where it is not granted nothing is lost.
    if (page == large_page) madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) {
    ::operator delete (memory, std::align_val_t{page_of(count)});
  }

  friend bool operator==(const LargePages& /*a*/, const LargePages& /*b*/) { return true; }

 private:
  static constexpr std::size_t large_page = std::size_t{1} << 21;
  static constexpr std::size_t worth_it = 2 * large_page;

  static std::size_t page_of(std::size_t count) {
    return count * sizeof(T) < worth_it ? alignof(T) : large_page;
  }
};

}  // namespace talus

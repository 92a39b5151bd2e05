// Large arrays on pages of 2 MB: a sweep over a million contacts goes to bodies all over memory,
// and looking up where pages of 4 kB are costs a tenth of its time. It is for programs to replace
// operator new, so this is no part of the library.
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t page = std::size_t{2} << 20U;
/// What is smaller keeps usual pages.
constexpr std::size_t large = page;

void* ask(std::size_t size, std::size_t alignment) {
  if (size < large) {
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  const std::size_t whole = (size + page - 1) / page * page;
  if (whole < size) return nullptr;
  void* const memory = std::aligned_alloc(page, whole);
#ifdef MADV_HUGEPAGE
  // A wish: where the system has no such pages it says so, and usual ones do.
  if (memory != nullptr) static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE));
#endif
  return memory;
}

void* get(std::size_t size, std::size_t alignment) {
  for (;;) {
    if (void* const memory = ask(size, alignment)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t size) { return get(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return get(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// What every user of HDF5 in this room needs; the library itself shows in .cpp files only.
#pragma once

#include <cstdint>

namespace talus::hdf5 {

/// While it lives HDF5 does not print its own stack of errors. (It also keeps HDF5 from complaining
/// at the end of the program about what a damaged file did not let it tidy up: files are closed one
/// by one here, so there is nothing to tidy.)
class Silence {
 public:
  Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence();

 private:
  void (*function_)() = nullptr;  ///< who was told before, of the type HDF5 gives it
  void* data_ = nullptr;
};

/// An identifier of HDF5 and the call that gives it back.
class Handle {
 public:
  using Close = int (*)(std::int64_t);

  Handle(std::int64_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  std::int64_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  std::int64_t id_;
  Close close_;
};

/// Kinds of numbers in our files.
enum class Number : std::uint8_t { f64, i64, u64, i32, u32, u8 };

template <class T>
inline constexpr Number number_of = Number::f64;
template <>
inline constexpr Number number_of<std::int64_t> = Number::i64;
template <>
inline constexpr Number number_of<std::uint64_t> = Number::u64;
template <>
inline constexpr Number number_of<std::int32_t> = Number::i32;
template <>
inline constexpr Number number_of<std::uint32_t> = Number::u32;
template <>
inline constexpr Number number_of<std::uint8_t> = Number::u8;

/// HDF5's name for such numbers in memory.
std::int64_t memory_type(Number number);

}  // namespace talus::hdf5

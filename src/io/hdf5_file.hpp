// The little of HDF5 that our files need: groups, arrays of integers and reals, texts. Nothing of
// the library shows.
#pragma once

#include "talus/io/hdf5_handle.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace talus::hdf5 {

/// Throws what suits the kind of file: object in it and what is wrong.
using Complain = std::function<void(const std::string& object, const std::string& what)>;

/// How an array lies: its rows, and how many numbers are in each.
struct Extent {
  std::uint64_t rows = 0;
  std::uint64_t width = 1;
};

enum class OpenFor {
  reading,
  following,  ///< another program may be writing it, or was killed while it did
};

/// Reads. Every failure is told to `complain`, which must throw. Memory is taken only for arrays
/// that a file of this size can hold.
class Input {
 public:
  Input(std::filesystem::path file, Complain complain, OpenFor purpose = OpenFor::reading);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// Whether there is an object of this name; no part of the way to it need exist.
  bool has(const std::string& name) const;
  std::vector<std::int64_t> integers(const std::string& name) const;
  std::vector<double> reals(const std::string& name) const;
  /// A text, or nothing where there is none.
  std::string text(const std::string& name) const;

  Extent extent(const std::string& name) const;
  /// Rows of an array, one number after the other.
  template <class T>
  void rows(const std::string& name, std::uint64_t first, std::uint64_t count, T* out) const {
    read_rows(name, first, count, number_of<T>, out);
  }
  /// All of an array whose rows have `width` numbers.
  template <class T>
  std::vector<T> all(const std::string& name, std::uint64_t width = 1) const {
    const Extent e = extent(name);
    if (e.width != width) wrong_width(name, e.width, width);
    std::vector<T> values(e.rows * e.width);
    rows(name, 0, e.rows, values.data());
    return values;
  }
  std::vector<std::string> texts(const std::string& name) const;
  std::int64_t attribute(const std::string& object, const std::string& name) const;
  double real_attribute(const std::string& object, const std::string& name) const;
  std::string text_attribute(const std::string& object, const std::string& name) const;

  [[noreturn]] void complain(const std::string& object, const std::string& what) const;

 private:
  Handle open(const std::string& name) const;
  Handle open_attribute(const std::string& object, const std::string& name) const;
  /// Complains about more than the file can hold, however well it is compressed.
  void check_size(const std::string& name, std::uint64_t count, std::uint64_t bytes_each) const;
  void read_rows(const std::string& name, std::uint64_t first, std::uint64_t count, Number type,
                 void* out) const;
  [[noreturn]] void wrong_width(const std::string& name, std::uint64_t found,
                                std::uint64_t expected) const;
  template <class T>
  std::vector<T> numbers(const std::string& name, std::int64_t memory, bool whole) const;

  std::filesystem::path file_;
  Complain complain_;
  std::uint64_t bytes_ = 0;
  std::int64_t id_ = -1;
};

/// Writes a new file, replacing one that is there; throws WriteError.
class Output {
 public:
  explicit Output(std::filesystem::path file);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void group(const std::string& name);
  void integers(const std::string& name, const std::vector<std::int32_t>& values);
  void reals(const std::string& name, const double* values, std::size_t count);
  void text(const std::string& name, std::string_view value);
  /// To the disk; what goes wrong before is told, at the latest here.
  void close();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  std::int64_t id_ = -1;
};

}  // namespace talus::hdf5

// Values as a row of bytes and back, for files only this program reads.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace talus {

class ByteWriter {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add_numbers(const double* values, std::size_t count) {
    bytes_.append(reinterpret_cast<const char*>(values), count * sizeof *values);
  }
  void add_text(std::string_view text) {
    add(text.size());
    bytes_ += text;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// There are fewer bytes than were asked for.
class BytesEnded : public std::runtime_error {
 public:
  BytesEnded() : std::runtime_error("it ends too early") {}
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    take(&value, sizeof value);
    return value;
  }
  template <class T>
  void get(T& value) {
    value = get<T>();
  }
  void get_numbers(double* values, std::size_t count) { take(values, count * sizeof *values); }
  std::string get_text() {
    const auto size = get<std::size_t>();
    if (size > rest_.size()) throw BytesEnded();
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  /// A number of things that take `bytes_each` at least: no more than there can be.
  std::size_t get_count(std::size_t bytes_each) {
    const auto count = get<std::size_t>();
    if (count > rest_.size() / bytes_each) throw BytesEnded();
    return count;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  void take(void* out, std::size_t size) {
    if (size > rest_.size()) throw BytesEnded();
    std::memcpy(out, rest_.data(), size);
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
};

}  // namespace talus

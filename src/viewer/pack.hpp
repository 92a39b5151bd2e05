// The container in which everything reaches the page (docs/viewer.md): a JSON header and arrays of
// numbers, little-endian.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace talus::viewer {

/// How reals of bodies and contacts are kept.
enum class Precision : std::uint8_t { single, full };

class PackWriter {
 public:
  /// `header`: a JSON object as text; the table of arrays is added to it.
  explicit PackWriter(std::string header) : header_(std::move(header)) {}

  void add(const char* name, int width, std::span<const std::uint8_t> values);
  void add(const char* name, int width, std::span<const std::uint32_t> values);
  void add(const char* name, int width, std::span<const std::int32_t> values);
  void add(const char* name, int width, std::span<const float> values);
  void add(const char* name, int width, std::span<const double> values);
  /// Reals in the precision asked for.
  void add(const char* name, int width, std::span<const double> values, Precision precision);

  std::string finish() const;

 private:
  void add_bytes(const char* name, const char* type, int width, std::size_t count, const void* data,
                 std::size_t bytes);

  std::string header_;
  std::string table_;
  std::string data_;
};

}  // namespace talus::viewer

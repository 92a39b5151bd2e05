#include "talus/viewer/pack.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace talus::viewer {

static_assert(std::endian::native == std::endian::little, "packs are written as memory holds them");

namespace {

constexpr std::size_t alignment = 8;
constexpr const char* magic = "talusvw1";

void pad(std::string& text, char with) {
  text.append((alignment - text.size() % alignment) % alignment, with);
}

}  // namespace

void PackWriter::add_bytes(const char* name, const char* type, int width, std::size_t count,
                           const void* data, std::size_t bytes) {
  table_ += fmt::format(R"({}"{}":{{"type":"{}","count":{},"width":{},"offset":{}}})",
                        table_.empty() ? "" : ",", name, type, count, width, data_.size());
  data_.append(static_cast<const char*>(data), bytes);
  pad(data_, '\0');
}

void PackWriter::add(const char* name, int width, std::span<const std::uint8_t> values) {
  add_bytes(name, "u1", width, values.size(), values.data(), values.size_bytes());
}
void PackWriter::add(const char* name, int width, std::span<const std::uint32_t> values) {
  add_bytes(name, "u4", width, values.size(), values.data(), values.size_bytes());
}
void PackWriter::add(const char* name, int width, std::span<const std::int32_t> values) {
  add_bytes(name, "i4", width, values.size(), values.data(), values.size_bytes());
}
void PackWriter::add(const char* name, int width, std::span<const float> values) {
  add_bytes(name, "f4", width, values.size(), values.data(), values.size_bytes());
}
void PackWriter::add(const char* name, int width, std::span<const double> values) {
  add_bytes(name, "f8", width, values.size(), values.data(), values.size_bytes());
}

void PackWriter::add(const char* name, int width, std::span<const double> values,
                     Precision precision) {
  if (precision == Precision::full) return add(name, width, values);
  const std::vector<float> shorter(values.begin(), values.end());
  add(name, width, std::span<const float>(shorter));
}

std::string PackWriter::finish() const {
  // The header is an object: the table goes in before its end.
  std::string json = header_.substr(0, header_.rfind('}'));
  json += fmt::format(R"({}"arrays":{{{}}}}})", json.back() == '{' ? "" : ",", table_);
  pad(json, ' ');
  const auto length = static_cast<std::uint32_t>(json.size());
  std::string out = magic;
  out.append(alignment, '\0');
  std::memcpy(out.data() + alignment, &length, sizeof length);
  return out + json + data_;
}

}  // namespace talus::viewer

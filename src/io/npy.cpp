#include "talus/io/tables.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>

namespace talus::scenes {

static_assert(std::endian::native == std::endian::little, "arrays are copied byte by byte");

namespace {

struct Header {
  std::size_t item_size = 8;
  bool column_major = false;
  std::size_t rows = 0;
  std::size_t columns = 1;
};

/// What follows "'key':" in the header, which is a Python dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
  const auto at = header.find(fmt::format("'{}'", key));
  const auto colon = header.find(':', at);
  if (at == header.npos || colon == header.npos) {
    throw TableError(fmt::format("the NPY header has no '{}'", key));
  }
  const auto value = header.substr(colon + 1);
  return value.substr(std::min(value.find_first_not_of(' '), value.size()));
}

std::vector<std::size_t> parse_shape(std::string_view text) {
  std::vector<std::size_t> axes;
  const std::string_view inside = text.substr(0, text.find(')'));
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] < '0' || inside[i] > '9') continue;
    std::size_t n = 0;
    const auto result = std::from_chars(inside.data() + i, inside.data() + inside.size(), n);
    if (result.ec != std::errc()) throw TableError("the NPY header has a size beyond all memory");
    axes.push_back(n);
    i = static_cast<std::size_t>(result.ptr - inside.data());
  }
  return axes;
}

Header parse_header(std::string_view text) {
  Header h;
  const std::string_view type = value_of(text, "descr");
  if (type.rfind("'<f4'", 0) == 0) {
    h.item_size = 4;
  } else if (type.rfind("'<f8'", 0) != 0) {
    const std::string_view found =
        type.front() == '[' ? "named fields" : type.substr(0, type.find(',', 1));
    throw TableError(fmt::format("expected an array of '<f8' or '<f4', found {}", found));
  }
  h.column_major = value_of(text, "fortran_order").rfind("True", 0) == 0;
  const auto axes = parse_shape(value_of(text, "shape"));
  if (axes.empty() || axes.size() > 2) {
    throw TableError(
        fmt::format("expected an array of rows and columns, found {} axes", axes.size()));
  }
  h.rows = axes[0];
  h.columns = axes.size() == 2 ? axes[1] : 1;
  return h;
}

double item(const char* bytes, std::size_t size) {
  if (size == 4) {
    float value = 0;
    std::memcpy(&value, bytes, 4);
    return value;
  }
  double value = 0;
  std::memcpy(&value, bytes, 8);
  return value;
}

}  // namespace

NumberTable parse_npy(const std::string& bytes) {
  if (bytes.size() < 12 || bytes.compare(0, 6, "\x93NUMPY") != 0) {
    throw TableError("not an NPY file: it does not begin with \\x93NUMPY");
  }
  const int version = static_cast<unsigned char>(bytes[6]);
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, length_bytes);
  const std::size_t begin = 8 + length_bytes + length;
  if (begin > bytes.size()) throw TableError("the NPY header is cut off");
  const Header h = parse_header(std::string_view(bytes).substr(8 + length_bytes, length));
  if (h.rows == 0 || h.columns == 0) throw TableError("the table has no rows");
  const std::size_t present = (bytes.size() - begin) / h.item_size;
  if (h.rows > present / h.columns) {
    throw TableError(fmt::format("expected {} x {} numbers, found {}: the file is cut off", h.rows,
                                 h.columns, present));
  }
  NumberTable table;
  table.values.assign(h.columns, std::vector<double>(h.rows));
  for (std::size_t c = 0; c < h.columns; ++c) {
    for (std::size_t r = 0; r < h.rows; ++r) {
      const std::size_t at = h.column_major ? c * h.rows + r : r * h.columns + c;
      table.values[c][r] = item(bytes.data() + begin + at * h.item_size, h.item_size);
    }
  }
  return table;
}

}  // namespace talus::scenes

#include "talus/export/vtk_file.hpp"

#include "talus/draw/svg.hpp"
#include "talus/math/parallel.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <new>

namespace talus::vtk {

static_assert(std::endian::native == std::endian::little, "files are written as memory holds them");

namespace {

/// Large enough to pack well, small enough to be packed by several threads.
constexpr std::size_t block_size = std::size_t{1} << 18U;
/// Last digits of numbers do not pack, whatever the effort.
constexpr int effort = 1;

std::string packed_block(const char* data, std::size_t size) {
  uLongf length = compressBound(size);
  std::string out(length, '\0');
  const int failed = compress2(reinterpret_cast<Bytef*>(out.data()), &length,
                               reinterpret_cast<const Bytef*>(data), size, effort);
  if (failed != Z_OK) throw std::bad_alloc();  // the only way it can fail with room enough
  out.resize(length);
  return out;
}

/// In front of the blocks stand their number, the size of a full one and of the last if it is not
/// full, and the size of each once packed.
std::string packed(const char* data, std::size_t size) {
  const std::size_t count = (size + block_size - 1) / block_size;
  std::vector<std::string> block(count);
  parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i * block_size;
      block[i] = packed_block(data + at, std::min(block_size, size - at));
    }
  });
  std::vector<std::uint64_t> header = {count, block_size, size % block_size};
  for (const auto& b : block) header.push_back(b.size());
  std::string out(reinterpret_cast<const char*>(header.data()), 8 * header.size());
  for (const auto& b : block) out += b;
  return out;
}

template <class T>
Array numbers(const char* type, std::string_view name, std::string_view quantity, int width,
              std::span<const T> values) {
  Array out;
  out.tag = fmt::format(
      R"(type="{}" Name="{}" NumberOfComponents="{}" NumberOfTuples="{}" format="appended")", type,
      svg::escaped(name), width, values.size() / static_cast<std::size_t>(width));
  if (!quantity.empty() && quantity != "1") {
    out.inner = fmt::format(
        R"(<InformationKey name="UNITS_LABEL" location="vtkDataArray">{}</InformationKey>)",
        svg::escaped(quantity));
  }
  out.bytes = packed(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return out;
}

/// Writes the tags and remembers the bytes for the end of the file.
class Writer {
 public:
  void open(std::string_view tag) { head_ += fmt::format("<{}>\n", tag); }
  void close(std::string_view tag) { head_ += fmt::format("</{}>\n", tag); }
  void add(const char* section, const std::vector<Array>& arrays) {
    open(section);
    for (const auto& a : arrays) {
      head_ +=
          fmt::format("<{0} {1} offset=\"{2}\">{3}</{0}>\n", a.element, a.tag, offset_, a.inner);
      offset_ += a.bytes.size();
      appended_.push_back(&a.bytes);
    }
    close(section);
  }
  std::string finish() {
    std::string out = std::move(head_);
    out.reserve(out.size() + offset_ + 100);
    out += "<AppendedData encoding=\"raw\">\n_";
    for (const auto* bytes : appended_) out += *bytes;
    return out + "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  std::string head_;
  std::size_t offset_ = 0;
  std::vector<const std::string*> appended_;
};

}  // namespace

Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const double> values) {
  return numbers("Float64", name, quantity, width, values);
}
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const float> values) {
  return numbers("Float32", name, quantity, width, values);
}
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::int64_t> values) {
  return numbers("Int64", name, quantity, width, values);
}
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::int32_t> values) {
  return numbers("Int32", name, quantity, width, values);
}
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::uint32_t> values) {
  return numbers("UInt32", name, quantity, width, values);
}
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::uint8_t> values) {
  return numbers("UInt8", name, quantity, width, values);
}

Array texts(std::string_view name, const std::vector<std::string>& values) {
  std::string bytes;
  for (const auto& v : values) bytes.append(v.c_str(), v.size() + 1);
  Array out;
  out.element = "Array";
  out.tag = fmt::format(
      R"(type="String" Name="{}" NumberOfComponents="1" NumberOfTuples="{}" format="appended")",
      svg::escaped(name), values.size());
  out.bytes = packed(bytes.data(), bytes.size());
  return out;
}

Cells cells(std::span<const std::int32_t> corners, std::span<const std::int32_t> ends) {
  return {ends.size(), {array("connectivity", "", 1, corners), array("offsets", "", 1, ends)}};
}

std::string text_of(const PolyData& data) {
  Writer out;
  out.open("?xml version=\"1.0\"?");
  out.open(
      "VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"");
  out.open("PolyData");
  out.add("FieldData", data.field_data);
  out.open(
      fmt::format("Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" "
                  "NumberOfStrips=\"0\" NumberOfPolys=\"{}\"",
                  data.point_count, data.vertices.count, data.lines.count, data.polygons.count));
  out.add("PointData", data.point_data);
  out.add("CellData", data.cell_data);
  out.add("Points", data.points);
  out.add("Verts", data.vertices.arrays);
  out.add("Lines", data.lines.arrays);
  out.add("Polys", data.polygons.arrays);
  out.close("Piece");
  out.close("PolyData");
  return out.finish();
}

std::string collection(const std::vector<std::pair<double, std::string>>& files) {
  std::string out =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const auto& [time, file] : files) {
    out += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", time,
                       svg::escaped(file));
  }
  return out + "</Collection>\n</VTKFile>\n";
}

}  // namespace talus::vtk

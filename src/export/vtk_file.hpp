// VTK's XML files of points, lines and polygons: numbers appended raw, in blocks packed by zlib.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace talus::vtk {

/// Numbers as a file holds them: what its tag says, and the packed bytes.
struct Array {
  std::string tag;    ///< attributes
  std::string inner;  ///< elements inside the tag
  const char* element = "DataArray";
  std::string bytes;
};

/// `width` numbers a row. The quantity goes where VTK keeps labels of units (none for 1).
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const double> values);
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const float> values);
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::int64_t> values);
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::int32_t> values);
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::uint32_t> values);
Array array(std::string_view name, std::string_view quantity, int width,
            std::span<const std::uint8_t> values);
Array texts(std::string_view name, const std::vector<std::string>& values);

/// Cells of one kind.
struct Cells {
  std::size_t count = 0;
  std::vector<Array> arrays;  ///< corners, and where each cell's end; none without cells
};

Cells cells(std::span<const std::int32_t> corners, std::span<const std::int32_t> ends);

/// A file of the type PolyData. Cell data is in the order vertices, lines, polygons.
struct PolyData {
  std::size_t point_count = 0;
  std::vector<Array> points;  ///< one array of three coordinates
  Cells vertices, lines, polygons;
  std::vector<Array> point_data, cell_data, field_data;
};

std::string text_of(const PolyData& data);

/// A file that names those of each time, relative to itself.
std::string collection(const std::vector<std::pair<double, std::string>>& files);

}  // namespace talus::vtk

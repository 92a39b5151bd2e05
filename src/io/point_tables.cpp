#include "talus/io/point_tables.hpp"

#include <fmt/format.h>

namespace talus::scenes {

std::optional<NumberTable> table_of(const Reader& file, const std::filesystem::path& folder) {
  const std::string name = file.text();
  if (name.empty()) return std::nullopt;
  try {
    return read_table_file(folder / name);
  } catch (const TableError& e) {
    file.error(fmt::format("cannot read table '{}': {}", name, e.what()));
    return std::nullopt;
  }
}

template <int D>
std::optional<std::vector<Vec<D>>> points_of_table(const Reader& file,
                                                   const std::filesystem::path& folder) {
  const auto table = table_of(file, folder);
  if (!table) return std::nullopt;
  if (table->values.size() != D) {
    file.error(fmt::format("expected {}, found {}",
                           D == 2 ? "two columns x, y" : "three columns x, y, z",
                           table->values.size()));
    return std::nullopt;
  }
  std::vector<Vec<D>> points(table->rows());
  for (std::size_t r = 0; r < points.size(); ++r) {
    for (std::size_t i = 0; i < D; ++i) points[r][static_cast<int>(i)] = table->values[i][r];
  }
  return points;
}

template std::optional<std::vector<Vec<2>>> points_of_table<2>(const Reader&,
                                                               const std::filesystem::path&);
template std::optional<std::vector<Vec<3>>> points_of_table<3>(const Reader&,
                                                               const std::filesystem::path&);

}  // namespace talus::scenes

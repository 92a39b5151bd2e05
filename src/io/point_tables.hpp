// Points of shapes from tables in files.
#pragma once

#include "talus/io/tables.hpp"
#include "talus/math/vec.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace talus::scenes {

/// The table a key names; nothing, after a complaint, when it cannot be read.
std::optional<NumberTable> table_of(const Reader& file, const std::filesystem::path& folder);

/// Its rows as points: as many columns as a point has coordinates.
template <int D>
std::optional<std::vector<Vec<D>>> points_of_table(const Reader& file,
                                                   const std::filesystem::path& folder);

}  // namespace talus::scenes

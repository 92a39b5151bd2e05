// Tables of numbers from CSV and NPY files.
#pragma once

#include "talus/io/reader.hpp"
#include "talus/model/time_function.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus::scenes {

struct NumberTable {
  std::vector<std::string> columns;         ///< names; empty when the file has none
  std::vector<std::vector<double>> values;  ///< one vector a column
  std::vector<std::size_t> line;            ///< of each row in its file; empty when it is no text

  std::size_t rows() const { return values.empty() ? 0 : values.front().size(); }
  /// How messages call a row, counted from 0.
  std::string row_name(std::size_t row) const;
};

/// A table that cannot be read; the message says where in the table and why.
class TableError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Fields separated by commas, semicolons or blanks; `#` begins a comment; a first line that is not
/// numbers names the columns.
NumberTable parse_csv(const std::string& text);
/// NumPy's format for arrays of one or two axes of little-endian doubles or floats.
NumberTable parse_npy(const std::string& bytes);
/// All of a file. Throws TableError when it cannot be read.
std::string read_bytes(const std::filesystem::path& file);
/// By the file's ending: .npy, or CSV for everything else.
NumberTable read_table_file(const std::filesystem::path& file);

/// The table named by the keys 'file' and 'columns' of the map, with every column named.
std::optional<NumberTable> read_table(const Reader& map, const std::filesystem::path& folder);

/// Several functions of time given at the same times.
struct TimeSeries {
  std::vector<double> times;
  std::map<std::string, std::vector<double>> values;
  Table::Interpolation interpolation = Table::Interpolation::linear;

  /// The named function, zero when it is not given.
  Table table(const std::string& name) const;
};

/// From a file with a column 't', or written out as {times: [..], x: [..], ...}. Only the functions
/// in `names` are accepted.
std::optional<TimeSeries> read_time_series(const Reader& map, const std::filesystem::path& folder,
                                           const std::vector<std::string_view>& names,
                                           std::string_view interpolation);

}  // namespace talus::scenes

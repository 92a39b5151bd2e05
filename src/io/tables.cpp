#include "talus/io/tables.hpp"

#include "talus/io/suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <sstream>
#include <system_error>

namespace talus::scenes {

namespace {

void check_finite(const NumberTable& table) {
  for (std::size_t c = 0; c < table.values.size(); ++c) {
    for (std::size_t r = 0; r < table.rows(); ++r) {
      if (std::isfinite(table.values[c][r])) continue;
      throw TableError(
          fmt::format("{}, column {}: {} is not finite", table.row_name(r),
                      table.columns.empty() ? std::to_string(c + 1) : "'" + table.columns[c] + "'",
                      table.values[c][r]));
    }
  }
}

/// Names of the columns: those of the scene, otherwise those of the file.
bool name_columns(const Reader& map, NumberTable& table) {
  if (const auto given = map.find("columns")) {
    table.columns.clear();
    for (const auto& name : given->items()) table.columns.push_back(name.text());
    if (table.columns.size() != table.values.size()) {
      given->error(fmt::format("{} columns are named, the table has {}", table.columns.size(),
                               table.values.size()));
      return false;
    }
  }
  if (table.columns.empty()) {
    map.require("columns", "the table has no heading that names them");
    return false;
  }
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto first = std::find(table.columns.begin(), table.columns.end(), table.columns[i]);
    if (static_cast<std::size_t>(first - table.columns.begin()) == i) continue;
    map.error(fmt::format("two columns of the table are named '{}'", table.columns[i]));
    return false;
  }
  return true;
}

std::optional<TimeSeries> series_from_file(const Reader& map, const std::filesystem::path& folder,
                                           const std::vector<std::string_view>& names) {
  auto table = read_table(map, folder);
  if (!table) return std::nullopt;
  std::vector<std::string> known(names.begin(), names.end());
  known.emplace_back("t");
  TimeSeries out;
  for (std::size_t c = 0; c < table->columns.size(); ++c) {
    const std::string& name = table->columns[c];
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      map.find("file")->error(
          fmt::format("unknown column '{}'; columns here: t, {}", name, fmt::join(names, ", ")));
      return std::nullopt;
    }
    (name == "t" ? out.times : out.values[name]) = std::move(table->values[c]);
  }
  if (out.times.empty()) {
    map.find("file")->error("the table has no column 't' for the times");
    return std::nullopt;
  }
  return out;
}

std::optional<TimeSeries> series_in_place(const Reader& map,
                                          const std::vector<std::string_view>& names) {
  const auto times = map.require("times", "or 'file', a table with a column 't'");
  if (!times) return std::nullopt;
  TimeSeries out;
  out.times = times->numbers();
  for (const auto name : names) {
    const auto column = map.find(name);
    if (!column) continue;
    auto& values = out.values[std::string(name)] = column->numbers();
    if (values.size() == out.times.size()) continue;
    column->error(
        fmt::format("expected {} numbers, one a time, found {}", out.times.size(), values.size()));
    return std::nullopt;
  }
  return out;
}

bool check_times(const Reader& where, const std::vector<double>& times) {
  if (times.size() < 2) {
    where.error(fmt::format("expected at least two times, found {}", times.size()));
    return false;
  }
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] > times[i - 1]) continue;
    where.error(
        fmt::format("times must increase: row {} has {} after {}", i + 1, times[i], times[i - 1]));
    return false;
  }
  return true;
}

}  // namespace

std::string NumberTable::row_name(std::size_t row) const {
  return line.empty() ? fmt::format("row {}", row + 1) : fmt::format("line {}", line[row]);
}

std::string read_bytes(const std::filesystem::path& file) {
  if (std::filesystem::is_directory(file)) throw TableError("it is a folder");
  std::ifstream input(file, std::ios::binary);
  if (!input) throw TableError(std::generic_category().message(errno));
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

NumberTable read_table_file(const std::filesystem::path& file) {
  const std::string bytes = read_bytes(file);
  if (bytes.empty()) throw TableError("the file is empty");
  NumberTable table = file.extension() == ".npy" ? parse_npy(bytes) : parse_csv(bytes);
  check_finite(table);
  return table;
}

std::optional<NumberTable> read_table(const Reader& map, const std::filesystem::path& folder) {
  const auto file = map.require("file");
  if (!file) return std::nullopt;
  const std::string name = file->text();
  if (name.empty()) return std::nullopt;
  try {
    NumberTable table = read_table_file(folder / name);
    if (name_columns(map, table)) return table;
  } catch (const TableError& e) {
    file->error(fmt::format("cannot read table '{}': {}", name, e.what()));
  }
  return std::nullopt;
}

Table TimeSeries::table(const std::string& name) const {
  const auto found = values.find(name);
  return {times, found == values.end() ? std::vector<double>(times.size(), 0.0) : found->second,
          interpolation};
}

std::optional<TimeSeries> read_time_series(const Reader& map, const std::filesystem::path& folder,
                                           const std::vector<std::string_view>& names,
                                           std::string_view interpolation) {
  std::vector<std::string_view> keys = {"interpolation"};
  const bool in_file = map.has("file");
  if (in_file) {
    keys.insert(keys.end(), {"file", "columns"});
  } else {
    keys.emplace_back("times");
    keys.insert(keys.end(), names.begin(), names.end());
  }
  if (!map.map(keys)) return std::nullopt;
  const auto method = map.choice_or<Table::Interpolation>(
      "interpolation", interpolation,
      {{"spline", Table::Interpolation::spline}, {"linear", Table::Interpolation::linear}});
  auto series = in_file ? series_from_file(map, folder, names) : series_in_place(map, names);
  if (!series || !check_times(*map.find(in_file ? "file" : "times"), series->times)) {
    return std::nullopt;
  }
  if (series->values.empty()) {
    map.error(fmt::format("the table gives none of {}", fmt::join(names, ", ")));
    return std::nullopt;
  }
  series->interpolation = method;
  return series;
}

}  // namespace talus::scenes

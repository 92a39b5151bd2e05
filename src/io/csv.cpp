#include "talus/io/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace talus::scenes {

namespace {

constexpr std::string_view blanks = " \t";

std::string trimmed(std::string_view field) {
  const auto first = field.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  field = field.substr(first, field.find_last_not_of(blanks) - first + 1);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
    field = field.substr(1, field.size() - 2);
  }
  return std::string(field);
}

/// The separator a line uses; a blank stands for any run of blanks.
char separator_of(const std::string& line) {
  if (line.find(',') != std::string::npos) return ',';
  return line.find(';') != std::string::npos ? ';' : ' ';
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields;
  if (separator == ' ') {
    std::istringstream words(line);
    for (std::string word; words >> word;) fields.push_back(trimmed(word));
    return fields;
  }
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    fields.push_back(trimmed(std::string_view(line).substr(begin, end - begin)));
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

bool is_heading(const std::vector<std::string>& fields) {
  return std::none_of(fields.begin(), fields.end(),
                      [](const std::string& f) { return parse_number(f).has_value(); });
}

void append_row(const std::vector<std::string>& fields, std::size_t line, NumberTable& table) {
  if (fields.size() != table.values.size()) {
    throw TableError(fmt::format("line {}: expected {} fields, found {}", line, table.values.size(),
                                 fields.size()));
  }
  for (std::size_t c = 0; c < fields.size(); ++c) {
    const auto value = parse_number(fields[c]);
    if (!value) {
      throw TableError(
          fmt::format("line {}, field {}: expected a number, found '{}'", line, c + 1, fields[c]));
    }
    table.values[c].push_back(*value);
  }
  table.line.push_back(line);
}

/// Without the comment and the carriage return of other systems.
std::string content_of(std::string line) {
  line.erase(std::min(line.find('#'), line.size()));
  while (!line.empty() && (line.back() == '\r' || blanks.find(line.back()) != blanks.npos)) {
    line.pop_back();
  }
  return line;
}

}  // namespace

NumberTable parse_csv(const std::string& text) {
  NumberTable table;
  if (text.find('\0') != text.npos) {
    throw TableError("the file is not text; the name of an array of NumPy ends with .npy");
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::istringstream lines(text.rfind(byte_order_mark, 0) == 0 ? text.substr(3) : text);
  bool first = true;
  char separator = ',';
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = content_of(std::move(line));
    if (line.empty()) continue;
    if (first) separator = separator_of(line);
    const auto fields = split(line, separator);
    if (first) {
      first = false;
      table.values.resize(fields.size());
      if (is_heading(fields)) {
        table.columns = fields;
        continue;
      }
    }
    append_row(fields, number, table);
  }
  if (table.rows() == 0) throw TableError("the table has no rows");
  return table;
}

}  // namespace talus::scenes

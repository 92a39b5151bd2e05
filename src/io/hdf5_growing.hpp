// An HDF5 file that grows while others read it (single writer, multiple readers): everything is
// created first, then columns get longer. A program that is killed leaves a file that can be read.
#pragma once

#include "talus/io/hdf5_handle.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace talus::hdf5 {

class Input;

/// A column to be: numbers of one kind, in rows of one form.
struct ColumnLayout {
  std::string name;
  Number type = Number::f64;
  std::vector<std::uint64_t> row;  ///< extents of a row; empty: one number
  std::uint64_t chunk_rows = 1;    ///< rows that are stored as one piece
  bool compressed = false;
};

/// Every failure is a WriteError.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path file);
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  // Before `start`.
  void group(const std::string& name);
  void attribute(const std::string& object, const std::string& name, std::string_view value);
  void attribute(const std::string& object, const std::string& name, std::int64_t value);
  void attribute(const std::string& object, const std::string& name, double value);
  void text(const std::string& name, std::string_view value);
  void texts(const std::string& name, const std::vector<std::string>& values);
  template <class T>
  void array(const std::string& name, const std::vector<T>& values, std::uint64_t width = 1) {
    put_array(name, number_of<T>, values.data(), values.size() / width, width);
  }
  /// Returns the column's number. Columns reach the disk in the order they are added: what tells
  /// readers that rows are there comes last.
  std::size_t add_column(const ColumnLayout& layout);

  /// From here on columns grow and nothing else happens.
  void start();
  template <class T>
  void append(std::size_t column, const T* values, std::uint64_t rows) {
    append_rows(column, number_of<T>, values, rows);
  }
  /// The first rows of the column of the same name in another file.
  void append_from(const Input& other, std::size_t column, std::uint64_t rows);
  std::size_t columns() const { return columns_.size(); }
  const std::string& name(std::size_t column) const { return columns_[column].name; }
  std::uint64_t rows(std::size_t column) const { return columns_[column].rows; }
  void flush();
  void close();

 private:
  struct Column {
    std::int64_t id;
    std::string name;
    Number type;
    std::uint64_t rows;
    std::vector<std::uint64_t> row;
  };

  [[noreturn]] void fail() const;
  void check(bool success) const {
    if (!success) fail();
  }
  void put_attribute(const std::string& object, const std::string& name, std::int64_t type,
                     const void* value);
  void put_array(const std::string& name, Number type, const void* values, std::uint64_t rows,
                 std::uint64_t width);
  void append_rows(std::size_t column, Number type, const void* values, std::uint64_t rows);
  bool close_all();

  std::filesystem::path file_;
  std::int64_t id_ = -1;
  std::vector<Column> columns_;
};

}  // namespace talus::hdf5

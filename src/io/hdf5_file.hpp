// The little of HDF5 that problem files need: groups, arrays of integers and reals, texts. Nothing
// of the library shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace talus::hdf5 {

/// Reads; every failure is a ProblemFileError (io/fclib.hpp) that names file and object.
class Input {
 public:
  explicit Input(std::filesystem::path file);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// Whether there is an object of this name; no part of the way to it need exist.
  bool has(const std::string& name) const;
  std::vector<std::int64_t> integers(const std::string& name) const;
  std::vector<double> reals(const std::string& name) const;
  /// A text, or nothing where there is none.
  std::string text(const std::string& name) const;

 private:
  std::filesystem::path file_;
  std::int64_t id_ = -1;
};

/// Writes a new file, replacing one that is there; throws WriteError.
class Output {
 public:
  explicit Output(std::filesystem::path file);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void group(const std::string& name);
  void integers(const std::string& name, const std::vector<std::int32_t>& values);
  void reals(const std::string& name, const double* values, std::size_t count);
  void text(const std::string& name, std::string_view value);
  /// To the disk; what goes wrong before is told, at the latest here.
  void close();

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  std::int64_t id_ = -1;
};

}  // namespace talus::hdf5

#include "talus/io/hdf5_file.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace talus::hdf5 {

namespace {

/// No compression of HDF5's makes less than this part of what it is given (zlib's limit).
constexpr std::uint64_t best_compression = 1100;
/// Of a text, so that a damaged size asks for no more.
constexpr std::size_t longest_text = std::size_t{1} << 26U;

bool is_number(std::int64_t type) {
  const auto kind = H5Tget_class(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

std::string up_to_zero(const std::string& text) { return text.substr(0, text.find('\0')); }

}  // namespace

Input::Input(std::filesystem::path file, Complain complain, OpenFor purpose)
    : file_(std::move(file)), complain_(std::move(complain)) {
  std::error_code error;
  if (std::filesystem::is_directory(file_, error)) this->complain("", "a folder");
  if (!std::ifstream(file_)) this->complain("", "cannot be opened");
  bytes_ = std::filesystem::file_size(file_, error);
  const Silence silence;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const bool follow = purpose == OpenFor::following;
  id_ = H5Fopen(file_.c_str(), H5F_ACC_RDONLY | (follow ? H5F_ACC_SWMR_READ : 0U), access.get());
  if (id_ < 0) this->complain("", "not an HDF5 file, or not a complete one");
}

Input::~Input() {
  const Silence silence;
  if (id_ >= 0) H5Fclose(id_);
}

void Input::complain(const std::string& object, const std::string& what) const {
  complain_(object, what);
  throw std::logic_error("a complaint about a file was not thrown");
}

void Input::check_size(const std::string& name, std::uint64_t count,
                       std::uint64_t bytes_each) const {
  const std::uint64_t most =
      best_compression * (bytes_ + 1) / std::max<std::uint64_t>(1, bytes_each);
  if (count > most) {
    complain(name,
             fmt::format("{} values are more than a file of {} bytes can hold", count, bytes_));
  }
}

void Input::wrong_width(const std::string& name, std::uint64_t found,
                        std::uint64_t expected) const {
  complain(name, fmt::format("expected {} numbers a row, found {}", expected, found));
}

Handle Input::open(const std::string& name) const {
  Handle data(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data) complain(name, has(name) ? "expected an array of numbers" : "missing");
  return data;
}

/// All numbers of an array of one of the classes, as `memory` type.
template <class T>
std::vector<T> Input::numbers(const std::string& name, std::int64_t memory, bool whole) const {
  const Silence silence;
  const Handle data = open(name);
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  if (whole && H5Tget_class(type.get()) != H5T_INTEGER) {
    complain(name, "expected integers, found numbers of another kind");
  }
  if (!is_number(type.get())) complain(name, "expected numbers");
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  const auto count = space ? H5Sget_simple_extent_npoints(space.get()) : -1;
  if (count < 0) complain(name, "its extent cannot be read");
  check_size(name, static_cast<std::uint64_t>(count), H5Tget_size(type.get()));
  std::vector<T> values(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(data.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    complain(name, "cannot be read: is the file complete?");
  }
  return values;
}

bool Input::has(const std::string& name) const {
  const Silence silence;
  for (auto slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    if (H5Lexists(id_, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

std::vector<std::int64_t> Input::integers(const std::string& name) const {
  return numbers<std::int64_t>(name, H5T_NATIVE_INT64, true);
}

std::vector<double> Input::reals(const std::string& name) const {
  return numbers<double>(name, H5T_NATIVE_DOUBLE, false);
}

std::string Input::text(const std::string& name) const {
  if (!has(name)) return "";
  const Silence silence;
  const Handle data(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data) return "";
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0) return "";
  const std::size_t size = H5Tget_size(type.get());
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  if (size > longest_text || H5Sget_simple_extent_npoints(space.get()) != 1) return "";
  check_size(name, 1, size);
  std::string value(size, '\0');
  if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) return "";
  return up_to_zero(value);
}

Extent Input::extent(const std::string& name) const {
  const Silence silence;
  const Handle data = open(name);
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  constexpr int most_axes = 3;
  hsize_t sizes[most_axes] = {};
  const int axes = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (axes < 1 || axes > most_axes ||
      H5Sget_simple_extent_dims(space.get(), sizes, nullptr) != axes) {
    complain(name, "expected an array of one to three axes");
  }
  Extent extent{sizes[0], 1};
  for (int axis = 1; axis < axes; ++axis) {
    check_size(name, sizes[axis], extent.width);
    extent.width *= sizes[axis];
  }
  check_size(name, extent.rows, std::max<std::uint64_t>(1, extent.width) * H5Tget_size(type.get()));
  return extent;
}

void Input::read_rows(const std::string& name, std::uint64_t first, std::uint64_t count,
                      Number type, void* out) const {
  const Silence silence;
  const Handle data = open(name);
  const Handle stored(H5Dget_type(data.get()), H5Tclose);
  if (!is_number(stored.get())) complain(name, "expected numbers");
  if (type != Number::f64 && H5Tget_class(stored.get()) != H5T_INTEGER) {
    complain(name, "expected integers, found numbers of another kind");
  }
  const Extent whole = extent(name);
  if (first > whole.rows || count > whole.rows - first) {
    complain(name, fmt::format("rows {} to {} are asked for, but there are {}", first,
                               first + count, whole.rows));
  }
  if (count == 0 || whole.width == 0) return;
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  hsize_t start[3] = {};
  hsize_t size[3] = {};
  H5Sget_simple_extent_dims(space.get(), size, nullptr);
  start[0] = first;
  size[0] = count;
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, size, nullptr);
  const int axes = H5Sget_simple_extent_ndims(space.get());
  const Handle memory(H5Screate_simple(axes, size, nullptr), H5Sclose);
  if (H5Dread(data.get(), memory_type(type), memory.get(), space.get(), H5P_DEFAULT, out) < 0) {
    complain(name, "cannot be read: is the file complete?");
  }
}

std::vector<std::string> Input::texts(const std::string& name) const {
  const Silence silence;
  const Extent whole = extent(name);
  const Handle data = open(name);
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 ||
      whole.width != 1) {
    complain(name, "expected a list of texts of one length");
  }
  const std::size_t length = H5Tget_size(type.get());
  std::string all(whole.rows * length, '\0');
  if (whole.rows > 0 &&
      H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0) {
    complain(name, "cannot be read: is the file complete?");
  }
  std::vector<std::string> out;
  out.reserve(whole.rows);
  for (std::size_t i = 0; i < whole.rows; ++i) {
    out.push_back(up_to_zero(all.substr(i * length, length)));
  }
  return out;
}

Handle Input::open_attribute(const std::string& object, const std::string& name) const {
  Handle attribute(H5Aopen_by_name(id_, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
  if (!attribute) complain(object, fmt::format("no attribute '{}'", name));
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) {
    complain(object, fmt::format("attribute '{}': expected one value", name));
  }
  return attribute;
}

std::int64_t Input::attribute(const std::string& object, const std::string& name) const {
  const Silence silence;
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  std::int64_t value = 0;
  if (H5Tget_class(type.get()) != H5T_INTEGER ||
      H5Aread(attribute.get(), H5T_NATIVE_INT64, &value) < 0) {
    complain(object, fmt::format("attribute '{}': expected an integer", name));
  }
  return value;
}

double Input::real_attribute(const std::string& object, const std::string& name) const {
  const Silence silence;
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  double value = 0;
  if (!is_number(type.get()) || H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value) < 0) {
    complain(object, fmt::format("attribute '{}': expected a number", name));
  }
  return value;
}

std::string Input::text_attribute(const std::string& object, const std::string& name) const {
  const Silence silence;
  const Handle attribute = open_attribute(object, name);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const std::size_t size = H5Tget_size(type.get());
  const bool fixed = H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) <= 0;
  if (!fixed || size > longest_text) {
    complain(object, fmt::format("attribute '{}': expected a text", name));
  }
  std::string value(size, '\0');
  if (H5Aread(attribute.get(), type.get(), value.data()) < 0) {
    complain(object, fmt::format("attribute '{}' cannot be read", name));
  }
  return up_to_zero(value);
}

}  // namespace talus::hdf5

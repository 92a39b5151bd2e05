#include "talus/io/hdf5_growing.hpp"

#include "talus/io/hdf5_file.hpp"
#include "talus/io/history_file.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <utility>

namespace talus::hdf5 {

namespace {

constexpr unsigned fast = 1;  // level of compression

hid_t stored_type(Number number) {
  switch (number) {
    case Number::f64: return H5T_IEEE_F64LE;
    case Number::i64: return H5T_STD_I64LE;
    case Number::u64: return H5T_STD_U64LE;
    case Number::i32: return H5T_STD_I32LE;
    case Number::u32: return H5T_STD_U32LE;
    case Number::u8: return H5T_STD_U8LE;
  }
  return -1;
}

/// Texts of up to `length` bytes, as h5py takes for UTF-8.
Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(1, length));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

/// Values as long as the longest, one after the other.
std::string padded(const std::vector<std::string>& values, std::size_t length) {
  std::string all(values.size() * length, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) values[i].copy(&all[i * length], length);
  return all;
}

}  // namespace

GrowingFile::GrowingFile(std::filesystem::path file) : file_(std::move(file)) {
  const Silence silence;
  errno = 0;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // Readers of a growing file need the layout of 1.10, and later programs understand it too.
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110);
  id_ = H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get());
  check(id_ >= 0);
}

GrowingFile::~GrowingFile() { close_all(); }

void GrowingFile::fail() const { throw WriteError(file_, errno != 0 ? errno : EIO); }

void GrowingFile::group(const std::string& name) {
  const Silence silence;
  const Handle group(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Gclose);
  check(static_cast<bool>(group));
}

void GrowingFile::put_attribute(const std::string& object, const std::string& name,
                                std::int64_t type, const void* value) {
  const Silence silence;
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate_by_name(id_, object.c_str(), name.c_str(), type, space.get(),
                                           H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  check(attribute && H5Awrite(attribute.get(), type, value) >= 0);
}

void GrowingFile::attribute(const std::string& object, const std::string& name,
                            std::string_view value) {
  const Handle type = text_type(value.size());
  put_attribute(object, name, type.get(), padded({std::string(value)}, value.size() + 1).data());
}

void GrowingFile::attribute(const std::string& object, const std::string& name,
                            std::int64_t value) {
  put_attribute(object, name, H5T_NATIVE_INT64, &value);
}

void GrowingFile::attribute(const std::string& object, const std::string& name, double value) {
  put_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

void GrowingFile::text(const std::string& name, std::string_view value) {
  const Silence silence;
  const Handle type = text_type(value.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle data(
      H5Dcreate2(id_, name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  const std::string terminated(value);
  check(data &&
        H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, terminated.c_str()) >= 0);
}

void GrowingFile::texts(const std::string& name, const std::vector<std::string>& values) {
  const Silence silence;
  std::size_t length = 1;
  for (const auto& value : values) length = std::max(length, value.size());
  const Handle type = text_type(length);
  const hsize_t count = values.size();
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  if (count > 0) {  // names of many bodies are alike
    const hsize_t chunk = std::min<hsize_t>(count, 4096);
    H5Pset_chunk(creation.get(), 1, &chunk);
    H5Pset_deflate(creation.get(), fast);
  }
  const Handle data(H5Dcreate2(id_, name.c_str(), type.get(), space.get(), H5P_DEFAULT,
                               creation.get(), H5P_DEFAULT),
                    H5Dclose);
  check(data && (count == 0 || H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                        padded(values, length).data()) >= 0));
}

void GrowingFile::put_array(const std::string& name, Number type, const void* values,
                            std::uint64_t rows, std::uint64_t width) {
  const Silence silence;
  const hsize_t sizes[2] = {rows, width};
  const Handle space(H5Screate_simple(width == 1 ? 1 : 2, sizes, nullptr), H5Sclose);
  const Handle data(H5Dcreate2(id_, name.c_str(), stored_type(type), space.get(), H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
  check(data && (rows == 0 || H5Dwrite(data.get(), memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                       values) >= 0));
}

std::size_t GrowingFile::add_column(const ColumnLayout& layout) {
  const Silence silence;
  std::vector<hsize_t> size = {0};
  std::vector<hsize_t> most = {H5S_UNLIMITED};
  std::vector<hsize_t> chunk = {layout.chunk_rows};
  for (const auto extent : layout.row) {
    size.push_back(extent);
    most.push_back(extent);
    chunk.push_back(std::max<hsize_t>(1, extent));
  }
  const auto axes = static_cast<int>(size.size());
  const Handle space(H5Screate_simple(axes, size.data(), most.data()), H5Sclose);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(creation.get(), axes, chunk.data());
  if (layout.compressed) {
    H5Pset_shuffle(creation.get());
    H5Pset_deflate(creation.get(), fast);
  }
  const hid_t data = H5Dcreate2(id_, layout.name.c_str(), stored_type(layout.type), space.get(),
                                H5P_DEFAULT, creation.get(), H5P_DEFAULT);
  check(data >= 0);
  columns_.push_back({data, layout.name, layout.type, 0, layout.row});
  return columns_.size() - 1;
}

void GrowingFile::start() {
  const Silence silence;
  check(H5Fstart_swmr_write(id_) >= 0);
}

void GrowingFile::append_rows(std::size_t number, Number type, const void* values,
                              std::uint64_t rows) {
  if (rows == 0) return;
  const Silence silence;
  errno = 0;
  Column& column = columns_[number];
  std::vector<hsize_t> start = {column.rows};
  std::vector<hsize_t> size = {column.rows + rows};
  for (const auto extent : column.row) {
    start.push_back(0);
    size.push_back(extent);
  }
  check(H5Dset_extent(column.id, size.data()) >= 0);
  column.rows += rows;
  if (std::find(size.begin(), size.end(), 0) != size.end()) return;  // rows without numbers
  size[0] = rows;
  const Handle space(H5Dget_space(column.id), H5Sclose);
  const Handle memory(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                      H5Sclose);
  check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(),
                            nullptr) >= 0 &&
        H5Dwrite(column.id, memory_type(type), memory.get(), space.get(), H5P_DEFAULT, values) >=
            0);
}

namespace {
template <class T>
void copy_rows(const Input& from, const std::string& name, std::uint64_t rows,
               const std::function<void(const T*, std::uint64_t)>& append) {
  const auto width = std::max<std::uint64_t>(1, from.extent(name).width);
  const auto most = std::max<std::uint64_t>(1, (1U << 20U) / width);  // some megabytes at once
  std::vector<T> block(std::min(rows, most) * width);
  for (std::uint64_t first = 0; first < rows; first += most) {
    const auto count = std::min(most, rows - first);
    from.rows(name, first, count, block.data());
    append(block.data(), count);
  }
}
}  // namespace

void GrowingFile::append_from(const Input& other, std::size_t number, std::uint64_t rows) {
  const Column& column = columns_[number];
  std::uint64_t width = 1;
  for (const auto extent : column.row) width *= extent;
  const Extent there = other.extent(column.name);
  if (there.rows < rows || there.width != width) {
    other.complain(column.name, fmt::format("expected {} rows of {}, found {} of {}", rows, width,
                                            there.rows, there.width));
  }
  const auto copy = [&]<class T>(T) {
    copy_rows<T>(other, column.name, rows,
                 [&](const T* values, std::uint64_t count) { append(number, values, count); });
  };
  switch (column.type) {
    case Number::f64: return copy(double{});
    case Number::i64: return copy(std::int64_t{});
    case Number::u64: return copy(std::uint64_t{});
    case Number::i32: return copy(std::int32_t{});
    case Number::u32: return copy(std::uint32_t{});
    case Number::u8: return copy(std::uint8_t{});
  }
}

void GrowingFile::flush() {
  const Silence silence;
  errno = 0;
  for (const auto& column : columns_) check(H5Dflush(column.id) >= 0);
}

bool GrowingFile::close_all() {
  const Silence silence;
  errno = 0;
  bool success = true;
  for (const auto& column : std::exchange(columns_, {})) {
    success = H5Dclose(column.id) >= 0 && success;
  }
  const auto id = std::exchange(id_, -1);
  return (id < 0 || H5Fclose(id) >= 0) && success;
}

void GrowingFile::close() { check(close_all()); }

}  // namespace talus::hdf5

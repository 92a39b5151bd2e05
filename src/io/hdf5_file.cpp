#include "talus/io/hdf5_file.hpp"

#include "talus/io/history_file.hpp"

#include <hdf5.h>

#include <cerrno>
#include <utility>

namespace talus::hdf5 {

Silence::Silence() {
  [[maybe_unused]] static const herr_t once = H5dont_atexit();  // before any other call
  H5E_auto2_t function = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &function, &data_);
  function_ = reinterpret_cast<void (*)()>(function);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Silence::~Silence() { H5Eset_auto2(H5E_DEFAULT, reinterpret_cast<H5E_auto2_t>(function_), data_); }

std::int64_t memory_type(Number number) {
  switch (number) {
    case Number::f64: return H5T_NATIVE_DOUBLE;
    case Number::i64: return H5T_NATIVE_INT64;
    case Number::u64: return H5T_NATIVE_UINT64;
    case Number::i32: return H5T_NATIVE_INT32;
    case Number::u32: return H5T_NATIVE_UINT32;
    case Number::u8: return H5T_NATIVE_UINT8;
  }
  return -1;
}

Output::Output(std::filesystem::path file) : file_(std::move(file)) {
  const Silence silence;
  errno = 0;
  id_ = H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (id_ < 0) fail();
}

Output::~Output() {
  const Silence silence;
  if (id_ >= 0) H5Fclose(id_);
}

void Output::fail() const { throw WriteError(file_, errno != 0 ? errno : EIO); }

void Output::group(const std::string& name) {
  const Silence silence;
  const Handle group(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Gclose);
  if (!group) fail();
}

namespace {
bool write(hid_t file, const std::string& name, hid_t stored, hid_t space, hid_t memory,
           const void* values) {
  const Silence silence;
  const Handle data(
      H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  return data && H5Dwrite(data.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

/// Room for `count` numbers in a row.
hid_t line(std::size_t count) {
  const hsize_t extent = count;
  return H5Screate_simple(1, &extent, nullptr);
}
}  // namespace

void Output::integers(const std::string& name, const std::vector<std::int32_t>& values) {
  const Handle space(line(values.size()), H5Sclose);
  if (!write(id_, name, H5T_STD_I32LE, space.get(), H5T_NATIVE_INT32, values.data())) fail();
}

void Output::reals(const std::string& name, const double* values, std::size_t count) {
  const Handle space(line(count), H5Sclose);
  if (!write(id_, name, H5T_IEEE_F64LE, space.get(), H5T_NATIVE_DOUBLE, values)) fail();
}

void Output::text(const std::string& name, std::string_view value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), value.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  if (!write(id_, name, type.get(), space.get(), type.get(), std::string(value).c_str())) fail();
}

void Output::close() {
  const Silence silence;
  errno = 0;
  const auto id = std::exchange(id_, -1);
  if (H5Fclose(id) < 0) fail();
}

}  // namespace talus::hdf5

#include "talus/io/hdf5_file.hpp"

#include "talus/io/fclib.hpp"
#include "talus/io/history_file.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <cerrno>
#include <fstream>
#include <utility>

namespace talus::hdf5 {

namespace {

/// HDF5 prints its own stack of errors unless told not to, and after a damaged file complains at
/// the end of the program about what it cannot tidy up. Files are closed one by one here, so there
/// is nothing to tidy.
class Silence {
 public:
  Silence() {
    [[maybe_unused]] static const herr_t once = H5dont_atexit();  // before any other call
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// An identifier and the call that gives it back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// All numbers of an array of one of the classes, as `memory` type.
template <class T>
std::vector<T> numbers(const std::filesystem::path& file, hid_t id, const std::string& name,
                       hid_t memory, bool whole) {
  const Silence silence;
  const auto complain = [&](const std::string& what) { throw ProblemFileError(file, name, what); };
  const Handle data(H5Dopen2(id, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data) complain("missing");
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  const auto kind = H5Tget_class(type.get());
  if (whole && kind != H5T_INTEGER) complain("expected integers, found numbers of another kind");
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) complain("expected numbers");
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  const auto count = space ? H5Sget_simple_extent_npoints(space.get()) : -1;
  if (count < 0) complain("its extent cannot be read");
  // More than the file can hold: damaged, or not meant for us.
  constexpr hssize_t most = hssize_t{1} << 31;
  if (count > most) complain(fmt::format("{} numbers are more than can be", count));
  std::vector<T> values(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(data.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    complain("cannot be read: is the file complete?");
  }
  return values;
}

}  // namespace

Input::Input(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::ifstream(file_)) throw ProblemFileError(file_, "", "cannot be opened");
  const Silence silence;
  id_ = H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id_ < 0) throw ProblemFileError(file_, "", "not an HDF5 file, or not a complete one");
}

Input::~Input() {
  const Silence silence;
  H5Fclose(id_);
}

bool Input::has(const std::string& name) const {
  const Silence silence;
  for (auto slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    if (H5Lexists(id_, name.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    if (slash == std::string::npos) return true;
  }
}

std::vector<std::int64_t> Input::integers(const std::string& name) const {
  return numbers<std::int64_t>(file_, id_, name, H5T_NATIVE_INT64, true);
}

std::vector<double> Input::reals(const std::string& name) const {
  return numbers<double>(file_, id_, name, H5T_NATIVE_DOUBLE, false);
}

std::string Input::text(const std::string& name) const {
  if (!has(name)) return "";
  const Silence silence;
  const Handle data(H5Dopen2(id_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data) return "";
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0) return "";
  constexpr std::size_t most = 1U << 20U;
  const std::size_t size = H5Tget_size(type.get());
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  if (size > most || H5Sget_simple_extent_npoints(space.get()) != 1) return "";
  std::string value(size, '\0');
  if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) return "";
  return value.substr(0, value.find('\0'));
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

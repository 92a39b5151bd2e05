#include "support/results_arrays.hpp"

#include <hdf5.h>

#include <fstream>
#include <iterator>

namespace talus::test {

namespace {

herr_t add_array(hid_t file, const char* name, const H5O_info_t* info, void* out) {
  if (info->type != H5O_TYPE_DATASET) return 0;
  auto& ranges = *static_cast<std::vector<ByteRange>*>(out);
  const hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
  const haddr_t offset = H5Dget_offset(data);
  if (H5Dget_storage_size(data) == 0) {
    // nothing in it
  } else if (offset != HADDR_UNDEF) {
    ranges.push_back({offset, H5Dget_storage_size(data)});
  } else {
    const hid_t space = H5Dget_space(data);
    hsize_t chunks = 0;
    H5Dget_num_chunks(data, space, &chunks);
    for (hsize_t i = 0; i < chunks; ++i) {
      hsize_t place[3] = {};
      unsigned mask = 0;
      haddr_t address = HADDR_UNDEF;
      hsize_t size = 0;
      H5Dget_chunk_info(data, space, i, place, &mask, &address, &size);
      if (address != HADDR_UNDEF) ranges.push_back({address, size});
    }
    H5Sclose(space);
  }
  H5Dclose(data);
  return 0;
}

}  // namespace

std::vector<ByteRange> array_ranges(const std::filesystem::path& path) {
  std::vector<ByteRange> ranges;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, add_array, &ranges);
  H5Fclose(file);
  return ranges;
}

void stretch_array(const std::filesystem::path& path, const std::string& name, std::uint64_t rows) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(data);
  hsize_t sizes[3] = {};
  H5Sget_simple_extent_dims(space, sizes, nullptr);
  sizes[0] = rows;
  H5Dset_extent(data, sizes);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
}

std::string file_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::size_t place_in(const std::vector<ByteRange>& ranges, std::size_t place) {
  for (const auto& range : ranges) {
    if (place < range.size) return range.begin + place;
    place -= range.size;
  }
  return ranges.front().begin;
}

}  // namespace talus::test

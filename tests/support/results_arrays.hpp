// Where the contents of arrays lie in an HDF5 file: bytes that may be changed without touching what
// is HDF5's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace talus::test {

struct ByteRange {
  std::size_t begin = 0, size = 0;
};

/// Of all arrays, in no particular order.
std::vector<ByteRange> array_ranges(const std::filesystem::path& file);

/// Gives an array that can grow so many rows, without any numbers.
void stretch_array(const std::filesystem::path& file, const std::string& name, std::uint64_t rows);

std::string file_bytes(const std::filesystem::path& file);

/// The place in the file of a byte counted through the ranges.
std::size_t place_in(const std::vector<ByteRange>& ranges, std::size_t place);

}  // namespace talus::test

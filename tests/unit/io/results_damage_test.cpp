// Results that something has damaged: read or refused, never a crash. tests/fuzz looks further.

#include "talus/io/hdf5_growing.hpp"
#include "talus/io/results_reader.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/math/random.hpp"

#include "support/results_arrays.hpp"
#include "support/scratch_folder.hpp"
#include "support/shape_scenes.hpp"
#include "support/written_results.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace talus::test {
namespace {

namespace fs = std::filesystem;

/// Reads everything there is; what is said when that is refused.
template <int D>
std::string read_all(const fs::path& file) {
  try {
    const ResultsReader reader(file);
    reader.steps();
    const auto model = reader.model<D>();
    RecordedFrame<D> frame;
    for (std::size_t i = 0; i < reader.frame_times().size(); ++i) reader.read_frame(i, frame);
    return "";
  } catch (const ResultsError& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
    return error.what();
  }
}

template <int D>
void change_arrays(const std::string& text) {
  const ScratchFolder folder;
  write_results<D>(folder / "good.h5", text, 6);
  EXPECT_EQ(read_all<D>(folder / "good.h5"), "");
  const auto good = file_bytes(folder / "good.h5");
  const auto arrays = array_ranges(folder / "good.h5");
  ASSERT_GT(arrays.size(), 20U);
  Random random(3);
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    auto bytes = good;
    for (auto n = 1 + random.below(30); n > 0; --n) {
      // Each array as often, and its first numbers: the rest is room to grow.
      const auto& range = arrays[random.below(arrays.size())];
      const auto at = range.begin + random.below(std::min<std::size_t>(range.size, 32));
      bytes[at] = static_cast<char>(random.below(256));
    }
    folder.write("changed.h5", bytes);
    refused += read_all<D>(folder / "changed.h5").empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 0);
}

TEST(DamagedResults, ArraysWithOtherNumbers_AreReadOrRefused) {
  change_arrays<2>(plane_of_shapes);
  change_arrays<3>(space_of_shapes);
}

TEST(DamagedResults, Truncated_AreReadOrRefused) {
  const ScratchFolder folder;
  write_results<2>(folder / "good.h5", plane_of_shapes, 6);
  const auto good = file_bytes(folder / "good.h5");
  for (std::size_t size = 0; size < good.size(); size += good.size() / 97 + 1) {
    folder.write("short.h5", good.substr(0, size));
    EXPECT_NE(read_all<2>(folder / "short.h5"), "") << size;
  }
}

TEST(DamagedResults, MoreThanAFileCanHold_IsRefusedBeforeMemoryIsTaken) {
  const ScratchFolder folder;
  for (const char* name : {"frames/step", "frames/position", "contacts/gap", "steps/kinetic"}) {
    write_results<2>(folder / "huge.h5", plane_of_shapes, 6);
    stretch_array(folder / "huge.h5", name, std::uint64_t{1} << 50U);
    const auto said = read_all<2>(folder / "huge.h5");
    EXPECT_NE(said.find("more than a file of"), std::string::npos) << name << said;
    EXPECT_NE(said.find(name), std::string::npos) << said;
  }
}

TEST(DamagedResults, OtherFormat_IsRefusedByItsNumber) {
  const ScratchFolder folder;
  {
    hdf5::GrowingFile file(folder / "later.h5");
    file.attribute("/", "format", results::format_name);
    file.attribute("/", "format_version", std::int64_t{99});
    file.close();
  }
  EXPECT_NE(read_all<2>(folder / "later.h5").find("results of format 99"), std::string::npos);
}

}  // namespace
}  // namespace talus::test

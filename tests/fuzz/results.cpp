// Results with numbers and texts nobody wrote. A good file is made once in the plane and once in
// space; the input overwrites parts of its arrays (three bytes of place, one of value, again and
// again) and leaves alone what is HDF5's own. Whatever comes is read or refused, and what is read
// can be exported.
#include "talus/export/vtk_frame.hpp"
#include "talus/io/results_reader.hpp"
#include "talus/io/results_writer.hpp"

#include "support/results_arrays.hpp"
#include "support/scratch_folder.hpp"
#include "support/shape_scenes.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

namespace {

using namespace talus;

/// A good file as bytes, and which of them are contents of arrays.
struct Original {
  std::string bytes;
  std::vector<test::ByteRange> arrays;
  std::size_t array_bytes = 0;
};

template <int D>
Original make(const std::filesystem::path& file, const std::string& text) {
  const auto scene = std::get<Scene<D>>(parse_scene(text, "s.yaml"));
  Simulation<D> simulation(scene.model, scene.state, scene.step);
  {
    ResultsWriter<D> writer(file, {}, FrameOptions{}, simulation);
    for (int i = 0; i < 3; ++i) {
      simulation.step();
      writer.record(simulation);
    }
    writer.finish(simulation);
  }
  Original out{test::file_bytes(file), test::array_ranges(file), 0};
  for (const auto& range : out.arrays) out.array_bytes += range.size;
  return out;
}

template <int D>
void read_all(const ResultsReader& reader) {
  const auto model = reader.model<D>();
  RecordedFrame<D> frame;
  for (std::size_t i = 0; i < reader.frame_times().size(); ++i) {
    reader.read_frame(i, frame);
    vtk::FrameFiles<D> files(model, frame.state, frame.state, reader.recorded_bodies(), true);
    files.shapes(frame);
    files.bodies(frame);
    files.forces(frame, files.contact_fields(frame));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const test::ScratchFolder folder;
  static const Original originals[2] = {make<2>(folder / "plane.h5", test::plane_of_shapes),
                                        make<3>(folder / "space.h5", test::space_of_shapes)};
  if (size < 5) return 0;
  const Original& original = originals[data[0] % 2];
  std::string bytes = original.bytes;
  for (std::size_t i = 1; i + 4 <= size; i += 4) {
    const std::size_t place =
        (data[i] | data[i + 1] << 8 | data[i + 2] << 16) % original.array_bytes;
    bytes[test::place_in(original.arrays, place)] = static_cast<char>(data[i + 3]);
  }
  const auto file = folder / "changed.h5";
  std::ofstream(file, std::ios::binary) << bytes;
  try {
    const ResultsReader reader(file);
    reader.steps();
    reader.births();
    if (reader.dimension() == 2) {
      read_all<2>(reader);
    } else {
      read_all<3>(reader);
    }
  } catch (const ResultsError&) {
  }
  return 0;
}

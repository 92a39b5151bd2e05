#include "talus/export/vtk.hpp"

#include "talus/export/vtk_frame.hpp"
#include "talus/io/history_file.hpp"

#include <fmt/format.h>

#include <array>
#include <system_error>

namespace fs = std::filesystem;

namespace talus {

namespace {

constexpr std::size_t dataset_count = std::size(vtk_datasets);

fs::path collection_file(const fs::path& folder, const std::string& dataset) {
  return folder / (dataset + ".pvd");
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) throw WriteError(file, error.message());
}

bool is_frame_file(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const std::string dataset : vtk_datasets) {
    if (name.starts_with(dataset + "_") && file.extension() == ".vtp") return true;
  }
  return false;
}

/// Collections first: frames without them are taken for nothing.
void remove_earlier(const fs::path& folder) {
  for (const char* dataset : vtk_datasets) remove_file(collection_file(folder, dataset));
  const fs::path frames = folder / vtk_frames_folder;
  std::error_code error;
  fs::create_directories(frames, error);
  if (error) throw WriteError(frames, error.message());
  std::vector<fs::path> earlier;
  for (const auto& entry : fs::directory_iterator(frames)) {
    if (is_frame_file(entry.path())) earlier.push_back(entry.path());
  }
  for (const auto& file : earlier) remove_file(file);
}

template <int D>
ExportReport write(const ResultsReader& reader, const fs::path& folder,
                   const std::vector<std::size_t>& frames, const FrameProgress& progress) {
  const Model<D> model = reader.model<D>();
  RecordedFrame<D> frame;
  RecordedFrame<D> last;
  reader.read_frame<D>(0, frame);
  reader.read_frame<D>(reader.frame_times().size() - 1, last);
  vtk::FrameFiles<D> files(model, frame.state, last.state, reader.recorded_bodies(),
                           reader.records_velocities());
  remove_earlier(folder);
  ExportReport report;
  std::array<std::vector<std::pair<double, std::string>>, dataset_count> listed;
  for (const auto number : frames) {
    reader.read_frame<D>(number, frame);
    const auto fields = files.contact_fields(frame);
    const std::array<std::string, dataset_count> texts = {files.shapes(frame), files.bodies(frame),
                                                          files.contacts(frame, fields),
                                                          files.forces(frame, fields)};
    for (std::size_t k = 0; k < dataset_count; ++k) {
      const std::string name =
          fmt::format("{}/{}_{:06}.vtp", vtk_frames_folder, vtk_datasets[k], number);
      write_file(folder / name, texts[k]);
      listed[k].emplace_back(frame.time, name);
      report.bytes += texts[k].size();
    }
    if (!progress(++report.frames, frames.size())) {
      throw Interrupted("interrupted; frames without the PVD files were left behind");
    }
  }
  for (std::size_t k = 0; k < dataset_count; ++k) {
    replace_file(collection_file(folder, vtk_datasets[k]), vtk::collection(listed[k]));
  }
  return report;
}

}  // namespace

ExportReport export_vtk(const ResultsReader& reader, const fs::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress) {
  const auto frames = chosen_frames(reader, choice);
  return reader.dimension() == 2 ? write<2>(reader, folder, frames, progress)
                                 : write<3>(reader, folder, frames, progress);
}

}  // namespace talus

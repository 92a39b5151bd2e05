#include "talus/export/csv.hpp"

#include "talus/export/frame_tables.hpp"
#include "talus/export/pending_file.hpp"
#include "talus/io/csv_text.hpp"
#include "talus/io/history_file.hpp"

#include <fmt/format.h>

#include <iterator>

namespace fs = std::filesystem;

namespace talus {

namespace {

constexpr const char* frame_header = "frame,step,time";

std::string header_of(const Columns& columns) {
  std::string out;
  for (const auto& column : columns) {
    for (const auto& part : column.parts) out += "," + part;
  }
  return out;
}

std::size_t rows_of(const Columns& columns) {
  return std::visit([&](const auto& v) { return v.size() / columns.front().parts.size(); },
                    columns.front().values);
}

/// The numbers of a row, each behind a comma; they read back as the same bits.
void put_row(const Columns& columns, std::size_t row, fmt::memory_buffer& out) {
  for (const auto& column : columns) {
    const auto width = column.parts.size();
    std::visit(
        [&](const auto& values) {
          for (std::size_t k = row * width; k < (row + 1) * width; ++k) {
            fmt::format_to(std::back_inserter(out), ",{}", values[k]);
          }
        },
        column.values);
  }
}

void put_rows(const std::string& frame, const Columns& columns, HistoryFile& file) {
  fmt::memory_buffer line;
  for (std::size_t row = 0; row < rows_of(columns); ++row) {
    line.clear();
    line.append(frame);
    put_row(columns, row, line);
    line.push_back('\n');
    file.add({line.data(), line.size()});
  }
}

template <int D>
void write_properties(const Model<D>& model, const std::vector<std::int32_t>& bodies,
                      HistoryFile& file) {
  const Columns columns = constant_body_columns<D>(model, bodies);
  const auto& material = std::get<std::vector<std::int32_t>>(columns[1].values);
  file.add("name,material_name" + header_of(columns) + "\n");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    fmt::memory_buffer line;
    line.append(csv_text(model.name[static_cast<std::size_t>(bodies[i])]));
    line.push_back(',');
    if (material[i] >= 0) {
      line.append(csv_text(model.material_name[static_cast<std::size_t>(material[i])]));
    }
    put_row(columns, i, line);
    line.push_back('\n');
    file.add({line.data(), line.size()});
  }
}

void write_steps(const std::vector<StepHistory>& columns, HistoryFile& file) {
  fmt::memory_buffer line;
  for (const auto& c : columns) {
    fmt::format_to(std::back_inserter(line), "{}{}", line.size() == 0 ? "" : ",", c.name);
  }
  line.push_back('\n');
  file.add({line.data(), line.size()});
  const std::size_t rows = columns.empty() ? 0 : columns.front().values.size();
  for (std::size_t row = 0; row < rows; ++row) {
    line.clear();
    for (const auto& c : columns) {
      fmt::format_to(std::back_inserter(line), "{}{}", line.size() == 0 ? "" : ",", c.values[row]);
    }
    line.push_back('\n');
    file.add({line.data(), line.size()});
  }
}

template <int D>
ExportReport write(const ResultsReader& reader, const fs::path& folder,
                   const std::vector<std::size_t>& frames, const FrameProgress& progress) {
  const Model<D> model = reader.model<D>();
  const auto& recorded = reader.recorded_bodies();
  std::array<std::optional<PendingFile>, std::size(csv_files)> pending;
  std::array<std::optional<HistoryFile>, std::size(csv_files)> file;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    pending[i].emplace(folder / csv_files[i]);
    file[i].emplace(pending[i]->temporary());
  }
  auto& [properties, bodies, contacts, steps] = file;
  write_properties<D>(model, recorded, *properties);
  write_steps(reader.steps(), *steps);
  ExportReport report;
  RecordedFrame<D> frame;
  for (const auto number : frames) {
    reader.read_frame<D>(number, frame);
    Columns motion = {{"body", "1", {"body"}, recorded}};
    for (auto& column :
         body_columns<D>(model, frame.state, recorded, reader.records_velocities())) {
      motion.push_back(std::move(column));
    }
    const Columns touching = contact_columns<D>(frame.contacts);
    if (report.frames == 0) {
      bodies->add(frame_header + header_of(motion) + "\n");
      contacts->add(frame_header + header_of(touching) + "\n");
    }
    const std::string prefix = fmt::format("{},{},{}", number, frame.step, frame.time);
    put_rows(prefix, motion, *bodies);
    put_rows(prefix, touching, *contacts);
    if (!progress(++report.frames, frames.size())) {
      throw Interrupted("interrupted; no table was written");
    }
  }
  for (auto& f : file) f->close();
  for (auto& p : pending) report.bytes += p->keep();
  return report;
}

}  // namespace

ExportReport export_csv(const ResultsReader& reader, const fs::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress) {
  const auto frames = chosen_frames(reader, choice);
  return reader.dimension() == 2 ? write<2>(reader, folder, frames, progress)
                                 : write<3>(reader, folder, frames, progress);
}

}  // namespace talus

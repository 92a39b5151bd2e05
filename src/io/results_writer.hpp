// Writes results.h5, which docs/results.md describes: the scene and its bodies once, frames as
// often as chosen, a row of numbers for every step.
#pragma once

#include "talus/io/hdf5_growing.hpp"
#include "talus/io/results_schema.hpp"
#include "talus/io/scene.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace talus {

/// What a run was asked to do, for those who find its results.
struct ResultsHeader {
  std::string scene;     ///< its file or name
  std::string given;     ///< its text
  std::string complete;  ///< with every default written out
  std::string title;
  std::vector<std::string> settings;  ///< values replaced from outside, as path=value
};

/// How much of a results file belongs to a state of its run.
struct ResultsPosition {
  std::uint64_t frames = 0, contacts = 0, steps = 0;
  std::int64_t last_frame = 0;  ///< step of it
};

template <int D>
class ResultsWriter {
 public:
  /// Creates the file and writes the starting state. Throws WriteError, as all of this class.
  ResultsWriter(const std::filesystem::path& file, const ResultsHeader& header,
                const FrameOptions& options, const Simulation<D>& simulation);

  /// Goes on with the file of an earlier run as it was at a position. What was in it is copied to a
  /// new file that takes its place when it is whole: nothing is lost should this be interrupted.
  /// Throws ResultsError when the file is not as it was.
  ResultsWriter(const std::filesystem::path& file, const ResultsHeader& header,
                const FrameOptions& options, const Simulation<D>& simulation,
                const ResultsPosition& position);

  /// To be called after every step; what is new reaches the disk about once a second.
  void record(const Simulation<D>& simulation);

  /// To the disk now, for those who read along.
  void flush();
  /// Waits until the disk has it, and says how far it is.
  ResultsPosition sync();

  /// Writes a frame of the last step if it is missing and closes the file.
  void finish(const Simulation<D>& simulation);

 private:
  /// Columns by their numbers in the file.
  struct FrameColumns {
    std::size_t position, orientation, velocity, spin;
    std::size_t contact_begin, contact_count, cell_offset, state_hash, time, step;
  };
  struct ContactColumns {
    std::size_t bodies, shapes, feature, image, status;
    std::size_t point, normal, impulse, velocity, gap, shift;
  };

  ResultsWriter(const std::filesystem::path& file, const FrameOptions& options,
                const Model<D>& model);
  void create(const ResultsHeader& header, const Simulation<D>& simulation);
  void write_header(const ResultsHeader& header, const Simulation<D>& simulation);
  void add_contact_columns(const Model<D>& model);
  void add_frame_columns(const Model<D>& model);
  void add_step_columns();
  void add_frame(const Simulation<D>& simulation);
  void add_bodies(const Simulation<D>& simulation);
  std::uint64_t add_contacts(const Simulation<D>& simulation);
  void add_step(const Simulation<D>& simulation);
  void write_steps();

  std::filesystem::path path_;
  FrameOptions options_;
  std::vector<std::int32_t> bodies_;  ///< recorded ones
  std::vector<std::uint8_t> is_recorded_;
  hdf5::GrowingFile file_;
  FrameColumns frame_{};
  ContactColumns contact_{};
  std::array<std::size_t, results::step_columns.size()> step_{};
  std::array<std::vector<double>, results::step_columns.size()> pending_;  ///< steps to be written
  std::vector<double> numbers_;
  std::vector<std::int32_t> counts_;
  std::vector<std::uint8_t> flags_;
  std::int64_t last_frame_ = -1;
  std::chrono::steady_clock::time_point flushed_;
};

}  // namespace talus

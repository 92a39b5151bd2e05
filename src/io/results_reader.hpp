// Reads results.h5, also while a run is still writing it.
#pragma once

#include "talus/io/results_error.hpp"
#include "talus/io/results_writer.hpp"
#include "talus/model/model.hpp"

#include <memory>

namespace talus::hdf5 {
class Input;
}

namespace talus {

/// The contacts of the step that led to a frame, in the order of their ids. Body `a` is free; the
/// normal points to it, impulse and force act on it, and the velocity is its own relative to `b`
/// at the end of the step. Vectors are in world axes. The point is where it was at the midpoint of
/// the step.
template <int D>
struct RecordedContacts {
  std::vector<ContactId> id;
  std::vector<int> body_a, body_b;
  std::vector<int> shape_a, shape_b;  ///< of body_a and body_b
  std::vector<Vec<D>> point, normal, impulse, force, velocity;
  std::vector<Vec<D>> shift;  ///< from `b` to the image of it that touches; 0 without periods
  std::vector<double> gap;
  std::vector<ContactStatus> status;

  std::size_t count() const { return id.size(); }
};

template <int D>
struct RecordedFrame {
  double time = 0;
  std::int64_t step = 0;
  std::uint64_t state_hash = 0;
  double cell_offset = 0;  ///< of the layers of a sheared cell
  /// Without the memory of contacts. Bodies that were not recorded are nowhere (not finite), and
  /// velocities are 0 where they were not.
  State<D> state;
  RecordedContacts<D> contacts;
};

/// One number of every step.
struct StepHistory {
  std::string name;
  std::string quantity;  ///< what its unit is the unit of: energy, length, count; 1: none
  std::string meaning;
  std::vector<double> values;
};

/// Every failure is a ResultsError.
class ResultsReader {
 public:
  /// The file, or the folder of a run.
  explicit ResultsReader(const std::filesystem::path& file);
  ~ResultsReader();

  /// Looks at the file anew: a run may have added to it.
  void refresh();

  const std::filesystem::path& file() const { return file_; }
  int dimension() const { return dimension_; }
  double step_length() const { return step_length_; }
  double tolerance() const { return tolerance_; }
  const std::string& talus_version() const { return talus_version_; }
  const ResultsHeader& header() const { return header_; }

  /// Bodies, shapes, materials and cell as of the run, without laws, loads and motions. D must be
  /// the dimension.
  template <int D>
  Model<D> model() const;

  const std::vector<double>& frame_times() const { return times_; }
  const std::vector<std::int64_t>& frame_steps() const { return steps_; }
  /// How many contacts each frame has.
  const std::vector<std::uint64_t>& contact_counts() const { return contact_count_; }
  /// Numbers of the bodies that frames hold.
  const std::vector<std::int32_t>& recorded_bodies() const { return recorded_; }
  bool records_velocities() const;
  /// When each body came to be: 0 for all so far.
  std::vector<double> births() const;
  /// The last frame not after the time (to a part in 10^9), or the first.
  std::size_t frame_at(double time) const;
  template <int D>
  void read_frame(std::size_t number, RecordedFrame<D>& out) const;

  /// Every number of every step, all equally long.
  std::vector<StepHistory> steps() const;

 private:
  void open();
  void read_header();
  void count_frames();

  std::filesystem::path file_;
  std::unique_ptr<hdf5::Input> input_;
  int dimension_ = 0;
  double step_length_ = 0, tolerance_ = 0;
  std::string talus_version_;
  ResultsHeader header_;
  std::size_t bodies_ = 0, shapes_ = 0;
  std::vector<std::int32_t> recorded_;
  std::vector<double> times_;
  std::vector<std::int64_t> steps_;
  std::vector<std::uint64_t> contact_begin_, contact_count_;
};

}  // namespace talus

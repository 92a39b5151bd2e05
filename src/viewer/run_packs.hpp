// A run as packs: what is constant, one frame, and numbers of every step.
#pragma once

#include "talus/io/results_reader.hpp"
#include "talus/viewer/pack.hpp"

#include <array>
#include <string>
#include <vector>

namespace talus::viewer {

/// What the head says besides the model.
struct HeadNotes {
  std::string title, name;
  std::string version;
  std::string scene_given, scene_complete;
  double tolerance = 0;
  double law_error_max = 0;
  std::int64_t steps = 0, unconverged = 0;
  std::vector<double> births;       ///< of bodies; none: all at the start
  std::size_t frames_recorded = 0;  ///< more than there are times when frames were left out
  bool contacts = true;
  bool live = false;
  Precision precision = Precision::full;
};

/// What is always in the picture, and the point positions in single precision are counted from.
template <int D>
struct ViewBox {
  Vec<D> low = Vec<D>::Zero(), high = Vec<D>::Ones();
  Vec<D> origin = Vec<D>::Zero();
};

/// Around what is seen at the start, and at the end as far as it has not flown far away.
template <int D>
ViewBox<D> view_box(const Model<D>& model, const State<D>& first, const State<D>& last,
                    Precision precision);

template <int D>
std::string head_pack(const Model<D>& model, const ViewBox<D>& box, const HeadNotes& notes,
                      const std::vector<double>& frame_times);

template <int D>
std::string frame_pack(const Model<D>& model, const RecordedFrame<D>& frame, const ViewBox<D>& box,
                       Precision precision);

/// Numbers of steps, as many as one likes, gathered in at most `rows` rows: the least and the
/// greatest of each column, so that nothing that happened in between is lost.
class HistoryRows {
 public:
  static constexpr std::size_t rows = 2000;
  static constexpr std::array names = {"kinetic",     "potential",  "dissipated", "work",
                                       "law_error",   "sweeps",     "contacts",   "acting",
                                       "penetration", "unconverged"};
  using Values = std::array<double, names.size()>;

  /// The numbers of the next step.
  void add(double time, const Values& values);

  std::int64_t steps() const { return steps_; }
  std::int64_t unconverged() const { return unconverged_; }
  double law_error_max() const { return law_error_max_; }
  std::string pack() const;

 private:
  struct Row {
    double time = 0;
    Values least{}, greatest{};
    std::size_t steps = 0;
  };
  void halve();

  std::vector<Row> rows_;
  std::size_t each_ = 1;     ///< steps in a full row
  std::int64_t steps_ = -1;  ///< the first is the start
  std::int64_t unconverged_ = 0;
  double law_error_max_ = 0;
};

/// The same from the columns of results.
HistoryRows history_of(const std::vector<StepHistory>& columns);

}  // namespace talus::viewer

#include "talus/viewer/results_view.hpp"

#include "talus/io/history_file.hpp"
#include "talus/viewer/page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fs = std::filesystem;

namespace talus::viewer {

namespace {

std::string name_of(const ResultsReader& reader) {
  const auto stem = fs::path(reader.header().scene).stem().string();
  return stem.empty() || stem == "-" ? "talus" : stem;
}

HeadNotes notes_of(const ResultsReader& reader, const HistoryRows& history, Precision precision) {
  HeadNotes out;
  out.name = name_of(reader);
  out.title = reader.header().title.empty() ? out.name : reader.header().title;
  out.version = reader.talus_version();
  out.scene_given = reader.header().given;
  out.scene_complete = reader.header().complete;
  out.tolerance = reader.tolerance();
  out.law_error_max = history.law_error_max();
  out.steps = history.steps();
  out.unconverged = history.unconverged();
  out.births = reader.births();
  out.frames_recorded = reader.frame_times().size();
  out.precision = precision;
  return out;
}

/// The reader with what is the same for all frames.
template <int D>
struct Run {
  explicit Run(const ResultsReader& results)
      : reader(results), model(results.model<D>()), history(history_of(results.steps())) {
    reader.read_frame<D>(0, first);
    reader.read_frame<D>(reader.frame_times().size() - 1, last);
  }

  const ResultsReader& reader;
  Model<D> model;
  HistoryRows history;
  RecordedFrame<D> first, last;

  ViewBox<D> box(Precision precision) const {
    return view_box<D>(model, first.state, last.state, precision);
  }
};

template <int D>
class ResultsView final : public ViewSource {
 public:
  explicit ResultsView(const fs::path& folder)
      : reader_(folder), run_(reader_), box_(run_.box(Precision::full)) {}

  std::string head() override {
    return head_pack<D>(run_.model, box_, notes_of(reader_, run_.history, Precision::full),
                        reader_.frame_times());
  }

  std::string history() override { return run_.history.pack(); }

  std::string frame(std::size_t number) override {
    if (number >= reader_.frame_times().size()) {
      throw NoSuchFrame(
          fmt::format("there is no frame {} among {}", number, reader_.frame_times().size()));
    }
    reader_.read_frame<D>(number, frame_);
    return frame_pack<D>(run_.model, frame_, box_, Precision::full);
  }

  ViewStatus status() override {
    // The summary is the last thing a run writes.
    const bool ended = fs::exists(reader_.file().parent_path() / "summary.json");
    if (!ended || !ended_) {
      const auto before = reader_.frame_times().size();
      reader_.refresh();
      if (reader_.frame_times().size() != before || ended)
        run_.history = history_of(reader_.steps());
    }
    ended_ = ended;
    return {!ended,
            false,
            reader_.frame_times().size(),
            0,
            run_.history.steps(),
            run_.history.unconverged()};
  }

  bool control(std::string_view) override { return false; }

 private:
  ResultsReader reader_;
  Run<D> run_;
  ViewBox<D> box_;
  RecordedFrame<D> frame_;
  bool ended_ = false;
};

/// Which frames go into a file, and how.
struct Plan {
  Precision precision = Precision::full;
  std::size_t every = 1;
};

/// By the size the last frame has in the file; frames differ by their contacts, and there are most
/// of them at the end as a rule.
template <int D>
Plan plan_for(const Run<D>& run, std::size_t most_bytes) {
  const std::size_t frames = run.reader.frame_times().size();
  std::size_t each = 1;
  for (const auto precision : {Precision::full, Precision::single}) {
    const std::string pack = frame_pack<D>(run.model, run.last, run.box(precision), precision);
    each = std::max<std::size_t>(1, page_element("", pack).size());
    if (each <= most_bytes / frames) return {precision, 1};
  }
  const std::size_t fit = std::max<std::size_t>(1, most_bytes / each);
  return {Precision::single, (frames + fit - 1) / fit};
}

template <int D>
HtmlReport write_page(const ResultsReader& reader, const fs::path& file, const HtmlOptions& options,
                      const std::function<bool(std::size_t, std::size_t)>& progress) {
  const Run<D> run(reader);
  const Plan plan = plan_for(run, options.most_bytes);
  const auto box = run.box(plan.precision);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < reader.frame_times().size(); i += plan.every) chosen.push_back(i);
  const std::size_t last = reader.frame_times().size() - 1;
  if (chosen.back() != last) chosen.push_back(last);

  std::vector<double> times;
  times.reserve(chosen.size());
  for (const auto i : chosen) times.push_back(reader.frame_times()[i]);
  const PageParts page = page_parts();
  std::string out(page.before);
  out += page_element(
      "head", head_pack<D>(run.model, box, notes_of(reader, run.history, plan.precision), times));
  out += page_element("history", run.history.pack());
  RecordedFrame<D> frame;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    reader.read_frame<D>(chosen[k], frame);
    out += page_element(fmt::format("frame-{}", k),
                        frame_pack<D>(run.model, frame, box, plan.precision));
    if (!progress(k + 1, chosen.size())) throw Interrupted("interrupted; nothing was written");
  }
  out += page.after;
  replace_file(file, out);
  return {chosen.size(), reader.frame_times().size(), out.size(), plan.precision};
}

void check_frames(const ResultsReader& reader) {
  if (reader.frame_times().empty()) {
    throw ResultsError(reader.file(), "frames", "no frame was recorded: there is nothing to show");
  }
}

}  // namespace

std::unique_ptr<ViewSource> open_results(const fs::path& folder) {
  const ResultsReader reader(folder);
  check_frames(reader);
  if (reader.dimension() == 2) return std::make_unique<ResultsView<2>>(folder);
  return std::make_unique<ResultsView<3>>(folder);
}

HtmlReport write_html(const fs::path& folder, const fs::path& file, const HtmlOptions& options,
                      const std::function<bool(std::size_t, std::size_t)>& progress) {
  const ResultsReader reader(folder);
  check_frames(reader);
  if (reader.dimension() == 2) return write_page<2>(reader, file, options, progress);
  return write_page<3>(reader, file, options, progress);
}

}  // namespace talus::viewer

// talus draw SCENE|DIR --svg FILE

#include "talus/contact/detect.hpp"
#include "talus/draw/draw.hpp"
#include "talus/io/results_reader.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "gallery.hpp"
#include "picture_file.hpp"
#include "progress.hpp"
#include "scene_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fs = std::filesystem;

namespace talus::app {

namespace {

View view_of(const std::string& text) {
  if (const auto view = parse_view(text)) return *view;
  throw BadInput(fmt::format(
      "--view {}: expected front, side, top, iso, or azimuth,elevation in degrees as in "
      "30,20 (elevation from -90 to 90)",
      text));
}

template <int D>
std::string picture_of(const Scene<D>& scene, ContactChoice choice, const DrawOptions& options) {
  if (choice == ContactChoice::none) {
    return draw_svg<D>(scene.model, scene.state, nullptr, options);
  }
  DetectOptions looking = scene.step.detect;
  looking.closed_only = choice == ContactChoice::touching;
  Contacts<D> contacts;
  DetectScratch<D> scratch;
  detect<D>(scene.model, scene.state.x, scene.state.r, {}, looking, scratch, contacts, nullptr,
            scene.state.t);
  return draw_svg<D>(scene.model, scene.state, &contacts, options);
}

std::string picture_of_scene(const DrawRequest& request, DrawOptions options) {
  if (request.at) {
    throw BadInput(
        fmt::format("--at {}: a scene has not run yet; give the folder of a run", *request.at));
  }
  const auto source = read_source(request.scene);
  const auto scene = load(source, request.settings);
  return std::visit(
      [&](const auto& s) {
        options.title = s.title.empty() ? source.path.stem().string() : s.title;
        return picture_of(s, request.contacts, options);
      },
      scene);
}

/// Whether the law error of the step of a frame stayed above the tolerance.
bool missed(const ResultsReader& reader, std::int64_t step) {
  const auto columns = reader.steps();
  const auto column = [&](std::string_view name) -> const std::vector<double>& {
    return std::find_if(columns.begin(), columns.end(),
                        [&](const auto& c) { return c.name == name; })
        ->values;
  };
  const auto& steps = column("step");
  const auto at = std::lower_bound(steps.begin(), steps.end(), static_cast<double>(step));
  return at != steps.end() && column("missed")[static_cast<std::size_t>(at - steps.begin())] != 0;
}

template <int D>
std::string picture_of_frame(const ResultsReader& reader, std::size_t number, ContactChoice choice,
                             DrawOptions options) {
  const Model<D> model = reader.model<D>();
  RecordedFrame<D> frame;
  reader.read_frame<D>(number, frame);
  if (missed(reader, frame.step)) options.note = "this step missed the solver's tolerance";
  const auto& c = frame.contacts;
  const auto way = way_into_cell<D>(model, frame.state, frame.cell_offset);
  std::vector<ForceLine<D>> lines;
  for (std::size_t i = 0; i < c.count() && choice != ContactChoice::none; ++i) {
    ForceLine<D>& line = lines.emplace_back();
    line.force = c.force[i].norm();
    line.path = force_path<D>(model, frame.state, c.body_a[i], c.body_b[i], c.point[i], c.shift[i]);
    for (auto& p : line.path) p += way[static_cast<std::size_t>(c.body_a[i])];
  }
  for (std::size_t b = 0; b < way.size(); ++b) frame.state.x[b] += way[b];
  if (choice == ContactChoice::none) return draw_svg<D>(model, frame.state, nullptr, options);
  return draw_svg<D>(model, frame.state, lines, options);
}

std::string picture_of_run(const DrawRequest& request, DrawOptions options) {
  if (!request.settings.empty()) {
    throw BadInput(
        fmt::format("--set {}: a run cannot be changed any more", request.settings.front()));
  }
  const ResultsReader reader(request.scene);
  const auto& times = reader.frame_times();
  if (times.empty()) throw ResultsError(reader.file(), "frames", "no frame was recorded");
  const double time = request.at.value_or(times.back());
  const double round_off = 1e-9 * (times.back() - times.front());
  if (!(time >= times.front() - round_off && time <= times.back() + round_off)) {
    throw BadInput(fmt::format("--at {}: the run has frames from {} to {}", time, times.front(),
                               times.back()));
  }
  const auto& header = reader.header();
  options.title = header.title.empty() ? fs::path(header.scene).stem().string() : header.title;
  const auto number = reader.frame_at(time);
  return reader.dimension() == 2 ? picture_of_frame<2>(reader, number, request.contacts, options)
                                 : picture_of_frame<3>(reader, number, request.contacts, options);
}

/// Whether a run's folder is meant; one that merely has the name of a scene of the gallery is not.
bool is_run(const fs::path& scene) {
  if (!fs::is_directory(scene)) return false;
  const auto names = gallery_names();
  return fs::exists(scene / "results.h5") ||
         std::find(names.begin(), names.end(), scene.string()) == names.end();
}

}  // namespace

int draw(const DrawRequest& request) {
  DrawOptions options;
  options.view = view_of(request.view);
  check_picture(request.picture);
  Progress progress(false);
  const auto stage = [&](std::size_t done) { progress.show(PartReport{done, 2, "stages"}); };
  stage(0);
  const std::string svg =
      is_run(request.scene) ? picture_of_run(request, options) : picture_of_scene(request, options);
  stage(1);
  write_picture(request.picture, svg);
  stage(2);
  return exit_done;
}

}  // namespace talus::app

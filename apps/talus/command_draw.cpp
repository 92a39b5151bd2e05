// talus draw SCENE --svg FILE

#include "talus/contact/detect.hpp"
#include "talus/draw/draw.hpp"
#include "talus/io/history_file.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "output_file.hpp"
#include "scene_source.hpp"

#include <fmt/format.h>

#include <cstdio>

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

}  // namespace

int draw(const DrawRequest& request) {
  const bool to_stdout = request.svg == "-";
  DrawOptions options;
  options.view = view_of(request.view);
  if (!to_stdout) check_target("--svg", request.svg, request.force);
  const auto source = read_source(request.scene);
  const auto scene = load(source, request.settings);
  const std::string picture = std::visit(
      [&](const auto& s) {
        options.title = s.title.empty() ? source.path.stem().string() : s.title;
        return picture_of(s, request.contacts, options);
      },
      scene);
  if (to_stdout) {
    fmt::print("{}", picture);
    return exit_done;
  }
  try {
    replace_file(request.svg, picture);
  } catch (const WriteError& error) {
    throw BadInput(error.what());
  }
  return exit_done;
}

}  // namespace talus::app

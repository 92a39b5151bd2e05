// talus check SCENE

#include "commands.hpp"
#include "exit_code.hpp"
#include "scene_source.hpp"

#include <fmt/format.h>

namespace talus::app {

int check(const CheckRequest& request) {
  const auto source = read_source(request.scene);
  const auto scene = load(source, request.settings);
  const std::string text = describe(scene);
  fmt::print("{}{}", text, text.empty() || text.back() == '\n' ? "" : "\n");
  return exit_done;
}

}  // namespace talus::app

#include "browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>

namespace talus::app {

namespace {

bool has_desktop() {
  // Without one xdg-open may start a browser in this very terminal.
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

void open_in_browser(std::string address) {
  std::string program = "xdg-open";
  char* const arguments[] = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return;
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t process = 0;
  // Where there is no xdg-open the address on the screen must do.
  ::posix_spawnp(&process, program.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
}

}  // namespace

void announce(const std::string& address, bool print_only, std::FILE* to) {
  fmt::print(to, "{}\n", address);
  std::fflush(to);
  if (!print_only && has_desktop()) open_in_browser(address);
}

}  // namespace talus::app

#include "picture_file.hpp"

#include "talus/io/history_file.hpp"

#include "exit_code.hpp"
#include "output_file.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace fs = std::filesystem;

extern char** environ;

namespace talus::app {

namespace {

constexpr const char* converter = "rsvg-convert";
/// So that pictures are sharp on screens of today.
constexpr const char* zoom = "2";

/// A file that is gone when this is.
struct Temporary {
  fs::path path;

  ~Temporary() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

/// The exit code of a program, 127 when there is none of this name.
int run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const auto& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  if (::posix_spawnp(&process, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) {
    return 127;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

void write_png(const fs::path& file, const std::string& svg) {
  const std::string mark = fmt::format(".{}", ::getpid());
  const Temporary drawing{fs::path(file) += mark + ".svg"};
  const Temporary pixels{fs::path(file) += mark + ".png"};
  write_file(drawing.path, svg);
  // Without the limit on the number of elements, which a large scene exceeds.
  const int code = run_program({converter, "--unlimited", "--format", "png", "--zoom", zoom,
                                "--output", pixels.path.string(), drawing.path.string()});
  if (code == 127) {
    throw BadInput(
        fmt::format("--png {}: {} is missing, which makes pixels of pictures; install it (Debian: "
                    "librsvg2-bin), or take --svg",
                    file.string(), converter));
  }
  std::error_code error;
  if (code == 0) fs::rename(pixels.path, file, error);
  if (code != 0 || error) {
    throw BadInput(
        fmt::format("--png {}: {}", file.string(),
                    error ? error.message() : fmt::format("{} failed with {}", converter, code)));
  }
}

}  // namespace

void check_picture(const PictureRequest& request) {
  if (request.svg && *request.svg != "-") check_target("--svg", *request.svg, request.force);
  if (request.png) check_target("--png", *request.png, request.force);
}

void write_picture(const PictureRequest& request, const std::string& svg) {
  try {
    if (request.png) {
      write_png(*request.png, svg);
    } else if (*request.svg == "-") {
      fmt::print("{}", svg);
    } else {
      replace_file(*request.svg, svg);
    }
  } catch (const WriteError& error) {
    throw BadInput(error.what());
  }
}

}  // namespace talus::app

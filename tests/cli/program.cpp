#include "cli/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace fs = std::filesystem;

namespace talus::cli {

namespace {
// Beside the folder the program sees, so that the folder stays the user's.
fs::path caught(const fs::path& folder, const char* stream) {
  return folder.parent_path() / stream;
}
}  // namespace

nlohmann::json Finished::json() const {
  const auto value = nlohmann::json::parse(out, nullptr, false);
  EXPECT_TRUE(value.is_object()) << "stdout is not one JSON object:\n"
                                 << out << "\nstderr:\n"
                                 << err;
  return value;
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

Program::Program() {
  std::string pattern = (fs::temp_directory_path() / "talus_cli_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = fs::path(pattern) / "work";
  fs::create_directory(folder_);
}

Program::~Program() {
  std::error_code ignored;
  fs::remove_all(folder_.parent_path(), ignored);
}

void Program::write(const fs::path& file, const std::string& text) const {
  fs::create_directories((folder_ / file).parent_path());
  std::ofstream(folder_ / file) << text;
}

pid_t Program::spawn(const Arguments& words, int stderr_descriptor) const {
  std::vector<char*> argv;
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const std::string out = caught(folder_, "stdout").string();
  const std::string err = caught(folder_, "stderr").string();
  const pid_t process = ::fork();
  if (process != 0) return process;
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const int err_file =
      stderr_descriptor >= 0 ? stderr_descriptor : ::open(err.c_str(), flags, 0600);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(::open(out.c_str(), flags, 0600), STDOUT_FILENO);
  ::dup2(err_file, STDERR_FILENO);
  if (::chdir(folder_.c_str()) == 0) ::execv(argv[0], argv.data());
  ::_exit(127);
}

pid_t Program::start(const Arguments& arguments, int stderr_descriptor) const {
  Arguments words{TALUS_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return spawn(words, stderr_descriptor);
}

Finished Program::finish(pid_t process) const {
  int status = 0;
  ::waitpid(process, &status, 0);
  Finished f;
  f.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  f.out = read(caught(folder_, "stdout"));
  f.err = read(caught(folder_, "stderr"));
  return f;
}

Finished Program::talus(const Arguments& arguments) const { return finish(start(arguments)); }

Finished Program::shell(const std::string& script, const Arguments& arguments) const {
  Arguments words{"/bin/sh", "-c", script, TALUS_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return finish(spawn(words, -1));
}

std::string falling_disk() {
  return R"(talus: 1
dimension: 2
title: a disk falls
gravity: [0, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2500}}
contacts:
  - {between: [stone, stone], friction: 0.5}
bodies:
  - {name: ground, shape: {half_plane: {}}, material: stone, fixed: true}
  - {name: disk, shape: {disk: {radius: 0.1}}, material: stone, position: [0, 0.5]}
)";
}

}  // namespace talus::cli

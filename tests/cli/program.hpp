// Runs the real program as a user would: in a folder of its own, with its output caught.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace talus::cli {

struct Finished {
  int code = -1;  ///< exit code, or minus the signal that ended it
  std::string out;
  std::string err;

  /// stdout as one JSON value; a failure of the test when it is anything else.
  nlohmann::json json() const;
};

std::string read(const std::filesystem::path& file);

/// Whether the condition comes true within a minute.
bool wait_until(const std::function<bool()>& condition);

/// A temporary folder the program runs in, gone after the test.
class Program : public ::testing::Test {
 protected:
  Program();
  ~Program() override;

  std::filesystem::path folder() const { return folder_; }
  void write(const std::filesystem::path& file, const std::string& text) const;

  using Arguments = std::vector<std::string>;
  Finished talus(const Arguments& arguments) const;
  /// `script` is run by the shell with the program as $0 and the arguments as $@.
  Finished shell(const std::string& script, const Arguments& arguments = {}) const;

  /// Starts the program and leaves it running; stderr may go to a terminal.
  pid_t start(const Arguments& arguments, int stderr_descriptor = -1) const;
  Finished finish(pid_t process) const;

 private:
  pid_t spawn(const Arguments& words, int stderr_descriptor) const;

  std::filesystem::path folder_;
};

/// A disk of radius 0.1 that falls from a height of 0.5 on the ground; t from 0 to 1 by 1e-3.
std::string falling_disk();

}  // namespace talus::cli

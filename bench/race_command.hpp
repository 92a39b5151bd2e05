// What bench_race is asked to do.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace talus::bench {

namespace fs = std::filesystem;

struct Command {
  double seconds = 10;
  std::string csv;
  std::vector<std::string> only;
  bool updates = false;
  std::vector<fs::path> files;
};

inline std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out{""};
  for (const char c : list) {
    if (c == ',') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

inline Command read_command(int count, char** words) {
  Command command;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
    if (word == "--seconds") {
      command.seconds = std::strtod(next().c_str(), nullptr);
    } else if (word == "--csv") {
      command.csv = next();
    } else if (word == "--only") {
      command.only = split(next());
    } else if (word == "--updates") {
      command.updates = true;
    } else {
      for (auto& file : files_of(word)) command.files.push_back(std::move(file));
    }
  }
  return command;
}

}  // namespace talus::bench

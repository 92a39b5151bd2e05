#include "architecture/include_rules.hpp"

#include <regex>
#include <sstream>

namespace talus::architecture {
namespace {

constexpr int above_all_rooms = 1000;  // apps/ and the umbrella header

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

/// "math/vec.hpp" -> "math"; "" for a file outside all folders.
std::string first_folder(const std::string& path) {
  const auto slash = path.find('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Which parts of the house may see which library; the empty string means any place.
struct Library {
  const char* prefix;
  const char* rooms;  ///< separated by blanks
  bool in_headers;
};
constexpr Library libraries[] = {
    {"Eigen/", "", true},
    {"unsupported/", "nowhere", false},
    {"fmt/", "", false},
    {"tbb/", "math", false},
    {"oneapi/", "math", false},
    {"yaml-cpp/", "io", false},
    {"nlohmann/", "io viewer", false},
    {"CLI/", "apps", false},
    {"hdf5", "io", false},
    {"httplib", "viewer", false},
    {"zlib", "export io viewer", false},
};

}  // namespace

Rooms read_rooms(const std::string& text) {
  Rooms rooms;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string room;
    int level = 0;
    if (!starts_with(line, "#") && words >> room >> level) rooms[room] = level;
  }
  return rooms;
}

std::vector<std::string> check_source(const Rooms& rooms, const std::string& path,
                                      const std::string& text) {
  std::vector<std::string> complaints;
  const bool in_src = starts_with(path, "src/");
  const bool is_umbrella = path == "src/talus.hpp";
  const std::string room = in_src ? first_folder(path.substr(4)) : "apps";
  const bool is_room = rooms.count(room) > 0;
  if (in_src && !is_umbrella && !is_room) complaints.push_back(path + ":1: not in a known room");
  const int level = in_src && is_room ? rooms.at(room) : above_all_rooms;

  static const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch match;
    if (!std::regex_search(line, match, include)) continue;
    const bool quoted = match[1] == "\"";
    const std::string name = match[2];
    const auto complain = [&](const std::string& what) {
      complaints.push_back(path + ":" + std::to_string(number) + ": includes " + name + ": " +
                           what);
    };

    if (starts_with(name, "talus/")) {
      const std::string inner = name.substr(6);
      const std::string other = first_folder(inner);
      if (inner == "version.hpp") continue;  // generated, sees nothing
      if (inner == "talus.hpp") {
        if (in_src) complain("the umbrella header is for users, not for rooms");
      } else if (rooms.count(other) == 0) {
        complain("'" + other + "' is not a known room");
      } else if (other != room && rooms.at(other) >= level) {
        complain((rooms.at(other) > level ? "upward edge " : "sideways edge ") + room + " (" +
                 std::to_string(level) + ") -> " + other + " (" + std::to_string(rooms.at(other)) +
                 ")");
      }
    } else if (in_src && quoted) {
      complain("write it \"talus/<room>/<file>\"");
    } else {
      for (const Library& library : libraries) {
        if (!starts_with(name, library.prefix)) continue;
        const std::string homes = library.rooms;
        if (in_src && !homes.empty() &&
            (" " + homes + " ").find(" " + room + " ") == std::string::npos)
          complain("only " + homes + " uses this library");
        if (in_src && !library.in_headers && ends_with(path, ".hpp")) {
          complain("users of our headers need not have this library: keep it in a .cpp");
        }
      }
    }
  }
  return complaints;
}

std::vector<std::string> check_words(const std::string& path, const std::string& text) {
  // Results must be the same bits on every machine and in every run.
  static const std::regex forbidden(
      R"(-march=native|-ffast-math|-Ofast|\bs?rand\s*\(|\bstd::s?rand\b|\brandom_device\b)");
  std::vector<std::string> complaints;
  const std::string file = path.substr(path.rfind('/') + 1);
  if (std::regex_search(file, std::regex("^util(s|ity|ities)?\\."))) {
    complaints.push_back(path + ":1: a file is named after what it holds, not 'utils'");
  }
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, forbidden)) {
      complaints.push_back(path + ":" + std::to_string(number) + ": forbidden: " + match.str());
    }
  }
  return complaints;
}

}  // namespace talus::architecture

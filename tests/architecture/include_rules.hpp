#pragma once
// The rules of the house, as functions on text: see cmake/rooms.txt for the rooms and their levels.

#include <map>
#include <string>
#include <vector>

namespace talus::architecture {

using Rooms = std::map<std::string, int>;  // name -> level

Rooms read_rooms(const std::string& text);

/// Complaints, each beginning with "path:line: ". `path` is relative to the project, e.g.
/// "src/math/vec.hpp".
std::vector<std::string> check_source(const Rooms& rooms, const std::string& path,
                                      const std::string& text);

/// Complaints about words that no source or build file may contain.
std::vector<std::string> check_words(const std::string& path, const std::string& text);

}  // namespace talus::architecture

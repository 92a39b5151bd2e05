#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace talus {

/// Results that cannot be used: the message names file, object in it and what is wrong.
class ResultsError : public std::runtime_error {
 public:
  ResultsError(const std::filesystem::path& file, const std::string& object,
               const std::string& what);
};

}  // namespace talus

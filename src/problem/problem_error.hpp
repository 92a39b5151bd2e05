// A contact problem that makes no sense: which of its parts, and what is wrong with it.
#pragma once

#include <stdexcept>
#include <string>

namespace talus {

class ProblemError : public std::runtime_error {
 public:
  ProblemError(std::string field, const std::string& what)
      : std::runtime_error(what), field_(std::move(field)) {}
  /// The part at fault by its usual name: W, q, mu, M, H, f, w.
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

}  // namespace talus

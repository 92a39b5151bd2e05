#include "talus/io/scene.hpp"

#include <fmt/format.h>

namespace talus {

std::string Diagnostic::text() const {
  if (line <= 0) return fmt::format("{}: {}", file, message);
  return fmt::format("{}:{}:{}: {}", file, line, column, message);
}

SceneError::SceneError(std::vector<Diagnostic> diagnostics) : diagnostics_(std::move(diagnostics)) {
  for (const auto& d : diagnostics_) {
    if (!text_.empty()) text_ += '\n';
    text_ += d.text();
  }
}

}  // namespace talus

// The only file that is compiled again at every commit.

#include "commands.hpp"
#include "talus_build_info.hpp"

#include <fmt/format.h>

namespace talus::app {

std::string version_text() {
  namespace b = build_info;
  return fmt::format(
      "talus {}\n"
      "commit    {}\n"
      "compiler  {}, {}, {}\n"
      "flags     {}\n"
      "libraries Eigen {}, oneTBB {}, fmt {}, yaml-cpp {}, nlohmann-json {}",
      b::version, b::commit, b::compiler, b::target, b::build_type, b::flags, b::eigen, b::tbb,
      b::fmt, b::yaml_cpp, b::nlohmann_json);
}

}  // namespace talus::app

#include "talus/io/checkpoint.hpp"

#include "talus/io/checkpoint_bytes.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

namespace fs = std::filesystem;

namespace talus {

namespace {

constexpr std::array<const char*, 2> names = {"checkpoint-a", "checkpoint-b"};

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (in) bytes << in.rdbuf();
  if (!in || in.bad()) {
    throw CheckpointError(fmt::format("it cannot be read: {}", std::strerror(errno)));
  }
  return bytes.str();
}

std::int64_t step_of(const AnyCheckpoint& checkpoint) {
  return std::visit([](const auto& c) { return c.snapshot.state.step; }, checkpoint);
}

/// The number of the step a file goes on from, -1 when it is not good or not there: the next to be
/// replaced.
std::int64_t step_in(const fs::path& file) {
  try {
    return step_of(parse_checkpoint(content(file)));
  } catch (const CheckpointError&) {
    return -1;
  }
}

}  // namespace

std::vector<fs::path> checkpoint_files(const fs::path& folder) {
  return {folder / names[0], folder / names[1]};
}

template <int D>
void write_checkpoint(const fs::path& folder, const Checkpoint<D>& checkpoint) {
  const auto files = checkpoint_files(folder);
  const auto& older = step_in(files[0]) <= step_in(files[1]) ? files[0] : files[1];
  replace_file_durably(older, checkpoint_bytes(checkpoint));
}

AnyCheckpoint read_checkpoint(const fs::path& folder, std::vector<std::string>& notes) {
  std::optional<AnyCheckpoint> newest;
  for (const auto& file : checkpoint_files(folder)) {
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    try {
      auto found = parse_checkpoint(content(file));
      if (!newest || step_of(found) > step_of(*newest)) newest = std::move(found);
    } catch (const CheckpointError& reason) {
      notes.push_back(fmt::format("{}: {}", file.string(), reason.what()));
    }
  }
  if (newest) return std::move(*newest);
  std::string why;
  for (const auto& note : notes) why += "\n  " + note;
  throw CheckpointError(
      notes.empty()
          ? fmt::format("{}: no checkpoint to go on from; was it made by `talus run SCENE "
                        "--out {}`?",
                        folder.string(), folder.string())
          : fmt::format("{}: no checkpoint is good:{}", folder.string(), why));
}

template void write_checkpoint<2>(const fs::path&, const Checkpoint<2>&);
template void write_checkpoint<3>(const fs::path&, const Checkpoint<3>&);

}  // namespace talus

// A scene that is run, from its start or from a checkpoint, with everything that is written of it.
#pragma once

#include "talus/io/checkpoint.hpp"

#include "commands.hpp"
#include "scene_source.hpp"

#include <filesystem>
#include <optional>

namespace talus::app {

/// A scene to run, and what it is to be called.
template <int D>
struct Job {
  SceneSource source;
  Scene<D> scene;
  ResultsHeader header;
  std::optional<std::filesystem::path> folder;
  std::optional<Checkpoint<D>> from;  ///< to go on from
  std::int64_t steps = 0;             ///< of the whole run
};

/// Runs it, reports, and says how it went by an exit code.
template <int D>
int run_job(const RunRequest& request, Job<D> job);

}  // namespace talus::app

// Scenes: YAML (or JSON) files read into a model, a state and settings. docs/scene.md is the
// format.
#pragma once

#include "talus/step/simulation.hpp"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace talus {

/// One complaint about a scene, with the place it is about (line and column from 1; 0: none).
struct Diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;

  /// file:line:column: message
  std::string text() const;
};

/// Everything wrong with a scene, found in one reading.
class SceneError : public std::exception {
 public:
  explicit SceneError(std::vector<Diagnostic> diagnostics);
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

/// What results.h5 keeps of bodies and contacts, and when.
struct FrameOptions {
  std::int64_t every = 1;           ///< steps between frames; 0: only the first and the last
  std::vector<std::string> bodies;  ///< recorded ones, with their contacts; empty: all
  bool velocities = true;           ///< of the bodies
  bool contacts = true;
  bool compressed = false;  ///< a little smaller, much slower
};

/// When a run keeps all it needs to go on from.
struct CheckpointOptions {
  double seconds = 60;     ///< of the clock, between two; 0: not by the clock
  std::int64_t every = 0;  ///< steps between two; 0: not by steps
};

struct RecordOptions {
  std::int64_t every = 1;           ///< steps between rows of the histories
  std::vector<std::string> bodies;  ///< bodies whose motion is recorded
  FrameOptions frames;
  CheckpointOptions checkpoints;
};

template <int D>
struct Scene {
  std::string title;
  double end = 0;  ///< simulated time at which the run ends
  StepOptions step;
  RecordOptions record;
  Model<D> model;
  State<D> state;
  std::vector<Diagnostic> warnings;  ///< odd but allowed
  std::string completed;             ///< the file with every default written out
};

using AnyScene = std::variant<Scene<2>, Scene<3>>;

/// A value to replace before the scene is read: `path` as in solver.tolerance or
/// bodies[3].position.
struct Override {
  std::string path;
  std::string value;  ///< YAML
};

/// Reads and checks a scene. Throws SceneError with every complaint found.
AnyScene load_scene(const std::filesystem::path& file, const std::vector<Override>& overrides = {});

/// The same for a text; `name` stands for the file in messages, tables are looked up beside it.
AnyScene parse_scene(const std::string& text, const std::filesystem::path& name,
                     const std::vector<Override>& overrides = {});

/// A scene that was read as YAML with every default written out: what `talus check` prints. It can
/// be read again and gives the same scene. Generated bodies are counted, not listed.
std::string describe(const AnyScene& scene);

}  // namespace talus

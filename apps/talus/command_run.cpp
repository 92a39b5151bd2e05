// talus run SCENE, talus run --resume DIR

#include "talus/io/scene_fingerprint.hpp"
#include "talus/math/parallel.hpp"

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "output_folder.hpp"
#include "problem_dump.hpp"
#include "run_job.hpp"
#include "scene_source.hpp"

#include <fmt/format.h>

#include <cmath>

namespace talus::app {

namespace {

/// How many steps the run takes: as asked, or what its end makes of the step.
std::int64_t count_steps(const RunRequest& request, double scene_end, double h) {
  if (request.steps) return *request.steps;
  const double end = request.until.value_or(scene_end);
  const double steps = end / h;
  if (!(steps < 9e15)) {
    throw BadInput(
        fmt::format("an end at {} takes {} steps of {}: too many to count", end, steps, h));
  }
  const auto n = std::llround(steps);
  if (std::abs(steps - static_cast<double>(n)) > 1e-9 * steps) {
    warn(fmt::format("the end {} is not a whole number of steps of {}: the run ends at {}", end, h,
                     static_cast<double>(n) * h));
  }
  return n;
}

template <int D>
int run_scene(const RunRequest& request, const SceneSource& source, Scene<D> scene) {
  const ResultsHeader header{source.path.string(), source.text, scene.completed, scene.title,
                             request.settings};
  const auto steps = count_steps(request, scene.end, scene.step.h);
  return run_job<D>(request, {source, std::move(scene), header, request.out, {}, steps});
}

/// Throws BadInput unless the state can be one of the model.
template <int D>
void check_state(const State<D>& state, const Model<D>& model) {
  bool fits = state.x.size() == model.body_count();
  for (const auto& c : state.contacts) {
    fits = fits && c.id.shape_a < model.shape_count() && c.id.shape_b < model.shape_count();
  }
  if (!fits) throw BadInput("the checkpoint is of other bodies than the scene has");
}

template <int D>
int resume_scene(const RunRequest& request, const SceneSource& source, Scene<D> scene,
                 Checkpoint<D> from) {
  const auto& folder = *request.resume;
  if (scene_fingerprint(scene) != from.fingerprint) {
    throw BadInput(fmt::format(
        "--resume {}: the scene is not what the run was started with: {} or a file it names has "
        "changed; run it anew with --out",
        folder.string(), (folder / "scene.yaml").string()));
  }
  check_state(from.snapshot.state, scene.model);
  const ResultsHeader header{from.scene_name, source.text, scene.completed, scene.title,
                             from.settings};
  const bool further = request.steps || request.until;
  const auto steps = further ? count_steps(request, scene.end, scene.step.h) : from.steps_asked;
  return run_job<D>(request, {source, std::move(scene), header, folder, std::move(from), steps});
}

int resume(const RunRequest& request) {
  const auto& folder = *request.resume;
  if (!request.scene.empty() || request.out || !request.settings.empty() || request.force) {
    throw BadInput(
        "--resume goes on with the scene and settings in its folder: SCENE, --out, --set and "
        "--force do not go with it");
  }
  if (!std::filesystem::is_directory(folder)) {
    throw BadInput(fmt::format("--resume {}: no such folder", folder.string()));
  }
  const FolderLock lock(folder, "--resume");
  remove_unfinished(folder);
  std::vector<std::string> notes;
  auto checkpoint = read_checkpoint(folder, notes);
  for (const auto& note : notes) warn(note + "; going on from the other checkpoint");
  return std::visit(
      [&]<int D>(Checkpoint<D>& from) {
        SceneSource source = read_source((folder / "scene.yaml").string());
        source.path = from.scene_path;
        auto scene = load(source, from.settings);
        auto* ours = std::get_if<Scene<D>>(&scene);
        if (ours == nullptr) {
          throw BadInput(
              fmt::format("--resume {}: the scene has changed its dimension", folder.string()));
        }
        return resume_scene<D>(request, source, std::move(*ours), std::move(from));
      },
      checkpoint);
}

}  // namespace

void check_threads(int threads) {
  if (threads >= 0) return;
  throw BadInput(fmt::format("--threads {}: expected 1 or more, or 0 for one each core", threads));
}

int run(const RunRequest& request) {
  catch_interrupts();
  if (request.until && !(*request.until >= 0 && std::isfinite(*request.until))) {
    throw BadInput(fmt::format("--until {}: expected a time, 0 or later", *request.until));
  }
  if (request.steps && *request.steps < 0) {
    throw BadInput(
        fmt::format("--steps {}: expected a number of steps, 0 or more", *request.steps));
  }
  check_threads(request.threads);
  if (request.dump_problems) {
    parse_dump_choice(*request.dump_problems);  // complains before anything is done
    if (!request.out && !request.resume) {
      throw BadInput("--dump-problems needs a folder to write to: --out DIR");
    }
  }
  set_thread_count(request.threads);
  if (request.resume) return resume(request);
  if (request.scene.empty()) throw BadInput("run what? talus run SCENE, or talus run --resume DIR");
  const auto source = read_source(request.scene);
  auto scene = load(source, request.settings);
  return std::visit([&]<int D>(Scene<D>& s) { return run_scene<D>(request, source, std::move(s)); },
                    scene);
}

}  // namespace talus::app

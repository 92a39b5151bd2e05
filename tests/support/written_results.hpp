// A short run written to results.h5.
#pragma once

#include "talus/io/results_writer.hpp"
#include "talus/io/scene.hpp"

#include <filesystem>
#include <string>
#include <variant>

namespace talus::test {

/// Runs a scene for some steps, with a frame for every other one.
template <int D>
void write_results(const std::filesystem::path& file, const std::string& text, int steps) {
  const auto scene = std::get<Scene<D>>(parse_scene(text, "s.yaml"));
  Simulation<D> simulation(scene.model, scene.state, scene.step);
  FrameOptions frames;
  frames.every = 2;
  ResultsWriter<D> writer(file, {}, frames, simulation);
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    writer.record(simulation);
  }
  writer.finish(simulation);
}

}  // namespace talus::test

#include "talus/io/flat_shapes.hpp"
#include "talus/io/hdf5_file.hpp"
#include "talus/io/results_reader.hpp"
#include "talus/io/results_writer.hpp"

#include "support/scratch_folder.hpp"
#include "support/shape_scenes.hpp"
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace talus::test {
namespace {

namespace fs = std::filesystem;

template <int D>
Scene<D> scene_of(const std::string& text) {
  return std::get<Scene<D>>(parse_scene(text, "s.yaml"));
}

/// A run of some steps, kept in the file; hands back the simulation as it ended.
template <int D>
Simulation<D> run(const fs::path& file, const Scene<D>& scene, int steps) {
  Simulation<D> simulation(scene.model, scene.state, scene.step);
  ResultsWriter<D> writer(file, {"s.yaml", "given", scene.completed, "a title", {"a=b"}},
                          scene.record.frames, simulation);
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    writer.record(simulation);
  }
  writer.finish(simulation);
  return simulation;
}

template <int D>
void expect_same_flat(const FlatShapes<D>& a, const FlatShapes<D>& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.form, b.form);
  EXPECT_EQ(a.corner_offset, b.corner_offset);
  EXPECT_EQ(a.corner, b.corner);
  EXPECT_EQ(a.face_offset, b.face_offset);
  EXPECT_EQ(a.face_normal, b.face_normal);
  EXPECT_EQ(a.loop_offset, b.loop_offset);
  EXPECT_EQ(a.loop, b.loop);
}

template <int D>
void expect_same_model(const Model<D>& a, const Model<D>& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.inv_mass, b.inv_mass);
  EXPECT_EQ(a.prescribed, b.prescribed);
  EXPECT_EQ(a.material_name, b.material_name);
  EXPECT_EQ(a.owner, b.owner);
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.radius, b.radius);
  for (std::size_t i = 0; i < a.body_count(); ++i) {
    EXPECT_EQ(a.inertia[i], b.inertia[i]);
    EXPECT_EQ(a.own_frame[i].x, b.own_frame[i].x);
    EXPECT_EQ(matrix(a.own_frame[i].r), matrix(b.own_frame[i].r));
    EXPECT_EQ(a.motion[i].has_value(), b.motion[i].has_value());
  }
  ASSERT_EQ(a.shape_count(), b.shape_count());
  for (std::size_t s = 0; s < a.shape_count(); ++s) {
    EXPECT_EQ(a.placement[s].x, b.placement[s].x);
    EXPECT_EQ(matrix(a.placement[s].r), matrix(b.placement[s].r));
  }
  expect_same_flat(flatten<D>(a.shape), flatten<D>(b.shape));
}

template <int D>
void expect_same_frame(const Simulation<D>& simulation, const RecordedFrame<D>& frame) {
  const auto& state = simulation.state();
  EXPECT_EQ(frame.time, state.t);
  EXPECT_EQ(frame.step, state.step);
  EXPECT_EQ(frame.state_hash, state_hash(state));
  for (std::size_t b = 0; b < state.x.size(); ++b) {
    EXPECT_EQ(frame.state.x[b], state.x[b]);
    EXPECT_EQ(matrix(frame.state.r[b]), matrix(state.r[b]));
    EXPECT_EQ(frame.state.v[b], state.v[b]);
    // Spins go through world axes and back: two rotations' round-off.
    EXPECT_LE((frame.state.w[b] - state.w[b]).norm(), 8e-16 * (1 + state.w[b].norm()));
  }
  const auto& contacts = simulation.detail().contacts;
  const auto& recorded = frame.contacts;
  ASSERT_EQ(recorded.count(), contacts.count());
  EXPECT_GT(recorded.count(), 0U);
  for (std::size_t c = 0; c < recorded.count(); ++c) {
    EXPECT_EQ(recorded.id[c], contacts.id[c]);
    EXPECT_EQ(recorded.body_a[c], contacts.first[c]);
    EXPECT_EQ(recorded.body_b[c], contacts.second[c]);
    EXPECT_EQ(simulation.model().owner[static_cast<std::size_t>(recorded.shape_a[c])],
              contacts.first[c]);
    EXPECT_EQ(recorded.point[c], contacts.point[c]);
    EXPECT_EQ(recorded.normal[c], contacts.frame[c].col(0));
    EXPECT_EQ(recorded.gap[c], contacts.gap[c]);
    EXPECT_EQ(recorded.impulse[c], Vec<D>(contacts.frame[c] * simulation.detail().r[c]));
    EXPECT_EQ(recorded.force[c], Vec<D>(recorded.impulse[c] / simulation.options().h));
    EXPECT_EQ(recorded.status[c], state.contacts[c].status);
  }
}

template <int D>
void expect_round_trip(const std::string& text) {
  const ScratchFolder folder;
  const auto scene = scene_of<D>(text);
  const auto simulation = run<D>(folder / "results.h5", scene, 205);
  const ResultsReader reader(folder.path());
  EXPECT_EQ(reader.dimension(), D);
  EXPECT_EQ(reader.header().given, "given");
  EXPECT_EQ(reader.header().complete, scene.completed);
  EXPECT_EQ(reader.header().settings, std::vector<std::string>{"a=b"});
  expect_same_model<D>(scene.model, reader.model<D>());
  ASSERT_EQ(reader.frame_times().size(), 22U);  // the start, 20 times 10 steps, the end
  RecordedFrame<D> frame;
  reader.read_frame(21, frame);
  expect_same_frame<D>(simulation, frame);
  reader.read_frame(0, frame);
  EXPECT_EQ(frame.state_hash, state_hash(scene.state));
  EXPECT_EQ(frame.contacts.count(), 0U);

  const auto steps = reader.steps();
  for (const auto& column : steps) ASSERT_EQ(column.values.size(), 206U) << column.name;
  EXPECT_EQ(steps[0].values[205], 205);
  EXPECT_EQ(steps[2].name, "kinetic");
  EXPECT_EQ(steps[2].values[205], simulation.balance().kinetic());
}

TEST(Results, PlaneOfAllShapes_ComesBackBitForBit) { expect_round_trip<2>(plane_of_shapes); }
TEST(Results, SpaceOfAllShapes_ComesBackBitForBit) { expect_round_trip<3>(space_of_shapes); }

TEST(Results, ChosenBodiesAndFields_AreAllThatIsKept) {
  const ScratchFolder folder;
  const auto scene = scene_of<2>(with(plane_of_shapes, "{every: 10}",
                                      "{interval: 0.1, bodies: [disk, pill], fields: [contacts]}"));
  const auto simulation = run<2>(folder / "results.h5", scene, 100);
  const ResultsReader reader(folder / "results.h5");
  ASSERT_EQ(reader.frame_times().size(), 3U);
  RecordedFrame<2> frame;
  reader.read_frame(2, frame);
  EXPECT_EQ(frame.state.x[3], simulation.state().x[3]);
  EXPECT_TRUE(std::isnan(frame.state.x[5][0]));
  EXPECT_EQ(frame.state.v[3], Vec<2>(0, 0));
  ASSERT_GT(frame.contacts.count(), 0U);
  for (const int body : frame.contacts.body_a) EXPECT_TRUE(body == 3 || body == 4) << body;
}

TEST(Results, WhileTheyAreWritten_TheyCanBeReadAndGrow) {
  const ScratchFolder folder;
  const auto scene = scene_of<2>(plane_of_shapes);
  Simulation<2> simulation(scene.model, scene.state, scene.step);
  ResultsWriter<2> writer(folder / "results.h5", {}, scene.record.frames, simulation);
  ResultsReader reader(folder.path());
  EXPECT_EQ(reader.frame_times().size(), 1U);
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    writer.record(simulation);
  }
  writer.flush();
  reader.refresh();
  ASSERT_EQ(reader.frame_times().size(), 3U);
  RecordedFrame<2> frame;
  reader.read_frame(2, frame);
  expect_same_frame<2>(simulation, frame);
  EXPECT_EQ(reader.steps()[0].values.size(), 21U);
}

TEST(Results, FrameAt_FindsTheLastNotAfter) {
  const ScratchFolder folder;
  run<2>(folder / "results.h5", scene_of<2>(plane_of_shapes), 100);
  const ResultsReader reader(folder.path());
  EXPECT_EQ(reader.frame_at(-1), 0U);
  EXPECT_EQ(reader.frame_at(0.0399), 1U);
  EXPECT_EQ(reader.frame_at(0.04), 2U);
  EXPECT_EQ(reader.frame_at(99), 10U);
}

TEST(Results, WhatIsNoResults_IsRefusedWithFileAndReason) {
  const ScratchFolder folder;
  const auto complaint = [](const fs::path& path) -> std::string {
    try {
      const ResultsReader reader(path);
      return "";
    } catch (const ResultsError& error) {
      return error.what();
    }
  };
  EXPECT_NE(complaint(folder / "none.h5").find("none.h5: no such file"), std::string::npos);
  folder.write("text.h5", "this is no HDF5");
  EXPECT_NE(complaint(folder / "text.h5").find("not an HDF5 file"), std::string::npos);
  {
    hdf5::Output other(folder / "other.h5");
    other.group("/M");
    other.close();
  }
  EXPECT_NE(complaint(folder / "other.h5").find("no attribute 'format'"), std::string::npos);
}

}  // namespace
}  // namespace talus::test

#include "talus/io/checkpoint.hpp"

#include "talus/io/checkpoint_bytes.hpp"
#include "talus/io/scene_fingerprint.hpp"
#include "talus/math/random.hpp"

#include "support/scratch_folder.hpp"
#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace talus::test {
namespace {

template <int D>
Scene<D> small_scene();
template <>
Scene<2> small_scene<2>() {
  return plane(with(plane_scene, "position: [0, 2]", "position: [0, 1], velocity: [1, 0]"));
}
template <>
Scene<3> small_scene<3>() {
  return space(with(space_scene, "position: [0, 0, 2]", "position: [0, 0, 1], spin: [1, 2, 3]"));
}

/// What a run of so many steps would keep.
template <int D>
Checkpoint<D> after(int steps) {
  const auto scene = small_scene<D>();
  Simulation<D> simulation(scene.model, scene.state, scene.step);
  Checkpoint<D> c;
  c.scene_name = "s.yaml";
  c.scene_path = "/a/s.yaml";
  c.settings = {"a=1", "b=[2, 3]"};
  c.fingerprint = scene_fingerprint(scene);
  c.steps_asked = 1000;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    c.totals.add(simulation);
  }
  c.snapshot = {simulation.state(), simulation.balance(), simulation.last()};
  c.wall_seconds = 1.5;
  c.histories.energy_bytes = 123;
  c.results = {1, 2, 3, 4};
  return c;
}

template <class D>
class Checkpoints : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(Checkpoints, Dimensions);

TYPED_TEST(Checkpoints, Bytes_HoldEverything) {
  constexpr int D = TypeParam::value;
  auto c = after<D>(20);
  ASSERT_GT(c.snapshot.state.contacts.size(), 0U);
  // What laws that remember more would have left (docs/laws).
  const auto id = c.snapshot.state.contacts[0].id;
  c.snapshot.state.bonds = {{id, Vec<D>::Constant(0.25), 1e-3, Vec<D>::Constant(2e-3), 0.5}};
  c.snapshot.state.moments = {{id, Spin<D>::Constant(0.75)}};
  const auto back = std::get<Checkpoint<D>>(parse_checkpoint(checkpoint_bytes(c)));
  EXPECT_EQ(back.scene_name, c.scene_name);
  EXPECT_EQ(back.scene_path, c.scene_path);
  EXPECT_EQ(back.settings, c.settings);
  EXPECT_EQ(back.fingerprint, c.fingerprint);
  EXPECT_EQ(back.steps_asked, c.steps_asked);
  EXPECT_EQ(back.totals.steps, 20);
  EXPECT_EQ(back.wall_seconds, 1.5);
  EXPECT_EQ(back.histories.energy_bytes, 123);
  EXPECT_EQ(back.results.last_frame, 4);
  EXPECT_EQ(state_hash(back.snapshot.state), state_hash(c.snapshot.state));
  // Every bit of it: the bytes are the same again.
  EXPECT_EQ(checkpoint_bytes(back), checkpoint_bytes(c));
}

TYPED_TEST(Checkpoints, RestoredSimulation_GoesOnAsIfNothingHappened) {
  constexpr int D = TypeParam::value;
  const auto scene = small_scene<D>();
  const auto c = after<D>(20);
  Simulation<D> resumed(scene.model, scene.state, scene.step);
  resumed.restore(c.snapshot);
  const auto end = after<D>(40);
  for (int i = 0; i < 20; ++i) resumed.step();
  EXPECT_EQ(state_hash(resumed.state()), state_hash(end.snapshot.state));
  EXPECT_EQ(resumed.balance().error_max(), end.snapshot.balance.error_max());
  EXPECT_EQ(resumed.balance().total().work_gravity, end.snapshot.balance.total().work_gravity);
}

/// Bonds that weaken and moments against rolling are part of what the next step depends on.
TEST(CheckpointOfBonds, RestoredSimulation_GoesOnAsIfNothingHappened) {
  const auto scene = plane(R"(
talus: 1
dimension: 2
gravity: [2, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2000}, ball: {density: 2000}}
contacts:
  - {between: [stone, stone], friction: 0.5, adhesion: {normal_stiffness: 1e6, tangential_stiffness: 1e6, normal_strength: 4000, tangential_strength: 4000, normal_energy: 20, tangential_energy: 20}}
  - {between: [ball, [ball, stone]], friction: 0.5, rolling: 0.01}
bodies:
  - {name: floor, fixed: true, shape: {half_plane: {}}, material: stone}
  - {name: block, shape: {box: {size: [1, 1]}}, material: stone, position: [0, 0.5]}
  - {name: ball, shape: {disk: {radius: 0.2}}, material: ball, position: [3, 0.2]}
)");
  const auto walk = [&](Simulation<2>& s, int steps) {
    for (int i = 0; i < steps; ++i) s.step();
  };
  Simulation<2> whole(scene.model, scene.state, scene.step);
  walk(whole, 50);
  ASSERT_FALSE(whole.state().bonds.empty());
  ASSERT_FALSE(whole.state().moments.empty());
  Checkpoint<2> c;
  c.snapshot = {whole.state(), whole.balance(), whole.last()};
  const auto back = std::get<Checkpoint<2>>(parse_checkpoint(checkpoint_bytes(c)));
  Simulation<2> resumed(scene.model, scene.state, scene.step);
  resumed.restore(back.snapshot);
  walk(whole, 50);
  walk(resumed, 50);
  EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state()));
}

/// What is said of some bytes.
std::string complaint(std::string_view bytes) {
  try {
    parse_checkpoint(bytes);
    return "";
  } catch (const CheckpointError& error) {
    return error.what();
  }
}

TYPED_TEST(Checkpoints, Truncated_IsRefusedWhereverItEnds) {
  const auto bytes = checkpoint_bytes(after<TypeParam::value>(5));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(complaint(std::string_view(bytes).substr(0, size)), "") << size;
  }
  EXPECT_NE(complaint(bytes + "x"), "");
}

TYPED_TEST(Checkpoints, ChangedByte_IsRefusedWhereverItIs) {
  const auto bytes = checkpoint_bytes(after<TypeParam::value>(5));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_NE(complaint(changed), "") << i;
  }
}

/// Contents nobody wrote, as if their hash were right: read or refused, and no more memory taken
/// than there are bytes.
TYPED_TEST(Checkpoints, MadeUpContents_AreReadOrRefused) {
  constexpr int D = TypeParam::value;
  const auto whole = checkpoint_bytes(after<D>(5));
  const std::string content = whole.substr(32);
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    auto changed = content.substr(0, random.below(content.size() + 1));
    for (std::uint64_t i = random.below(8); i > 0 && !changed.empty(); --i) {
      changed[random.below(changed.size())] = static_cast<char>(random.below(256));
    }
    try {
      parse_content(changed, random.below(2) == 0 ? 2 : 3);
    } catch (const CheckpointError&) {
    }
  }
}

TEST(CheckpointFiles, TwoAreKept_AndTheNewestIsRead) {
  const ScratchFolder folder;
  std::vector<std::string> notes;
  const auto newest = [&] {
    notes.clear();
    return std::get<Checkpoint<2>>(read_checkpoint(folder.path(), notes)).snapshot.state.step;
  };
  EXPECT_THROW(newest(), CheckpointError);
  for (const int steps : {1, 2, 3}) {
    write_checkpoint(folder.path(), after<2>(steps));
    EXPECT_EQ(newest(), steps);
  }
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
  }
  EXPECT_EQ(files, 2U);

  folder.write("checkpoint-a", "nonsense");  // the third went where the first had been
  EXPECT_EQ(newest(), 2);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("checkpoint-a: it is too short"), std::string::npos) << notes[0];
  write_checkpoint(folder.path(), after<2>(4));  // replaces the one that is not good
  EXPECT_EQ(newest(), 4);
  EXPECT_TRUE(notes.empty());

  folder.write("checkpoint-a", "");
  folder.write("checkpoint-b", std::string(100, 'x'));
  try {
    newest();
    FAIL();
  } catch (const CheckpointError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("checkpoint-a: it is too short"), std::string::npos) << text;
    EXPECT_NE(text.find("checkpoint-b: it is no checkpoint of talus"), std::string::npos) << text;
  }
}

TEST(SceneFingerprint, OtherScenes_HaveOthers) {
  const auto scene = plane(plane_scene);
  EXPECT_EQ(scene_fingerprint(scene), scene_fingerprint(plane(plane_scene)));
  const auto other = [](const char* from, const char* to) {
    return scene_fingerprint(plane(with(plane_scene, from, to)));
  };
  EXPECT_NE(scene_fingerprint(scene), other("friction: 0.5", "friction: 0.6"));
  EXPECT_NE(scene_fingerprint(scene), other("position: [0, 2]", "position: [0, 2.5]"));
  EXPECT_NE(scene_fingerprint(scene), other("step: 1e-3", "step: 1e-4"));
}

TEST(SceneFingerprint, TableThatChanged_ShowsInIt) {
  const ScratchFolder folder;
  const auto with_table = [&](const char* rows) {
    folder.write("shake.csv", rows);
    const auto text = with(plane_scene, "fixed: true", "motion: {table: {file: shake.csv}}");
    return scene_fingerprint(std::get<Scene<2>>(parse_scene(text, (folder / "s.yaml").string())));
  };
  const auto one = with_table("t, x\n0, 0\n1, 1\n");
  EXPECT_EQ(one, with_table("t, x\n0, 0\n1, 1\n"));
  EXPECT_NE(one, with_table("t, x\n0, 0\n1, 2\n"));
}

}  // namespace
}  // namespace talus::test

// What the program says about itself, and how it takes mistakes on the command line.

#include "cli/program.hpp"

namespace talus::cli {
namespace {

TEST_F(Program, Version_SaysWhatItWasBuiltWith) {
  const auto f = talus({"--version"});
  EXPECT_EQ(f.code, 0);
  for (const char* word : {"talus ", "commit", "compiler", "flags", "Eigen", "TBB", "yaml-cpp"}) {
    EXPECT_NE(f.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(f.err, "");
}

TEST_F(Program, Help_ShowsEveryCommand) {
  const auto f = talus({"--help"});
  EXPECT_EQ(f.code, 0);
  for (const char* word : {"run", "check", "equilibrium", "draw", "scenes", "Examples"}) {
    EXPECT_NE(f.out.find(word), std::string::npos) << word;
  }
  const auto run = talus({"run", "--help"});
  EXPECT_EQ(run.code, 0);
  for (const char* word : {"--out", "--until", "--steps", "--threads", "--set", "--json",
                           "--strict", "--force", "--quiet"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
}

TEST_F(Program, Laws_AreListedWithTheirParameters) {
  const auto f = talus({"laws"});
  EXPECT_EQ(f.code, 0);
  for (const char* word : {"friction: number", "friction: sticking", "normal_strength", "[F/L]",
                           "never, opening, slip", "docs/laws/rolling.md"}) {
    EXPECT_NE(f.out.find(word), std::string::npos) << word;
  }
}

TEST_F(Program, Scenes_ListsTheFolderAskedFor) {
  write("gallery/fall.yaml", falling_disk());
  write("gallery/notes.txt", "not a scene");
  const auto names = shell(R"(TALUS_SCENES=gallery "$0" "$@")", {"scenes", "--names"});
  EXPECT_EQ(names.code, 0);
  EXPECT_EQ(names.out, "fall\n");
  const auto titles = shell(R"(TALUS_SCENES=gallery "$0" "$@")", {"scenes"});
  EXPECT_EQ(titles.out, "fall  a disk falls\n");
  EXPECT_EQ(shell(R"(TALUS_SCENES=nowhere "$0" "$@")", {"scenes"}).code, 2);
}

TEST_F(Program, GalleryName_Runs) {
  write("gallery/fall.yaml", falling_disk());
  const std::string with_gallery = R"(TALUS_SCENES=gallery "$0" "$@")";
  EXPECT_EQ(shell(with_gallery, {"run", "fall", "--quiet"}).code, 0);
  const auto missed = shell(with_gallery, {"run", "fal"});
  EXPECT_EQ(missed.code, 2);
  EXPECT_NE(missed.err.find("did you mean 'fall'?"), std::string::npos) << missed.err;
  const auto unknown = shell(with_gallery, {"run", "cathedral"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("\n  fall\n"), std::string::npos) << unknown.err;
}

struct Mistake {
  std::vector<std::string> arguments;
  const char* told;
};

TEST_F(Program, Mistakes_AreToldWithExitCodeTwo) {
  write("fall.yaml", falling_disk());
  write("empty_folder/file", "");
  const Mistake mistakes[] = {
      {{}, "Usage"},
      {{"rnu", "fall.yaml"}, "did you mean 'run'?"},
      {{"fall.yaml"}, "talus run fall.yaml"},
      {{"run"}, "SCENE"},
      {{"run", "nowhere.yaml"}, "no file 'nowhere.yaml'"},
      {{"run", "./empty_folder"}, "is a folder"},
      {{"run", "fall.yaml", "--frce"}, "--frce"},
      {{"run", "fall.yaml", "--until", "-1"}, "--until -1"},
      {{"run", "fall.yaml", "--until", "nan"}, "--until nan"},
      {{"run", "fall.yaml", "--until", "1e300"}, "too many"},
      {{"run", "fall.yaml", "--until", "soon"}, "--until"},
      {{"run", "fall.yaml", "--steps", "-1"}, "--steps -1"},
      {{"run", "fall.yaml", "--steps", "2.5"}, "--steps"},
      {{"run", "fall.yaml", "--threads", "-2"}, "--threads -2"},
      {{"run", "fall.yaml", "--set", "gravity"}, "path=value"},
      {{"run", "fall.yaml", "--set", "graviti=[0, 0]"}, "gravity"},
      {{"check", "nowhere.yaml"}, "no file"},
      {{"equilibrium", "nowhere.yaml"}, "no file"},
  };
  for (const auto& mistake : mistakes) {
    const auto f = talus(mistake.arguments);
    EXPECT_EQ(f.code, 2) << mistake.told;
    EXPECT_EQ(f.out, "") << mistake.told;
    EXPECT_NE(f.err.find(mistake.told), std::string::npos) << mistake.told << ", but\n" << f.err;
  }
}

TEST_F(Program, BadScene_AllItsErrorsAreToldWithTheirPlaces) {
  write("bad.yaml", R"(talus: 1
dimension: 2
gravity: [0, -9.81]
time: {step: 1e-3, end: 1}
materials: {stone: {density: 2500}}
contacts:
  - between: [stone, stone]
    frction: 0.5
bodies:
  - {name: ground, shape: {half_plane: {}}, material: stone, fixed: true}
  - {name: disk, shape: {disk: {radius: -0.1}}, material: stone, position: [0, 0.5]}
)");
  for (const char* command : {"run", "check", "equilibrium"}) {
    const auto f = talus({command, "bad.yaml"});
    EXPECT_EQ(f.code, 2);
    EXPECT_EQ(f.out, "");
    EXPECT_NE(f.err.find("bad.yaml:8:5: unknown key 'frction' in contacts[0]; did you mean "
                         "'friction'?"),
              std::string::npos)
        << f.err;
    EXPECT_NE(f.err.find("bad.yaml:11:"), std::string::npos) << f.err;
  }
}

TEST_F(Program, Check_PrintsASceneThatRunsTheSame) {
  write("fall.yaml", falling_disk());
  const auto checked = talus({"check", "fall.yaml"});
  EXPECT_EQ(checked.code, 0);
  EXPECT_NE(checked.out.find("tolerance"), std::string::npos);  // a default, written out
  write("full.yaml", checked.out);
  EXPECT_EQ(talus({"run", "full.yaml", "--json"}).json()["state_hash"],
            talus({"run", "fall.yaml", "--json"}).json()["state_hash"]);
}

}  // namespace
}  // namespace talus::cli

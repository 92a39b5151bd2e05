// talus solve, and talus run --dump-problems: problem files in, answers out.

#include "talus/io/fclib.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "cli/program.hpp"
#include "support/tower_problem.hpp"

#include <algorithm>
#include <cmath>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

/// Four boxes on top of each other.
void write_tower(const fs::path& file) {
  write_fclib(file, assembled(samples::tower<2>(4)), "a tower", "");
}

/// Files with this ending in a folder, in order of their names.
std::vector<fs::path> problem_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST_F(Program, Solve_AnswersAProblemWithItsErrors) {
  write_tower(folder() / "tower.hdf5");
  const auto f = talus({"solve", "tower.hdf5", "--json"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.err, "");
  const auto j = f.json();
  EXPECT_EQ(j["file"], "tower.hdf5");
  EXPECT_EQ(j["contacts"], 9);
  EXPECT_EQ(j["dofs"], 18);
  EXPECT_EQ(j["solver"], "auto");
  EXPECT_EQ(j["outcome"], "solved");
  EXPECT_LE(j["error"].get<double>(), 1e-8);
  EXPECT_LE(j["law_error"].get<double>(), 1e-8);
  EXPECT_LE(j["error_siconos_norm"].get<double>(), j["error"].get<double>());
  EXPECT_GE(j["sweeps"].get<int>(), 1);
  EXPECT_GE(j["factorisations"].get<int>(), 0);
  EXPECT_GE(j["seconds"].get<double>(), 0);
  EXPECT_NE(j["path"].get<std::string>().find("nlgs"), std::string::npos);
  EXPECT_GE(j["bipotential"].get<double>(), 0);
  EXPECT_LE(j["bipotential"].get<double>(), 1e-6);
}

TEST_F(Program, Solve_ListsTheWorstContacts) {
  write_tower(folder() / "tower.hdf5");
  const auto j = talus({"solve", "tower.hdf5", "--tol", "1e-3", "--json"}).json();
  const auto& worst = j["worst_contacts"];
  ASSERT_EQ(worst.size(), 5U);
  EXPECT_EQ(worst[0]["contact"], j["worst_contact"]);
  EXPECT_LE(worst[0]["error"].get<double>(), j["law_error"].get<double>() * (1 + 1e-12));
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_LE(worst[i]["error"].get<double>(), worst[i - 1]["error"].get<double>());
  }
  EXPECT_EQ(worst[0]["status"], "sticking");
}

TEST_F(Program, Solve_TellsHowManyImpulsesCouldBeOthers) {
  // Two corners a box, all sticking: sixteen numbers for twelve ways to move.
  write_tower(folder() / "tower.hdf5");
  const auto j = talus({"solve", "tower.hdf5", "--json"}).json();
  EXPECT_EQ(j["sticking"], 8);
  EXPECT_EQ(j["redundant_impulses"], 4);
  EXPECT_EQ(j["redundant_at_least"], false);
  EXPECT_NE(talus({"solve", "tower.hdf5"}).out.find("others"), std::string::npos);
  // Too many numbers for their rank, and no bodies known.
  write_fclib(folder() / "tall.hdf5", assembled(samples::tower<2>(400)), "", "");
  const auto tall = talus({"solve", "tall.hdf5", "--solver", "interior_point", "--json"}).json();
  EXPECT_TRUE(tall["redundant_impulses"].is_null()) << tall;
  EXPECT_TRUE(tall["redundant_at_least"].is_null());
}

TEST_F(Program, Solve_TakesEverySolverAndTolerance) {
  write_tower(folder() / "tower.hdf5");
  for (const char* solver : {"auto", "nlgs", "newton", "interior_point", "seeded"}) {
    const auto f = talus({"solve", "tower.hdf5", "--solver", solver, "--tol", "1e-5", "--json"});
    EXPECT_EQ(f.code, 0) << solver << f.err << f.out;
    EXPECT_EQ(f.json()["solver"], solver);
    EXPECT_LE(f.json()["error"].get<double>(), 1e-5);
  }
}

TEST_F(Program, Solve_ShowsSeveralFilesAsATable) {
  write_tower(folder() / "a.hdf5");
  write_tower(folder() / "b.hdf5");
  const auto f = talus({"solve", "a.hdf5", "b.hdf5"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_EQ(f.out.find("file"), 0U);
  EXPECT_EQ(std::count(f.out.begin(), f.out.end(), '\n'), 3);
  EXPECT_NE(f.out.find("\na.hdf5"), std::string::npos);
  EXPECT_NE(f.out.find("\nb.hdf5"), std::string::npos);
  const auto both = nlohmann::json::parse(talus({"solve", "a.hdf5", "b.hdf5", "--json"}).out);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[1]["file"], "b.hdf5");
}

TEST_F(Program, Solve_WithoutTime_SaysSo) {
  write_fclib(folder() / "tall.hdf5", assembled(samples::tower<3>(30)), "", "");
  const auto f = talus({"solve", "tall.hdf5", "--max-seconds", "1e-9", "--json"});
  EXPECT_EQ(f.code, 3);
  EXPECT_EQ(f.json()["outcome"], "budget_spent");
  EXPECT_EQ(f.err, "");
}

TEST_F(Program, Solve_ProvesThatThereIsNoAnswer) {
  // A body between two obstacles, one of which approaches.
  AssembledProblem<2> p;
  const Mat<2> w = Mat<2>::Identity();
  p.w.add_row({0}, {w});
  p.w.add_row({1, 2}, {w, -w});
  p.w.add_row({1, 2}, {-w, w});
  p.q = {-Vec<2>::Unit(0), -Vec<2>::Unit(0), Vec<2>::Zero()};
  p.cone = {{0.5}, {0.5}, {0.5}};
  write_fclib(folder() / "pinch.hdf5", p, "", "");
  const auto f = talus({"solve", "pinch.hdf5", "--json"});
  EXPECT_EQ(f.code, 3);
  EXPECT_EQ(f.json()["outcome"], "infeasible") << f.out;
  EXPECT_EQ(f.json()["unstoppable_contacts"], nlohmann::json({1, 2}));
  EXPECT_GT(f.json()["unstoppable_approach"].get<double>(), 0.1);
  const auto text = talus({"solve", "pinch.hdf5"});
  EXPECT_NE(text.err.find("no impulses stop the approach of contacts 1, 2"), std::string::npos)
      << text.err;
}

TEST_F(Program, Solve_StartsFromTheGuessOfTheFile) {
  // A tall tower, and its answer as the guess.
  const auto p = assembled(samples::tower<2>(12));
  std::vector<Vec<2>> answer;
  AssembledOptions options;
  options.tolerance = 1e-10;
  ASSERT_EQ(solve_assembled<2>(p, options, answer).outcome, AssembledOutcome::solved);
  write_fclib(folder() / "tower.hdf5", p, "", "", answer);
  const auto cold = talus({"solve", "tower.hdf5", "--json"}).json();
  EXPECT_GE(cold["sweeps"].get<int>(), 1);
  const auto warm = talus({"solve", "tower.hdf5", "--guess", "file", "--json"}).json();
  EXPECT_EQ(warm["sweeps"], 0);
  EXPECT_EQ(warm["outcome"], "solved");
  EXPECT_EQ(warm["path"].get<std::string>().find("as guessed"), 0U) << warm;
  write_fclib(folder() / "bare.hdf5", p, "", "");
  const auto bare = talus({"solve", "bare.hdf5", "--guess", "file", "--json"}).json();
  EXPECT_EQ(bare["outcome"], "solved");
  EXPECT_NE(bare["notes"].dump().find("no guess in the file"), std::string::npos);
  EXPECT_EQ(talus({"solve", "tower.hdf5", "--guess", "warm"}).code, 2);
}

TEST_F(Program, Solve_NamesWhatIsWrongAndSolvesTheRest) {
  write_tower(folder() / "good.hdf5");
  auto p = assembled(samples::tower<2>(4));
  p.cone[3].mu = -1;
  write_fclib(folder() / "bad.hdf5", p, "", "");
  const auto f = talus({"solve", "bad.hdf5", "good.hdf5"});
  EXPECT_EQ(f.code, 2);
  EXPECT_EQ(f.err, "talus: bad.hdf5: /fclib_local/vectors/mu: negative at contact 3\n");
  EXPECT_NE(f.out.find("bad_input"), std::string::npos);
  EXPECT_NE(f.out.find("solved"), std::string::npos);
  const auto j = talus({"solve", "bad.hdf5", "--json"}).json();
  EXPECT_EQ(j["outcome"], "bad_input");
  EXPECT_NE(j["message"].get<std::string>().find("mu"), std::string::npos);
}

TEST_F(Program, Solve_RefusesBadArguments) {
  write_tower(folder() / "tower.hdf5");
  const auto unknown = talus({"solve", "tower.hdf5", "--solver", "newtn"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("did you mean 'newton'"), std::string::npos) << unknown.err;
  EXPECT_EQ(talus({"solve", "tower.hdf5", "--tol", "0"}).code, 2);
  EXPECT_EQ(talus({"solve", "tower.hdf5", "--max-seconds", "-1"}).code, 2);
  EXPECT_EQ(talus({"solve", "tower.hdf5", "--threads", "-1"}).code, 2);
  EXPECT_EQ(talus({"solve", "tower.hdf5", "--threads", "1"}).code, 0);
  EXPECT_EQ(talus({"solve", "nothing.hdf5"}).code, 2);
  EXPECT_EQ(talus({"solve"}).code, 2);
}

TEST_F(Program, DumpProblems_WritesEveryNthStepThatHasContacts) {
  write("fall.yaml", falling_disk());
  const auto f = talus({"run", "fall.yaml", "--out", "results", "--steps", "400", "--dump-problems",
                        "every=50", "--quiet"});
  EXPECT_EQ(f.code, 0) << f.err;
  // The disk falls 0.4 in 286 steps: contacts at 300, 350 and 400.
  const auto files = problem_files(folder() / "results");
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].filename(), "problem-00000300.hdf5");
  // A disk at rest: what the step before found is where this one begins.
  const auto warm = talus({"solve", files[2].string(), "--guess", "file", "--json"}).json();
  EXPECT_EQ(warm["outcome"], "solved");
  EXPECT_TRUE(warm["notes"].empty()) << warm;
  const auto read = read_fclib(files[2]);
  const auto& p = std::get<AssembledProblem<2>>(read.problem);
  ASSERT_EQ(p.contact_count(), 1U);
  EXPECT_EQ(p.cone[0].mu, 0.5);
  // At rest only the step's weight approaches: q_N = -g h, and 1/W_NN is the mass.
  EXPECT_NEAR(p.q[0][0], -9.81e-3, 1e-9);
  EXPECT_NEAR(1 / p.w.diagonal(0)(0, 0), 2500 * M_PI * 0.01, 1e-9 * 80);
  const auto solved = talus({"solve", "results/problem-00000400.hdf5", "--json"});
  EXPECT_EQ(solved.json()["outcome"], "solved");
  // --force takes away what an earlier run dumped.
  EXPECT_EQ(talus({"run", "fall.yaml", "--out", "results", "--steps", "10", "--force"}).code, 0);
  EXPECT_TRUE(problem_files(folder() / "results").empty());
}

TEST_F(Program, DumpProblems_WritesUnconvergedStepsOnly) {
  write("fall.yaml", falling_disk());
  const Arguments run{"run",   "fall.yaml", "--steps",         "300",
                      "--out", "results",   "--dump-problems", "when=unconverged"};
  EXPECT_EQ(talus(run).code, 0);
  EXPECT_TRUE(problem_files(folder() / "results").empty());
  // Twenty boxes are too much for two sweeps.
  const auto f =
      talus({"run", "tower", "--steps", "3", "--out", "hard", "--json", "--dump-problems",
             "when=unconverged", "--set", "solver.method=nlgs", "--set", "solver.max_sweeps=2"});
  EXPECT_EQ(f.code, 0) << f.err;
  const auto missed = f.json()["unconverged_steps"].get<std::size_t>();
  EXPECT_GT(missed, 0U);
  EXPECT_EQ(problem_files(folder() / "hard").size(), missed);
}

/// Rolling resistance has no place in FCLIB's plane files; the run goes to its end all the same.
TEST_F(Program, DumpProblems_NeverEndsARun) {
  auto scene = falling_disk();
  const std::string friction = "friction: 0.5";
  const auto at = scene.find(friction);
  ASSERT_NE(at, std::string::npos) << scene;
  scene.insert(at + friction.size(), ", rolling: 0.01");
  write("roll.yaml", scene);
  const auto f = talus(
      {"run", "roll.yaml", "--out", "results", "--steps", "400", "--dump-problems", "every=50"});
  EXPECT_EQ(f.code, 0) << f.err;
  EXPECT_NE(f.err.find("3 steps (the first is 300) were not written"), std::string::npos) << f.err;
  EXPECT_TRUE(problem_files(folder() / "results").empty());
  EXPECT_TRUE(fs::exists(folder() / "results" / "summary.json"));
}

TEST_F(Program, DumpProblems_RefusesWhatItCannotDo) {
  write("fall.yaml", falling_disk());
  const auto nowhere = talus({"run", "fall.yaml", "--dump-problems", "every=5"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("--out"), std::string::npos);
  for (const char* choice : {"every=0", "every=x", "every=-3", "when=now", ""}) {
    const auto f = talus({"run", "fall.yaml", "--out", "results", "--dump-problems", choice});
    EXPECT_EQ(f.code, 2) << choice;
    EXPECT_FALSE(fs::exists(folder() / "results"));
  }
}

}  // namespace
}  // namespace talus::cli

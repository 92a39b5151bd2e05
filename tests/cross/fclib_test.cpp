// Problems other people wrote: all FCLIB files found beside the project, by the automatic solver.
// The files are not part of the project; without them there is nothing to do.

#include "talus/io/fclib.hpp"

#include "talus/solvers/assembled_solve.hpp"
#include "talus/solvers/way_out.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;

namespace talus {
namespace {

fs::path data_folder(const char* folder) {
  return fs::path(TALUS_SOURCE_DIR).parent_path() / "shared/data" / folder;
}

std::vector<fs::path> problem_files(const char* folder) {
  std::vector<fs::path> files;
  const fs::path all = data_folder(folder);
  if (!fs::is_directory(all)) return files;
  for (const auto& entry : fs::directory_iterator(all)) {
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The folder of the collection has all of it, or the tests would pass on nothing.
void expect_whole(const std::vector<fs::path>& files, std::size_t count) {
  EXPECT_EQ(files.size(), count) << "files are missing from the folder beside the project";
}

/// What is known to be out of reach of every solver tried: docs/solvers.md.
double tolerance_of(const fs::path& file) {
  return file.filename().string().rfind("RockPile", 0) == 0 ? 1e-6 : 1e-8;
}

void solve_all(const std::vector<fs::path>& files) {
  for (const auto& file : files) {
    const ProblemFile read = read_fclib(file);
    std::visit(
        [&]<int D>(const AssembledProblem<D>& problem) {
          AssembledOptions options;
          options.tolerance = tolerance_of(file);
          std::vector<Vec<D>> r;
          const auto report = solve_assembled<D>(problem, options, r);
          EXPECT_EQ(report.outcome, AssembledOutcome::solved)
              << file.filename() << ": " << report.path;
          EXPECT_LE(AssembledJudge<D>(problem)(r).natural, options.tolerance) << file.filename();
        },
        read.problem);
  }
}

TEST(ProblemsOfOthers, Library_IsSolved) {
  if (!fs::is_directory(data_folder("fclib"))) {
    GTEST_SKIP() << "no problem files beside the project";
  }
  const auto files = problem_files("fclib");
  expect_whole(files, 16);
  solve_all(files);
}

TEST(ProblemsOfOthers, Library_IsNotSaidToHaveNoAnswer) {
  if (!fs::is_directory(data_folder("fclib"))) {
    GTEST_SKIP() << "no problem files beside the project";
  }
  for (const auto& file : problem_files("fclib")) {
    const ProblemFile read = read_fclib(file);
    std::visit(
        [&]<int D>(const AssembledProblem<D>& problem) {
          EXPECT_FALSE(look_for_way_out<D>(problem, Deadline(20)).proved()) << file.filename();
        },
        read.problem);
  }
}

TEST(ProblemsOfOthers, Bridge_IsSolvedByLemke) {
  // Equal stones: degenerate, and with entries of W that are next to nothing but rounding. Cones of
  // four facets hold it as well as round ones.
  for (const auto& file : problem_files("fclib")) {
    if (file.filename().string().find("Bridge") == std::string::npos) continue;
    const ProblemFile read = read_fclib(file);
    const auto& problem = std::get<AssembledProblem<3>>(read.problem);
    AssembledOptions options;
    options.method = AssembledMethod::lemke;
    options.facets = 4;
    std::vector<Vec<3>> r;
    const auto report = solve_assembled<3>(problem, options, r);
    EXPECT_EQ(report.outcome, AssembledOutcome::solved) << report.path;
    return;
  }
  GTEST_SKIP() << "no problem files beside the project";
}

TEST(ProblemsOfOthers, Packings_AreSolved) {
  if (!fs::is_directory(data_folder("packs"))) {
    GTEST_SKIP() << "no problem files beside the project";
  }
  const auto files = problem_files("packs");
  expect_whole(files, 1);
  solve_all(files);
}

}  // namespace
}  // namespace talus

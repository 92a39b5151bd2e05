// The commands and what they are asked. Each returns an exit code; bad input is thrown.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace talus::app {

struct RunRequest {
  std::string scene;
  std::vector<std::string> settings;  ///< path=value
  std::optional<std::filesystem::path> out;
  std::optional<double> until;
  std::optional<std::int64_t> steps;
  std::optional<std::string> dump_problems;  ///< when=unconverged or every=N
  int threads = 0;                           ///< 0: one for each core
  bool json = false;
  bool strict = false;
  bool force = false;
  bool quiet = false;
};

struct CheckRequest {
  std::string scene;
  std::vector<std::string> settings;
};

struct EquilibriumRequest {
  std::string scene;
  std::vector<std::string> settings;
  bool all = false;  ///< list every answer, of small scenes in the plane
  bool json = false;
};

/// Which contacts a picture shows.
enum class ContactChoice { touching, all, none };

struct DrawRequest {
  std::string scene;
  std::vector<std::string> settings;
  std::filesystem::path svg;  ///< -: standard output
  std::string view = "iso";
  ContactChoice contacts = ContactChoice::touching;
  bool force = false;
};

struct SolveRequest {
  std::vector<std::filesystem::path> files;
  std::string solver = "auto";
  double tolerance = 1e-8;
  double max_seconds = 60;
  int facets = 16;
  bool json = false;
};

int run(const RunRequest& request);
int check(const CheckRequest& request);
int equilibrium(const EquilibriumRequest& request);
int draw(const DrawRequest& request);
int solve(const SolveRequest& request);
int list_scenes(bool names_only);
int list_laws();

std::string version_text();

}  // namespace talus::app

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
  std::optional<std::filesystem::path> resume;  ///< folder of an earlier run to go on with
  std::optional<double> until;
  std::optional<std::int64_t> steps;
  std::optional<std::string> dump_problems;  ///< when=unconverged or every=N
  int threads = 0;                           ///< 0: one for each core
  bool live = false;                         ///< shown in the browser meanwhile
  int port = 0;                              ///< of that page; 0: any free one
  bool no_open = false;
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

/// Where a picture goes: one of the two.
struct PictureRequest {
  std::optional<std::filesystem::path> svg;  ///< -: standard output
  std::optional<std::filesystem::path> png;
  bool force = false;
};

struct DrawRequest {
  std::string scene;  ///< or the folder of a run
  std::vector<std::string> settings;
  std::optional<double> at;  ///< time, of a run; the end by default
  PictureRequest picture;
  std::string view = "iso";
  ContactChoice contacts = ContactChoice::touching;
};

struct PlotRequest {
  std::filesystem::path folder;
  std::vector<std::string> bodies;  ///< whose motion is plotted too
  bool only_bodies = false;
  PictureRequest picture;
};

struct ViewRequest {
  std::filesystem::path folder;
  std::optional<std::filesystem::path> html;
  double max_megabytes = 100;  ///< of the file
  int port = 0;                ///< 0: any free one
  bool no_open = false;
  bool force = false;
  bool quiet = false;
};

struct ExportRequest {
  std::filesystem::path folder;
  std::optional<std::filesystem::path> out;  ///< the folder `export` in it by default
  bool vtk = false, csv = false, npz = false;
  std::optional<double> from, to;  ///< times
  std::int64_t every = 1;          ///< frames
  bool force = false;
  bool quiet = false;
};

struct SolveRequest {
  std::vector<std::filesystem::path> files;
  std::string solver = "auto";
  std::string guess = "zero";  ///< or file
  double tolerance = 1e-8;
  double max_seconds = 60;
  int facets = 16;
  int threads = 0;  ///< 0: one for each core
  bool json = false;
};

/// Throws BadInput for what is no number of threads.
void check_threads(int threads);

int run(const RunRequest& request);
int check(const CheckRequest& request);
int equilibrium(const EquilibriumRequest& request);
int draw(const DrawRequest& request);
int plot(const PlotRequest& request);
int solve(const SolveRequest& request);
int view(const ViewRequest& request);
int export_results(const ExportRequest& request);
int list_scenes(bool names_only);
int list_laws();

std::string version_text();

}  // namespace talus::app

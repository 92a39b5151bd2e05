// Results on disk, for the page.
#pragma once

#include "talus/io/interrupted.hpp"
#include "talus/viewer/run_packs.hpp"
#include "talus/viewer/view_source.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace talus::viewer {

/// Throws ResultsError when there are none, or damaged ones. Results that are still being written
/// are followed.
std::unique_ptr<ViewSource> open_results(const std::filesystem::path& folder);

struct HtmlOptions {
  std::size_t most_bytes = 100'000'000;  ///< of the file
};

/// What became of frames on their way to one file.
struct HtmlReport {
  std::size_t frames = 0, recorded = 0;
  std::size_t bytes = 0;
  Precision precision = Precision::full;
};

/// Writes one page with all the data in it, whole or not at all. Frames are kept in full precision
/// if that fits, else in single precision, else only every so many of them. `progress` is told how
/// many of how many frames are done, and ends the work by answering false. Throws ResultsError,
/// WriteError and Interrupted.
HtmlReport write_html(const std::filesystem::path& folder, const std::filesystem::path& file,
                      const HtmlOptions& options,
                      const std::function<bool(std::size_t, std::size_t)>& progress);

}  // namespace talus::viewer

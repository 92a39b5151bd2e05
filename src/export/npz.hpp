// A recorded run as arrays for NumPy.
#pragma once

#include "talus/export/frames.hpp"

#include <filesystem>

namespace talus {

inline constexpr const char* npz_file = "results.npz";

/// Writes results.npz into a folder, which must be there; it gets its name when it is whole. Holds
/// one frame in memory at a time. Throws ResultsError, WriteError and Interrupted.
ExportReport export_npz(const ResultsReader& reader, const std::filesystem::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress);

}  // namespace talus

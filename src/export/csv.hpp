// A recorded run as tables of text.
#pragma once

#include "talus/export/frames.hpp"

#include <filesystem>

namespace talus {

/// properties.csv: a row a body. bodies.csv and contacts.csv: a row a body, or contact, and frame.
/// steps.csv: a row a step, of the whole run.
inline constexpr const char* csv_files[] = {"properties.csv", "bodies.csv", "contacts.csv",
                                            "steps.csv"};

/// Writes them into a folder, which must be there; they get their names when all are whole. Holds
/// one frame in memory at a time. Throws ResultsError, WriteError and Interrupted.
ExportReport export_csv(const ResultsReader& reader, const std::filesystem::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress);

}  // namespace talus

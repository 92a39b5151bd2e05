// A recorded run for ParaView.
#pragma once

#include "talus/export/frames.hpp"

#include <filesystem>

namespace talus {

/// The names of what export_vtk makes: NAME.pvd, and NAME_NUMBER.vtp in the folder of frames.
inline constexpr const char* vtk_datasets[] = {"shapes", "bodies", "contacts", "forces"};
inline constexpr const char* vtk_frames_folder = "vtk";

/// Writes into a folder, which must be there, a file for each frame and dataset, and last of all
/// the four PVD files that name them: without these an export is not whole. Earlier files of these
/// names are removed first. Holds one frame in memory at a time. Throws ResultsError, WriteError
/// and Interrupted.
ExportReport export_vtk(const ResultsReader& reader, const std::filesystem::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress);

}  // namespace talus

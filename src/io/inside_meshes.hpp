// Bodies that begin wholly inside a closed mesh, where no surface is near to push them out.
#pragma once

#include "talus/contact/detect.hpp"
#include "talus/io/draft.hpp"

namespace talus::scenes {

/// `candidates`: what a search for contacts of the start left of pairs that are near each other;
/// `found`: the contacts it found, whose bodies are looked at elsewhere.
void check_inside_meshes(Draft<3>& draft, const DetectScratch<3>& candidates,
                         const Contacts<3>& found);

}  // namespace talus::scenes

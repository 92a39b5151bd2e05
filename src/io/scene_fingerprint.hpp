// A number that tells scenes apart, whatever files they were made of.
#pragma once

#include "talus/io/scene.hpp"

#include <cstdint>

namespace talus {

/// Equal for scenes that run alike: of the text with every default, the bodies, their shapes and
/// start, and of motions and loads over the time of the run.
template <int D>
std::uint64_t scene_fingerprint(const Scene<D>& scene);

}  // namespace talus

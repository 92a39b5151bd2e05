// The 32 bits of a contact id that say which features touch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace talus {

/// Features of a polytope are counted vertices first, then edges. One that has more than the bits
/// can name is refused when it is made.
inline constexpr std::size_t most_features = std::size_t{1} << 15;

/// A vertex of one shape on a flat of the other; crossing edges; any other two features.
enum class FeatureKind : std::uint32_t { vertex_of_a, vertex_of_b, edges, others };

inline std::uint32_t feature_of(FeatureKind kind, std::size_t of_a, std::size_t of_b) {
  return static_cast<std::uint32_t>(kind) << 30 | static_cast<std::uint32_t>(of_a) << 15 |
         static_cast<std::uint32_t>(of_b);
}

}  // namespace talus

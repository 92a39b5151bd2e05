// The 32 bits of a contact id that say which features touch.
#pragma once

#include <cstdint>

namespace talus {

/// A vertex of one shape on a flat of the other; crossing edges; any other two features. Features
/// of a polytope are counted vertices first, then edges.
enum class FeatureKind : std::uint32_t { vertex_of_a, vertex_of_b, edges, others };

inline std::uint32_t feature_of(FeatureKind kind, std::size_t of_a, std::size_t of_b) {
  constexpr std::uint32_t mask = (1U << 15) - 1;
  return static_cast<std::uint32_t>(kind) << 30 | (static_cast<std::uint32_t>(of_a) & mask) << 15 |
         (static_cast<std::uint32_t>(of_b) & mask);
}

}  // namespace talus

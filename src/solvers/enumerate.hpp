// All answers of a small contact problem in the plane, by trying every combination of statuses
// (row A15: plurality reported instead of hidden). Exponential, so for a few contacts only.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// Of a contact in an answer; forward: it slips along its tangent.
enum class TriedStatus : std::uint8_t { open, sticking, forward, backward };

struct EnumeratedAnswer {
  std::vector<TriedStatus> status;
  std::vector<Vec<2>> r;    ///< canonical; some that fit where they are not determined
  std::vector<Twist<2>> v;  ///< block velocities
};

/// 4^8 linear systems take about a second.
inline constexpr std::size_t most_enumerated = 8;

/// Answers with different velocities, in the order of their statuses. Contacts must be cones
/// (has_cones_only) and no more than most_enumerated. Where impulses are not determined some that
/// fit are searched for by projections: an answer that fits just barely may be missed there.
std::vector<EnumeratedAnswer> enumerate_answers(const ContactProblem<2>& problem);

}  // namespace talus

// "Did you mean …?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace talus::scenes {

/// Edits (insertions, deletions, substitutions, swaps of neighbours) that turn one word into the
/// other: the Damerau–Levenshtein distance in its restricted form.
int edit_distance(std::string_view a, std::string_view b);

/// The nearest candidate, at most two edits away and fewer for short words; empty when none is.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "; did you mean 'x'?", or the empty string.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace talus::scenes

// talus laws

#include "talus/laws/impact_law.hpp"
#include "talus/laws/law_book.hpp"

#include "commands.hpp"
#include "exit_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::app {

namespace {

/// "a number not below 0", with its unit and what happens when it is not given.
std::string accepted(const LawParameter& p) {
  const auto kind = [&]() -> std::string {
    switch (p.kind) {
      case ParameterKind::not_negative: return "0 or more";
      case ParameterKind::positive: return "above 0";
      case ParameterKind::from_0_to_1: return "0 to 1";
      case ParameterKind::from_half_to_1: return "0.5 to 1";
      case ParameterKind::at_least_1: return "1 or more";
      case ParameterKind::direction: return "[x, y, z]";
      case ParameterKind::table:
      case ParameterKind::fractions: return "[[x, y], ..]";
      case ParameterKind::corners: return "[[a, b], ..]";
      case ParameterKind::word: return fmt::format("{}", fmt::join(p.words, ", "));
    }
    return "";
  };
  std::string text = kind();
  if (!p.unit.empty()) text += fmt::format("  [{}]", p.unit);
  if (p.otherwise && p.words.empty()) text += fmt::format("  default {}", *p.otherwise);
  return text;
}

}  // namespace

int list_laws() {
  for (const auto& entry : law_book()) {
    std::string written = "{..}";
    if (entry.parameters.empty()) written = entry.name;
    if (!entry.alone.empty()) written = entry.parameters.size() > 1 ? "number or {..}" : "number";
    fmt::print("{}: {}  {}{} (docs/laws/{}.md)\n", entry.part, written, entry.meaning,
               entry.space_only ? "; space only" : "", entry.page);
    for (const auto& p : entry.parameters) {
      fmt::print("    {:<21} {}\n    {:<21}   {}\n", p.key, p.meaning, "", accepted(p));
    }
  }
  fmt::print(
      "impact: name or {{law: name, energy: never_created}}  what shocks of all contacts of a "
      "step do together (docs/laws/impacts.md)\n");
  for (const auto& entry : impact_book) {
    fmt::print("    {:<21} {}\n    {:<21}   {}\n", entry.name, entry.meaning, "",
               entry.creates.empty() ? "never creates energy"
                                     : fmt::format("may create energy: {}", entry.creates));
  }
  return exit_done;
}

}  // namespace talus::app

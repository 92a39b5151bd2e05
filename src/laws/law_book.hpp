// The registry of contact laws: names, parameters, units and limits in one table, from which scenes
// are read, `talus laws` prints, and tests find the pages of docs/laws.
#pragma once

#include "talus/laws/contact_law.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// What a parameter may be.
enum class ParameterKind : std::uint8_t {
  not_negative,
  positive,
  from_0_to_1,
  from_half_to_1,
  at_least_1,
  direction,  ///< vector in space, not zero
  table,      ///< rows [x, y]: x increases, y is not negative
  fractions,  ///< the same with y from 0 to 1
  corners,    ///< of a convex polygon around the origin, counter-clockwise
  word        ///< one of `words`
};

struct LawParameter {
  std::string_view key;
  ParameterKind kind = ParameterKind::not_negative;
  std::string_view unit;  ///< in F (force), L, T; empty: a number
  std::string_view meaning;
  std::optional<double> otherwise = std::nullopt;  ///< when not given; none: required
  std::vector<std::string_view> words = {};        ///< the first when not given
};

/// Values of a law's parameters, all checked against their kinds.
class LawValues {
 public:
  struct Value {
    std::string_view key;
    double number = 0;
    std::string_view word = {};
    Vec<3> direction = Vec<3>::UnitX();
    std::vector<Vec<2>> rows = {};
  };

  void add(Value value) { values_.push_back(std::move(value)); }
  const Value& operator[](std::string_view key) const;

 private:
  std::vector<Value> values_;
};

/// What is wrong with values that are right one by one.
struct LawObjection {
  std::string_view key;
  std::string message;
};

struct LawEntry {
  std::string_view part;  ///< key of a scene's contact law
  std::string_view name;  ///< word that chooses it where it has no parameters
  std::string_view page;  ///< docs/laws/PAGE.md
  std::string_view meaning;
  std::string_view alone;  ///< parameter that a bare number gives; may be empty
  bool space_only = false;
  std::vector<LawParameter> parameters;
  void (*put)(const LawValues&, ContactLaw&) = nullptr;
  std::optional<LawObjection> (*objection)(const LawValues&) = nullptr;
};

/// All laws, those of one part together, the plain one first.
const std::vector<LawEntry>& law_book();

}  // namespace talus

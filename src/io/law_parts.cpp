#include "talus/io/law_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace talus::scenes {

namespace {

constexpr NumberRule from_half_to_1{0.5, false, 1, "a number from 0.5 to 1"};
constexpr NumberRule at_least_1{1, false, std::numeric_limits<double>::infinity(),
                                "a number not below 1"};

const NumberRule& rule_of(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::positive: return positive;
    case ParameterKind::from_0_to_1: return from_0_to_1;
    case ParameterKind::from_half_to_1: return from_half_to_1;
    case ParameterKind::at_least_1: return at_least_1;
    default: return not_negative;
  }
}

std::vector<std::string_view> keys_of(const LawEntry& entry) {
  std::vector<std::string_view> keys;
  for (const auto& p : entry.parameters) keys.push_back(p.key);
  return keys;
}

/// "a number, {along, across, direction} or sticking": all ways to write a part.
std::string ways_to_write(std::string_view part) {
  std::vector<std::string> ways;
  for (const auto& entry : law_book()) {
    if (entry.part != part) continue;
    if (!entry.alone.empty()) ways.emplace_back("a number");
    if (entry.parameters.empty()) {
      ways.emplace_back(entry.name);
    } else if (entry.alone.empty() || entry.parameters.size() > 1) {
      ways.push_back(fmt::format("{{{}}}", fmt::join(keys_of(entry), ", ")));
    }
  }
  if (ways.size() == 1) return ways[0];
  const std::string last = ways.back();
  ways.pop_back();
  return fmt::format("{} or {}", fmt::join(ways, ", "), last);
}

/// The law of the part that shares most keys with the map; the first of several.
const LawEntry* choose(const Reader& map, std::string_view part) {
  const LawEntry* best = nullptr;
  std::ptrdiff_t most = 0;
  for (const auto& entry : law_book()) {
    if (entry.part != part) continue;
    const auto keys = keys_of(entry);
    const auto shared =
        std::count_if(keys.begin(), keys.end(), [&](std::string_view key) { return map.has(key); });
    if (shared <= most) continue;
    most = shared;
    best = &entry;
  }
  return best;
}

std::vector<Vec<2>> read_rows(const Reader& list, ParameterKind kind) {
  std::vector<Vec<2>> rows;
  for (const auto& row : list.items()) {
    const Vec<2> point = row.vector<2>();
    if (kind != ParameterKind::corners) {
      if (!rows.empty() && point[0] <= rows.back()[0]) {
        row.error(fmt::format("the first column must increase: {} does not follow {}", point[0],
                              rows.back()[0]));
      }
      if (point[1] < 0) row.error(fmt::format("a coefficient is not negative: {}", point[1]));
      if (kind == ParameterKind::fractions && point[1] > 1) {
        row.error(fmt::format("a coefficient of restitution is not above 1: {}", point[1]));
      }
    }
    rows.push_back(point);
  }
  if (rows.empty()) list.error("expected rows of two numbers, found none");
  return rows;
}

std::string_view read_word(const Reader& value, const std::vector<std::string_view>& words) {
  const std::string text = value.is(Node::Kind::scalar) ? value.text() : "";
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return *found;
  value.expected(fmt::format("one of {}", fmt::join(words, ", ")));
  return words.front();
}

void read_value(const Reader& given, const LawParameter& parameter, LawValues::Value& out) {
  switch (parameter.kind) {
    case ParameterKind::direction: out.direction = given.direction<3>(); break;
    case ParameterKind::table:
    case ParameterKind::fractions:
    case ParameterKind::corners: out.rows = read_rows(given, parameter.kind); break;
    case ParameterKind::word: out.word = read_word(given, parameter.words); break;
    default: out.number = given.number(rule_of(parameter.kind));
  }
}

/// A parameter of the map, its default written into the document; false, with a complaint, when it
/// is missing.
bool read_parameter(const Reader& map, const LawParameter& parameter, LawValues& values) {
  LawValues::Value value;
  value.key = parameter.key;
  if (!map.has(parameter.key) && parameter.otherwise) {
    map.fill(parameter.key, parameter.words.empty()
                                ? Node::number(*parameter.otherwise)
                                : Node::scalar(std::string(parameter.words.front())));
  }
  const auto given = map.require(
      parameter.key, parameter.words.empty() ? ""
                                             : fmt::format("{}: {}", parameter.meaning,
                                                           fmt::join(parameter.words, ", ")));
  if (given) read_value(*given, parameter, value);
  values.add(std::move(value));
  return given.has_value();
}

/// The parameter that a bare number gives, and the defaults of the others.
void read_alone(const Reader& number, const LawEntry& entry, LawValues& values) {
  for (const auto& parameter : entry.parameters) {
    LawValues::Value value;
    value.key = parameter.key;
    if (parameter.key == entry.alone) {
      read_value(number, parameter, value);
    } else {
      value.number = *parameter.otherwise;
      if (!parameter.words.empty()) value.word = parameter.words.front();
    }
    values.add(std::move(value));
  }
}

const LawEntry* find(std::string_view part, const Reader& value) {
  if (value.is(Node::Kind::map)) return choose(value, part);
  const LawEntry* alone = nullptr;
  for (const auto& entry : law_book()) {
    if (entry.part != part) continue;
    if (entry.parameters.empty() && value.is(Node::Kind::scalar) && value.text() == entry.name) {
      return &entry;
    }
    if (!entry.alone.empty() && alone == nullptr) alone = &entry;
  }
  return alone;
}

}  // namespace

std::vector<std::string_view> law_parts() {
  std::vector<std::string_view> parts;
  for (const auto& entry : law_book()) {
    if (parts.empty() || parts.back() != entry.part) parts.push_back(entry.part);
  }
  return parts;
}

void read_law_part(const Reader& value, std::string_view part, int dimension, ContactLaw& law) {
  const LawEntry* entry = find(part, value);
  if (entry == nullptr) return value.error("expected " + ways_to_write(part));
  const std::size_t before = value.complaints().errors();
  LawValues values;
  if (value.is(Node::Kind::map)) {
    value.map(keys_of(*entry));
    for (const auto& parameter : entry->parameters) read_parameter(value, parameter, values);
  } else {
    read_alone(value, *entry, values);
  }
  if (entry->space_only && dimension == 2) {
    value.error(
        part == "friction"
            ? "friction that depends on the direction needs dimension: 3; in the plane there is "
              "only one"
            : "bodies of the plane do not turn about the normal; dimension: 3 is needed");
  }
  if (value.complaints().errors() != before) return;
  if (entry->objection != nullptr) {
    if (const auto objection = entry->objection(values)) {
      const auto place = value.find(objection->key);
      return (place ? *place : value).error(objection->message);
    }
  }
  entry->put(values, law);
}

}  // namespace talus::scenes

// Scalars and vectors of a document.
#include "talus/io/reader.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace talus::scenes {

namespace {

/// Integers up to here are the same as a double and as an integer.
constexpr double exact_integers = 9007199254740992.0;  // 2^53

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return text;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string numbers_wanted(int size) {
  constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  if (size == 4) return "4 numbers [w, x, y, z]";
  std::string list;
  for (int i = 0; i < size && i < 3; ++i) {
    list += fmt::format("{}{}", i == 0 ? "" : ", ", axes[static_cast<std::size_t>(i)]);
  }
  return fmt::format("{} numbers [{}]", size, list);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view size = negative ? text.substr(1) : text;
  if (size == ".inf" || size == ".Inf" || size == ".INF") {
    const double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  if (size == ".nan" || size == ".NaN" || size == ".NAN") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  if (failure != std::errc()) return std::nullopt;
  return value;
}

double Reader::checked(std::optional<double> value, const NumberRule& rule) const {
  const bool inside = value && std::isfinite(*value) && *value <= rule.high &&
                      (rule.above_low ? *value > rule.low : *value >= rule.low);
  if (inside) return *value;
  if (value && !std::isfinite(*value)) {
    error(fmt::format("expected {}, found '{}', which is not finite", rule.what, node_->text));
  } else {
    expected(rule.what);
  }
  return 1;
}

double Reader::number(const NumberRule& rule) const {
  return checked(is(Node::Kind::scalar) ? parse_number(node_->text) : std::nullopt, rule);
}

double Reader::angle() const {
  constexpr NumberRule rule{.what = "an angle (radians, or text such as '30 deg')"};
  if (!is(Node::Kind::scalar)) return checked(std::nullopt, rule);
  std::string_view text = node_->text;
  double unit = 1;
  if (ends_with(text, "deg")) {
    unit = std::numbers::pi / 180;
    text.remove_suffix(3);
  } else if (ends_with(text, "rad")) {
    text.remove_suffix(3);
  }
  return unit * checked(parse_number(trimmed(text)), rule);
}

std::int64_t Reader::integer(std::int64_t least) const {
  const auto value = is(Node::Kind::scalar) ? parse_number(node_->text) : std::nullopt;
  const bool whole = value && std::abs(*value) <= exact_integers && std::trunc(*value) == *value;
  if (whole && *value >= static_cast<double>(least)) return static_cast<std::int64_t>(*value);
  expected(fmt::format("a whole number from {} on", least));
  return least;
}

bool Reader::flag() const {
  return choice<bool>({{"true", true},
                       {"false", false},
                       {"yes", true},
                       {"no", false},
                       {"on", true},
                       {"off", false}});
}

std::string Reader::text() const {
  if (is(Node::Kind::scalar) && !node_->text.empty()) return node_->text;
  expected("a text");
  return "";
}

std::vector<double> Reader::numbers() const {
  std::vector<double> out;
  if (!is(Node::Kind::list)) {
    expected("a list of numbers");
    return out;
  }
  for (const auto& item : items()) out.push_back(item.number());
  return out;
}

void Reader::read_vector(double* out, int size) const {
  if (!is(Node::Kind::list)) {
    expected(numbers_wanted(size));
    return;
  }
  const auto given = items();
  if (given.size() != static_cast<std::size_t>(size)) {
    error(fmt::format("expected {}, found {} of them", numbers_wanted(size), given.size()));
    return;
  }
  for (int i = 0; i < size; ++i) out[i] = given[static_cast<std::size_t>(i)].number();
}

}  // namespace talus::scenes

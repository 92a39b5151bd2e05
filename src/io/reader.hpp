// A checked view of one node of a document: knows its path, says what it expected and what it
// found, and writes the defaults it uses into the document.
#pragma once

#include "talus/io/document.hpp"
#include "talus/math/dim.hpp"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace talus::scenes {

/// Which numbers are accepted. Infinite ones and NaN never are.
struct NumberRule {
  double low = -std::numeric_limits<double>::infinity();
  bool above_low = false;  ///< the lower bound itself is left out
  double high = std::numeric_limits<double>::infinity();
  std::string_view what = "a number";
};

inline constexpr NumberRule any_number{};
inline constexpr NumberRule positive{0, true, std::numeric_limits<double>::infinity(),
                                     "a positive number"};
inline constexpr NumberRule not_negative{0, false, std::numeric_limits<double>::infinity(),
                                         "a number not below 0"};
inline constexpr NumberRule from_0_to_1{0, false, 1, "a number from 0 to 1"};

template <class E>
using Choices = std::initializer_list<std::pair<std::string_view, E>>;

/// Every read returns some value even when it complains, so that reading goes on; callers compare
/// the number of complaints before using what they read.
class Reader {
 public:
  Reader(Node& node, std::string path, Complaints& complaints)
      : node_(&node), path_(std::move(path)), complaints_(&complaints) {}

  const Place& place() const { return node_->place; }
  const std::string& path() const { return path_; }
  Node& node() const { return *node_; }
  Complaints& complaints() const { return *complaints_; }
  bool is(Node::Kind kind) const { return node_->kind == kind; }

  /// Complains about this node: "path: message".
  void error(const std::string& message) const;
  void expected(std::string_view what) const;
  /// Names the nearest of them, where one is near.
  void expected_one_of(const std::vector<std::string>& words) const;

  // Scalars.
  double number(const NumberRule& rule = any_number) const;
  /// Radians, or text such as "30 deg".
  double angle() const;
  std::int64_t integer(std::int64_t least) const;
  bool flag() const;
  std::string text() const;
  template <class E>
  E choice(Choices<E> choices) const {
    std::vector<std::string> words;
    for (const auto& c : choices) {
      if (is(Node::Kind::scalar) && node_->text == c.first) return c.second;
      words.emplace_back(c.first);
    }
    expected_one_of(words);
    return choices.begin()->second;
  }

  // Lists.
  std::vector<Reader> items() const;
  std::vector<double> numbers() const;
  template <int N>
  Vec<N> vector() const {
    Vec<N> v = Vec<N>::Zero();
    read_vector(v.data(), N);
    return v;
  }
  /// A vector that is not zero, scaled to length 1.
  template <int N>
  Vec<N> direction() const {
    const Vec<N> v = vector<N>();
    const double length = v.norm();
    if (length > 0) return v / length;
    if (is(Node::Kind::list)) error("this vector has length 0 and so no direction");
    return Vec<N>::Unit(N - 1);
  }

  // Maps.
  /// Whether this is a map (nothing counts as an empty one); complains about keys not in the list.
  bool map(const std::vector<std::string_view>& keys) const;
  bool has(std::string_view key) const { return node_->find(key) != nullptr; }
  std::optional<Reader> find(std::string_view key) const;
  /// Complains when the key is missing; `why` may tell what to write.
  std::optional<Reader> require(std::string_view key, std::string_view why = "") const;
  /// Complains when two keys that exclude each other are given.
  void not_both(std::string_view a, std::string_view b) const;

  // Values of a map, with defaults that are written into the document.
  double number_or(std::string_view key, double fallback,
                   const NumberRule& rule = any_number) const;
  double angle_or(std::string_view key, double fallback) const;
  std::int64_t integer_or(std::string_view key, std::int64_t fallback, std::int64_t least) const;
  bool flag_or(std::string_view key, bool fallback) const;
  std::string text_or(std::string_view key, const std::string& fallback) const;
  template <class E>
  E choice_or(std::string_view key, std::string_view fallback, Choices<E> choices) const {
    if (!has(key)) fill(key, Node::scalar(std::string(fallback)));
    return find(key)->choice(choices);
  }
  template <int N>
  Vec<N> vector_or(std::string_view key, const Vec<N>& fallback) const {
    if (!has(key)) fill(key, vector_node(fallback.data(), N));
    return find(key)->template vector<N>();
  }
  double require_number(std::string_view key, const NumberRule& rule = any_number) const;
  template <int N>
  Vec<N> require_vector(std::string_view key) const {
    const auto found = require(key);
    return found ? found->template vector<N>() : Vec<N>(Vec<N>::Zero());
  }

  /// Adds an entry to the map.
  void fill(std::string_view key, Node value) const;
  static Node vector_node(const double* data, int size);

 private:
  std::string where() const { return path_.empty() ? "the scene" : path_; }
  std::string found() const;
  std::string path_to(std::string_view key) const;
  void read_vector(double* out, int size) const;
  double checked(std::optional<double> value, const NumberRule& rule) const;

  Node* node_;
  std::string path_;
  Complaints* complaints_;
};

/// A decimal number filling the whole text; also YAML's .inf and .nan.
std::optional<double> parse_number(std::string_view text);

}  // namespace talus::scenes

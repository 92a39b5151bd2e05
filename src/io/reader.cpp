#include "talus/io/reader.hpp"

#include "talus/io/suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::scenes {

void Reader::error(const std::string& message) const {
  complaints_->error(place(), path_.empty() ? message : fmt::format("{}: {}", path_, message));
}

std::string Reader::found() const {
  switch (node_->kind) {
    case Node::Kind::nothing: return "nothing";
    case Node::Kind::scalar: return fmt::format("'{}'", node_->text);
    case Node::Kind::list: return "a list";
    case Node::Kind::map: return "a map";
  }
  return "";
}

void Reader::expected(std::string_view what) const {
  error(fmt::format("expected {}, found {}", what, found()));
}

void Reader::expected_one_of(const std::vector<std::string>& words) const {
  const std::string hint = is(Node::Kind::scalar) ? did_you_mean(node_->text, words) : "";
  error(fmt::format("expected {}{}, found {}{}", words.size() > 1 ? "one of " : "",
                    fmt::join(words, ", "), found(), hint));
}

std::vector<Reader> Reader::items() const {
  std::vector<Reader> out;
  if (!is(Node::Kind::list)) {
    if (!is(Node::Kind::nothing)) expected("a list");
    return out;
  }
  out.reserve(node_->items.size());
  for (std::size_t i = 0; i < node_->items.size(); ++i) {
    out.emplace_back(node_->items[i], fmt::format("{}[{}]", path_, i), *complaints_);
  }
  return out;
}

bool Reader::map(const std::vector<std::string_view>& keys) const {
  if (is(Node::Kind::nothing)) node_->kind = Node::Kind::map;
  if (!is(Node::Kind::map)) {
    expected("a map");
    return false;
  }
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const auto& entry : node_->entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    std::string hint = did_you_mean(entry.key, known);
    if (hint.empty()) hint = fmt::format("; keys here: {}", fmt::join(known, ", "));
    complaints_->error(entry.place,
                       fmt::format("unknown key '{}' in {}{}", entry.key, where(), hint));
  }
  return true;
}

std::string Reader::path_to(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::optional<Reader> Reader::find(std::string_view key) const {
  Entry* entry = node_->find(key);
  if (entry == nullptr) return std::nullopt;
  return Reader(entry->value, path_to(key), *complaints_);
}

std::optional<Reader> Reader::require(std::string_view key, std::string_view why) const {
  auto reader = find(key);
  if (!reader) {
    complaints_->error(place(), fmt::format("missing key '{}' in {}{}{}", key, where(),
                                            why.empty() ? "" : "; ", why));
  }
  return reader;
}

void Reader::not_both(std::string_view a, std::string_view b) const {
  const Entry* second = node_->find(b);
  if (!has(a) || second == nullptr) return;
  complaints_->error(second->place,
                     fmt::format("'{}' and '{}' cannot both be given in {}", a, b, where()));
}

void Reader::fill(std::string_view key, Node value) const {
  value.place = node_->place;
  node_->entries.push_back({std::string(key), node_->place, std::move(value)});
}

Node Reader::vector_node(const double* data, int size) {
  std::vector<Node> items;
  items.reserve(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) items.push_back(Node::number(data[i]));
  return Node::list(std::move(items));
}

double Reader::number_or(std::string_view key, double fallback, const NumberRule& rule) const {
  if (!has(key)) fill(key, Node::number(fallback));
  return find(key)->number(rule);
}

double Reader::angle_or(std::string_view key, double fallback) const {
  if (!has(key)) fill(key, Node::number(fallback));
  return find(key)->angle();
}

std::int64_t Reader::integer_or(std::string_view key, std::int64_t fallback,
                                std::int64_t least) const {
  if (!has(key)) fill(key, Node::scalar(fmt::format("{}", fallback)));
  return find(key)->integer(least);
}

bool Reader::flag_or(std::string_view key, bool fallback) const {
  if (!has(key)) fill(key, Node::scalar(fallback ? "true" : "false"));
  return find(key)->flag();
}

std::string Reader::text_or(std::string_view key, const std::string& fallback) const {
  if (!has(key)) fill(key, Node::scalar(fallback));
  return find(key)->text();
}

double Reader::require_number(std::string_view key, const NumberRule& rule) const {
  const auto reader = require(key);
  return reader ? reader->number(rule) : 1;
}

}  // namespace talus::scenes

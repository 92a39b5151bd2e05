#include "talus/io/overrides.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

class Walker {
 public:
  Walker(const Override& change, Complaints& complaints)
      : change_(change),
        place_{std::make_shared<const std::string>("--set " + change.path), 0, 0},
        complaints_(complaints) {}

  void apply(Node& root) {
    const auto steps = split_path(change_.path);
    if (steps.empty()) {
      return complain("not a path; write it as solver.tolerance or bodies[3].position");
    }
    Node* node = &root;
    std::string walked;
    for (const auto& step : steps) {
      node = enter(*node, step, walked);
      if (node == nullptr) return;
      walked += step.is_index ? fmt::format("[{}]", step.key)
                              : fmt::format("{}{}", walked.empty() ? "" : ".", step.key);
    }
    Complaints syntax;
    Node value = parse_document(change_.value, *place_.file, syntax);
    if (syntax.errors() > 0) {
      return complain(fmt::format("the value '{}' is not valid YAML", change_.value));
    }
    forget_lines(value);
    *node = std::move(value);
  }

 private:
  void complain(const std::string& message) { complaints_.error(place_, message); }

  Node* enter(Node& node, const PathStep& step, const std::string& walked) {
    const std::string where = walked.empty() ? "the scene" : walked;
    if (node.kind == Kind::list) return entry_of_list(node, step, where);
    if (node.kind == Kind::nothing && !step.is_index) node.kind = Kind::map;
    if (node.kind != Kind::map) {
      complain(fmt::format("{} is a single value, it has no '{}'", where, step.key));
      return nullptr;
    }
    if (step.is_index) {
      complain(fmt::format("{} is a map, not a list; it has no [{}]", where, step.key));
      return nullptr;
    }
    if (Entry* entry = node.find(step.key); entry != nullptr) return &entry->value;
    node.entries.push_back({step.key, place_, {}});
    node.entries.back().value.place = place_;
    return &node.entries.back().value;
  }

  Node* entry_of_list(Node& list, const PathStep& step, const std::string& where) {
    std::size_t index = 0;
    const char* end = step.key.data() + step.key.size();
    const auto [stop, failure] = std::from_chars(step.key.data(), end, index);
    if (stop == end && failure == std::errc()) {
      if (index < list.items.size()) return &list.items[index];
      complain(fmt::format("{} has {} entries, counted from 0; there is no [{}]", where,
                           list.items.size(), step.key));
      return nullptr;
    }
    for (auto& item : list.items) {
      const Entry* name = item.find("name");
      if (name != nullptr && name->value.text == step.key) return &item;
    }
    complain(fmt::format("no entry of {} has the name '{}'", where, step.key));
    return nullptr;
  }

  /// A place within a value of the command line helps nobody.
  static void forget_lines(Node& node) {
    node.place.line = node.place.column = 0;
    for (auto& item : node.items) forget_lines(item);
    for (auto& entry : node.entries) {
      entry.place.line = entry.place.column = 0;
      forget_lines(entry.value);
    }
  }

  const Override& change_;
  Place place_;
  Complaints& complaints_;
};

}  // namespace

std::vector<PathStep> split_path(const std::string& path) {
  std::vector<PathStep> steps;
  std::size_t i = 0;
  while (i < path.size()) {
    if (path[i] == '[') {
      const std::size_t close = path.find(']', i);
      if (close == std::string::npos || close == i + 1) return {};
      steps.push_back({path.substr(i + 1, close - i - 1), true});
      i = close + 1;
      if (i < path.size() && path[i] != '.' && path[i] != '[') return {};
      continue;
    }
    if (path[i] == '.') {
      if (steps.empty()) return {};
      ++i;
    } else if (!steps.empty()) {
      return {};
    }
    const std::size_t end = std::min(path.find_first_of(".[", i), path.size());
    if (end == i) return {};
    steps.push_back({path.substr(i, end - i), false});
    i = end;
  }
  return steps;
}

void apply_overrides(const std::vector<Override>& overrides, Node& root, Complaints& complaints) {
  for (const auto& change : overrides) Walker(change, complaints).apply(root);
}

}  // namespace talus::scenes

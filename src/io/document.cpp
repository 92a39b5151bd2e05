#include "talus/io/document.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

namespace talus::scenes {

namespace {

/// Copies made for aliases end here: a few nested aliases can name more nodes than any memory
/// holds.
constexpr std::size_t most_alias_copies = 1'000'000;

std::size_t count_nodes(const Node& node) {
  std::size_t n = 1;
  for (const auto& item : node.items) n += count_nodes(item);
  for (const auto& entry : node.entries) n += count_nodes(entry.value);
  return n;
}

/// Builds the tree from yaml-cpp's events. Its own node type would silently keep one of two equal
/// keys and forget where keys are.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::shared_ptr<const std::string> file, Complaints& complaints)
      : file_(std::move(file)), complaints_(complaints) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark&, const std::string&) override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    put(make(Node::Kind::nothing, mark), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node = make(Node::Kind::scalar, mark);
    node.text = value;
    put(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw YAML::ParserException(mark, "this alias contains itself");
    copies_ += count_nodes(found->second);
    if (copies_ > most_alias_copies) throw YAML::ParserException(mark, "too many aliases");
    put(found->second, 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_.push_back({make(Node::Kind::list, mark), anchor, {}, false});
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_.push_back({make(Node::Kind::map, mark), anchor, {}, false});
  }
  void OnMapEnd() override {
    merge(open_.back().node);
    close();
  }

 private:
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    Node key;
    bool has_key;
  };

  Node make(Node::Kind kind, const YAML::Mark& mark) const {
    Node node;
    node.kind = kind;
    node.place = {file_, mark.line + 1, mark.column + 1};
    return node;
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    put(std::move(done.node), done.anchor);
  }

  void put(Node node, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::list) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      parent.key = std::move(node);
      parent.has_key = true;
    } else {
      parent.has_key = false;
      add_entry(parent.node, parent.key, std::move(node));
    }
  }

  void add_entry(Node& map, const Node& key, Node value) {
    if (key.kind != Node::Kind::scalar) {
      complaints_.error(key.place, "a key must be a word, not a list, a map or nothing");
      return;
    }
    if (const Entry* earlier = map.find(key.text); earlier != nullptr) {
      complaints_.error(key.place, fmt::format("key '{}' was given before, at line {}", key.text,
                                               earlier->place.line));
      return;
    }
    map.entries.push_back({key.text, key.place, std::move(value)});
  }

  /// YAML's merge key: `<<: *defaults` adds the entries that are not given.
  static void merge(Node& map) {
    Entry* found = map.find("<<");
    if (found == nullptr) return;
    Node source = std::move(found->value);
    map.entries.remove_if([](const Entry& e) { return e.key == "<<"; });
    std::vector<Node> maps;
    if (source.kind == Node::Kind::list) {
      maps = std::move(source.items);
    } else {
      maps.push_back(std::move(source));
    }
    for (auto& from : maps) {
      for (auto& entry : from.entries) {
        if (map.find(entry.key) == nullptr) map.entries.push_back(std::move(entry));
      }
    }
  }

  std::shared_ptr<const std::string> file_;
  Complaints& complaints_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t copies_ = 0;
  Node root_;
};

Diagnostic diagnostic(const Place& place, std::string message) {
  return {place.file ? *place.file : "", place.line, place.column, std::move(message)};
}

}  // namespace

Node Node::scalar(std::string text) {
  Node node;
  node.kind = Kind::scalar;
  node.text = std::move(text);
  return node;
}

Node Node::number(double value) { return scalar(fmt::format("{}", value)); }

Node Node::list(std::vector<Node> items) {
  Node node;
  node.kind = Kind::list;
  node.items = std::move(items);
  return node;
}

Entry* Node::find(std::string_view key) {
  for (auto& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

void Complaints::error(const Place& place, std::string message) {
  errors_.push_back(diagnostic(place, std::move(message)));
}

void Complaints::warn(const Place& place, std::string message) {
  warnings_.push_back(diagnostic(place, std::move(message)));
}

void Complaints::throw_if_any() {
  if (errors_.empty()) return;
  std::stable_sort(errors_.begin(), errors_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  throw SceneError(std::move(errors_));
}

Node parse_document(const std::string& text, const std::string& file, Complaints& complaints) {
  const auto name = std::make_shared<const std::string>(file);
  TreeBuilder builder(name, complaints);
  try {
    std::istringstream input(text);
    YAML::Parser parser(input);
    parser.HandleNextDocument(builder);
    TreeBuilder rest(name, complaints);
    if (parser.HandleNextDocument(rest)) {
      complaints.error(rest.take().place, "a second document ('---'); a scene is one document");
    }
  } catch (const YAML::Exception& e) {
    const bool placed = !e.mark.is_null();
    complaints.error({name, placed ? e.mark.line + 1 : 0, placed ? e.mark.column + 1 : 0},
                     fmt::format("not valid YAML: {}", e.msg));
  }
  Node root = builder.take();
  if (!root.place.file) root.place.file = name;
  return root;
}

}  // namespace talus::scenes

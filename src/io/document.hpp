// A YAML document as a tree that remembers where each part was written, and that can be completed
// with defaults and written out again.
#pragma once

#include "talus/io/scene.hpp"

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace talus::scenes {

/// A place in a file; line and column count from 1, 0 means the file as a whole.
struct Place {
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;
};

struct Entry;

struct Node {
  enum class Kind : std::uint8_t { nothing, scalar, list, map };

  Kind kind = Kind::nothing;
  std::string text;          ///< of a scalar
  std::vector<Node> items;   ///< of a list
  std::list<Entry> entries;  ///< of a map, in the order written; references to them last
  Place place;
  std::string comment;  ///< written above the node

  static Node scalar(std::string text);
  static Node number(double value);
  static Node list(std::vector<Node> items);

  /// Entry of a map, null when there is none.
  Entry* find(std::string_view key);
};

struct Entry {
  std::string key;
  Place place;
  Node value;
};

/// Collects what is wrong and what is odd, so that one reading reports everything.
class Complaints {
 public:
  void error(const Place& place, std::string message);
  void warn(const Place& place, std::string message);
  std::size_t errors() const { return errors_.size(); }

  /// Throws SceneError, in the order of the file, when there were errors.
  void throw_if_any();
  std::vector<Diagnostic> take_warnings() { return std::move(warnings_); }

 private:
  std::vector<Diagnostic> errors_, warnings_;
};

/// Reads one YAML document. Syntax errors and duplicate keys are complained about; the tree is then
/// what could be read.
Node parse_document(const std::string& text, const std::string& file, Complaints& complaints);

/// The tree as YAML: short parts on one line, longer ones in block style.
std::string to_yaml(const Node& root);

}  // namespace talus::scenes

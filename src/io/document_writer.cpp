// Writes a document tree as YAML.
#include "talus/io/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace talus::scenes {

namespace {

constexpr std::size_t line_width = 100;

/// Words that YAML takes for something else than text.
bool reads_as_nothing(const std::string& text) {
  constexpr std::array<std::string_view, 5> words = {"", "~", "null", "Null", "NULL"};
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_plain(const std::string& text) {
  if (reads_as_nothing(text) || text.front() == ' ' || text.back() == ' ') return false;
  if (text.front() == '-' && (text.size() == 1 || text[1] == ' ' || text[1] == '-')) return false;
  if (text.rfind("...", 0) == 0) return false;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_.+-/ ").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20 || code == 0x7f) {
      out += fmt::format("\\x{:02x}", code);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string word(const std::string& text) { return is_plain(text) ? text : quoted(text); }

std::string on_one_line(const Node& node) {
  std::vector<std::string> parts;
  switch (node.kind) {
    case Node::Kind::nothing: return "null";
    case Node::Kind::scalar: return word(node.text);
    case Node::Kind::list:
      for (const auto& item : node.items) parts.push_back(on_one_line(item));
      return fmt::format("[{}]", fmt::join(parts, ", "));
    case Node::Kind::map:
      for (const auto& entry : node.entries) {
        parts.push_back(fmt::format("{}: {}", word(entry.key), on_one_line(entry.value)));
      }
      return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
  return "";
}

bool has_comment(const Node& node) {
  if (!node.comment.empty()) return true;
  return std::any_of(node.items.begin(), node.items.end(), has_comment) ||
         std::any_of(node.entries.begin(), node.entries.end(),
                     [](const Entry& e) { return has_comment(e.value); });
}

bool is_empty(const Node& node) { return node.items.empty() && node.entries.empty(); }

/// Lists of maps (bodies, laws) read better one below the other, however short.
bool lists_maps(const Node& node) {
  return std::any_of(node.items.begin(), node.items.end(),
                     [](const Node& n) { return n.kind == Node::Kind::map; });
}

bool goes_on_one_line(const Node& node, std::size_t indent) {
  if (is_empty(node)) return true;
  return !lists_maps(node) && !has_comment(node) && on_one_line(node).size() + indent < line_width;
}

void write_block(const Node& node, std::size_t indent, std::string& out);

/// What follows "key:" or "-": on the same line if it fits, below otherwise.
void write_value(const Node& node, std::size_t indent, std::size_t used, std::string& out) {
  if (goes_on_one_line(node, used)) {
    out += fmt::format(" {}\n", on_one_line(node));
    return;
  }
  out += "\n";
  write_block(node, indent, out);
}

void write_block(const Node& node, std::size_t indent, std::string& out) {
  const std::string margin(indent, ' ');
  const auto comment = [&](const Node& child) {
    if (!child.comment.empty()) out += fmt::format("{}# {}\n", margin, child.comment);
  };
  for (const auto& item : node.items) {
    comment(item);
    if (goes_on_one_line(item, indent + 2)) {
      out += fmt::format("{}- {}\n", margin, on_one_line(item));
      continue;
    }
    std::string block;  // its first line follows the dash
    write_block(item, indent + 2, block);
    out += fmt::format("{}- {}", margin, std::string_view(block).substr(indent + 2));
  }
  for (const auto& entry : node.entries) {
    comment(entry.value);
    const std::string key = word(entry.key) + ":";
    out += margin + key;
    write_value(entry.value, indent + 2, indent + key.size() + 1, out);
  }
}

}  // namespace

std::string to_yaml(const Node& root) {
  std::string out;
  write_block(root, 0, out);
  return out;
}

}  // namespace talus::scenes

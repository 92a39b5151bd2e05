#include "talus/io/mesh_files.hpp"

#include "talus/io/reader.hpp"
#include "talus/io/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace talus::scenes {

static_assert(std::endian::native == std::endian::little, "numbers are copied byte by byte");

namespace {

/// The words of a text, line by line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Words of the next line that has any; false at the end.
  bool next(std::vector<std::string_view>& words) {
    words.clear();
    while (words.empty() && !rest_.empty()) {
      ++number_;
      const std::size_t end = rest_.find('\n');
      std::string_view line = rest_.substr(0, end);
      rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + 1);
      line = line.substr(0, line.find('#'));
      std::size_t at = 0;
      while ((at = line.find_first_not_of(" \t\r", at)) != line.npos) {
        const std::size_t stop = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, stop - at));
        at = stop;
      }
    }
    return !words.empty();
  }

  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// A word of a file as it can be shown: short, and without bytes that are no text.
std::string shown(std::string_view word) {
  constexpr std::size_t most = 20;
  std::string out;
  for (const char c : word.substr(0, most)) out += c > ' ' && c < '\x7f' ? c : '?';
  return word.size() > most ? out + "..." : out;
}

[[noreturn]] void fail(std::size_t line, const std::string& message) {
  throw MeshFileError(fmt::format("line {}: {}", line, message));
}

double coordinate(std::string_view word, std::size_t line) {
  const auto value = parse_number(word);
  if (!value || !std::isfinite(*value))
    fail(line, fmt::format("expected a number, found '{}'", shown(word)));
  return *value;
}

Vec<3> point(const std::vector<std::string_view>& words, std::size_t first, std::size_t line) {
  if (words.size() < first + 3) {
    fail(line, fmt::format("expected three coordinates, found {}", words.size() - first));
  }
  return {coordinate(words[first], line), coordinate(words[first + 1], line),
          coordinate(words[first + 2], line)};
}

MeshFile parse_binary_stl(const std::string& bytes, std::uint32_t count) {
  MeshFile out;
  out.corners_repeat = true;
  for (std::uint32_t t = 0; t < count; ++t) {
    float numbers[12];  // the normal, which the corners tell better, and three corners
    std::memcpy(numbers, bytes.data() + 84 + std::size_t{50} * t, sizeof numbers);
    const int first = static_cast<int>(out.corners.size());
    for (int k = 1; k < 4; ++k) {
      const Vec<3> p(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]);
      if (!p.allFinite())
        throw MeshFileError(fmt::format(
            "face {}: corner {} is ({}, {}, {}), which is not finite; save the file anew", t + 1, k,
            p[0], p[1], p[2]));
      out.corners.push_back(p);
    }
    out.triangles.push_back({first, first + 1, first + 2});
    out.face.push_back(t + 1);
  }
  return out;
}

MeshFile parse_written_stl(const std::string& text) {
  MeshFile out;
  out.corners_repeat = true;
  Lines lines(text);
  std::vector<std::string_view> words;
  std::size_t begun = 0;  // line of the open facet
  std::size_t corners = 0;
  while (lines.next(words)) {
    if (words[0] == "facet") {
      if (begun != 0) fail(lines.number(), fmt::format("the facet of line {} has no end", begun));
      begun = lines.number();
      corners = out.corners.size();
    } else if (words[0] == "vertex") {
      if (begun == 0) fail(lines.number(), "a vertex outside a facet");
      out.corners.push_back(point(words, 1, lines.number()));
    } else if (words[0] == "endfacet") {
      const std::size_t found = out.corners.size() - corners;
      if (begun == 0) fail(lines.number(), "the end of a facet that has not begun");
      if (found != 3) fail(begun, fmt::format("the facet has {} corners, not 3", found));
      const int first = static_cast<int>(corners);
      out.triangles.push_back({first, first + 1, first + 2});
      out.face.push_back(out.triangles.size());
      out.line.push_back(begun);
      begun = 0;
    } else if (words[0] != "solid" && words[0] != "endsolid" && words[0] != "outer" &&
               words[0] != "endloop") {
      fail(lines.number(), fmt::format("'{}' is not a word of an STL file", shown(words[0])));
    }
  }
  if (begun != 0) fail(begun, "the facet has no end: the file is cut off");
  if (out.triangles.empty()) throw MeshFileError("the file has no faces");
  return out;
}

/// Corner of a face: "7", "7/1", "7//3", "7/1/3"; negative counts from the last vertex.
int corner_number(std::string_view word, std::size_t count, std::size_t line) {
  const std::string_view digits = word.substr(0, word.find('/'));
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool too_large = error == std::errc::result_out_of_range;
  if ((error != std::errc() && !too_large) || end != digits.data() + digits.size() ||
      (number == 0 && !too_large)) {
    fail(line, fmt::format("expected the number of a vertex, found '{}'", shown(word)));
  }
  const int from_start = number > 0 ? number : static_cast<int>(count) + number + 1;
  if (too_large || from_start < 1 || from_start > static_cast<int>(count)) {
    fail(line, fmt::format("vertex {} is named, but {} have been given", shown(digits), count));
  }
  return from_start - 1;
}

/// A face of many corners can be cut like a fan if it is flat and convex.
void check_fan(const std::vector<Vec<3>>& corners, const std::vector<int>& loop, std::size_t line) {
  const auto at = [&](std::size_t k) -> const Vec<3>& {
    return corners[static_cast<std::size_t>(loop[k % loop.size()])];
  };
  Vec<3> area = Vec<3>::Zero();
  double size = 0;
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    area += (at(k) - at(0)).cross(at(k + 1) - at(0));
    size = std::max({size, (at(k) - at(0)).norm(), (at(k + 1) - at(0)).norm()});
  }
  const Vec<3> n = area.normalized();
  for (std::size_t k = 0; k < loop.size(); ++k) {
    if (std::abs(n.dot(at(k) - at(0))) > 1e-7 * size) {
      fail(line, "the face is not flat; cut it into triangles");
    }
    if (n.dot((at(k + 1) - at(k)).cross(at(k + 2) - at(k + 1))) < -1e-9 * size * size) {
      fail(line, "the face is not convex; cut it into triangles");
    }
  }
}

bool is_skipped(std::string_view word) {
  constexpr std::string_view skipped[] = {"vt", "vn", "vp", "o",      "g",
                                          "s",  "l",  "p",  "usemtl", "mtllib"};
  return std::find(std::begin(skipped), std::end(skipped), word) != std::end(skipped);
}

}  // namespace

std::string MeshFile::face_name(std::size_t triangle) const {
  if (line.empty()) return fmt::format("face {}", face[triangle]);
  return fmt::format("face {} (line {})", face[triangle], line[triangle]);
}

MeshFile parse_stl(const std::string& bytes) {
  constexpr std::size_t header = 84;
  const bool is_text = bytes.compare(0, 5, "solid") == 0 &&
                       std::find(bytes.begin(), bytes.end(), '\0') == bytes.end();
  if (bytes.size() >= header) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, 4);
    const std::size_t length = header + std::size_t{50} * count;
    if (count > 0 && bytes.size() == length) return parse_binary_stl(bytes, count);
    if (!is_text && count == 0) throw MeshFileError("the file has no faces");
    if (!is_text) {
      throw MeshFileError(fmt::format(
          "as a binary STL file of {} faces it needs {} bytes, but has {}: it is {}; save it anew",
          count, length, bytes.size(), bytes.size() < length ? "cut off" : "too long"));
    }
  }
  if (!is_text) {
    throw MeshFileError(
        "not an STL file: it does not begin with 'solid' and is too short for a binary one");
  }
  return parse_written_stl(bytes);
}

MeshFile parse_obj(const std::string& text) {
  MeshFile out;
  Lines lines(text);
  std::vector<std::string_view> words;
  std::vector<int> loop;
  std::size_t faces = 0;
  while (lines.next(words)) {
    const std::size_t line = lines.number();
    if (words[0] == "v") {
      out.corners.push_back(point(words, 1, line));
    } else if (words[0] == "f") {
      ++faces;
      loop.clear();
      for (std::size_t k = 1; k < words.size(); ++k) {
        loop.push_back(corner_number(words[k], out.corners.size(), line));
      }
      if (loop.size() < 3) {
        fail(line, fmt::format("a face of {} corners; it needs three or more", loop.size()));
      }
      if (loop.size() > 3) check_fan(out.corners, loop, line);
      for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
        out.triangles.push_back({loop[0], loop[k], loop[k + 1]});
        out.face.push_back(faces);
        out.line.push_back(line);
      }
    } else if (!is_skipped(words[0])) {
      fail(line,
           fmt::format("'{}' is not understood; vertices 'v' and faces 'f' are", shown(words[0])));
    }
  }
  if (out.triangles.empty()) throw MeshFileError("the file has no faces");
  return out;
}

MeshFile read_mesh_file(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending != ".stl" && ending != ".obj") {
    throw MeshFileError("its name ends neither with .stl nor with .obj");
  }
  const std::string bytes = read_bytes(file);
  if (bytes.empty()) throw MeshFileError("the file is empty");
  return ending == ".stl" ? parse_stl(bytes) : parse_obj(bytes);
}

}  // namespace talus::scenes

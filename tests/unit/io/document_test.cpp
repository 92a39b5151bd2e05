#include "talus/io/document.hpp"

#include "unit/io/scene_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;

namespace {

std::string rewritten(const std::string& text) {
  Complaints complaints;
  const Node root = parse_document(text, "s.yaml", complaints);
  EXPECT_EQ(complaints.errors(), 0U) << text;
  return to_yaml(root);
}

}  // namespace

TEST(Document, Writing_ReadsBackTheSame) {
  const std::string text = rewritten(
      "words: [plain, \"with: colon\", '# hash', '', 'null', '-', \" edge \", 'say \"x\" \\']\n"
      "\"odd: key\": {a: ~, b: [], c: {}, \"d\\te\": \"line\\nbreak\"}\n"
      "long: [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], "
      "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]\n"
      "nested:\n  - - {a: 1}\n    - {b: [{c: 2}, 3]}\n");
  EXPECT_EQ(rewritten(text), text);
  EXPECT_NE(text.find(R"("say \"x\" \\")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("line\x0abreak")"), std::string::npos) << text;
}

TEST(Document, AliasesThatMultiply_AreStopped) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    text += fmt::format("a{0}: &a{0} [", i);
    for (int k = 0; k < 10; ++k) text += fmt::format("*a{} , ", i - 1);
    text += "]\n";
  }
  Complaints complaints;
  parse_document(text, "s.yaml", complaints);
  EXPECT_EQ(complaints.errors(), 1U);
}

// Whatever is cut off or left out, reading ends with a scene or with complaints.
TEST(Document, DamagedScenes_AreComplainedAbout_NotTrippedOver) {
  const std::string whole = plane_scene + R"(generate:
  - random: {material: stone, count: 3, radius: {uniform: [0.1, 0.2]}, box: {from: [5, 5], to: [9, 9]}}
  - lattice: {shape: {disk: {radius: 0.1}}, material: stone, from: [10, 5], spacing: 1, count: [2, 2]}
loads:
  - {spring: {between: [ball, group_0_0], stiffness: 1}}
  - {force: {table: {times: [0, 1], x: [0, 1]}}, on: group_1}
)";
  std::size_t bad = 0;
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    bad += complaints(whole.substr(0, i)).empty() ? 0 : 1;
    bad += complaints(whole.substr(0, i) + whole.substr(i + 1)).empty() ? 0 : 1;
    std::string changed = whole;
    changed[i] = '-';
    bad += complaints(changed).empty() ? 0 : 1;
  }
  EXPECT_GT(bad, whole.size() / 3);
}

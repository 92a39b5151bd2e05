// The law book and its pages agree.

#include "talus/laws/law_book.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace talus {
namespace {

std::string page(const LawEntry& entry) {
  const auto file =
      std::filesystem::path(TALUS_SOURCE_DIR) / "docs" / "laws" / (std::string(entry.page) + ".md");
  std::ifstream input(file);
  EXPECT_TRUE(input) << file;
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

TEST(LawBook, EveryLaw_HasAPageWithItsParametersAPlotAndATest) {
  for (const auto& entry : law_book()) {
    const std::string text = page(entry);
    EXPECT_NE(text.find(".svg)"), std::string::npos) << entry.page;
    EXPECT_NE(text.find("tests/"), std::string::npos) << entry.page;
    for (const auto& p : entry.parameters) {
      const bool alone = p.key == entry.alone;
      EXPECT_TRUE(text.find('`' + std::string(p.key) + '`') != std::string::npos || alone)
          << entry.page << ": " << p.key;
    }
  }
}

TEST(LawBook, Plots_AreThereAndSmall) {
  for (const auto& entry : law_book()) {
    const auto file = std::filesystem::path(TALUS_SOURCE_DIR) / "docs" / "laws" /
                      (std::string(entry.page) + ".svg");
    ASSERT_TRUE(std::filesystem::exists(file)) << file;
    EXPECT_LT(std::filesystem::file_size(file), 30'000U) << file;
  }
}

TEST(LawBook, Entries_CanBeReadWithoutAmbiguity) {
  std::set<std::pair<std::string_view, std::string_view>> names;
  std::string_view part;
  std::set<std::string_view> parts;
  for (const auto& entry : law_book()) {
    EXPECT_TRUE(names.insert({entry.part, entry.name}).second) << entry.name;
    EXPECT_NE(entry.put, nullptr);
    if (entry.part != part) {
      EXPECT_TRUE(parts.insert(entry.part).second) << entry.part;
    }
    part = entry.part;
    for (const auto& p : entry.parameters) {
      EXPECT_FALSE(p.meaning.empty()) << p.key;
      EXPECT_EQ(p.kind == ParameterKind::word, !p.words.empty()) << p.key;
      // What a bare number does not give must have a default.
      if (!entry.alone.empty() && p.key != entry.alone) {
        EXPECT_TRUE(p.otherwise) << p.key;
      }
    }
  }
}

TEST(LawBook, AskingForAParameterThatIsNotListed_IsADefect) {
  EXPECT_THROW(LawValues()["mu"], std::logic_error);
}

}  // namespace
}  // namespace talus

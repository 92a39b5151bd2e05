// The container of numbers, and the page it goes into.

#include "talus/viewer/pack.hpp"

#include "talus/viewer/page.hpp"

#include "unit/viewer/read_pack.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

namespace talus::viewer {
namespace {

TEST(Pack, ArraysOfAllTypes_ReadBackAsTheyWere) {
  PackWriter writer(R"({"kind":"test","text":"a } b"})");
  const std::vector<std::uint8_t> bytes = {1, 2, 255};
  const std::vector<std::int32_t> whole = {-1, 7};
  const std::vector<double> reals = {0.1, -1e300, 3};
  writer.add("bytes", 1, std::span<const std::uint8_t>(bytes));
  writer.add("whole", 2, std::span<const std::int32_t>(whole));
  writer.add("reals", 3, std::span<const double>(reals), Precision::full);
  writer.add("shorter", 1, std::span<const double>(reals).first(1), Precision::single);
  writer.add("none", 3, std::span<const float>());
  const Read read(writer.finish());
  EXPECT_EQ(read.header.at("text"), "a } b");
  EXPECT_EQ(read.array<std::uint8_t>("bytes"), bytes);
  EXPECT_EQ(read.array<std::int32_t>("whole"), whole);
  EXPECT_EQ(read.header.at("arrays").at("whole").at("width"), 2);
  EXPECT_EQ(read.array<double>("reals"), reals);
  EXPECT_EQ(read.array<float>("shorter"), std::vector<float>{0.1F});
  EXPECT_TRUE(read.array<float>("none").empty());
}

TEST(Pack, EmptyHeader_TakesTheTable) {
  EXPECT_TRUE(Read(PackWriter("{}").finish()).header.contains("arrays"));
}

TEST(Page, HasOnePlaceForData_AndAsksForNothingOutside) {
  const std::string page(page_text());
  EXPECT_EQ(page.find("<!--DATA-->"), page.rfind("<!--DATA-->"));
  const auto parts = page_parts();
  EXPECT_TRUE(std::string(parts.before) + "<!--DATA-->" + std::string(parts.after) == page);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("href=\"http"), std::string::npos);
}

TEST(Page, Deflated_InflatesToTheSameBytes) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * i);
  const std::string small = deflated(text);
  EXPECT_LT(small.size(), text.size());
  std::string back(text.size(), '\0');
  uLongf size = back.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(back.data()), &size,
                       reinterpret_cast<const Bytef*>(small.data()), small.size()),
            Z_OK);
  EXPECT_EQ(back, text);
}

TEST(Page, Element_IsBase64OfWhatIsDeflated) {
  for (const std::string text : {"", "a", "ab", "abc", "abcd"}) {
    const std::string element = page_element("head", text);
    const auto begin = element.find('>') + 1;
    const std::string letters = element.substr(begin, element.find('<', begin) - begin);
    EXPECT_EQ(letters.size(), (deflated(text).size() + 2) / 3 * 4);
    EXPECT_NE(element.find("id=\"talus-head\""), std::string::npos);
    EXPECT_EQ(letters.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                        "0123456789+/="),
              std::string::npos);
  }
}

}  // namespace
}  // namespace talus::viewer

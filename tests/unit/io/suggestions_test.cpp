#include "talus/io/suggestions.hpp"

#include <gtest/gtest.h>

using namespace talus::scenes;

TEST(Suggestions, Distance_CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("friction", "friction"), 0);
  EXPECT_EQ(edit_distance("frction", "friction"), 1);    // inserted
  EXPECT_EQ(edit_distance("frictioon", "friction"), 1);  // deleted
  EXPECT_EQ(edit_distance("frictian", "friction"), 1);   // substituted
  EXPECT_EQ(edit_distance("firction", "friction"), 1);   // swapped
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggestions, Nearest_IsNearEnough) {
  const std::vector<std::string> words = {"on", "to", "mass", "material", "motion"};
  EXPECT_EQ(nearest("mas", words), "mass");
  EXPECT_EQ(nearest("materail", words), "material");
  EXPECT_EQ(nearest("motoin", words), "motion");
  EXPECT_EQ(nearest("colour", words), "");
  EXPECT_EQ(nearest("xy", words), "");  // two edits make "on" of "xy", and of anything
  EXPECT_EQ(nearest("", words), "");
}

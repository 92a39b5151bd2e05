// Every scene of the gallery runs, and its energy balance closes.

#include "cli/program.hpp"

#include <sstream>

namespace talus::cli {
namespace {

TEST_F(Program, Gallery_RunsAndBalances) {
  std::istringstream names(talus({"scenes", "--names"}).out);
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    SCOPED_TRACE(name);
    const auto f = talus({"run", name, "--json", "--steps", "20"});
    EXPECT_EQ(f.code, 0) << f.err;
    const auto j = f.json();
    EXPECT_EQ(j["steps"], 20);
    // Row A16: an identity of algebra, to round-off.
    EXPECT_LE(j["energy"]["balance_error_max"].get<double>(), 1e-12);
    EXPECT_EQ(f.err, "");
  }
  EXPECT_GT(count, 0);
}

TEST_F(Program, Gallery_HasTitles) {
  const auto f = talus({"scenes"});
  EXPECT_EQ(f.code, 0);
  EXPECT_EQ(f.out.find("(no title)"), std::string::npos) << f.out;
  EXPECT_EQ(f.out.find("cannot be read"), std::string::npos) << f.out;
}

}  // namespace
}  // namespace talus::cli

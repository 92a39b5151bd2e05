#include "talus/io/tables.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;
namespace fs = std::filesystem;

namespace {

using Columns = std::vector<std::vector<double>>;

template <class Parse>
std::string failure_of(Parse&& parse) {
  try {
    parse();
    return "";
  } catch (const TableError& e) {
    return e.what();
  }
}

std::string csv_failure(const std::string& text) {
  return failure_of([&] { parse_csv(text); });
}

/// An NPY file of version 1 with this header and these numbers.
template <class Number>
std::string npy(const std::string& header, const std::vector<Number>& numbers) {
  std::string out = "\x93NUMPY";
  out += '\1';
  out += '\0';
  const auto length = static_cast<std::uint16_t>(header.size());
  out += static_cast<char>(length & 0xff);
  out += static_cast<char>(length >> 8);
  out += header;
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  return out + std::string(bytes, bytes + numbers.size() * sizeof(Number));
}

std::string header(const std::string& type, const std::string& order, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

/// A folder of its own, removed at the end.
class TableFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("talus_tables_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  Scene<2> scene(const std::string& rest) const {
    return std::get<Scene<2>>(parse_scene(plane_scene + rest, folder_ / "s.yaml"));
  }
  /// What is said, without the folder's name.
  std::string said(const std::string& rest) const {
    try {
      scene(rest);
      return "";
    } catch (const SceneError& e) {
      std::string text;
      for (auto d : e.diagnostics()) {
        d.file = "s.yaml";
        text += (text.empty() ? "" : "\n");
        text += d.text();
      }
      return text;
    }
  }

 private:
  fs::path folder_;
};

}  // namespace

TEST(Csv, Separators_Comments_AndHeadings) {
  const Columns expected = {{1, 3}, {2, -4e-1}};
  for (const char* text : {"x,y\n1,2\n3,-.4\n", "# about\nx; y\n\n1; 2\n3; -0.4 # last\n",
                           "x y\r\n1 2\r\n3\t-0.4\r\n", "\xEF\xBB\xBF\"x\",\"y\"\n1,2\n3,-4e-1"}) {
    const auto table = parse_csv(text);
    EXPECT_EQ(table.columns, (std::vector<std::string>{"x", "y"})) << text;
    EXPECT_EQ(table.values, expected) << text;
  }
  EXPECT_TRUE(parse_csv("1,2\n3,4\n").columns.empty());
}

TEST(Csv, Mistakes_AreLocated) {
  EXPECT_EQ(csv_failure(""), "the table has no rows");
  EXPECT_EQ(csv_failure("x,y\n"), "the table has no rows");
  EXPECT_EQ(csv_failure("x,y\n1,2\n3\n"), "line 3: expected 2 fields, found 1");
  EXPECT_EQ(csv_failure("x,y\n1,2\n3,4,5\n"), "line 3: expected 2 fields, found 3");
  EXPECT_EQ(csv_failure("x,y\n1,two\n"), "line 2, field 2: expected a number, found 'two'");
  EXPECT_EQ(csv_failure("x,y\n1,\n"), "line 2, field 2: expected a number, found ''");
}

TEST(Npy, DoublesAndFloats_InBothOrders) {
  const Columns expected = {{1, 3, 5}, {2, 4, 6}};
  const std::vector<double> rows = {1, 2, 3, 4, 5, 6};
  const std::vector<double> columns = {1, 3, 5, 2, 4, 6};
  const std::vector<float> floats = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(parse_npy(npy(header("<f8", "False", "(3, 2)"), rows)).values, expected);
  EXPECT_EQ(parse_npy(npy(header("<f8", "True", "(3, 2)"), columns)).values, expected);
  EXPECT_EQ(parse_npy(npy(header("<f4", "False", "(3, 2)"), floats)).values, expected);
  EXPECT_EQ(parse_npy(npy(header("<f8", "False", "(6,)"), rows)).values, Columns{rows});
}

TEST(Npy, Mistakes_AreExplained) {
  const std::vector<double> two = {1, 2};
  const auto said = [](const std::string& bytes) { return failure_of([&] { parse_npy(bytes); }); };
  EXPECT_EQ(said("x,y\n1,2\n3,4\n"), "not an NPY file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(said(npy(header("<i8", "False", "(2,)"), two)),
            "expected an array of '<f8' or '<f4', found '<i8'");
  EXPECT_EQ(said(npy(header(">f8", "False", "(2,)"), two)),
            "expected an array of '<f8' or '<f4', found '>f8'");
  EXPECT_EQ(said(npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}", two)),
            "expected an array of '<f8' or '<f4', found named fields");
  EXPECT_EQ(said(npy(header("<f8", "False", "(3, 2)"), two)),
            "expected 3 x 2 numbers, found 2: the file is cut off");
  EXPECT_EQ(said(npy(header("<f8", "False", "(18446744073709551615, 2)"), two)),
            "expected 18446744073709551615 x 2 numbers, found 2: the file is cut off");
  EXPECT_EQ(said(npy(header("<f8", "False", "(99999999999999999999,)"), two)),
            "the NPY header has a size beyond all memory");
  EXPECT_EQ(said(npy(header("<f8", "False", "(1, 1, 2)"), two)),
            "expected an array of rows and columns, found 3 axes");
  EXPECT_EQ(said(npy(header("<f8", "False", "(0, 2)"), two)), "the table has no rows");
  EXPECT_EQ(said(npy("{'shape': (2,)}", two)), "the NPY header has no 'descr'");
  std::string cut = npy(header("<f8", "False", "(2,)"), two);
  cut.resize(20);
  EXPECT_EQ(said(cut), "the NPY header is cut off");
}

TEST_F(TableFiles, Bodies_ComeFromCsvAndNpy) {
  write("grains.csv", "x,y,radius,vx,vy,angle,spin\n5,5,0.1,1,2,3,4\n6,5,0.2,0,0,0,0\n");
  write("grains.npy",
        npy(header("<f8", "False", "(2, 3)"), std::vector<double>{5, 5, .1, 6, 5, .2}));
  const auto csv = scene("generate: [{table: {file: grains.csv, material: stone, name: g}}]\n");
  ASSERT_EQ(csv.model.body_count(), 4U);
  EXPECT_EQ(csv.model.name[3], "g_1");
  EXPECT_EQ(csv.state.x[2], Vec<2>(5, 5));
  EXPECT_EQ(csv.state.v[2], Vec<2>(1, 2));
  EXPECT_EQ(csv.state.r[2].angle, 3);
  EXPECT_EQ(csv.state.w[2][0], 4);
  EXPECT_EQ(std::get<Ball<2>>(csv.model.shape[3]).radius, 0.2);
  const auto npy_scene = scene(
      "generate: [{table: {file: grains.npy, columns: [x, y, radius], material: stone, name: "
      "g}}]\n");
  EXPECT_EQ(npy_scene.state.x, csv.state.x);
  EXPECT_EQ(npy_scene.model.mass, csv.model.mass);
}

TEST_F(TableFiles, PolygonsAndChains_ComeFromFiles) {
  write("corners.csv", "x,y\n0,0\n2,0\n0,1\n");
  const auto made = scene(
      "  - {name: wedge, shape: {polygon: {file: corners.csv}}, material: stone, position: [8, "
      "8]}\n"
      "  - {name: path, shape: {chain: {file: corners.csv}}, material: ground, fixed: true,\n"
      "     position: [20, 0]}\n");
  EXPECT_NEAR(made.model.mass[2], 2500, 1e-9);
  EXPECT_EQ(std::get<Wall<2>>(made.model.shape[3]).half_extent[0], 1);
  EXPECT_EQ(made.model.shape_count(), 5U);
  write("corners.csv", "0,0,1\n2,0,1\n0,1,1\n");
  EXPECT_EQ(said("  - {name: b, shape: {polygon: {file: corners.csv}}, material: stone}\n"),
            "s.yaml:12:39: bodies[2].shape.polygon.file: expected two columns x, y, found 3");
}

TEST_F(TableFiles, Bodies_FromTables_MistakesAreExplained) {
  const auto from = [&](const std::string& content, const std::string& more = "") {
    write("g.csv", content);
    return said("generate:\n  - table: {file: g.csv, material: stone" + more + "}\n");
  };
  const std::string at = "s.yaml:13:19: generate[0].table.file: ";
  EXPECT_EQ(from("x,y,r\n5,5,1\n"),
            at + "unknown column 'r'; columns here: x, y, radius, vx, vy, angle, spin, mass\n" +
                at + "the table has no column 'radius'");
  EXPECT_EQ(from("x,y,radius\n5,5,1\n9,9,-1\n"),
            at + "line 3 of the table: expected a positive radius, found -1");
  EXPECT_EQ(from("x,y,radius\n5,5,nan\n"),
            at + "cannot read table 'g.csv': line 2, column 'radius': nan is not finite");
  EXPECT_EQ(from("# about\n5,5,inf\n", ", columns: [x, y, radius]"),
            at + "cannot read table 'g.csv': line 2, column 3: inf is not finite");
  EXPECT_EQ(from(""), at + "cannot read table 'g.csv': the file is empty");
  EXPECT_EQ(from(std::string(3, '\0')),
            at + "cannot read table 'g.csv': the file is not text; the name of an array of NumPy "
                 "ends with .npy");
  EXPECT_EQ(from("5,5,1\n"),
            "s.yaml:13:12: missing key 'columns' in generate[0].table; the table has no heading "
            "that names them");
  EXPECT_EQ(from("5,5,1\n", ", columns: [x, y]"),
            "s.yaml:13:52: generate[0].table.columns: 2 columns are named, the table has 3");
  EXPECT_EQ(from("x,x,radius\n5,5,1\n"),
            "s.yaml:13:12: generate[0].table: two columns of the table are named 'x'");
  EXPECT_EQ(said("generate:\n  - table: {file: no.npy, material: stone}\n"),
            at + "cannot read table 'no.npy': No such file or directory");
}

TEST_F(TableFiles, Motions_ComeFromFiles) {
  write("quake.csv", "t,x\n0,0\n1,0.5\n2,0\n");
  const auto moved = scene(
      "  - {name: table, shape: {segment: {from: [8, 8], to: [9, 8]}}, material: ground,\n"
      "     motion: {table: {file: quake.csv, interpolation: linear}}}\n");
  EXPECT_EQ(moved.model.prescribed_pose(2, 0.5).x, Vec<2>(0.25, 0));
  write("back.csv", "t,x\n0,0\n1,0.5\n0.5,0\n");
  EXPECT_EQ(
      said("  - {name: table, shape: half_plane, material: ground,\n"
           "     motion: {table: {file: back.csv}}}\n"),
      "s.yaml:13:29: bodies[2].motion.table.file: times must increase: row 3 has 0.5 after 1");
  write("odd.csv", "t,q\n0,0\n1,0.5\n");
  EXPECT_EQ(said("  - {name: table, shape: half_plane, material: ground,\n"
                 "     motion: {table: {file: odd.csv}}}\n"),
            "s.yaml:13:29: bodies[2].motion.table.file: unknown column 'q'; columns here: t, x, y, "
            "angle");
}

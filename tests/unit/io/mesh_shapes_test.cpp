// Meshes, fields of heights and cylinders in scenes; STL and OBJ files, right and wrong.
#include "talus/io/mesh_files.hpp"

#include "unit/io/scene_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace talus;
using namespace talus::scenes;
using namespace talus::test;
namespace fs = std::filesystem;

namespace {

/// A cube of side 2 about the origin: six squares, then the same as triangles.
const std::string cube_vertices = R"(# a cube
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
)";
const std::string cube_faces = R"(f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

std::string written_stl(const MeshFile& mesh) {
  std::string out = "solid part\n";
  for (const auto& t : mesh.triangles) {
    out += "facet normal 0 0 0\nouter loop\n";
    for (const int v : t) {
      const auto& p = mesh.corners[static_cast<std::size_t>(v)];
      out += "vertex " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " +
             std::to_string(p[2]) + "\n";
    }
    out += "endloop\nendfacet\n";
  }
  return out + "endsolid part\n";
}

std::string binary_stl(const MeshFile& mesh) {
  std::string out(84, '\0');
  const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
  std::memcpy(out.data() + 80, &count, 4);
  for (const auto& t : mesh.triangles) {
    float numbers[12] = {};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = mesh.corners[static_cast<std::size_t>(t[k])];
      for (int i = 0; i < 3; ++i)
        numbers[3 * k + 3 + static_cast<std::size_t>(i)] = static_cast<float>(p[i]);
    }
    out.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    out.append(2, '\0');
  }
  return out;
}

template <class Parse>
std::string failure_of(Parse&& parse) {
  try {
    parse();
    return "";
  } catch (const MeshFileError& e) {
    return e.what();
  }
}

std::string obj_failure(const std::string& text) {
  return failure_of([&] { parse_obj(text); });
}
std::string stl_failure(const std::string& text) {
  return failure_of([&] { parse_stl(text); });
}

/// A folder of its own, removed at the end.
class MeshScenes : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("talus_meshes_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  /// The small scene with another shape for the ball, read as if it lay in the folder.
  std::string scene_with(const std::string& shape) const {
    return with(with(space_scene, "{sphere: {radius: 1}}", shape), "position: [0, 0, 2]",
                "position: [0, 0, 3]");
  }
  Scene<3> read(const std::string& text) {
    return std::get<Scene<3>>(parse_scene(text, (folder_ / "s.yaml").string()));
  }
  /// What is said, without the folder.
  std::string said(const std::string& text) {
    try {
      read(text);
      return "";
    } catch (const SceneError& e) {
      std::string out = e.what();
      const std::string prefix = folder_.string() + "/";
      for (auto at = out.find(prefix); at != std::string::npos; at = out.find(prefix)) {
        out.erase(at, prefix.size());
      }
      return out;
    }
  }
  std::string warned(const std::string& text) {
    std::string out;
    for (const auto& w : read(text).warnings) out += w.message + "\n";
    return out;
  }

  fs::path folder_;
};

}  // namespace

TEST(MeshFiles, Stl_WrittenAndBinaryAreTheSame) {
  const MeshFile cube = parse_obj(cube_vertices + cube_faces);
  ASSERT_EQ(cube.triangles.size(), 12U);
  const MeshFile written = parse_stl(written_stl(cube));
  const MeshFile binary = parse_stl(binary_stl(cube));
  EXPECT_EQ(written.corners, binary.corners);
  EXPECT_EQ(written.triangles, binary.triangles);
  EXPECT_EQ(written.face_name(1), "face 2 (line 9)");
  EXPECT_EQ(binary.face_name(1), "face 2");
}

TEST(MeshFiles, Obj_CountsFromTheEndAndSkipsWhatItNeedsNot) {
  const MeshFile mesh =
      parse_obj("o part\nv 0 0 0\nv 1 0 0\nvn 0 0 1\nv 0 1 0\nf -3/1 2//1 3/1/1\n");
  const std::vector<std::array<int, 3>> wanted = {{0, 1, 2}};
  EXPECT_EQ(mesh.triangles, wanted);
}

TEST(MeshFiles, BadOnes_AreRefusedWithTheLine) {
  EXPECT_EQ(obj_failure("v 0 0\n"), "line 1: expected three coordinates, found 2");
  EXPECT_EQ(obj_failure("v 0 0 x\n"), "line 1: expected a number, found 'x'");
  EXPECT_EQ(obj_failure("v 0 0 0\n\nf 1 2 3\n"),
            "line 3: vertex 2 is named, but 1 have been given");
  EXPECT_EQ(obj_failure("v 0 0 0\nf 1 1\n"), "line 2: a face of 2 corners; it needs three or more");
  EXPECT_EQ(obj_failure("v 0 0 0\nf 1 2 99999999999\n"),
            "line 2: vertex 2 is named, but 1 have been given");
  EXPECT_EQ(obj_failure("v 0 0 0\nf 99999999999 2 1\n"),
            "line 2: vertex 99999999999 is named, but 1 have been given");
  EXPECT_EQ(obj_failure("v 0 nan 0\n"), "line 1: expected a number, found 'nan'");
  EXPECT_EQ(obj_failure(std::string("\x01\xff\n")),
            "line 1: '?\?' is not understood; vertices 'v' and faces 'f' are");
  EXPECT_EQ(obj_failure("w 0\n"), "line 1: 'w' is not understood; vertices 'v' and faces 'f' are");
  EXPECT_EQ(obj_failure("v 0 0 0\n"), "the file has no faces");
  EXPECT_EQ(obj_failure("v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n"),
            "line 5: the face is not flat; cut it into triangles");
  EXPECT_EQ(obj_failure("v 0 0 0\nv 2 0 0\nv .5 .5 0\nv 0 2 0\nf 1 2 3 4\n"),
            "line 5: the face is not convex; cut it into triangles");
  EXPECT_EQ(stl_failure("what"),
            "not an STL file: it does not begin with 'solid' and is too short for a binary one");
  EXPECT_EQ(stl_failure("solid a\nfacet normal 0 0 1\nvertex 0 0 0\nendfacet\n"),
            "line 2: the facet has 1 corners, not 3");
  EXPECT_EQ(stl_failure("solid a\nfacet normal 0 0 1\n"),
            "line 2: the facet has no end: the file is cut off");
  EXPECT_EQ(stl_failure("solid a\nfact\n"), "line 2: 'fact' is not a word of an STL file");
}

/// Whatever its header begins with.
TEST(MeshFiles, BinaryStl_CutOffTooLongOrNotFinite_IsSaid) {
  const std::string whole = binary_stl(parse_obj(cube_vertices + cube_faces));
  for (const char* header : {"made by", "solid p"}) {
    std::string bytes = whole;
    bytes.replace(0, 7, header);
    EXPECT_EQ(parse_stl(bytes).triangles.size(), 12U);
    EXPECT_EQ(stl_failure(bytes.substr(0, 600)),
              "as a binary STL file of 12 faces it needs 684 bytes, but has 600: it is cut off; "
              "save it anew");
    EXPECT_EQ(stl_failure(bytes + "x"),
              "as a binary STL file of 12 faces it needs 684 bytes, but has 685: it is too long; "
              "save it anew");
    EXPECT_EQ(stl_failure(bytes.substr(0, 50)),
              "not an STL file: it does not begin with 'solid' and is too short for a binary one");
  }
  EXPECT_EQ(stl_failure(std::string(84, '\0')), "the file has no faces");
  std::string bytes = whole;
  const float nan = std::nanf("");
  std::memcpy(bytes.data() + 84 + 50 + 24, &nan, 4);
  EXPECT_EQ(stl_failure(bytes),
            "face 2: corner 2 is (nan, -1, -1), which is not finite; save the file anew");
}

TEST_F(MeshScenes, EmptyFiles_AreCalledEmpty) {
  for (const char* name : {"e.stl", "e.obj"}) {
    write(name, "");
    EXPECT_EQ(said(scene_with("{mesh: {file: " + std::string(name) + "}}")),
              "s.yaml:11:39: bodies[1].shape.mesh.file: cannot read mesh '" + std::string(name) +
                  "': the file is empty");
  }
}

TEST_F(MeshScenes, FacesOfPointsThatAreNotThere_NameThePlace) {
  const std::string points = "points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces: ";
  for (const char* kind : {"mesh", "polyhedron"}) {
    std::string shape = "{";
    shape.append(kind).append(": {").append(points);
    shape.append("[[1, 3, 2], [1, 2, 4], [2, 3, 4], [1, 4, 3000000000]]}}");
    const std::string text = said(scene_with(shape));
    EXPECT_NE(text.find(".faces[3][2]: point 3000000000 is named, but 4 are given"),
              std::string::npos)
        << text;
  }
}

/// No surface is near such a body: no contact would push it out.
TEST_F(MeshScenes, BodyWhollyInsideAMesh_IsRefused) {
  write("cube.obj", cube_vertices + cube_faces);
  const auto inner = [&](const std::string& at) {
    return said(scene_with("{mesh: {file: cube.obj}}") +
                "  - {name: inner, shape: {sphere: {radius: 0.1}}, material: stone, position: " +
                at + "}\n");
  };
  EXPECT_EQ(inner("[5, 0, 3]"), "");
  EXPECT_EQ(said(scene_with("{mesh: {file: cube.obj}}") +
                 "  - {name: long, shape: {box: {size: [30, 1, 1]}}, material: stone, position: "
                 "[17, 0, 3]}\n"),
            "");
  EXPECT_EQ(inner("[0, 0.5, 3]"),
            "s.yaml:12:5: bodies 'ball' and 'inner': one is wholly inside the other's mesh at the "
            "start, 0.5 deep; move them apart, or make the mesh hollow");
}

TEST_F(MeshScenes, ClosedMesh_HasTheMassOfTheCube) {
  const MeshFile cube = parse_obj(cube_vertices + cube_faces);
  write("cube.obj", cube_vertices + cube_faces);
  write("written.stl", written_stl(cube));
  write("binary.stl", binary_stl(cube));
  for (const char* file : {"cube.obj", "written.stl", "binary.stl"}) {
    const auto scene = read(scene_with("{mesh: {file: " + std::string(file) + ", scale: 0.5}}"));
    EXPECT_NEAR(scene.model.mass[1], 2500, 1e-9) << file;
    EXPECT_NEAR((scene.model.inertia[1] - Vec<3>::Constant(2500.0 / 6)).norm(), 0, 1e-9);
    EXPECT_TRUE(scene.warnings.empty());
  }
}

TEST_F(MeshScenes, Repairs_AreTold) {
  const auto shape = [&](const std::string& name, const std::string& text) {
    write(name, text);
    return scene_with("{mesh: {file: " + name + "}}");
  };
  const std::string path = "bodies[1].shape.mesh.file: ";
  std::string inverted;
  for (const char* f :
       {"f 1 2 3 4\n", "f 8 7 6 5\n", "f 5 6 2 1\n", "f 6 7 3 2\n", "f 7 8 4 3\n", "f 8 5 1 4\n"}) {
    inverted += f;
  }
  EXPECT_EQ(warned(shape("a.obj", cube_vertices + inverted)),
            path + "a.obj: the surface was inside out: all faces turned round\n");
  EXPECT_EQ(warned(shape("b.obj", cube_vertices + with(cube_faces, "5 6 7 8", "8 7 6 5"))),
            path +
                "b.obj: 2 faces, the first of them face 2 (line 11), turned round to agree with "
                "the rest\n");
  EXPECT_EQ(warned(shape("c.obj", cube_vertices + cube_faces + "f 1 2 2\n")),
            path + "c.obj: face 7 (line 16) left out: no area\n");
  EXPECT_EQ(warned(shape("d.obj", cube_vertices + cube_faces + "f 5 6 7\n")),
            path + "d.obj: face 7 (line 16) left out: given before\n");
  EXPECT_EQ(warned(shape("e.obj",
                         cube_vertices + "v -1 -1 -1\n" + with(cube_faces, "4 3 2 1", "4 3 2 9"))),
            path + "e.obj: 1 repeated corners made one\n");
}

TEST_F(MeshScenes, BadMeshes_AreRefusedWithTheFace) {
  const auto shape = [&](const std::string& text) {
    write("m.obj", text);
    return said(scene_with("{mesh: {file: m.obj}}"));
  };
  const std::string path = "s.yaml:11:39: bodies[1].shape.mesh.file: ";
  EXPECT_EQ(
      shape(cube_vertices + with(cube_faces, "f 4 3 2 1\n", "")),
      "s.yaml:11:5: bodies[1]: a free body needs a closed mesh; this one is open at m.obj: an "
      "edge of face 2 (line 11), from (-1, -1, -1) to (1, -1, -1); or add fixed: true or a motion");
  EXPECT_EQ(shape(cube_vertices + "v 0 0 3\n" + cube_faces + "f 1 2 9\n"),
            path +
                "m.obj: face 1 (line 11), face 3 (line 13) and face 7 (line 17) meet at one edge, "
                "from (-1, -1, -1) to (1, -1, -1): a surface has two there at most");
  // A second cube that reaches into the first.
  std::string shifted;
  for (const char* v : {"v 0 0 0\n", "v 2 0.1 0\n", "v 2 2 0.2\n", "v 0 2 0.1\n", "v 0 0 2\n",
                        "v 2 0.1 2\n", "v 2 2 2.2\n", "v 0 2 2.1\n"}) {
    shifted += v;
  }
  const std::string text =
      cube_vertices + shifted + cube_faces +
      "f 12 11 9\nf 11 10 9\nf 13 14 16\nf 14 15 16\nf 9 10 14\nf 9 14 13\n"
      "f 10 11 15\nf 10 15 14\nf 11 12 16\nf 11 16 15\nf 12 9 13\nf 12 13 16\n";
  EXPECT_NE(shape(text).find("m.obj: the surface crosses itself: face 2 (line 19) passes through"),
            std::string::npos)
      << shape(text);
  EXPECT_EQ(shape("v 0 0 0\nv 1 0 0\nf 1 2 2\n"),
            path + "m.obj: no face of the surface has an area");
  EXPECT_EQ(said(scene_with("{mesh: {file: none.stl}}")),
            path + "cannot read mesh 'none.stl': No such file or directory");
  EXPECT_EQ(said(scene_with("{mesh: {file: none.ply}}")),
            path + "cannot read mesh 'none.ply': its name ends neither with .stl nor with .obj");
}

TEST_F(MeshScenes, HeightField_CarriesABall) {
  write("ground.csv", "0 0 0\n0 1 0\n0 0 0\n");
  const auto field = [&](const std::string& inside) {
    return with(space_scene, "shape: half_space", "shape: {height_field: {" + inside + "}}");
  };
  for (const char* inside : {"file: ground.csv, spacing: 4",
                             "heights: [[0, 0, 0], [0, 1, 0], [0, 0, 0]], spacing: [4, 4]"}) {
    const auto scene = read(field(inside));
    const auto& mesh = std::get<TriangleMesh>(scene.model.shape[0]);
    EXPECT_EQ(mesh.surface->triangle.size(), 8U);
    EXPECT_FALSE(mesh.surface->closed);
  }
  EXPECT_EQ(said(field("heights: [[0, 0], [0]], spacing: 1")),
            "s.yaml:10:60: bodies[0].shape.height_field.heights[1]: expected 2 heights as in the "
            "first row, found 1");
  EXPECT_EQ(said(field("heights: [[0, 0]], spacing: 1")),
            "s.yaml:10:51: bodies[0].shape.height_field.heights: a field of heights needs two rows "
            "and columns or more, not 1 x 2");
}

TEST_F(MeshScenes, EndingsOfFiles_MayBeInCapitals) {
  write("CUBE.OBJ", cube_vertices + cube_faces);
  EXPECT_NEAR(read(scene_with("{mesh: {file: CUBE.OBJ}}")).model.mass[1], 8 * 2500, 1e-8);
}

TEST_F(MeshScenes, PolyhedronFaces_InsideOutAreTurned_AndRepeatedCornersNamed) {
  const std::string points = "points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]";
  const std::string inward = scene_with("{polyhedron: {" + points +
                                        "], faces: [[1, 2, 3], [1, 4, 2], [1, 3, 4], [2, 4, 3]]}}");
  EXPECT_NEAR(read(inward).model.mass[1], 2500.0 / 6, 1e-9);
  EXPECT_EQ(warned(inward),
            "bodies[1].shape.polyhedron.faces: the faces look inward: turned round\n");
  const auto twice =
      said(scene_with("{polyhedron: {" + points +
                      ", [1, 0, 0]], faces: [[3, 2, 1], [5, 4, 1], [4, 3, 1], [3, 4, 2]]}}"));
  EXPECT_NE(twice.find("corners 2 and 5 are the same point: let faces name one of them"),
            std::string::npos)
      << twice;
}

TEST_F(MeshScenes, PolyhedronPoints_ComeFromATable) {
  write("points.csv", "x, y, z\n0, 0, 0\n1, 0, 0\n0, 1, 0\n0, 0, 1\n");
  const auto scene = read(scene_with("{polyhedron: {file: points.csv}}"));
  EXPECT_NEAR(scene.model.mass[1], 2500.0 / 6, 1e-9);
  write("points.csv", "0, 0\n1, 0\n");
  EXPECT_EQ(
      said(scene_with("{polyhedron: {file: points.csv}}")),
      "s.yaml:11:45: bodies[1].shape.polyhedron.file: expected three columns x, y, z, found 2");
}

TEST_F(MeshScenes, Cylinder_IsReadAndGoesTogetherWithMeshes) {
  const std::string text = scene_with("{cylinder: {length: 1, radius: 0.5, axis: [1, 0, 0]}}");
  // m r^2 / 2 about the axis, m (3 r^2 + l^2) / 12 across it.
  const double mass = 2500 * M_PI / 4;
  EXPECT_NEAR(read(text).model.mass[1], mass, 1e-9);
  Vec<3> inertia = read(text).model.inertia[1];
  std::sort(inertia.begin(), inertia.end());
  EXPECT_NEAR(inertia[0], mass / 8, 1e-12 * mass);
  EXPECT_NEAR(inertia[1], mass * 1.75 / 12, 1e-12 * mass);
  EXPECT_NEAR(inertia[2], mass * 1.75 / 12, 1e-12 * mass);
  write("ground.csv", "0 0\n0 0\n");
  EXPECT_EQ(said(with(text, "shape: half_space",
                      "shape: {height_field: {file: ground.csv, spacing: 9}}")),
            "");
}

// FCLIB files: what is written is read back bit by bit, every way of storing a matrix gives the
// same problem, and every file that makes no sense is answered by its name and the object at fault.

#include "talus/io/fclib.hpp"

#include "talus/io/hdf5_file.hpp"
#include "talus/io/history_file.hpp"

#include "support/random_problem.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>

namespace fs = std::filesystem;

namespace talus {
namespace {

using samples::Dense;

/// A folder for the files of a test, gone after it.
class FclibFiles : public ::testing::Test {
 protected:
  FclibFiles() {
    std::string pattern = (fs::temp_directory_path() / "talus_fclib_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = pattern;
  }
  ~FclibFiles() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path file(const char* name = "problem.hdf5") const { return folder_ / name; }

  /// What is said of a file; "" when nothing is.
  static std::string complaint(const fs::path& path) {
    try {
      read_fclib(path);
    } catch (const ProblemFileError& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
      return error.what();
    }
    return "";
  }

 private:
  fs::path folder_;
};

template <int D>
AssembledProblem<D> some_problem(std::uint64_t seed) {
  Random random(seed);
  return assembled(samples::random_problem<D>(random, {.plain_laws = true}));
}

/// Five components a contact: any positive matrix will do.
AssembledProblem<5> rolling_problem() {
  Random random(4);
  AssembledProblem<5> p;
  for (std::uint32_t c = 0; c < 3; ++c) {
    p.w.add_row({c}, {samples::positive_matrix<5>(random, 0.5, 2)});
    p.q.push_back(samples::vector<5>(random));
    p.cone.push_back({random.uniform(), random.uniform()});
  }
  return p;
}

template <int D>
void expect_same(const AssembledProblem<D>& a, const AnyAssembledProblem& any) {
  ASSERT_TRUE(std::holds_alternative<AssembledProblem<D>>(any));
  const auto& b = std::get<AssembledProblem<D>>(any);
  ASSERT_EQ(a.contact_count(), b.contact_count());
  EXPECT_EQ(Dense(a.w.scalars()), Dense(b.w.scalars()));
  for (std::size_t c = 0; c < a.contact_count(); ++c) {
    EXPECT_EQ(a.q[c], b.q[c]);
    EXPECT_EQ(a.cone[c].mu, b.cone[c].mu);
    if constexpr (D == 5) {
      EXPECT_EQ(a.cone[c].mu_rolling, b.cone[c].mu_rolling);
    }
  }
}

template <int D>
void round_trip(const fs::path& path, const AssembledProblem<D>& p) {
  write_fclib(path, p, "a title", "a description");
  const ProblemFile back = read_fclib(path);
  EXPECT_EQ(back.title, "a title");
  EXPECT_FALSE(back.global);
  EXPECT_EQ(back.dofs, D * p.contact_count());
  EXPECT_TRUE(back.notes.empty());
  expect_same<D>(p, back.problem);
}

TEST_F(FclibFiles, Written_ComeBackBitByBit) {
  round_trip<2>(file(), some_problem<2>(1));
  round_trip<3>(file(), some_problem<3>(2));
  round_trip<5>(file(), rolling_problem());
}

/// Bodies of any mass, coupled or not, and any maps: `contacts` of D components each.
template <int D>
GlobalProblem some_global_problem(Random& random, int contacts) {
  const int rows = 7;
  Dense h(rows, D * contacts);
  for (auto& x : h.reshaped()) x = random.uniform(-1, 1);
  Dense m = Dense(Eigen::VectorXd::LinSpaced(rows, 1, 2).asDiagonal());
  m(0, 1) = m(1, 0) = random.uniform(-0.5, 0.5);
  GlobalProblem p{SparseRows(m.sparseView()), SparseRows(h.sparseView()), Eigen::VectorXd(rows),
                  Eigen::VectorXd(D * contacts)};
  for (auto& x : p.f) x = random.uniform(-1, 1);
  for (auto& x : p.w) x = random.uniform(-1, 1);
  return p;
}

/// Numbers of an array in a file.
std::vector<double> stored(const fs::path& path, const std::string& name) {
  const hdf5::Input input(path, [](const std::string& object, const std::string& what) {
    throw std::runtime_error(object + what);
  });
  return input.reals(name);
}

template <int D>
void global_round_trip(const fs::path& path, const std::string& root) {
  Random random(17);
  const GlobalProblem p = some_global_problem<D>(random, 2);
  std::vector<ContactCone<D>> cones(2);
  for (auto& cone : cones) {
    cone.mu = random.uniform();
    if constexpr (D == 5) cone.mu_rolling = random.uniform();
  }
  write_fclib<D>(path, p, cones, "a title", "a description");
  const auto numbers = [](const double* x, Eigen::Index n) { return std::vector(x, x + n); };
  EXPECT_EQ(stored(path, root + "/M/x"), numbers(p.m.valuePtr(), p.m.nonZeros()));
  EXPECT_EQ(stored(path, root + "/H/x"), numbers(p.h.valuePtr(), p.h.nonZeros()));
  EXPECT_EQ(stored(path, root + "/vectors/f"), numbers(p.f.data(), p.f.size()));
  EXPECT_EQ(stored(path, root + "/vectors/w"), numbers(p.w.data(), p.w.size()));
  const ProblemFile back = read_fclib(path);
  EXPECT_EQ(back.title, "a title");
  EXPECT_TRUE(back.global);
  EXPECT_EQ(back.dofs, 7U);
  EXPECT_TRUE(back.notes.empty());
  expect_same<D>(assembled<D>(p, cones), back.problem);
}

TEST_F(FclibFiles, GlobalOnesWritten_ComeBackBitByBit) {
  global_round_trip<2>(file(), "/fclib_global");
  global_round_trip<3>(file(), "/fclib_global");
  global_round_trip<5>(file(), "/fclib_global_rolling");
}

TEST_F(FclibFiles, WithoutContacts_IsAnEmptyProblem) {
  round_trip<3>(file(), AssembledProblem<3>{});
}

TEST_F(FclibFiles, FolderThatIsNot_IsAWriteError) {
  EXPECT_THROW(write_fclib(file("nowhere") / "a.hdf5", some_problem<2>(1), "", ""), WriteError);
}

/// A file in the making, object by object: what a test leaves out or spoils is missing or spoilt.
struct Parts {
  std::string root = "/fclib_local";
  std::map<std::string, std::vector<std::int32_t>> integers;
  std::map<std::string, std::vector<double>> reals;

  void write(const fs::path& path) const {
    hdf5::Output out(path);
    out.group(root);
    out.group(root + "/vectors");
    for (const char* matrix : {"W", "M", "H", "V", "R", "G"}) {
      if (integers.count(std::string(matrix) + "/m") > 0) out.group(root + "/" + matrix);
    }
    for (const auto& [name, values] : integers) out.integers(root + "/" + name, values);
    for (const auto& [name, values] : reals) {
      out.reals(root + "/" + name, values.data(), values.size());
    }
    out.close();
  }
};

enum class Storage { rows, columns, triplets };

void put_matrix(Parts& parts, const std::string& name, const Dense& a, Storage storage) {
  const SparseRows rows = a.sparseView();
  auto& p = parts.integers[name + "/p"];
  auto& i = parts.integers[name + "/i"];
  auto& x = parts.reals[name + "/x"];
  const auto put = [&](Eigen::Index row, Eigen::Index column) {
    x.push_back(a(row, column));
    if (storage == Storage::triplets) {
      i.push_back(static_cast<std::int32_t>(row));
      p.push_back(static_cast<std::int32_t>(column));
    } else {
      i.push_back(static_cast<std::int32_t>(storage == Storage::rows ? column : row));
    }
  };
  const bool by_columns = storage == Storage::columns;
  const auto lines = by_columns ? a.cols() : a.rows();
  const auto across = by_columns ? a.rows() : a.cols();
  for (Eigen::Index line = 0; line < lines; ++line) {
    if (storage != Storage::triplets) p.push_back(static_cast<std::int32_t>(x.size()));
    for (Eigen::Index k = 0; k < across; ++k) {
      const auto row = by_columns ? k : line;
      const auto column = by_columns ? line : k;
      if (a(row, column) != 0) put(row, column);
    }
  }
  if (storage != Storage::triplets) p.push_back(static_cast<std::int32_t>(x.size()));
  const auto count = static_cast<std::int32_t>(x.size());
  parts.integers[name + "/m"] = {static_cast<std::int32_t>(a.rows())};
  parts.integers[name + "/n"] = {static_cast<std::int32_t>(a.cols())};
  parts.integers[name + "/nzmax"] = {count};
  parts.integers[name + "/nz"] = {storage == Storage::rows ? -2 : by_columns ? -1 : count};
}

template <int D>
std::vector<double> flat(const std::vector<Vec<D>>& v) {
  return {v.front().data(), v.front().data() + D * v.size()};
}

/// A local problem of two contacts in space.
Parts local_parts(Storage storage = Storage::rows) {
  Parts parts;
  Dense w = Dense::Identity(6, 6);
  w(0, 3) = w(3, 0) = 0.25;
  w(1, 5) = 0.125;  // not symmetric
  w(5, 1) = 0.0625;
  put_matrix(parts, "W", w, storage);
  parts.integers["spacedim"] = {3};
  parts.reals["vectors/q"] = {-1, 0.5, 0, -2, 0, 0.25};
  parts.reals["vectors/mu"] = {0.5, 0.75};
  return parts;
}

/// One equation beside the contacts.
void put_joint(Parts& parts, const Dense& v, double r, double s) {
  put_matrix(parts, "V", v, Storage::triplets);
  put_matrix(parts, "R", Dense::Constant(1, 1, r), Storage::triplets);
  parts.reals["vectors/s"] = {s};
}

TEST_F(FclibFiles, Joints_AreEliminated) {
  Parts parts = local_parts();
  Dense v = Dense::Zero(6, 1);
  v(0, 0) = 1;
  v(3, 0) = -0.5;
  put_joint(parts, v, 2, 0.5);
  parts.write(file());
  const auto local = read_fclib(file());
  // W - v v^T / 2, q - v s / 2; all of these are exact.
  const auto& p = std::get<AssembledProblem<3>>(local.problem);
  const Dense w = p.w.scalars();
  EXPECT_EQ(w(0, 0), 0.5);
  EXPECT_EQ(w(0, 3), 0.5);
  EXPECT_EQ(w(3, 3), 0.875);
  EXPECT_EQ(w(1, 5), 0.125);
  EXPECT_EQ(p.q[0][0], -1.25);
  EXPECT_EQ(p.q[1][0], -1.875);

  Random random(5);
  GlobalProblem global = some_global_problem<3>(random, 2);
  global.g = SparseRows(Dense::Ones(7, 1).sparseView());
  global.b = Eigen::VectorXd::Constant(1, 0.25);
  const std::vector<ContactCone<3>> cones{{0.5}, {0.25}};
  write_fclib<3>(file(), global, cones, "", "");
  expect_same<3>(assembled<3>(global, cones), read_fclib(file()).problem);
}

TEST_F(FclibFiles, EveryStorage_GivesTheSameProblem) {
  local_parts(Storage::rows).write(file());
  const auto rows = read_fclib(file());
  EXPECT_EQ((std::get<AssembledProblem<3>>(rows.problem).w.scalars().coeff(1, 5)), 0.125);
  for (const auto storage : {Storage::columns, Storage::triplets}) {
    local_parts(storage).write(file());
    expect_same<3>(std::get<AssembledProblem<3>>(rows.problem), read_fclib(file()).problem);
  }
}

TEST_F(FclibFiles, TripletsBeyondNz_DoNotCount) {
  Parts parts = local_parts(Storage::triplets);
  parts.write(file());
  const auto exact = read_fclib(file());
  parts.integers["W/i"].push_back(1);
  parts.integers["W/p"].push_back(1);
  parts.reals["W/x"].push_back(100);
  parts.write(file());
  expect_same<3>(std::get<AssembledProblem<3>>(exact.problem), read_fclib(file()).problem);
}

/// The same problem by its bodies: M couples two of the degrees of freedom.
Parts global_parts(const Dense& m) {
  Parts parts;
  parts.root = "/fclib_global";
  put_matrix(parts, "M", m, Storage::triplets);
  Dense h = Dense::Zero(4, 3);
  h.topRows<3>() = Dense::Identity(3, 3);
  h(3, 0) = 1;
  put_matrix(parts, "H", h, Storage::triplets);
  parts.integers["spacedim"] = {3};
  parts.reals["vectors/f"] = {-1, 0, 1, 0};
  parts.reals["vectors/w"] = {0, 0.5, 0};
  parts.reals["vectors/mu"] = {0.5};
  return parts;
}

Dense some_mass() {
  Dense m = Dense(Eigen::Vector4d(2, 4, 1, 3).asDiagonal());
  m(0, 1) = m(1, 0) = 1;
  return m;
}

TEST_F(FclibFiles, GlobalProblem_IsReducedToItsContacts) {
  global_parts(some_mass()).write(file());
  const auto read = read_fclib(file());
  EXPECT_TRUE(read.global);
  EXPECT_EQ(read.dofs, 4U);
  EXPECT_TRUE(read.notes.empty());
  const auto& p = std::get<AssembledProblem<3>>(read.problem);
  // M^-1 of the coupled pair is (4, -1; -1, 2) / 7; W_NN = 4/7 + 1/3; q = H^T M^-1 f + w.
  const Mat<3>& w = p.w.diagonal(0);
  EXPECT_NEAR(w(0, 0), 4.0 / 7 + 1.0 / 3, 4 * samples::eps);
  EXPECT_NEAR(w(0, 1), -1.0 / 7, 4 * samples::eps);
  EXPECT_NEAR(w(2, 2), 1, 4 * samples::eps);
  EXPECT_NEAR(p.q[0][0], -4.0 / 7, 4 * samples::eps);
  EXPECT_NEAR(p.q[0][1], 1.0 / 7 + 0.5, 4 * samples::eps);
  EXPECT_NEAR(p.q[0][2], 1, 4 * samples::eps);
}

TEST_F(FclibFiles, HalfOfASymmetricMatrix_StandsForBothHalves) {
  global_parts(some_mass()).write(file());
  const auto whole = read_fclib(file());
  global_parts(some_mass().triangularView<Eigen::Upper>()).write(file());
  const auto half = read_fclib(file());
  expect_same<3>(std::get<AssembledProblem<3>>(whole.problem), half.problem);
  ASSERT_EQ(half.notes.size(), 1U);
  EXPECT_EQ(half.notes[0], "M is given by one triangle");
}

/// W need not be symmetric, so a triangular one is no half of another.
TEST_F(FclibFiles, TriangularW_IsTakenAsItStands) {
  Parts parts;
  parts.root = "/fclib_local";
  Dense w = Dense::Identity(3, 3);
  w(0, 1) = 0.25;
  put_matrix(parts, "W", w, Storage::triplets);
  parts.integers["spacedim"] = {3};
  parts.reals["vectors/q"] = {-1, 0, 0};
  parts.reals["vectors/mu"] = {0.5};
  parts.write(file());
  const auto read = read_fclib(file());
  const auto& p = std::get<AssembledProblem<3>>(read.problem);
  EXPECT_EQ(p.w.diagonal(0)(0, 1), 0.25);
  EXPECT_EQ(p.w.diagonal(0)(1, 0), 0);
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_NE(read.notes[0].find("W is triangular"), std::string::npos);
}

/// Damaged sizes are refused before memory is asked for.
TEST_F(FclibFiles, SizesFarBeyondTheVectors_AreRefused) {
  for (const char* damaged : {"M/m", "M/n", "H/n"}) {
    Parts parts = global_parts(some_mass());
    parts.integers[damaged] = {std::numeric_limits<std::int32_t>::max()};
    parts.write(file());
    const auto said = complaint(file());
    EXPECT_NE(said.find("the longest vector has 4 numbers"), std::string::npos) << said;
  }
}

TEST_F(FclibFiles, RollingProblem_IsReadFromItsGroup) {
  Parts parts;
  parts.root = "/fclib_global_rolling";
  put_matrix(parts, "M", Dense::Identity(5, 5), Storage::triplets);
  put_matrix(parts, "H", Dense::Identity(5, 5), Storage::triplets);
  parts.integers["spacedim"] = {5};
  parts.reals["vectors/f"] = {-1, 0, 0, 0, 0};
  parts.reals["vectors/w"] = {0, 0, 0, 0, 0};
  parts.reals["vectors/mu"] = {0.5};
  parts.reals["vectors/mu_r"] = {0.125};
  parts.write(file());
  const auto read = read_fclib(file());
  const auto& p = std::get<AssembledProblem<5>>(read.problem);
  EXPECT_EQ(p.cone[0].mu_rolling, 0.125);
  EXPECT_EQ(p.q[0][0], -1);
  parts.reals["vectors/mu_r"] = {};
  parts.write(file());
  EXPECT_NE(complaint(file()).find("/fclib_global_rolling/vectors/mu_r"), std::string::npos);
  parts.reals["vectors/mu_r"] = {-0.125};
  parts.write(file());
  EXPECT_NE(complaint(file()).find("/fclib_global_rolling/vectors/mu_r: negative"),
            std::string::npos);
}

TEST_F(FclibFiles, Nonsense_IsAnsweredByObject) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  struct Case {
    const char* object;
    std::function<void(Parts&)> spoil;
  };
  const std::vector<Case> cases{
      {"/fclib_local/vectors/q: not finite", [&](Parts& p) { p.reals["vectors/q"][4] = nan; }},
      {"/fclib_local/W: not finite", [&](Parts& p) { p.reals["W/x"][0] = infinity; }},
      {"/fclib_local/vectors/mu: negative", [](Parts& p) { p.reals["vectors/mu"][1] = -0.5; }},
      {"/fclib_local/vectors/mu: not finite", [&](Parts& p) { p.reals["vectors/mu"][1] = nan; }},
      {"/fclib_local/vectors/q: 5 numbers", [](Parts& p) { p.reals["vectors/q"].pop_back(); }},
      {"/fclib_local/W: 6 x 6, but 3", [](Parts& p) { p.reals["vectors/mu"].push_back(0.5); }},
      {"/fclib_local/vectors/q: missing", [](Parts& p) { p.reals.erase("vectors/q"); }},
      {"/fclib_local/vectors/mu: missing", [](Parts& p) { p.reals.erase("vectors/mu"); }},
      {"/fclib_local/W/x: missing", [](Parts& p) { p.reals.erase("W/x"); }},
      {"/fclib_local/W/nz: missing", [](Parts& p) { p.integers.erase("W/nz"); }},
      {"/fclib_local/spacedim: missing", [](Parts& p) { p.integers.erase("spacedim"); }},
      {"/fclib_local/spacedim: 4", [](Parts& p) { p.integers["spacedim"] = {4}; }},
      {"/fclib_local/spacedim: expected one",
       [](Parts& p) {
         p.integers["spacedim"] = {3, 3};
       }},
      {"/fclib_local/W/nz: -7", [](Parts& p) { p.integers["W/nz"] = {-7}; }},
      {"/fclib_local/W/m: expected a size", [](Parts& p) { p.integers["W/m"] = {-6}; }},
      {"/fclib_local/W/p: 6 numbers", [](Parts& p) { p.integers["W/p"].pop_back(); }},
      {"/fclib_local/W/p: ", [](Parts& p) { p.integers["W/p"].back() = 1000; }},
      {"/fclib_local/W/p: ", [](Parts& p) { p.integers["W/p"][2] = -1; }},
      {"/fclib_local/W: an entry at", [](Parts& p) { p.integers["W/i"][0] = 6; }},
      {"/fclib_local/W: an entry at", [](Parts& p) { p.integers["W/i"][0] = -1; }},
      {"/fclib_local/W: at contact 0 W_NN", [](Parts& p) { p.reals["W/x"][0] = -1; }},
      {"/fclib_local/W: at contact 0 W_NN = 0", [](Parts& p) { p.reals["W/x"][0] = 0; }},
      {"/fclib_local/W/i: expected integers",
       [](Parts& p) {
         p.integers.erase("W/i");
         p.reals["W/i"] = {0.5};
       }},
      {"/fclib_local/R/m: missing",
       [](Parts& p) { put_matrix(p, "V", Dense::Ones(6, 1), Storage::rows); }},
      {"/fclib_local/V: 5 x 1", [](Parts& p) { put_joint(p, Dense::Ones(5, 1), 2, 0.5); }},
      {"/fclib_local/R: singular", [](Parts& p) { put_joint(p, Dense::Ones(6, 1), 0, 0.5); }},
      {"/fclib_local/vectors/s: 0 numbers",
       [](Parts& p) {
         put_joint(p, Dense::Ones(6, 1), 2, 0.5);
         p.reals["vectors/s"].clear();
       }},
  };
  for (const auto& c : cases) {
    Parts parts = local_parts();
    c.spoil(parts);
    parts.write(file());
    const std::string said = complaint(file());
    EXPECT_NE(said.find(c.object), std::string::npos) << c.object << "\n" << said;
  }
}

TEST_F(FclibFiles, TooFewTriplets_AreCounted) {
  Parts parts = local_parts(Storage::triplets);
  parts.integers["W/nz"] = {1000};
  parts.write(file());
  EXPECT_NE(complaint(file()).find("/fclib_local/W: nz says 1000"), std::string::npos);
}

TEST_F(FclibFiles, SingularMass_IsNamed) {
  Dense m = some_mass();
  m(2, 2) = 0;
  global_parts(m).write(file());
  EXPECT_NE(complaint(file()).find("/fclib_global/M: singular"), std::string::npos);
  Parts parts = global_parts(some_mass());
  parts.reals["vectors/f"].pop_back();
  parts.write(file());
  EXPECT_NE(complaint(file()).find("/fclib_global/vectors/f: 3 numbers"), std::string::npos);
}

TEST_F(FclibFiles, OtherFiles_AreRefused) {
  EXPECT_NE(complaint(file("none.hdf5")).find("cannot be opened"), std::string::npos);
  std::ofstream(file()) << "talus: 1\n";
  EXPECT_NE(complaint(file()).find("not an HDF5 file"), std::string::npos);
  std::ofstream(file(), std::ios::trunc).flush();
  EXPECT_NE(complaint(file()).find("not an HDF5 file"), std::string::npos);
  Parts parts;
  parts.root = "/something_else";
  parts.write(file());
  EXPECT_NE(complaint(file()).find("fclib_local"), std::string::npos);
}

TEST_F(FclibFiles, CutShort_IsNeverReadAsIfWhole) {
  write_fclib(file(), some_problem<3>(3), "", "");
  std::ostringstream whole;
  whole << std::ifstream(file(), std::ios::binary).rdbuf();
  const std::string bytes = whole.str();
  for (std::size_t length = 0; length < bytes.size(); length += 97) {
    std::ofstream(file("cut.hdf5"), std::ios::binary | std::ios::trunc) << bytes.substr(0, length);
    EXPECT_NE(complaint(file("cut.hdf5")), "") << length << " of " << bytes.size();
  }
}

TEST_F(FclibFiles, Damaged_IsReadOrRefusedButNeverAnythingElse) {
  write_fclib(file(), some_problem<3>(3), "", "");
  std::ostringstream whole;
  whole << std::ifstream(file(), std::ios::binary).rdbuf();
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    std::string bytes = whole.str();
    for (int k = 0; k < 4; ++k)
      bytes[random.below(bytes.size())] = static_cast<char>(random.bits());
    std::ofstream(file("damaged.hdf5"), std::ios::binary | std::ios::trunc) << bytes;
    EXPECT_NO_THROW(complaint(file("damaged.hdf5"))) << i;  // throws on to here what is no refusal
  }
}

}  // namespace
}  // namespace talus

// talus solve on problems with something odd about them: a right answer, or a message with the file
// and the object at fault.

#include "talus/io/fclib.hpp"
#include "talus/solvers/assembled_solve.hpp"

#include "cli/program.hpp"
#include "support/random_problem.hpp"

#include <fstream>
#include <limits>

namespace fs = std::filesystem;

namespace talus::cli {
namespace {

using samples::Dense;

/// One contact of unit mass in the plane that approaches and slides.
AssembledProblem<2> one_contact(double mu) {
  AssembledProblem<2> p;
  p.w.add_row({0}, {Mat<2>::Identity()});
  p.q = {{-1, 0.75}};
  p.cone = {{mu}};
  return p;
}

template <int D>
AssembledProblem<D> unsymmetric() {
  Random random(3);
  auto p = assembled(samples::random_problem<D>(random, {.plain_laws = true}));
  Dense w = p.w.scalars();
  for (Eigen::Index i = 0; i < w.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) w(i, j) *= 1 + 1e-3;
  }
  p.w = BlockSparse<D>::from(SparseRows(w.sparseView()));
  return p;
}

GlobalProblem one_body() {
  GlobalProblem p;
  p.m = SparseRows(Dense(Dense::Identity(2, 2)).sparseView());
  p.h = p.m;
  p.f = Eigen::Vector2d(-1, 0.75);
  p.w = Eigen::Vector2d::Zero();
  return p;
}

class OddProblem : public Program {
 protected:
  nlohmann::json solved() const {
    const auto f = talus({"solve", "odd.hdf5", "--json"});
    EXPECT_EQ(f.code, 0) << f.err << f.out;
    const auto j = f.json();
    EXPECT_EQ(j["outcome"], "solved");
    EXPECT_LE(j["error"].get<double>(), 1e-8);
    EXPECT_LE(j["law_error"].get<double>(), 1e-8);
    return j;
  }
  void expect_refused(const std::string& message) const {
    const auto f = talus({"solve", "odd.hdf5", "--json"});
    EXPECT_EQ(f.code, 2);
    EXPECT_EQ(f.err, "talus: odd.hdf5: " + message + "\n");
    EXPECT_EQ(f.json()["outcome"], "bad_input");
    EXPECT_EQ(f.json()["message"], "odd.hdf5: " + message);
  }
  template <int D>
  void put(const AssembledProblem<D>& p) const {
    write_fclib(folder() / "odd.hdf5", p, "", "");
  }
  void put(const GlobalProblem& p) const {
    write_fclib<2>(folder() / "odd.hdf5", p, {{0.5}}, "", "");
  }
};

TEST_F(OddProblem, Unsymmetric_IsSolvedAsItIs) {
  put(unsymmetric<2>());
  solved();
  put(unsymmetric<3>());
  solved();
}

TEST_F(OddProblem, Friction_OfNoneOrMoreThanOne_IsSolved) {
  // Held by less than 0.75 of the push it slides, by more it sticks.
  for (const double mu : {0.0, 0.5, 1.0, 5.0}) {
    put(one_contact(mu));
    const auto j = solved();
    EXPECT_EQ(j[mu < 0.75 ? "sliding" : "sticking"], 1) << mu;
  }
}

TEST_F(OddProblem, NoContacts_AreSolved) {
  put(AssembledProblem<3>{});
  EXPECT_EQ(solved()["contacts"], 0);
}

TEST_F(OddProblem, ZeroRows_AreSolvedOrNamed) {
  auto p = one_contact(0.5);
  p.w.add_row({1}, {Mat<2>::Zero()});
  p.q.push_back({1, 0});  // of fixed bodies that part
  p.cone.push_back({0.5});
  put(p);
  EXPECT_EQ(solved()["open"], 1);
  p.q.back()[0] = -1;  // that approach: nothing can be done about it
  put(p);
  const auto f = talus({"solve", "odd.hdf5", "--json"});
  EXPECT_NE(f.code, 0);
  EXPECT_NE(f.json()["outcome"], "solved");
}

TEST_F(OddProblem, NotANumber_IsNamed) {
  auto p = one_contact(0.5);
  p.q[0][1] = std::numeric_limits<double>::quiet_NaN();
  put(p);
  expect_refused("/fclib_local/vectors/q: not finite at contact 0");
}

TEST_F(OddProblem, SingularMass_IsNamed) {
  auto p = one_body();
  p.m.coeffRef(1, 1) = 0;
  put(p);
  expect_refused("/fclib_global/M: singular in the 1 rows coupled with row 1");
}

TEST_F(OddProblem, SizesThatDoNotFit_AreNamed) {
  auto p = one_body();
  put(p);
  EXPECT_EQ(solved()["sliding"], 1);
  p.f = Eigen::Vector3d::Zero();
  put(p);
  expect_refused("/fclib_global/vectors/f: 3 numbers, but M has 2 rows");
}

TEST_F(OddProblem, WithoutAnAnswer_IsNeverSolved) {
  // One body between two contacts that face each other and both approach.
  AssembledProblem<3> p;
  const Mat<3> one = Mat<3>::Identity();
  p.w.add_row({0, 1}, {one, -one});
  p.w.add_row({0, 1}, {-one, one});
  p.q = {Vec<3>(-1, 0, 0), Vec<3>(-1, 0, 0)};
  p.cone = {{0.3}, {0.3}};
  put(p);
  for (const auto& solver : assembled_methods) {
    if (solver.kind == MethodKind::frictionless) continue;
    const auto f = talus({"solve", "odd.hdf5", "--solver", std::string(solver.name),
                          "--max-seconds", "5", "--json"});
    EXPECT_EQ(f.code, 3) << solver.name << f.err;
    EXPECT_NE(f.json()["outcome"], "solved") << solver.name;
    EXPECT_GE(f.json()["law_error"].get<double>(), 0.5) << f.out;
  }
}

TEST_F(OddProblem, FrictionWithoutBound_SticksOrIsNotSolved) {
  for (const double mu : {1e8, 1e14, 1e17, 1e300}) {
    put(one_contact(mu));
    const auto f = talus({"solve", "odd.hdf5", "--max-seconds", "5", "--json"});
    const auto j = f.json();
    EXPECT_TRUE(j["outcome"] != "solved" || j["sticking"] == 1) << mu << f.out;
  }
}

TEST_F(OddProblem, NumbersWithoutSquares_AreNamed) {
  auto p = one_contact(0.3);
  p.q[0] *= 1e200;
  put(p);
  expect_refused(
      "/fclib_local/vectors/q: velocities as large as 1.0e+200: squares of such numbers are not to "
      "be had; choose other units");
  p = one_contact(0.3);
  p.w = BlockSparse<2>();
  p.w.add_row({0}, {1e-170 * Mat<2>::Identity()});
  p.q[0] *= 1e-170;
  put(p);
  expect_refused(
      "/fclib_local/vectors/q: velocities as large as 1.0e-170: squares of such numbers are not to "
      "be had; choose other units");
}

TEST_F(OddProblem, CutShort_IsNamed) {
  put(one_contact(0.5));
  const std::string bytes = read(folder() / "odd.hdf5");
  write("odd.hdf5", bytes.substr(0, bytes.size() / 2));
  expect_refused("not an HDF5 file, or not a complete one");
}

}  // namespace
}  // namespace talus::cli

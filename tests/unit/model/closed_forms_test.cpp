// Mass and moments of every closed shape against closed forms, to rounding, at a density and at a
// given mass.

#include "talus/model/mass_properties.hpp"

#include "support/meshes.hpp"
#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;
// A closed form has some ten operations, half an ulp each; the sums over facets have a term each of
// the order of the whole, ten operations in each, and the polyhedra here at most 24 triangles.
constexpr double few = 32 * samples::eps;
constexpr double many = 24 * 10 * samples::eps;

template <int D>
struct ClosedForm {
  double volume;
  Spin<D> inertia;  ///< per mass, along the axes of the shape
};

template <int D>
void expect_form(const Shape<D>& shape, const ClosedForm<D>& wanted, double rounding) {
  for (const bool given_mass : {false, true}) {
    const double density = 2.7;
    BodyDescription<D> body;
    body.shapes.push_back({shape, {}, 0, given_mass ? 0 : density});
    if (given_mass) body.mass = 3.1;
    const auto m = mass_properties(body);
    const double mass = given_mass ? 3.1 : density * wanted.volume;
    EXPECT_NEAR(m.mass, mass, rounding * mass);
    EXPECT_LE(m.principal.x.norm(), rounding * bounding_radius<D>(shape));
    // Principal axes may come in another order: compared in the shape's own.
    if constexpr (D == 2) {
      EXPECT_NEAR(m.inertia[0], mass * wanted.inertia[0], rounding * mass * wanted.inertia[0]);
    } else {
      const Mat<3> r = matrix(m.principal.r);
      const Mat<3> found = r * m.inertia.asDiagonal() * r.transpose();
      const Mat<3> expected = mass * Mat<3>(wanted.inertia.asDiagonal());
      EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), rounding * expected.maxCoeff());
    }
  }
  EXPECT_NEAR(volume<D>(shape), wanted.volume, rounding * wanted.volume);
}

/// Slices of a body of revolution: the integrals of rho^2, rho^4 and rho^2 z^2 from z = a to b,
/// rho^2 being a polynomial of degree 2. Five points of Gauss are exact up to degree 9.
template <class SquareRadius>
std::array<double, 3> slices(double a, double b, SquareRadius&& square) {
  const double s = std::sqrt(10.0 / 7);
  const std::array<double, 3> node = {0, std::sqrt(5 - 2 * s) / 3, std::sqrt(5 + 2 * s) / 3};
  const double root = 13 * std::sqrt(70.0);
  const std::array<double, 3> weight = {128.0 / 225, (322 + root) / 900, (322 - root) / 900};
  std::array<double, 3> out{};
  const auto add = [&](double x, double w) {
    const double z = 0.5 * (a + b) + 0.5 * (b - a) * x;
    const double q = square(z);
    const double dz = 0.5 * (b - a) * w;
    out[0] += dz * q;
    out[1] += dz * q * q;
    out[2] += dz * q * z * z;
  };
  add(0, weight[0]);
  for (std::size_t i = 1; i < 3; ++i) {
    add(node[i], weight[i]);
    add(-node[i], weight[i]);
  }
  return out;
}

ClosedForm<3> of_slices(const std::array<double, 3>& sum) {
  const double across = 0.25 * sum[1] / sum[0] + sum[2] / sum[0];
  return {pi * sum[0], Vec<3>(across, across, 0.5 * sum[1] / sum[0])};
}

}  // namespace

TEST(ClosedForms, Balls) {
  for (const double r : {1e-3, 0.7, 40.0}) {
    expect_form<2>(Ball<2>{r}, {pi * r * r, Spin<2>(0.5 * r * r)}, few);
    expect_form<3>(Ball<3>{r}, {4 * pi / 3 * r * r * r, Vec<3>::Constant(0.4 * r * r)}, few);
    const auto ball = slices(-r, r, [r](double z) { return r * r - z * z; });
    expect_form<3>(Ball<3>{r}, of_slices(ball), few);
  }
}

TEST(ClosedForms, Capsules) {
  for (const double l : {1e-3, 0.5, 30.0}) {
    const double r = 0.7;
    // Second moment of the rectangle about the centre, of both half disks about theirs, and what
    // moving these by l adds: l^2, and 2 l times their first moments 2 r^3 / 3.
    const double area = 4 * l * r + pi * r * r;
    const double second = 4 * l * r * (l * l + r * r) / 3 + pi * r * r * r * r / 2 +
                          pi * r * r * l * l + 2 * l * 2 * (2 * r * r * r / 3);
    expect_form<2>(Capsule<2>{l, r}, {area, Spin<2>(second / area)}, few);

    auto sum = slices(-l, l, [r](double) { return r * r; });
    const auto cap = slices(l, l + r, [l, r](double z) { return r * r - (z - l) * (z - l); });
    for (std::size_t i = 0; i < 3; ++i) sum[i] += 2 * cap[i];
    expect_form<3>(Capsule<3>{l, r}, of_slices(sum), few);
  }
}

TEST(ClosedForms, Cylinders) {
  for (const double l : {1e-3, 0.5, 30.0}) {
    const double r = 0.7;
    const double across = r * r / 4 + (2 * l) * (2 * l) / 12;
    expect_form<3>(Cylinder{l, r}, {pi * r * r * 2 * l, Vec<3>(across, across, r * r / 2)}, few);
    expect_form<3>(Cylinder{l, r}, of_slices(slices(-l, l, [r](double) { return r * r; })), few);
  }
}

TEST(ClosedForms, Boxes) {
  expect_form<2>(Hull<2>(box_polytope(Vec<2>(0.2, 1.5))),
                 {0.4 * 3, Spin<2>((0.4 * 0.4 + 3 * 3) / 12)}, many);
  const Vec<3> a(0.4, 3, 1.1);
  const Vec<3> wanted =
      Vec<3>(a[1] * a[1] + a[2] * a[2], a[0] * a[0] + a[2] * a[2], a[0] * a[0] + a[1] * a[1]) / 12;
  const auto box = box_polytope(Vec<3>(0.5 * a));
  expect_form<3>(Hull<3>(box), {a.prod(), wanted}, many);
  expect_form<3>(TriangleMesh(test::triangulated(box)), {a.prod(), wanted}, many);
}

TEST(ClosedForms, RegularPolygonsAndPrisms) {
  for (const int n : {3, 4, 5, 6, 8, 12}) {
    const double r = 0.8;
    std::vector<Vec<2>> corners;
    std::vector<Vec<3>> prism;
    const double half = 0.35;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * pi * i / n;
      corners.emplace_back(r * std::cos(angle), r * std::sin(angle));
      for (const double z : {-half, half}) prism.emplace_back(corners[i][0], corners[i][1], z);
    }
    const double area = 0.5 * n * r * r * std::sin(2 * pi / n);
    const double polar = r * r / 6 * (2 + std::cos(2 * pi / n));
    expect_form<2>(Hull<2>(convex_polygon(corners)), {area, Spin<2>(polar)}, many);
    const double across = 0.5 * polar + half * half / 3;
    const Hull<3> hull(convex_hull(prism));
    const ClosedForm<3> form{area * 2 * half, Vec<3>(across, across, polar)};
    expect_form<3>(hull, form, many);
  }
}

TEST(ClosedForms, RegularTetrahedronAndOctahedron) {
  const double a = 0.5;
  const Hull<3> four(
      convex_hull(std::vector<Vec<3>>{{a, a, a}, {a, -a, -a}, {-a, a, -a}, {-a, -a, a}}));
  const double edge = 2 * a * std::sqrt(2.0);
  expect_form<3>(
      four, {edge * edge * edge / (6 * std::sqrt(2.0)), Vec<3>::Constant(edge * edge / 20)}, many);
  const Hull<3> eight(convex_hull(
      std::vector<Vec<3>>{{a, 0, 0}, {-a, 0, 0}, {0, a, 0}, {0, -a, 0}, {0, 0, a}, {0, 0, -a}}));
  const double side = a * std::sqrt(2.0);
  expect_form<3>(
      eight, {std::sqrt(2.0) / 3 * side * side * side, Vec<3>::Constant(side * side / 10)}, many);
}

/// Of any triangle: (a^2 + b^2 + c^2) / 36 of its mass.
TEST(ClosedForms, AnyTriangle) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    std::array<Vec<2>, 3> p;
    double area = 0;
    do {
      for (auto& x : p) x = samples::vector<2>(random);
      area = 0.5 * std::abs(moment(Vec<2>(p[1] - p[0]), Vec<2>(p[2] - p[0]))[0]);
    } while (area < 0.1);  // slivers lose digits
    const Vec<2> centre = (p[0] + p[1] + p[2]) / 3;
    std::vector<Vec<2>> corners;
    for (const auto& x : p) corners.emplace_back(x - centre);
    const double sides =
        (p[1] - p[0]).squaredNorm() + (p[2] - p[1]).squaredNorm() + (p[0] - p[2]).squaredNorm();
    // The area is a tenth of the products it is a difference of, at least.
    expect_form<2>(Hull<2>(convex_polygon(corners)), {area, Spin<2>(sides / 36)}, 20 * many);
  }
}

}  // namespace talus

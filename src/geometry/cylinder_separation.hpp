// How far planes across a normal part two cylinders.
#pragma once

#include "talus/geometry/shape.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace talus {

struct PlacedCylinder {
  const Cylinder& form;
  Vec<3> centre;
  Mat<3> turn;
  Vec<3> axis;

  /// Point farthest along a direction, where there is one.
  Vec<3> front(const Vec<3>& direction) const {
    const double along = direction.dot(axis);
    const Vec<3> across = direction - along * axis;
    const double length = across.norm();
    Vec<3> p = centre;
    if (along != 0) p += (along > 0 ? 1 : -1) * form.half_length * axis;
    if (length > 0) p += form.radius / length * across;
    return p;
  }
  bool lies_across(const Vec<3>& n) const { return std::abs(n.dot(axis)) < 1e-9; }
  bool stands_along(const Vec<3>& n) const { return n.cross(axis).norm() < 1e-9; }
};

/// The separation along a unit normal n from b to a,
///
///   f(n) = n . (c_a - c_b) - h_a |n . u_a| - R_a |n x u_a| - h_b |n . u_b| - R_b |n x u_b|.
///
/// Its largest value is the distance of the cylinders, or, below zero, the depth of their overlap.
/// It is smooth but for n across or along an axis u.
class CylinderSeparation {
 public:
  CylinderSeparation(const PlacedCylinder& a, const PlacedCylinder& b)
      : a_(a), b_(b), between_(a.centre - b.centre) {}

  double operator()(const Vec<3>& n) const {
    const auto reach = [&](const PlacedCylinder& c) {
      return c.form.half_length * std::abs(n.dot(c.axis)) + c.form.radius * n.cross(c.axis).norm();
    };
    return n.dot(between_) - reach(a_) - reach(b_);
  }

  /// Newton's method on the sphere from n; stops where it does not climb. By then values tell
  /// normals apart to the root of their rounding only, so a last step need but make it flatter.
  Vec<3> climb(Vec<3> n) const {
    double value = (*this)(n);
    for (int i = 0; i < 60; ++i) {
      if (stands_along_an_axis(n)) {
        const Vec<3> next = left_tip(n);
        const double there = (*this)(next);
        if (there <= value) return n;
        n = next;
        value = there;
      }
      const Vec<3> gradient = slope(n);
      const Vec<3> u = n.unitOrthogonal();
      const Vec<3> v = n.cross(u);
      const Vec<2> g(gradient.dot(u), gradient.dot(v));
      Mat<2> hessian = -value * Mat<2>::Identity();
      for (const PlacedCylinder* c : {&a_, &b_}) {
        const Vec<3> turning = n.cross(c->axis);
        const double length = turning.norm();
        const Vec<2> t(turning.dot(u) / length, turning.dot(v) / length);
        hessian -= c->form.radius / length * t * t.transpose();
      }
      const double determinant = hessian.determinant();
      const bool concave = determinant > 0 && hessian(0, 0) < 0;
      Vec<2> step = concave ? Vec<2>(-hessian.inverse() * g) : step_up(hessian, g);
      if (step.norm() > 0.5) step *= 0.5 / step.norm();
      bool climbed = false;
      for (int half = 0; half < 40 && !climbed; ++half, step *= 0.5) {
        const Vec<3> next = (n + step[0] * u + step[1] * v).normalized();
        const double there = (*this)(next);
        if (there > value) {
          n = next;
          value = there;
          climbed = true;
        }
      }
      if (climbed) continue;
      const Vec<2> last = concave ? Vec<2>(-hessian.inverse() * g) : Vec<2>::Zero();
      const Vec<3> next = (n + last[0] * u + last[1] * v).normalized();
      const Vec<3> there = slope(next);
      const bool flatter = (there - there.dot(next) * next).norm() < g.norm();
      return last.norm() < 1e-6 && flatter ? next : n;
    }
    return n;
  }

 private:
  bool stands_along_an_axis(const Vec<3>& n) const {
    return a_.stands_along(n) || b_.stands_along(n);
  }

  Vec<3> slope(const Vec<3>& n) const {
    Vec<3> out = between_;
    for (const PlacedCylinder* c : {&a_, &b_}) out -= c->front(n) - c->centre;
    return out;
  }

  /// Where f is not concave, Newton's step with all bends turned downwards. A step along the slope
  /// would go to and fro across the ridges of slight overlaps of rims, steep and nearly level.
  static Vec<2> step_up(const Mat<2>& hessian, const Vec<2>& g) {
    Eigen::SelfAdjointEigenSolver<Mat<2>> bends;
    bends.computeDirect(hessian);
    Vec<2> along = bends.eigenvectors().transpose() * g;
    for (int k = 0; k < 2; ++k) {
      const double bend = std::max(std::abs(bends.eigenvalues()[k]), 1e-300);
      along[k] = std::clamp(along[k] / bend, -0.5, 0.5);
    }
    return bends.eigenvectors() * along;
  }

  /// Along an axis f has the tip of a cone, where steps that see no tip come to rest. Where the
  /// slope of the rest is steeper than the cone, the way up leads on: a normal along this way that
  /// is better than the tip, or n.
  Vec<3> left_tip(const Vec<3>& n) const {
    Vec<3> rest = between_;
    double steepness = 0;
    for (const PlacedCylinder* c : {&a_, &b_}) {
      if (c->stands_along(n)) {
        steepness += c->form.radius;
      } else {
        rest -= c->front(n) - c->centre;
      }
    }
    const Vec<3> aside = rest - n.dot(rest) * n;
    const double length = aside.norm();
    if (length <= steepness) return n;
    const double value = (*this)(n);
    for (double tilt = 0.5; tilt > 1e-9; tilt *= 0.5) {
      const Vec<3> next = (n + tilt / length * aside).normalized();
      if ((*this)(next) > value && !stands_along_an_axis(next)) return next;
    }
    return n;
  }

  const PlacedCylinder& a_;
  const PlacedCylinder& b_;
  Vec<3> between_;
};

}  // namespace talus

#include "talus/model/time_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace talus {

namespace {

constexpr double two_pi = 2 * std::numbers::pi;

double value_of(const Linear& f, double t) { return f.rate * t; }
double rate_of(const Linear& f, double) { return f.rate; }

double value_of(const Ramp& f, double t) {
  if (t <= 0) return 0;
  return t < f.over ? 0.5 * f.rate * t * t / f.over : f.rate * (t - 0.5 * f.over);
}
double rate_of(const Ramp& f, double t) {
  if (t <= 0) return 0;
  return t < f.over ? f.rate * t / f.over : f.rate;
}

double value_of(const Sinusoid& f, double t) {
  return f.amplitude * (std::sin(two_pi * f.frequency * t + f.phase) - std::sin(f.phase));
}
double rate_of(const Sinusoid& f, double t) {
  return two_pi * f.frequency * f.amplitude * std::cos(two_pi * f.frequency * t + f.phase);
}

double value_of(const Table& f, double t) { return f.value(t); }
double rate_of(const Table& f, double t) { return f.rate(t); }

/// Second derivatives of the natural spline: a tridiagonal system, solved by elimination.
std::vector<double> natural_spline(const std::vector<double>& t, const std::vector<double>& y) {
  const std::size_t n = t.size();
  std::vector<double> m(n, 0.0);
  if (n < 3) return m;
  std::vector<double> c(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = t[i] - t[i - 1];
    const double right = t[i + 1] - t[i];
    const double rhs = 6 * ((y[i + 1] - y[i]) / right - (y[i] - y[i - 1]) / left);
    const double pivot = 2 * (left + right) - left * c[i - 1];
    c[i] = right / pivot;
    m[i] = (rhs - left * m[i - 1]) / pivot;
  }
  for (std::size_t i = n - 2; i >= 1; --i) m[i] -= c[i] * m[i + 1];
  return m;
}

}  // namespace

Table::Table(std::vector<double> times, std::vector<double> values, Interpolation interpolation)
    : times_(std::move(times)), values_(std::move(values)) {
  second_ = interpolation == Interpolation::spline ? natural_spline(times_, values_)
                                                   : std::vector<double>(times_.size(), 0.0);
}

std::size_t Table::interval(double t) const {
  const auto upper = std::upper_bound(times_.begin(), times_.end(), t);
  return static_cast<std::size_t>(upper - times_.begin()) - 1;
}

double Table::value(double t) const {
  if (t <= times_.front()) return values_.front();
  if (t >= times_.back()) return values_.back();
  const std::size_t i = interval(t);
  const double d = times_[i + 1] - times_[i];
  const double b = (t - times_[i]) / d;
  const double a = 1 - b;
  return a * values_[i] + b * values_[i + 1] +
         ((a * a * a - a) * second_[i] + (b * b * b - b) * second_[i + 1]) * d * d / 6;
}

double Table::rate(double t) const {
  if (t < times_.front() || t >= times_.back()) return 0;
  const std::size_t i = interval(t);
  const double d = times_[i + 1] - times_[i];
  const double b = (t - times_[i]) / d;
  const double a = 1 - b;
  return (values_[i + 1] - values_[i]) / d +
         ((3 * b * b - 1) * second_[i + 1] - (3 * a * a - 1) * second_[i]) * d / 6;
}

double TimeFunction::value(double t) const {
  double sum = 0;
  for (const auto& term : terms) {
    sum += std::visit([t](const auto& f) { return value_of(f, t); }, term);
  }
  return sum;
}

double TimeFunction::rate(double t) const {
  double sum = 0;
  for (const auto& term : terms) {
    sum += std::visit([t](const auto& f) { return rate_of(f, t); }, term);
  }
  return sum;
}

}  // namespace talus

// Scalar functions of time with their exact derivative: what prescribed motions and tabulated loads
// are made of.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace talus {

/// rate * t
struct Linear {
  double rate = 0;
};

/// Starts at rest; the rate grows evenly to `rate` during `over`, then stays.
struct Ramp {
  double rate = 0;
  double over = 0;
};

/// amplitude * (sin(2 pi frequency t + phase) - sin(phase)): zero at the start.
struct Sinusoid {
  double amplitude = 0;
  double frequency = 0;
  double phase = 0;
};

/// Values given at increasing times, constant outside them.
class Table {
 public:
  enum class Interpolation : std::uint8_t { linear, spline };

  /// A natural cubic spline keeps the rate continuous, which a prescribed motion wants.
  Table(std::vector<double> times, std::vector<double> values, Interpolation interpolation);

  double value(double t) const;
  /// Derivative at t; at a corner of a linear table, the one after it.
  double rate(double t) const;

 private:
  std::size_t interval(double t) const;

  std::vector<double> times_, values_;
  std::vector<double> second_;  ///< second derivatives at the times (zero when linear)
};

using TimeTerm = std::variant<Linear, Ramp, Sinusoid, Table>;

/// Sum of terms.
struct TimeFunction {
  std::vector<TimeTerm> terms;

  double value(double t) const;
  double rate(double t) const;
};

}  // namespace talus

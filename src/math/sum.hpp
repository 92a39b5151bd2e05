// Compensated summation (Neumaier): energies accumulated over a million steps keep their last
// digits.
#pragma once

#include <cmath>

namespace talus {

class Sum {
 public:
  void add(double x) {
    const double t = sum_ + x;
    lost_ += std::abs(sum_) >= std::abs(x) ? (sum_ - t) + x : (x - t) + sum_;
    sum_ = t;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace talus

#pragma once

namespace talus {

/// What a sweep tells of itself: sums over contacts of (w |change of impulse|)^2 and (w
/// |impulse|)^2, both squares of velocities; and, when contacts were carried on, of w (start - end)
/// . (end - end of the sweep before).
struct SweepSize {
  double change = 0;
  double whole = 0;
  double against = 0;

  SweepSize& operator+=(const SweepSize& other) {
    change += other.change;
    whole += other.whole;
    against += other.against;
    return *this;
  }
};

}  // namespace talus

#include "talus/laws/single_impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The impact as far as it has got.
class Impact {
 public:
  Impact(const Mat<2>& w, double mu, const Vec<2>& u) : w_(w), mu_(mu), u_(u) {}

  /// Goes on until `stop`, given the straight piece ahead (u_N, its slope, p and the work so far),
  /// says how far the rest is; infinity: beyond this piece.
  template <class Stop>
  void follow(Stop&& stop) {
    for (int piece = 0; piece < 4; ++piece) {  // slip, and stick or slip again
      const Vec<2> direction = next_direction();
      Vec<2> slope = w_ * direction;
      if (sticks()) slope[1] = 0;
      const double turn = u_[1] != 0 && slope[1] * u_[1] < 0 ? -u_[1] / slope[1] : infinity;
      const double rest = stop(u_[0], slope[0]);
      advance(direction, slope, std::min(turn, rest), turn <= rest);
      if (rest <= turn) return;
    }
  }

  const Vec<2>& u() const { return u_; }
  const Vec<2>& r() const { return r_; }
  double work() const { return work_; }

 private:
  double holding() const { return -w_(0, 1) / w_(1, 1); }
  bool sticks() const { return u_[1] == 0 && std::abs(holding()) <= mu_; }

  /// dr for dp = 1. What cannot hold slips the way W drives it.
  Vec<2> next_direction() const {
    if (u_[1] != 0) return {1, u_[1] > 0 ? -mu_ : mu_};
    return {1, std::clamp(holding(), -mu_, mu_)};
  }

  void advance(const Vec<2>& direction, const Vec<2>& slope, double dp, bool stops) {
    work_ += u_[0] * dp + 0.5 * slope[0] * dp * dp;
    u_ += dp * slope;
    r_ += dp * direction;
    if (stops) u_[1] = 0;
  }

  const Mat<2>& w_;
  double mu_;
  Vec<2> u_;
  Vec<2> r_ = Vec<2>::Zero();
  double work_ = 0;  ///< of the normal impulse
};

/// How far u_N needs to grow by `slope` to reach `goal`.
double way_to(double u_n, double slope, double goal) {
  return slope > 0 ? std::max(0.0, (goal - u_n) / slope) : infinity;
}

}  // namespace

SingleImpact follow_impact(const Mat<2>& w, double mu, double e, ImpactEnd end, const Vec<2>& u) {
  Impact impact(w, mu, u);
  impact.follow([](double u_n, double slope) { return way_to(u_n, slope, 0); });
  const double compression = impact.r()[0];
  const double work = impact.work();
  switch (end) {
    case ImpactEnd::newton:
      impact.follow([&](double u_n, double slope) { return way_to(u_n, slope, -e * u[0]); });
      break;
    case ImpactEnd::poisson:
      impact.follow([&](double, double) { return (1 + e) * compression - impact.r()[0]; });
      break;
    case ImpactEnd::energetic:
      impact.follow([&](double u_n, double slope) {
        // u_n dp + slope dp^2 / 2 = what is left of the work to give back.
        const double left = std::max(0.0, work * (1 - e * e) - impact.work());
        const double root = std::sqrt(std::max(0.0, u_n * u_n + 2 * slope * left));
        const double sum = u_n + root;
        return left == 0 ? 0 : sum > 0 ? 2 * left / sum : infinity;
      });
      break;
  }
  SingleImpact out;
  out.u = impact.u();
  out.r = impact.r();
  out.lost = -0.5 * (u + out.u).dot(out.r);
  return out;
}

}  // namespace talus

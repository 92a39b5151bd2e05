// Where bodies are between one midpoint and the next: as the scheme moves them, straight on and
// turning evenly, until some of them wait.
#pragma once

#include "talus/model/free_motion.hpp"

#include <cstddef>
#include <vector>

namespace talus {

/// How the points of a body move at some time.
template <int D>
struct PathMotion {
  Vec<D> v;            ///< of the point it turns about
  Spin<D> w;           ///< in world axes
  double aside = 0;    ///< the centre's distance from that point
  double slack = 0;    ///< by how much a prescribed velocity differs from this within the step
  double slack_w = 0;  ///< and a prescribed spin
};

/// A body waits from a time on for the end of the step, or for an obstacle, which then carries it
/// along. Obstacles never wait. References are kept to what it is made of.
template <int D>
class Paths {
 public:
  /// `v`: velocities with which bodies leave midpoints; `t`: the time of the midpoint.
  void start(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
             double t);

  /// A time after the midpoint.
  Pose<D> pose(std::size_t body, double time) const;
  PathMotion<D> motion(std::size_t body, double time) const;
  /// The first time after this one at which a body's motion changes; the step's end at the latest.
  double next_change(std::size_t body, double time) const;

  bool waits(std::size_t body) const { return until_[body] < free_->h || carrier_[body] >= 0; }
  double until(std::size_t body) const { return until_[body]; }
  /// -1: none.
  int carrier(std::size_t body) const { return carrier_[body]; }
  /// Whether nothing moves one against the other from this time on.
  bool together(std::size_t a, std::size_t b, double time) const;

  /// Lets a body wait from `time` on, `aside` of where it then is, if it would go on for longer.
  bool wait(std::size_t body, double time, const Vec<D>& aside);
  /// Has an obstacle's image, displaced by `shift`, carry a body that waits; the first one does.
  bool carry(std::size_t body, double time, int carrier, const Vec<D>& shift);
  /// The same one that carries another.
  bool carry_like(std::size_t body, double time, std::size_t other, const Vec<D>& shift);
  bool moves_by_itself(std::size_t body) const;

 private:
  Pose<D> own_pose(std::size_t body, double time) const;
  /// What is at rest from when on; the number of the obstacle or -1.
  int frame_of(std::size_t body, double time) const;

  const Model<D>* model_ = nullptr;
  const FreeMotion<D>* free_ = nullptr;
  const std::vector<Twist<D>>* v_ = nullptr;
  double t_ = 0;
  std::vector<double> until_;  ///< own motion ends
  std::vector<Vec<D>> aside_;  ///< where it waits, seen from where that was
  std::vector<double> from_;   ///< carried since
  std::vector<int> carrier_;
  std::vector<Vec<D>> shift_;  ///< of the carrier's image
};

}  // namespace talus

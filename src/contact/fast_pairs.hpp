// Pairs of shapes that may meet between one midpoint and the next, one of them on a body that moves
// far for something it might meet (row E04).
#pragma once

#include "talus/contact/detect.hpp"
#include "talus/contact/paths.hpp"

#include <cstdint>
#include <vector>

namespace talus {

/// The second shape is that of an image.
template <int D>
struct FastPair {
  std::uint32_t a, b;
  Image<D> image;
};

/// The overlap of two shapes that nobody follows, and the way in a step that is not worth
/// following: options.alert of a size. Of two thin walls half their skin: an overlap may grow by a
/// part of itself before it is undone (contact/safe_time), and must not reach through.
template <int D>
double unseen_overlap(const Model<D>& model, const DetectOptions& options, std::uint32_t a,
                      std::uint32_t b) {
  const double skin = skin_between<D>(model.shape[a], model.shape[b]);
  if (skin > 0) return 0.5 * skin;
  return options.alert * smaller_size(model.size[a], model.size[b]);
}

/// One search for what is forecast (contact/forecast.hpp) and for what waits (contact/waiting.hpp).
/// Its memory is reused from step to step; results do not depend on it.
template <int D>
class FastPairs {
 public:
  /// `v`: velocities with which bodies leave the midpoint, whose time is `t`. Fast are bodies that
  /// travel, or turn a point of theirs, by more than options.alert of the smallest size of all; and
  /// free ones with thin walls, if others have such too. Returns whether there are any; paths and
  /// pairs are made only then. References to the arguments are kept.
  bool find(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
            double t, const DetectOptions& options);
  /// Pairs on the paths as they are now of bodies that are marked.
  void find_again(const std::vector<std::uint8_t>& marked);

  /// Pairs that have a law, one of the two being free.
  const std::vector<FastPair<D>>& pairs() const { return pairs_; }
  Paths<D>& paths() { return paths_; }
  const Paths<D>& paths() const { return paths_; }
  /// The cell at the midpoint.
  const Lattice<D>& lattice() const { return lattice_; }

 private:
  std::size_t body(std::uint32_t s) const { return static_cast<std::size_t>(model_->owner[s]); }
  double slide() const;
  double smallest_size() const;
  bool mark_thin();
  bool mark_fast(const DetectOptions& options);
  void add_ball(std::uint32_t s);
  double length(std::uint32_t s) const;
  void list(std::uint32_t a, std::uint32_t b, const Image<D>& image);

  const Model<D>* model_ = nullptr;
  const FreeMotion<D>* free_ = nullptr;
  const std::vector<Twist<D>>* v_ = nullptr;
  double time_ = 0;
  Lattice<D> lattice_;
  Paths<D> paths_;
  BroadPhase<D> broad_phase_;
  PeriodicBroadPhase<D> periodic_broad_phase_;
  std::vector<std::uint8_t> fast_;      ///< of each body
  std::vector<std::uint32_t> bounded_;  ///< shape numbers
  std::vector<Vec<D>> centre_;          ///< of the ball about each one's path
  std::vector<double> radius_;
  std::vector<std::uint8_t> active_;
  std::vector<FastPair<D>> pairs_;
};

}  // namespace talus

#include "talus/geometry/periodic_broad_phase.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

template <int D>
bool PeriodicBroadPhase<D>::still_valid(const Lattice<D>& lattice,
                                        const std::vector<Vec<D>>& centre,
                                        const std::vector<double>& radius,
                                        const std::vector<std::uint8_t>& active) const {
  if (centre.size() != centre_.size() || active != active_ || lattice.period != lattice_.period ||
      lattice.flow != lattice_.flow || lattice.gradient != lattice_.gradient) {
    return false;
  }
  // Layers slide over each other while the tilt changes: each of two balls gives half of it.
  const double slide = 0.5 * layers_ * std::abs(lattice.tilt - lattice_.tilt);
  for (std::size_t i = 0; i < centre.size(); ++i) {
    const double slack = radius_[i] - radius[i] - slide;
    const Vec<D> moved = centre[i] + lattice.shift(home_[i]) - centre_[i];
    if (!(slack >= 0 && moved.squaredNorm() <= slack * slack)) return false;
  }
  return true;
}

template <int D>
const std::vector<ImagePair<D>>& PeriodicBroadPhase<D>::find_pairs(
    const Lattice<D>& lattice, const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  if (!still_valid(lattice, centre, radius, active)) search(lattice, centre, radius, active);
  pairs_.clear();
  for (const auto& p : found_) {
    const double reach = radius[p.first] + radius[p.second];
    const Vec<D> apart = centre[p.first] - (centre[p.second] + lattice.shift(p.image));
    if (apart.squaredNorm() <= reach * reach) pairs_.push_back(p);
  }
  return pairs_;
}

/// Two balls overlap somewhere; moved so that this point is in the cell both reach into it. All
/// such images together therefore show every pair, some of them several times.
template <int D>
void PeriodicBroadPhase<D>::place_images() {
  image_.clear();
  image_of_.clear();
  image_centre_.clear();
  image_radius_.clear();
  image_active_.clear();
  int lowest = 0;
  int highest = 0;
  for (std::uint32_t i = 0; i < centre_.size(); ++i) {
    images_in_cell<D>(lattice_, centre_[i], radius_[i], image_);
    while (image_of_.size() < image_.size()) {
      const Image<D>& n = image_[image_of_.size()];
      image_of_.push_back(i);
      image_centre_.push_back(centre_[i] + lattice_.shift(n));
      image_radius_.push_back(radius_[i]);
      image_active_.push_back(active_[i]);
      if (lattice_.gradient < 0) continue;
      const int layer = n[static_cast<std::size_t>(lattice_.gradient)];
      lowest = std::min(lowest, layer);
      highest = std::max(highest, layer);
    }
  }
  layers_ = highest - lowest;
}

template <int D>
void PeriodicBroadPhase<D>::search(const Lattice<D>& lattice, const std::vector<Vec<D>>& centre,
                                   const std::vector<double>& radius,
                                   const std::vector<std::uint8_t>& active) {
  // A tenth of the radius to move in, as in BroadPhase.
  constexpr double enlargement = 1.1;
  const std::size_t n = centre.size();
  lattice_ = lattice;
  active_ = active;
  centre_.resize(n);
  home_.resize(n);
  radius_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    home_[i] = image_into_cell(lattice, centre[i]);
    centre_[i] = centre[i] + lattice.shift(home_[i]);
    radius_[i] = enlargement * radius[i];
  }
  place_images();
  found_.clear();
  for (const auto& p : inner_.find_pairs(image_centre_, image_radius_, image_active_)) {
    std::uint32_t i = image_of_[p.first];
    std::uint32_t j = image_of_[p.second];
    if (i == j) continue;
    // Images are listed ball by ball, so i < j. From where the balls really are:
    // x_i + shift(home_i + n_i) and x_j + shift(home_j + n_j) are near.
    const Image<D> at_i = sum<D>(home_[i], image_[p.first]);
    const Image<D> at_j = sum<D>(home_[j], image_[p.second]);
    const Image<D> image = difference<D>(at_j, at_i);
    found_.push_back({i, j, image_key<D>(image), image});
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

template class PeriodicBroadPhase<2>;
template class PeriodicBroadPhase<3>;

}  // namespace talus

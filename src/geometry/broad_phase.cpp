#include "talus/geometry/broad_phase.hpp"

#include <algorithm>

namespace talus {

template <int D>
const std::vector<typename BroadPhase<D>::Pair>& BroadPhase<D>::find_pairs(
    const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
    const std::vector<std::uint8_t>& active) {
  const bool same = centre.size() == centre_.size() && active == active_;
  if (!same || !refresh(centre, radius, Trust::if_inside)) {
    search(centre, radius, active);
    refresh(centre, radius, Trust::always);
  }
  return pairs_;
}

template <int D>
bool BroadPhase<D>::are_inside(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                               std::uint32_t first, std::uint32_t last) const {
  bool inside = true;
  for (std::uint32_t i = first; i < last; ++i) {
    const double slack = radius_[i] - radius[i];
    const double moved = (centre[i] - centre_[i]).squaredNorm();
    inside &= slack >= 0 && moved <= slack * slack;
  }
  return inside;
}

/// The pairs found that are near now. Says no, and leaves the work, where a ball is outside of its
/// larger one. Balls are looked at in blocks, to come by each once while it is near the core.
template <int D>
bool BroadPhase<D>::refresh(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                            Trust trust) {
  constexpr std::uint32_t block = 64;
  constexpr std::size_t ahead = 32;  // pairs
  pairs_.clear();
  const auto objects = static_cast<std::uint32_t>(centre.size());
  for (std::uint32_t first = 0; first < objects; first += block) {
    const std::uint32_t last = std::min(objects, first + block);
    if (trust == Trust::if_inside && !are_inside(centre, radius, first, last)) return false;
    const std::size_t most = first_found_[last] - first_found_[first];
    if (kept_.size() < most) kept_.resize(most);
    Pair* next = kept_.data();
    for (std::uint32_t k = first_found_[first]; k < first_found_[last]; ++k) {
      const auto [i, j] = found_[k];
      // Of many bodies some lie far from here in memory.
      const std::uint32_t coming =
          found_[std::min<std::size_t>(k + ahead, found_.size() - 1)].second;
      __builtin_prefetch(&centre[coming]);
      __builtin_prefetch(&radius[coming]);
      const double reach = radius[i] + radius[j];
      // Written in any case and kept if near: which are is hard to foresee.
      *next = {i, j};
      next += (centre[i] - centre[j]).squaredNorm() <= reach * reach ? 1 : 0;
    }
    pairs_.insert(pairs_.end(), kept_.data(), next);
  }
  return true;
}

template <int D>
void BroadPhase<D>::search(const std::vector<Vec<D>>& centre, const std::vector<double>& radius,
                           const std::vector<std::uint8_t>& active) {
  // A tenth of the radius to move in: pairs grow by a few, searches become rare.
  constexpr double enlargement = 1.1;
  active_ = active;
  centre_ = centre;
  radius_.resize(radius.size());
  for (std::size_t i = 0; i < radius.size(); ++i) radius_[i] = enlargement * radius[i];
  sort_found(grids_.search(centre_, radius_, active_));
}

/// Counting sort by the lower number, then each short run by the higher one.
template <int D>
void BroadPhase<D>::sort_found(std::span<const Pair> near) {
  const std::size_t objects = centre_.size();
  first_found_.assign(objects + 2, 0);
  for (const Pair& p : near) ++first_found_[p.first + 2];
  for (std::size_t i = 0; i < objects; ++i) first_found_[i + 2] += first_found_[i + 1];
  found_.resize(near.size());
  for (const Pair& p : near) found_[first_found_[p.first + 1]++] = p;
  for (std::size_t i = 0; i < objects; ++i) {
    std::sort(found_.begin() + first_found_[i], found_.begin() + first_found_[i + 1]);
  }
}

template <int D>
std::size_t BroadPhase<D>::bytes() const {
  const auto held = [](const auto&... list) {
    return (... + (list.capacity() * sizeof(*list.data())));
  };
  return held(centre_, radius_, active_, first_found_, found_, kept_, pairs_) + grids_.bytes();
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace talus

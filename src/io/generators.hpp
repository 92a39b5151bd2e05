// Groups of many bodies made by a rule.
#pragma once

#include "talus/io/draft.hpp"
#include "talus/io/sections.hpp"
#include "talus/math/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace talus::scenes {

inline constexpr std::int64_t most_bodies = 100'000'000;

/// A group while its bodies are made: names them, counts them, keeps its seed.
template <int D>
class Group {
 public:
  Group(const Reader& where, std::size_t index, Draft<D>& draft);

  /// No complaint since the group was begun: bodies may be made.
  bool sound() const { return draft_.complaints.errors() == errors_before_; }
  /// Seeded by 'seed'; by default groups of a scene have different seeds.
  Random random() const;
  /// A ball of radius 1 with 'material' and 'density', which shapes of the group take over.
  PlacedShape<D> ball() const;
  /// Complains when neither the group nor its material gives a density.
  void check_density(const PlacedShape<D>& ball) const;
  const std::string& name() const { return name_; }
  /// Numbers of the bodies added so far.
  const std::vector<int>& bodies() const { return bodies_; }

  bool add(BodyDescription<D> body);
  /// Makes the bodies known by the group's name.
  void finish();

 private:
  const Reader& where_;
  Draft<D>& draft_;
  std::size_t index_;
  std::size_t errors_before_;
  std::string name_;
  std::vector<int> bodies_;
};

/// The velocity plus up to `jitter` along each axis.
template <int D>
Vec<D> jittered(const Vec<D>& velocity, double jitter, Random& random) {
  Vec<D> v = velocity;
  if (jitter > 0) {
    for (int i = 0; i < D; ++i) v[i] += random.uniform(-jitter, jitter);
  }
  return v;
}

template <int D>
void read_lattice(const Reader& map, std::size_t index, Draft<D>& draft);
template <int D>
void read_random_group(const Reader& map, std::size_t index, Draft<D>& draft);
/// Masonry: 'wall', 'arch' or 'vault', 'pillar', 'pyramid', 'crossed_tower'.
template <int D>
void read_wall(const Reader& map, std::size_t index, Draft<D>& draft);
template <int D>
void read_arch(const Reader& map, std::size_t index, Draft<D>& draft);
template <int D>
void read_pillar(const Reader& map, std::size_t index, Draft<D>& draft);
template <int D>
void read_pyramid(const Reader& map, std::size_t index, Draft<D>& draft);
template <>
void read_arch<2>(const Reader& map, std::size_t index, Draft<2>& draft);
template <>
void read_arch<3>(const Reader& map, std::size_t index, Draft<3>& draft);
template <>
void read_pillar<2>(const Reader& map, std::size_t index, Draft<2>& draft);
template <>
void read_pillar<3>(const Reader& map, std::size_t index, Draft<3>& draft);
void read_crossed_tower(const Reader& map, std::size_t index, Draft<3>& draft);
/// Plane: a chain of disks joined by springs, which a pressure may push.
void read_membrane(const Reader& map, std::size_t index, Draft<2>& draft);
template <int D>
void read_body_table(const Reader& map, std::size_t index, Draft<D>& draft);

}  // namespace talus::scenes

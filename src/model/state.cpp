#include "talus/model/state.hpp"

#include "talus/math/hash.hpp"

namespace talus {

namespace {

template <int N>
void add(Hash& hash, const Vec<N>& v) {
  hash.add(v.data(), sizeof(double) * N);
}

void add(Hash& hash, const Rotation<2>& r) { hash.add(r.angle); }
void add(Hash& hash, const Rotation<3>& r) { hash.add(r.q.coeffs().data(), 4 * sizeof(double)); }

}  // namespace

template <int D>
std::uint64_t state_hash(const State<D>& state) {
  Hash hash;
  hash.add(state.t);
  hash.add(static_cast<std::uint64_t>(state.step));
  hash.add(state.h_before);
  hash.add(state.noise);
  for (std::size_t i = 0; i < state.x.size(); ++i) {
    add(hash, state.x[i]);
    add(hash, state.r[i]);
    add(hash, state.v[i]);
    add(hash, state.w[i]);
  }
  for (const auto& c : state.contacts) {
    hash.add(std::uint64_t{c.id.shape_a} << 32 | c.id.shape_b);
    hash.add(std::uint64_t{c.id.feature} << 8 | static_cast<std::uint64_t>(c.status));
    hash.add(std::uint64_t{c.id.image});
    hash.add(c.normal_impulse);
    add(hash, c.tangent_impulse);
    add(hash, c.place);
    hash.add(c.slip);
    hash.add(c.slack);
    hash.add(c.approach);
  }
  for (const auto& b : state.bonds) {
    hash.add(std::uint64_t{b.id.shape_a} << 32 | b.id.shape_b);
    hash.add(std::uint64_t{b.id.feature} << 32 | b.id.image);
    add(hash, b.place);
    hash.add(b.opening);
    add(hash, b.slide);
    hash.add(b.damage);
  }
  for (const auto& m : state.moments) {
    hash.add(std::uint64_t{m.id.shape_a} << 32 | m.id.shape_b);
    hash.add(std::uint64_t{m.id.feature} << 32 | m.id.image);
    add(hash, m.moment);
  }
  return hash.value();
}

template std::uint64_t state_hash<2>(const State<2>&);
template std::uint64_t state_hash<3>(const State<3>&);

}  // namespace talus

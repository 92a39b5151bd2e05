#include "talus/geometry/placed_polytope.hpp"

#include "talus/geometry/seams.hpp"

namespace talus {

namespace {

const Vec<2>& normal_of(const Vec<2>& edge_normal) { return edge_normal; }
const Vec<3>& normal_of(const Polytope<3>::Face& face) { return face.normal; }
const std::vector<Vec<2>>& flats(const Polytope<2>& p) { return p.normal; }
const std::vector<Polytope<3>::Face>& flats(const Polytope<3>& p) { return p.face; }

}  // namespace

template <int D>
void PlacedPolytope<D>::place(const Polytope<D>& polytope, const Pose<D>& pose,
                              const Vec<D>& origin, double rounding, const Vec<D>& scale) {
  shape = &polytope;
  radius = rounding;
  beyond.clear();
  inner.clear();
  const Mat<D> turn = matrix(pose.r);
  const Vec<D> shift = pose.x - origin;
  vertex.resize(polytope.vertex.size());
  for (std::size_t i = 0; i < vertex.size(); ++i) {
    vertex[i] = turn * scale.cwiseProduct(polytope.vertex[i]) + shift;
  }
  const auto& list = flats(polytope);
  normal.resize(list.size());
  for (std::size_t i = 0; i < normal.size(); ++i) normal[i] = turn * normal_of(list[i]);
}

template <int D>
void PlacedPolytope<D>::join(const Seams& seams, const Pose<D>& pose) {
  if constexpr (D == 2) {
    const Mat<2> turn = matrix(pose.r);
    for (const auto& b : seams.beyond) beyond.push_back({b.vertex, turn * b.along});
    inner = seams.inner;
  }
}

template struct PlacedPolytope<2>;
template struct PlacedPolytope<3>;

}  // namespace talus

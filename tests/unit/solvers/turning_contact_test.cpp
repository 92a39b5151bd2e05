// One contact that resists turning, with any friction beside: the answer satisfies each part of the
// law over the push there is.

#include "talus/problem/section.hpp"
#include "talus/solvers/turning_sweep.hpp"

#include "support/samples.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace talus {
namespace {

const FrictionPolygon ratchet = {{0.6, -0.1}, {0.2, 0.4}, {-0.3, 0.1}, {-0.1, -0.4}};

template <int D>
std::vector<CanonicalLaw<D>> laws() {
  std::vector<CanonicalLaw<D>> all(3);
  all[0].mu = 0.4;
  all[1].section = Section::threshold;
  all[1].threshold = 0.3;
  all[2].section = Section::threshold;
  all[2].threshold = 0.1;
  all[2].mu = 0.3;
  if (D == 3) {
    auto& polygon = all.emplace_back();
    polygon.section = Section::polygon;
    polygon.polygon = &ratchet;
  }
  return all;
}

template <class T>
class TurningContactOf : public ::testing::Test {};
TYPED_TEST_SUITE(TurningContactOf, samples::Dimensions);

TYPED_TEST(TurningContactOf, AnySection_SatisfiesItsLaw) {
  constexpr int D = TypeParam::value;
  constexpr int S = spin_dim<D>;
  Random random(1);
  const auto all = laws<D>();
  int rolled = 0;
  int pushed = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto& law = all[static_cast<std::size_t>(i) % all.size()];
    // W between 0.8 and 1.25: inner sweeps gain a factor 1/3 and more each time.
    const Mat<D + S> w = samples::positive_matrix<D + S>(random, 0.8, 1.25);
    const Vec<D + S> q = samples::vector<D + S>(random);
    TurningContact<D> turning;
    turning.rolling = random.uniform(0, 0.5);
    turning.spinning = D == 3 ? random.uniform(0, 0.5) : 0;
    const Vec<D + S> r = solve_turning<D>(w, turning, law, q, Vec<D + S>::Zero());
    const Vec<D + S> z = w * r + q;
    const Vec<D> impulse = r.template head<D>();
    const Spin<D> moment = r.template tail<S>();
    ASSERT_LE((section_defect<D>(law, 1, impulse, Vec<D>(z.template head<D>()))).norm(), 1e-12)
        << i;
    const Spin<D> nearest =
        allowed_moment<D>(turning, r[0], Spin<D>(moment - z.template tail<S>()));
    ASSERT_LE((nearest - moment).norm(), 1e-12) << i;
    pushed += r[0] > 0 ? 1 : 0;
    rolled += r[0] > 0 && z.template tail<S>().norm() > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(pushed, 1000);
  EXPECT_GT(rolled, 500);
}

}  // namespace
}  // namespace talus

// Sweeps by rows of W begin a slip where the last one ended. Pairs of coupled contacts are swept
// again and again: after each sweep the second contact of a pair has the exact answer to what the
// first left it, whatever it began with.

#include "talus/solvers/row_sweeps.hpp"

#include "single_problems.hpp"

#include <gtest/gtest.h>

namespace talus {
namespace {

using property::Problem;

template <class T>
class RowSlipProperty : public ::testing::Test {};
TYPED_TEST_SUITE(RowSlipProperty, samples::Dimensions);

/// Contacts 2 k and 2 k + 1 are coupled by a block smaller than their own.
template <int D>
AssembledProblem<D> random_pairs(Random& random, int pairs) {
  AssembledProblem<D> out;
  for (int k = 0; k < pairs; ++k) {
    const Problem<D> first = property::random_problem<D>(random);
    const Problem<D> second = property::random_problem<D>(random);
    const double share = 0.3 * random.uniform() / std::sqrt(first.w.norm() * second.w.norm());
    const Mat<D> between = share * first.w * second.w;
    const auto at = static_cast<std::uint32_t>(2 * k);
    out.w.add_row({at, at + 1}, {first.w, between});
    out.w.add_row({at, at + 1}, {Mat<D>(between.transpose()), second.w});
    for (const auto& p : {first, second}) {
      out.q.push_back(p.q);
      out.cone.push_back({p.mu});
    }
  }
  return out;
}

TYPED_TEST(RowSlipProperty, HalfAMillionVisits_AreExactToRoundOff) {
  constexpr int D = TypeParam::value;
  constexpr int pairs = 8;
  constexpr int sweeps = 12;
  Random random(20260000 + D);
  int acting = 0;
  for (int i = 0; i < 6000; ++i) {
    const auto p = random_pairs<D>(random, pairs);
    RowSweeps<D> rows;
    rows.take(p);
    rows.start(std::vector<Vec<D>>(2 * pairs, Vec<D>::Zero()));
    for (int s = 0; s < sweeps; ++s) {
      rows.sweep(s < 6 ? 0 : 0.4, true);
      const auto& r = rows.impulses();
      for (std::size_t c = 1; c < r.size(); c += 2) {
        const Mat<D>& between = p.w.block(p.w.row_begin(c));
        const Problem<D> left{p.w.diagonal(c), p.cone[c].mu, p.q[c] + between * r[c - 1]};
        acting += r[c][0] > 0 ? 1 : 0;
        ASSERT_TRUE(r[c].allFinite());
        // What cancels in q is part of the scale as well.
        const double scale = (1 + left.mu) * (left.w.norm() * r[c].norm() + left.q.norm());
        const double given = (1 + left.mu) * (p.q[c].norm() + between.norm() * r[c - 1].norm());
        ASSERT_LE(property::relative_residual(left, r[c]) * scale, 1e-12 * (scale + given))
            << "sweep " << s << ", mu = " << left.mu << ", q = " << left.q.transpose() << ", W =\n"
            << left.w << "\nr = " << r[c].transpose();
        ASSERT_LE(r[c].template tail<D - 1>().norm(), left.mu * r[c][0] * (1 + 8 * samples::eps));
      }
    }
  }
  EXPECT_GT(acting, 300000);
}

}  // namespace
}  // namespace talus

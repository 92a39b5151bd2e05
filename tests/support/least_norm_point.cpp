#include "support/least_norm_point.hpp"

#include <Eigen/Dense>

#include <algorithm>

namespace talus::test {

namespace {

/// Weights of the point of least norm of the affine hull.
template <int D>
Eigen::VectorXd affine_weights(const std::vector<Vec<D>>& corral) {
  const auto k = static_cast<Eigen::Index>(corral.size());
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(k + 1, k + 1);
  for (Eigen::Index i = 0; i < k; ++i) {
    for (Eigen::Index j = 0; j < k; ++j) {
      system(i, j) = corral[static_cast<std::size_t>(i)].dot(corral[static_cast<std::size_t>(j)]);
    }
    system(i, k) = system(k, i) = 1;
  }
  return system.fullPivLu().solve(Eigen::VectorXd::Unit(k + 1, k)).head(k);
}

constexpr double none = 1e-13;  // weights below are dropped

}  // namespace

template <int D>
Vec<D> least_norm_point(const std::vector<Vec<D>>& points) {
  const auto nearer = [](const Vec<D>& p, const Vec<D>& q) { return p.norm() < q.norm(); };
  std::vector<Vec<D>> corral = {*std::min_element(points.begin(), points.end(), nearer)};
  std::vector<double> weight = {1};
  Vec<D> x = corral[0];
  for (int round = 0; round < 1000; ++round) {
    const auto next =
        *std::min_element(points.begin(), points.end(),
                          [&](const auto& p, const auto& q) { return x.dot(p) < x.dot(q); });
    if (x.squaredNorm() - x.dot(next) <= 1e-15 * x.squaredNorm()) return x;
    if (std::any_of(corral.begin(), corral.end(), [&](const auto& c) { return c == next; })) break;
    corral.push_back(next);
    weight.push_back(0);
    while (true) {  // drop corners until the affine minimiser lies inside
      const Eigen::VectorXd wanted = affine_weights(corral);
      if (wanted.minCoeff() > none) {
        for (std::size_t i = 0; i < weight.size(); ++i)
          weight[i] = wanted[static_cast<Eigen::Index>(i)];
        break;
      }
      double way = 1;
      for (std::size_t i = 0; i < weight.size(); ++i) {
        const double w = wanted[static_cast<Eigen::Index>(i)];
        if (w <= none && weight[i] > w) way = std::min(way, weight[i] / (weight[i] - w));
      }
      std::vector<Vec<D>> kept;
      std::vector<double> kept_weight;
      for (std::size_t i = 0; i < weight.size(); ++i) {
        const double w = weight[i] + way * (wanted[static_cast<Eigen::Index>(i)] - weight[i]);
        if (w <= none) continue;
        kept.push_back(corral[i]);
        kept_weight.push_back(w);
      }
      if (kept.size() == corral.size() || kept.empty()) break;
      corral = kept;
      weight = kept_weight;
    }
    x.setZero();
    double total = 0;
    for (const double w : weight) total += w;
    for (std::size_t i = 0; i < corral.size(); ++i) x += weight[i] / total * corral[i];
    if (x.norm() < 1e-12) return Vec<D>::Zero();
  }
  return x;
}

template Vec<2> least_norm_point<2>(const std::vector<Vec<2>>&);
template Vec<3> least_norm_point<3>(const std::vector<Vec<3>>&);

}  // namespace talus::test

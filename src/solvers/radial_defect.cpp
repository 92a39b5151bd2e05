#include "talus/solvers/radial_defect.hpp"

#include <cmath>

namespace talus {

namespace {

template <int D>
const NlgsBlock<D>& block_at(const std::vector<NlgsBlock<D>>& blocks, std::uint32_t place) {
  return blocks[place / block_place(1)];
}

/// u of each lane's contact, in the world.
template <int D>
void velocities(const RadialBatch<D>& batch, const std::vector<NlgsBlock<D>>& blocks,
                double (&u)[D][lanes]) {
  for (int lane = 0; lane < lanes; ++lane) {
    const auto& a = block_at<D>(blocks, batch.first[lane]);
    const auto& b = block_at<D>(blocks, batch.second[lane]);
    Vec<D> n;
    for (int i = 0; i < D; ++i) n[i] = batch.normal[i][lane];
    const Spin<D> turn = batch.lever_first[lane] * a.spin + batch.lever_second[lane] * b.spin;
    const Vec<D> rolled = cross(turn, n);
    for (int i = 0; i < D; ++i) u[i][lane] = a.v[i] - b.v[i] - rolled[i] + batch.offset[i][lane];
  }
}

/// Lane by lane, all in the same way: loops over lanes become wide instructions.
template <int D>
double batch_defect(const RadialBatch<D>& batch, const std::vector<NlgsBlock<D>>& blocks) {
  double u[D][lanes];
  velocities<D>(batch, blocks, u);
  double defect[lanes];
  for (int lane = 0; lane < lanes; ++lane) {
    const double w = (1 / batch.inv_w_n[lane] + (D - 1) / batch.inv_w_t[lane]) / D;
    const double mu = batch.mu[lane];
    double p_t[D], x[D];
    double u_n = 0, p_n = 0, u2 = 0, x2 = 0;
    for (int i = 0; i < D; ++i) {
      u_n += batch.normal[i][lane] * u[i][lane];
      p_n += batch.normal[i][lane] * batch.impulse[i][lane];
    }
    for (int i = 0; i < D; ++i) {
      const double n = batch.normal[i][lane];
      const double u_t = u[i][lane] - u_n * n;
      p_t[i] = w * (batch.impulse[i][lane] - p_n * n);
      x[i] = p_t[i] - u_t;
      u2 += u_t * u_t;
      x2 += x[i] * x[i];
    }
    // w p - u~ is x_n, x along the normal and the tangent; its projection on_n, kept * x.
    const double x_n = w * p_n - u_n - mu * std::sqrt(u2);
    const double x_t = std::sqrt(x2);
    const double side = (x_n + mu * x_t) / (1 + mu * mu);
    const double cut = mu * side / (x_t > 0 ? x_t : 1);
    const bool inside = x_t <= mu * x_n;
    const bool polar = mu * x_t <= -x_n;
    const double on_n = polar ? 0 : (inside ? x_n : side);
    const double kept = polar ? 0 : (inside ? 1 : cut);
    const double normal = w * p_n - on_n;
    defect[lane] = normal * normal;
    for (int i = 0; i < D; ++i) defect[lane] += (p_t[i] - kept * x[i]) * (p_t[i] - kept * x[i]);
  }
  double sum = 0;
  for (int lane = 0; lane < lanes; ++lane) sum += batch.weight[lane] > 0 ? defect[lane] : 0;
  return sum;
}

}  // namespace

template <int D>
double radial_defect(const RadialBatcher<D>& batcher, const std::vector<NlgsBlock<D>>& blocks) {
  double sum = 0;
  for (const auto& batch : batcher.batches()) {
    sum += batch_defect<D>(batch, blocks);
  }
  return sum;
}

template double radial_defect<2>(const RadialBatcher<2>&, const std::vector<NlgsBlock<2>>&);
template double radial_defect<3>(const RadialBatcher<3>&, const std::vector<NlgsBlock<3>>&);

}  // namespace talus

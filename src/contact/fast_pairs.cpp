#include "talus/contact/fast_pairs.hpp"

#include "talus/contact/shape_place.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

template <int D>
bool FastPairs<D>::find(const Model<D>& model, const FreeMotion<D>& free,
                        const std::vector<Twist<D>>& v, double t, const DetectOptions& options) {
  model_ = &model;
  free_ = &free;
  v_ = &v;
  time_ = t;
  if (!mark_fast(options)) return false;
  lattice_ = model.cell.at(t);
  paths_.start(model, free, v, t);
  find_again(fast_);
  return true;
}

/// Of one layer of a sheared cell over the next, in a step.
template <int D>
double FastPairs<D>::slide() const {
  return free_->h * std::abs(model_->cell.rate(time_));
}

template <int D>
double FastPairs<D>::smallest_size() const {
  double smallest = 0;
  for (const double size : model_->size) smallest = smaller_size(smallest, size);
  return smallest;
}

/// Free bodies that may meet another by thin walls of both: skins are so thin that every motion
/// counts.
template <int D>
bool FastPairs<D>::mark_thin() {
  bool any = false;
  int last = -1;  // body with a thin wall; shapes of a body are numbered one after the other
  int bodies = 0;
  for (std::uint32_t s = 0; s < model_->shape_count(); ++s) {
    if (!std::holds_alternative<Wall<D>>(model_->shape[s])) continue;
    if (model_->owner[s] != last) ++bodies;
    last = model_->owner[s];
    if (model_->prescribed[body(s)] != 0) continue;
    fast_[body(s)] = 1;
    any = true;
  }
  if (any && bodies < 2) fast_[static_cast<std::size_t>(last)] = 0;
  return any && bodies > 1;
}

template <int D>
bool FastPairs<D>::mark_fast(const DetectOptions& options) {
  fast_.assign(model_->body_count(), 0);
  bool any = mark_thin();
  const double far = options.alert * smallest_size();
  const double layers = slide();
  for (std::size_t b = 0; b < model_->body_count(); ++b) {
    const auto& v = (*v_)[b];
    const double spin = v.template tail<spin_dim<D>>().norm();
    const double turn = spin > 0 ? spin * model_->arm[b] : 0;
    const double way = free_->h * (v.template head<D>().norm() + turn) + layers;
    if (way > far || (spin > 0 && model_->prescribed[b] != 0)) {
      fast_[b] = 1;
      any = true;
    }
  }
  return any;
}

template <int D>
void FastPairs<D>::find_again(const std::vector<std::uint8_t>& marked) {
  bounded_.clear();
  centre_.clear();
  radius_.clear();
  active_.clear();
  pairs_.clear();
  for (std::uint32_t s = 0; s < model_->shape_count(); ++s) {
    if (!std::isfinite(model_->radius[s])) continue;
    add_ball(s);
    active_.push_back(marked[body(s)]);
  }
  if (lattice_.any()) {
    for (const auto& p : periodic_broad_phase_.find_pairs(lattice_, centre_, radius_, active_)) {
      list(bounded_[p.first], bounded_[p.second], p.image);
    }
  } else {
    for (const auto& p : broad_phase_.find_pairs(centre_, radius_, active_)) {
      list(bounded_[p.first], bounded_[p.second], {});
    }
  }
  for (std::uint32_t u = 0; u < model_->shape_count(); ++u) {
    if (std::isfinite(model_->radius[u])) continue;
    for (const auto s : bounded_) {
      if (marked[body(s)] != 0 || marked[body(u)] != 0) list(std::min(s, u), std::max(s, u), {});
    }
  }
}

/// A ball that holds a shape, skin included, all along its body's path.
template <int D>
void FastPairs<D>::add_ball(std::uint32_t s) {
  const std::size_t b = body(s);
  const auto& shape = model_->shape[s];
  const double around = model_->radius[s] + 0.5 * skin_between<D>(shape, shape) + slide();
  bounded_.push_back(s);
  if (model_->prescribed[b] == 0 && !paths_.waits(b)) {
    // Straight on, and about its body's centre by a chord.
    const Vec<D> half = 0.5 * free_->h * (*v_)[b].template head<D>();
    const double angle = free_->h * (*v_)[b].template tail<spin_dim<D>>().norm();
    centre_.push_back(shape_pose(*model_, free_->x_mid, free_->r_mid, s).x + half);
    radius_.push_back(around + half.norm() + std::min(angle, 2.0) * model_->placement[s].x.norm());
    return;
  }
  const Vec<D> from = compose(paths_.pose(b, 0), model_->placement[s]).x;
  const Vec<D> to = compose(paths_.pose(b, free_->h), model_->placement[s]).x;
  centre_.push_back(0.5 * (from + to));
  radius_.push_back(around + 0.5 * length(s));
}

/// Of the way a shape's middle goes, at most.
template <int D>
double FastPairs<D>::length(std::uint32_t s) const {
  double out = 0;
  for (double t = 0; t < free_->h;) {
    const double change = paths_.next_change(body(s), t);
    const PathMotion<D> m = paths_.motion(body(s), t);
    const double lever = m.aside + model_->placement[s].x.norm();
    out += (change - t) * (m.v.norm() + m.slack + (m.w.norm() + m.slack_w) * lever);
    t = change;
  }
  return out;
}

template <int D>
void FastPairs<D>::list(std::uint32_t a, std::uint32_t b, const Image<D>& image) {
  const int body_a = model_->owner[a];
  const int body_b = model_->owner[b];
  const bool free = model_->prescribed[body(a)] == 0 || model_->prescribed[body(b)] == 0;
  if (body_a == body_b || !free || !model_->may_touch(body_a, body_b) ||
      model_->law_of(model_->material[a], model_->material[b]) < 0) {
    return;
  }
  pairs_.push_back({a, b, image});
}

template class FastPairs<2>;
template class FastPairs<3>;

}  // namespace talus

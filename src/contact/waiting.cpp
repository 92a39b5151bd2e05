#include "talus/contact/waiting.hpp"

#include "talus/contact/course.hpp"
#include "talus/contact/safe_time.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Rounds after which bodies that still get in each other's way do not move at all.
constexpr int patient_rounds = 10;
/// Pairs followed by one thread.
constexpr std::size_t followed_together = 64;

template <int D>
class Waiter {
 public:
  Waiter(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v, double t,
         const DetectOptions& options, WaitingScratch<D>& scratch)
      : model_(model),
        free_(free),
        v_(v),
        time_(t),
        options_(options),
        scratch_(scratch),
        paths_(scratch.paths),
        lattice_(model.cell.at(t)) {
    paths_.start(model, free, v, t);
  }

  /// A body that waits may stand in the way of others, whose pairs are looked at again.
  bool find() {
    bool any = false;
    if (!follow_fast()) return false;
    for (int round = 0;; ++round) {
      list_pairs();
      measure_pairs(round);
      if (!let_wait(round)) return any;
      any = true;
    }
  }

 private:
  std::size_t body(std::uint32_t s) const { return static_cast<std::size_t>(model_.owner[s]); }
  bool is_free(std::uint32_t s) const { return model_.prescribed[body(s)] == 0; }
  bool followed(std::uint32_t s) const { return scratch_.followed[body(s)] != 0; }

  double slide() const { return free_.h * std::abs(model_.cell.rate(time_)); }

  /// Bodies that travel far for the smallest of all shapes, which may meet them.
  bool follow_fast() {
    scratch_.followed.assign(model_.body_count(), 0);
    double smallest = 0;
    for (const double size : model_.size) smallest = smaller_size(smallest, size);
    bool any = false;
    for (std::size_t b = 0; b < model_.body_count(); ++b) {
      const auto& v = v_[b];
      const double turn = v.template tail<spin_dim<D>>().norm();
      const double way = free_.h * (v.template head<D>().norm() + turn * model_.arm[b]) + slide();
      const bool fast = way > options_.alert * smallest || (turn > 0 && model_.prescribed[b] != 0);
      scratch_.followed[b] = fast ? 1 : 0;
      any = any || fast;
    }
    return any;
  }

  void list_pairs() {
    scratch_.bounded.clear();
    scratch_.centre.clear();
    scratch_.radius.clear();
    scratch_.active.clear();
    scratch_.pairs.clear();
    for (std::uint32_t s = 0; s < model_.shape_count(); ++s) {
      if (!std::isfinite(model_.radius[s])) continue;
      scratch_.bounded.push_back(s);
      const Vec<D> from = compose(paths_.pose(body(s), 0), model_.placement[s]).x;
      const Vec<D> to = compose(paths_.pose(body(s), free_.h), model_.placement[s]).x;
      scratch_.centre.push_back(0.5 * (from + to));
      scratch_.radius.push_back(model_.radius[s] + 0.5 * length(s) + slide());
      scratch_.active.push_back(followed(s) ? 1 : 0);
    }
    const auto& bounded = scratch_.bounded;
    if (lattice_.any()) {
      for (const auto& p : scratch_.periodic_broad_phase.find_pairs(
               lattice_, scratch_.centre, scratch_.radius, scratch_.active)) {
        list(bounded[p.first], bounded[p.second], p.image);
      }
    } else {
      for (const auto& p :
           scratch_.broad_phase.find_pairs(scratch_.centre, scratch_.radius, scratch_.active)) {
        list(bounded[p.first], bounded[p.second], {});
      }
    }
    for (std::uint32_t u = 0; u < model_.shape_count(); ++u) {
      if (std::isfinite(model_.radius[u])) continue;
      for (const auto s : bounded) {
        if (followed(s) || followed(u)) list(std::min(s, u), std::max(s, u), {});
      }
    }
  }

  /// Of the way a shape's middle goes, at most.
  double length(std::uint32_t s) const {
    double out = 0;
    for (double t = 0; t < free_.h;) {
      const double change = paths_.next_change(body(s), t);
      const PathMotion<D> m = paths_.motion(body(s), t);
      const double lever = m.aside + model_.placement[s].x.norm();
      out += (change - t) * (m.v.norm() + m.slack + (m.w.norm() + m.slack_w) * lever);
      t = change;
    }
    return out;
  }

  void list(std::uint32_t a, std::uint32_t b, const Image<D>& image) {
    const int body_a = model_.owner[a];
    const int body_b = model_.owner[b];
    if (body_a == body_b || (!is_free(a) && !is_free(b)) || !model_.may_touch(body_a, body_b) ||
        model_.law_of(model_.material[a], model_.material[b]) < 0) {
      return;
    }
    scratch_.pairs.push_back({a, b, image, free_.h, Vec<D>::Zero()});
  }

  void measure_pairs(int round) {
    auto& pairs = scratch_.pairs;
    parallel_for(pairs.size(), followed_together, [&](std::size_t begin, std::size_t end) {
      thread_local std::vector<GapPoint<D>> gaps;
      for (std::size_t i = begin; i < end; ++i) {
        auto& p = pairs[i];
        const double size = smaller_size(model_.size[p.a], model_.size[p.b]);
        const double overlap = options_.alert * size;
        const PathPair<D> pair{model_,
                               paths_,
                               p.a,
                               p.b,
                               lattice_.shift(p.image),
                               model_.cell.jump(model_.cell.layers(p.image), time_),
                               free_.h,
                               size,
                               overlap,
                               std::max(options_.closure, 1e-12) * size,
                               options_.corners};
        if (round == 0) {
          // Forecast contacts stop what flies straight at convex shapes.
          const auto way = longest_way(pair);
          const bool straight =
              course_of<D>(model_.shape[p.a], model_.shape[p.b]) == Course::convex &&
              way.turning <= overlap;
          if (straight || way.all <= overlap) continue;
        }
        const SafeTime<D> safe = safe_time(pair, gaps);
        p.safe = safe.time;
        p.apart = safe.apart;
      }
    });
  }

  /// Whether any has to that had not.
  bool let_wait(int round) {
    std::fill(scratch_.followed.begin(), scratch_.followed.end(), 0);
    bool any = false;
    for (const auto& p : scratch_.pairs) {
      if (!(p.safe < free_.h)) continue;
      const Vec<D> shift = lattice_.shift(p.image);
      const bool patient = round < patient_rounds;
      const double time = patient ? p.safe : 0;
      const Vec<D> apart = patient ? p.apart : Vec<D>(Vec<D>::Zero());
      const std::size_t a = body(p.a);
      const std::size_t b = body(p.b);
      // Without moving the centre of both.
      const double share = model_.inv_mass[a] / (model_.inv_mass[a] + model_.inv_mass[b]);
      const bool a_waits = wait(a, b, time, share * apart, shift);
      const bool b_waits = wait(b, a, time, (share - 1) * apart, -shift);
      any = any || a_waits || b_waits;
    }
    return any;
  }

  bool wait(std::size_t b, std::size_t other, double time, const Vec<D>& aside,
            const Vec<D>& shift) {
    const bool shorter = paths_.wait(b, time, aside);
    const bool carried = paths_.until(b) <= time && paths_.carry_like(b, time, other, shift);
    if (!shorter && !carried) return false;
    scratch_.followed[b] = 1;
    return true;
  }

  const Model<D>& model_;
  const FreeMotion<D>& free_;
  const std::vector<Twist<D>>& v_;
  const double time_;
  const DetectOptions& options_;
  WaitingScratch<D>& scratch_;
  Paths<D>& paths_;
  const Lattice<D> lattice_;
};

}  // namespace

template <int D>
bool find_waiting(const Model<D>& model, const FreeMotion<D>& free, const std::vector<Twist<D>>& v,
                  double t, const DetectOptions& options, WaitingScratch<D>& scratch) {
  return Waiter<D>(model, free, v, t, options, scratch).find();
}

template <int D>
double put_waiting(const Model<D>& model, const Paths<D>& paths, double h, State<D>& state) {
  double added = 0;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0 || !paths.waits(b)) continue;
    const Pose<D> place = paths.pose(b, h);
    const Vec<D> x = place.x - 0.5 * h * state.v[b];
    added -= model.mass[b] * model.loads.gravity.dot(Vec<D>(x - state.x[b]));
    state.x[b] = x;
    state.r[b] = compose(place.r, exponential(Spin<D>(-0.5 * h * state.w[b])));
  }
  return added;
}

template bool find_waiting<2>(const Model<2>&, const FreeMotion<2>&, const std::vector<Twist<2>>&,
                              double, const DetectOptions&, WaitingScratch<2>&);
template bool find_waiting<3>(const Model<3>&, const FreeMotion<3>&, const std::vector<Twist<3>>&,
                              double, const DetectOptions&, WaitingScratch<3>&);
template double put_waiting<2>(const Model<2>&, const Paths<2>&, double, State<2>&);
template double put_waiting<3>(const Model<3>&, const Paths<3>&, double, State<3>&);

}  // namespace talus

#include "talus/contact/waiting.hpp"

#include "talus/contact/course.hpp"
#include "talus/contact/safe_time.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

/// Rounds after which bodies that still get in each other's way do not move at all, which ends the
/// search. Each round follows who stands in the way of whom one body further; a row of so many that
/// stop one after the other within a step is rare, and stopping it earlier costs it a step.
constexpr int patient_rounds = 10;
/// Pairs followed by one thread: tens of microseconds, more than handing them out takes.
constexpr std::size_t followed_together = 64;

template <int D>
class Waiter {
 public:
  Waiter(const Model<D>& model, double h, double t, const DetectOptions& options, Straight flying,
         FastPairs<D>& fast, WaitingScratch<D>& scratch)
      : model_(model),
        h_(h),
        time_(t),
        options_(options),
        flying_(flying),
        fast_(fast),
        scratch_(scratch),
        paths_(fast.paths()) {}

  /// A body that waits may stand in the way of others, whose pairs are looked at again.
  bool find() {
    for (int round = 0;; ++round) {
      measure_pairs(round);
      if (!let_wait(round)) return round > 0;
      fast_.find_again(scratch_.moved);
    }
  }

 private:
  std::size_t body(std::uint32_t s) const { return static_cast<std::size_t>(model_.owner[s]); }

  void measure_pairs(int round) {
    auto& pairs = scratch_.pairs;
    pairs.clear();
    for (const auto& p : fast_.pairs()) pairs.push_back({p, h_, Vec<D>::Zero()});
    parallel_for(pairs.size(), followed_together, [&](std::size_t begin, std::size_t end) {
      thread_local std::vector<GapPoint<D>> gaps;
      for (std::size_t i = begin; i < end; ++i) measure(pairs[i], round, gaps);
    });
  }

  void measure(WaitingPair<D>& out, int round, std::vector<GapPoint<D>>& gaps) const {
    const auto& [a, b, image] = out.pair;
    const double size = smaller_size(model_.size[a], model_.size[b]);
    const double overlap = unseen_overlap(model_, options_, a, b);
    const PathPair<D> pair{model_,
                           paths_,
                           a,
                           b,
                           fast_.lattice().shift(image),
                           model_.cell.jump(model_.cell.layers(image), time_),
                           h_,
                           size,
                           overlap,
                           std::max(options_.closure, 1e-12) * size,
                           options_.corners};
    if (round == 0) {
      const auto way = longest_way(pair);
      const bool held = flying_ == Straight::held && way.turning <= overlap &&
                        course_of<D>(model_.shape[a], model_.shape[b]) == Course::convex;
      // Thin walls that sink into each other, however slowly, would come out on the other side.
      const bool thin = skin_between<D>(model_.shape[a], model_.shape[b]) > 0;
      if (held || (way.all <= overlap && !thin)) return;
    }
    const SafeTime<D> safe = safe_time(pair, gaps);
    out.safe = safe.time;
    out.apart = safe.apart;
  }

  /// Whether any has to that had not.
  bool let_wait(int round) {
    scratch_.moved.assign(model_.body_count(), 0);
    bool any = false;
    for (const auto& p : scratch_.pairs) {
      if (!(p.safe < h_)) continue;
      const Vec<D> shift = fast_.lattice().shift(p.pair.image);
      const bool patient = round < patient_rounds;
      const double time = patient ? p.safe : 0;
      const Vec<D> apart = patient ? p.apart : Vec<D>(Vec<D>::Zero());
      const std::size_t a = body(p.pair.a);
      const std::size_t b = body(p.pair.b);
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
    scratch_.moved[b] = 1;
    return true;
  }

  const Model<D>& model_;
  const double h_;
  const double time_;
  const DetectOptions& options_;
  const Straight flying_;
  FastPairs<D>& fast_;
  WaitingScratch<D>& scratch_;
  Paths<D>& paths_;
};

}  // namespace

template <int D>
bool find_waiting(const Model<D>& model, double h, double t, const DetectOptions& options,
                  Straight flying, FastPairs<D>& fast, WaitingScratch<D>& scratch) {
  return Waiter<D>(model, h, t, options, flying, fast, scratch).find();
}

template <int D>
double put_waiting(const Model<D>& model, const Paths<D>& paths, double end, double h,
                   State<D>& state) {
  double added = 0;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] != 0 || !paths.waits(b)) continue;
    const Pose<D> place = paths.pose(b, end);
    const Vec<D> x = place.x - 0.5 * h * state.v[b];
    added -= model.mass[b] * model.loads.gravity.dot(Vec<D>(x - state.x[b]));
    state.x[b] = x;
    state.r[b] = compose(place.r, exponential(Spin<D>(-0.5 * h * state.w[b])));
  }
  return added;
}

template <int D>
double start_apart(const Model<D>& model, double h, const DetectOptions& options,
                   FastPairs<D>& fast, WaitingScratch<D>& scratch, State<D>& state) {
  const double half = 0.5 * h;
  FreeMotion<D> start;
  start.h = half;
  start.x_mid = state.x;
  start.r_mid = state.r;
  std::vector<Twist<D>> v(state.v.size());
  for (std::size_t b = 0; b < v.size(); ++b) v[b] << state.v[b], state.w[b];
  if (!fast.find(model, start, v, state.t, options)) return 0;
  if (!find_waiting(model, half, state.t, options, Straight::followed, fast, scratch)) return 0;
  return put_waiting(model, fast.paths(), half, h, state);
}

template bool find_waiting<2>(const Model<2>&, double, double, const DetectOptions&, Straight,
                              FastPairs<2>&, WaitingScratch<2>&);
template bool find_waiting<3>(const Model<3>&, double, double, const DetectOptions&, Straight,
                              FastPairs<3>&, WaitingScratch<3>&);
template double put_waiting<2>(const Model<2>&, const Paths<2>&, double, double, State<2>&);
template double put_waiting<3>(const Model<3>&, const Paths<3>&, double, double, State<3>&);
template double start_apart<2>(const Model<2>&, double, const DetectOptions&, FastPairs<2>&,
                               WaitingScratch<2>&, State<2>&);
template double start_apart<3>(const Model<3>&, double, const DetectOptions&, FastPairs<3>&,
                               WaitingScratch<3>&, State<3>&);

}  // namespace talus

#include "talus/viewer/live_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::viewer {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto first_pace = milliseconds(100);  // between frames
constexpr std::size_t most_frames = 600;
constexpr std::size_t most_bytes = 200'000'000;
/// A page in the background asks about once a minute.
constexpr auto forgotten = seconds(100);
/// A page that is loaded again says goodbye first.
constexpr auto reload = seconds(3);

}  // namespace

template <int D>
RecordedFrame<D> record_frame(const Simulation<D>& simulation) {
  const State<D>& state = simulation.state();
  RecordedFrame<D> out;
  out.time = state.t;
  out.step = state.step;
  out.state = state;
  const auto& cell = simulation.model().cell;
  if (cell.gradient >= 0) out.cell_offset = cell.offset.value(state.t);
  const auto& all = simulation.detail().contacts;
  if (state.contacts.size() != all.count()) return out;  // before the first step
  const auto& detail = simulation.detail();
  const double h = simulation.options().h;
  auto& c = out.contacts;
  c.id = all.id;
  c.body_a = all.first;
  c.body_b = all.second;
  c.point = all.point;
  c.shift = all.shift;
  c.gap = all.gap;
  for (std::size_t i = 0; i < all.count(); ++i) {
    const Vec<D> impulse = all.frame[i] * detail.r[i];
    c.normal.push_back(all.frame[i].col(0));
    c.impulse.push_back(impulse);
    c.force.push_back(impulse / h);
    c.velocity.push_back(all.frame[i] * detail.u[i]);
    c.status.push_back(state.contacts[i].status);
  }
  return out;
}

template <int D>
LiveView<D>::LiveView(const Simulation<D>& simulation, HeadNotes notes)
    : model_(simulation.model()),
      box_(view_box<D>(model_, simulation.state(), simulation.state(), Precision::full)),
      notes_(std::move(notes)),
      due_(Clock::now()),
      pace_(first_pace) {
  notes_.live = true;
  add_step(simulation);
  add_frame(simulation);
}

template <int D>
bool LiveView<D>::observe(const Simulation<D>& simulation,
                          const std::function<bool()>& interrupted) {
  std::unique_lock lock(guard_);
  add_step(simulation);
  if (Clock::now() >= due_ || paused_) add_frame(simulation);
  while (paused_ && !stop_ && !interrupted()) woken_.wait_for(lock, milliseconds(50));
  return !stop_;
}

template <int D>
void LiveView<D>::finish(const Simulation<D>& simulation) {
  const std::lock_guard lock(guard_);
  running_ = paused_ = false;
  if (frames_.back().time != simulation.state().t) add_frame(simulation);
}

template <int D>
void LiveView<D>::wait_for_goodbye(const std::function<bool()>& interrupted) {
  std::unique_lock lock(guard_);
  while (watched_ && !interrupted()) {
    const auto now = Clock::now();
    const bool gone = left_ >= seen_ && now - left_ > reload;
    if (gone || now - seen_ > forgotten) return;
    woken_.wait_for(lock, milliseconds(100));
  }
}

template <int D>
void LiveView<D>::add_step(const Simulation<D>& simulation) {
  const auto& last = simulation.last();
  const auto& balance = simulation.balance();
  const auto total = balance.total();
  const bool missed = last.solve.outcome != SolveOutcome::converged;
  history_.add(simulation.state().t,
               {balance.kinetic(),
                gravity_potential(simulation.model(), simulation.state()) + balance.elastic(),
                total.dissipated(), total.work(), last.solve.error.relative,
                static_cast<double>(last.solve.sweeps), static_cast<double>(last.contacts),
                static_cast<double>(last.acting), last.penetration.depth,
                missed && simulation.state().step > 0 ? 1.0 : 0.0});
}

template <int D>
void LiveView<D>::add_frame(const Simulation<D>& simulation) {
  const auto start = Clock::now();
  frames_.push_back({simulation.state().t,
                     frame_pack<D>(model_, record_frame(simulation), box_, Precision::full)});
  bytes_ += frames_.back().pack.size();
  if (frames_.size() > most_frames || bytes_ > most_bytes) thin();
  // However large a frame is, a run spends little of its time on them.
  const auto now = Clock::now();
  due_ = now + std::max(pace_, 20 * (now - start));
}

/// Leaves out every other frame and takes them half as often.
template <int D>
void LiveView<D>::thin() {
  std::deque<Kept> kept;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (i % 2 == 0 || i + 1 == frames_.size()) {
      kept.push_back(std::move(frames_[i]));
    } else {
      bytes_ -= frames_[i].pack.size();
    }
  }
  frames_ = std::move(kept);
  pace_ *= 2;
  ++generation_;
}

template <int D>
std::string LiveView<D>::head() {
  const std::lock_guard lock(guard_);
  watched_ = true;
  seen_ = Clock::now();
  HeadNotes notes = notes_;
  notes.steps = history_.steps();
  notes.unconverged = history_.unconverged();
  notes.law_error_max = history_.law_error_max();
  std::vector<double> times;
  for (const auto& f : frames_) times.push_back(f.time);
  notes.frames_recorded = times.size();
  return head_pack<D>(model_, box_, notes, times);
}

template <int D>
std::string LiveView<D>::history() {
  const std::lock_guard lock(guard_);
  return history_.pack();
}

template <int D>
std::string LiveView<D>::frame(std::size_t number) {
  const std::lock_guard lock(guard_);
  seen_ = Clock::now();
  if (number >= frames_.size()) {
    throw NoSuchFrame(fmt::format("there is no frame {} among {}", number, frames_.size()));
  }
  return frames_[number].pack;
}

template <int D>
ViewStatus LiveView<D>::status() {
  const std::lock_guard lock(guard_);
  seen_ = Clock::now();
  return {running_, paused_, frames_.size(), generation_, history_.steps(), history_.unconverged()};
}

template <int D>
bool LiveView<D>::control(std::string_view what) {
  const std::lock_guard lock(guard_);
  if (what == "bye") {
    left_ = Clock::now();
  } else if (what == "pause" || what == "resume") {
    paused_ = running_ && what == "pause";
  } else if (what == "stop") {
    stop_ = true;
  } else {
    return false;
  }
  woken_.notify_all();
  return true;
}

template RecordedFrame<2> record_frame<2>(const Simulation<2>&);
template RecordedFrame<3> record_frame<3>(const Simulation<3>&);
template class LiveView<2>;
template class LiveView<3>;

}  // namespace talus::viewer

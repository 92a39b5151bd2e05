#include "talus/io/history_recorder.hpp"

#include "talus/io/csv_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

namespace talus {

namespace {

constexpr std::size_t few_bodies = 20;

constexpr const char* energy_header =
    "step,time,kinetic,potential_gravity,potential_elastic,work_gravity,work_applied,"
    "work_prescribed,dissipated_structural,dissipated_friction,dissipated_viscous,"
    "dissipated_bonds,dissipated_damage,scheme,projected,"
    "balance_error,created,clipped\n";

constexpr const char* solver_header =
    "step,time,contacts,acting,sweeps_max,law_error_max,unconverged_steps,penetration_max,"
    "penetration_max_relative,painleve_contacts_max,clip_law_error_max\n";

template <int D>
constexpr const char* body_header =
    D == 2 ? "step,time,body,x,y,angle,vx,vy,spin\n"
           : "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,spin_x,spin_y,spin_z\n";

template <typename V>
std::string comma_values(const V& v) {
  std::string text;
  for (Eigen::Index i = 0; i < v.size(); ++i) text += fmt::format(",{}", v[i]);
  return text;
}

std::string comma_values(const Rotation<2>& r) { return fmt::format(",{}", r.angle); }
std::string comma_values(const Rotation<3>& r) {
  return fmt::format(",{},{},{},{}", r.q.w(), r.q.x(), r.q.y(), r.q.z());
}

}  // namespace

template <int D>
std::vector<int> body_numbers(const std::vector<std::string>& names, const Model<D>& model) {
  std::unordered_map<std::string, int> number;
  for (std::size_t b = 0; b < model.body_count(); ++b)
    number.emplace(model.name[b], static_cast<int>(b));
  std::vector<int> bodies;
  for (const auto& name : names) {
    const auto found = number.find(name);
    if (found == number.end()) throw ModelError("no body '" + name + "' to record");
    bodies.push_back(found->second);
  }
  return bodies;
}

template <int D>
std::vector<int> recorded_bodies(const RecordOptions& record, const Model<D>& model) {
  if (!record.bodies.empty()) return body_numbers(record.bodies, model);
  std::vector<int> bodies;
  if (model.body_count() <= few_bodies) bodies.resize(model.body_count());
  std::iota(bodies.begin(), bodies.end(), 0);
  return bodies;
}

template <int D>
HistoryRecorder<D>::HistoryRecorder(const std::filesystem::path& folder,
                                    const RecordOptions& record, const Simulation<D>& simulation)
    : every_(std::max<std::int64_t>(1, record.every)),
      last_row_(simulation.state().step),
      bodies_(recorded_bodies(record, simulation.model())),
      energy_(folder / "energy.csv"),
      solver_(folder / "solver.csv"),
      flushed_(std::chrono::steady_clock::now()) {
  energy_.add(energy_header);
  solver_.add(solver_header);
  if (!bodies_.empty()) {
    body_file_.emplace(folder / "bodies.csv");
    body_file_->add(body_header<D>);
  }
  add_energy_row(simulation);
  add_body_rows(simulation);
  flush();
}

template <int D>
HistoryRecorder<D>::HistoryRecorder(const std::filesystem::path& folder,
                                    const RecordOptions& record, const Simulation<D>& simulation,
                                    const HistoryPosition& position)
    : every_(std::max<std::int64_t>(1, record.every)),
      last_row_(position.last_row),
      bodies_(recorded_bodies(record, simulation.model())),
      energy_(folder / "energy.csv", position.energy_bytes),
      solver_(folder / "solver.csv", position.solver_bytes),
      worst_(position.worst),
      flushed_(std::chrono::steady_clock::now()) {
  if (!bodies_.empty()) body_file_.emplace(folder / "bodies.csv", position.body_bytes);
}

template <int D>
HistoryPosition HistoryRecorder<D>::sync() {
  energy_.sync();
  solver_.sync();
  if (body_file_) body_file_->sync();
  flushed_ = std::chrono::steady_clock::now();
  return {energy_.bytes(), solver_.bytes(), body_file_ ? body_file_->bytes() : 0, last_row_,
          worst_};
}

template <int D>
void HistoryRecorder<D>::record(const Simulation<D>& simulation, const StepResult<D>& result) {
  worst_.sweeps = std::max(worst_.sweeps, result.solve.sweeps);
  worst_.law_error = std::max(worst_.law_error, result.solve.error.relative);
  worst_.unconverged += result.solve.outcome == SolveOutcome::converged ? 0 : 1;
  worst_.penetration.depth = std::max(worst_.penetration.depth, result.penetration.depth);
  worst_.penetration.relative = std::max(worst_.penetration.relative, result.penetration.relative);
  worst_.painleve = std::max(worst_.painleve, result.solve.painleve_contacts);
  worst_.clip_error = std::max(worst_.clip_error, result.impact.law_error);
  if (simulation.state().step % every_ == 0) add_rows(simulation);
  if (std::chrono::steady_clock::now() - flushed_ >= std::chrono::seconds(1)) flush();
}

template <int D>
void HistoryRecorder<D>::finish(const Simulation<D>& simulation) {
  if (simulation.state().step != last_row_) add_rows(simulation);
  energy_.close();
  solver_.close();
  if (body_file_) body_file_->close();
}

template <int D>
void HistoryRecorder<D>::add_rows(const Simulation<D>& simulation) {
  last_row_ = simulation.state().step;
  add_energy_row(simulation);
  add_solver_row(simulation);
  add_body_rows(simulation);
  worst_ = {};
}

template <int D>
void HistoryRecorder<D>::add_energy_row(const Simulation<D>& simulation) {
  const auto& state = simulation.state();
  const auto& balance = simulation.balance();
  const auto t = balance.total();
  energy_.add(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", state.step,
                          state.t, balance.kinetic(), gravity_potential(simulation.model(), state),
                          balance.elastic(), t.work_gravity, t.work_applied, t.work_prescribed,
                          t.dissipated_structural, t.dissipated_friction, t.dissipated_viscous,
                          t.dissipated_bonds, t.dissipated_damage, t.scheme, balance.projected(),
                          balance.error(), t.created, t.clipped));
}

template <int D>
void HistoryRecorder<D>::add_solver_row(const Simulation<D>& simulation) {
  const auto& state = simulation.state();
  const auto& last = simulation.last();
  solver_.add(fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", state.step, state.t, last.contacts,
                          last.acting, worst_.sweeps, worst_.law_error, worst_.unconverged,
                          worst_.penetration.depth, worst_.penetration.relative, worst_.painleve,
                          worst_.clip_error));
}

template <int D>
void HistoryRecorder<D>::add_body_rows(const Simulation<D>& simulation) {
  const auto& model = simulation.model();
  const auto& state = simulation.state();
  for (const int b : bodies_) {
    const auto pose = model.own_pose(b, state);
    body_file_->add(fmt::format("{},{},{}{}{}{}{}\n", state.step, state.t,
                                csv_text(model.name[static_cast<std::size_t>(b)]),
                                comma_values(pose.x), comma_values(pose.r),
                                comma_values(model.own_velocity(b, state)),
                                comma_values(model.world_spin(b, state))));
  }
}

template <int D>
void HistoryRecorder<D>::flush() {
  energy_.flush();
  solver_.flush();
  if (body_file_) body_file_->flush();
  flushed_ = std::chrono::steady_clock::now();
}

template std::vector<int> body_numbers<2>(const std::vector<std::string>&, const Model<2>&);
template std::vector<int> body_numbers<3>(const std::vector<std::string>&, const Model<3>&);
template std::vector<int> recorded_bodies<2>(const RecordOptions&, const Model<2>&);
template std::vector<int> recorded_bodies<3>(const RecordOptions&, const Model<3>&);
template class HistoryRecorder<2>;
template class HistoryRecorder<3>;

}  // namespace talus

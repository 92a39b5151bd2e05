#include "talus/io/results_writer.hpp"

#include "talus/io/hdf5_file.hpp"
#include "talus/io/history_recorder.hpp"
#include "talus/io/results_error.hpp"
#include "talus/io/results_model.hpp"
#include "talus/version.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <system_error>

namespace talus {

using hdf5::Number;
using results::rotation_size;

namespace {

constexpr std::uint64_t steps_at_once = 512;

/// Rows that make a piece of some ten thousand bytes.
std::uint64_t chunk_of(std::uint64_t row_bytes) {
  return std::clamp<std::uint64_t>(32768 / std::max<std::uint64_t>(1, row_bytes), 1, 1024);
}

/// A number in the plane, a row of several in space.
std::vector<std::uint64_t> row_of(std::uint64_t bodies, int width) {
  if (width == 1) return {bodies};
  return {bodies, static_cast<std::uint64_t>(width)};
}

template <int D>
std::vector<std::int32_t> chosen_bodies(const FrameOptions& options, const Model<D>& model) {
  if (!options.bodies.empty()) return body_numbers(options.bodies, model);
  std::vector<std::int32_t> all(model.body_count());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// The name of a file that is to take another's place.
std::filesystem::path beside(std::filesystem::path file) { return file += ".new"; }

}  // namespace

template <int D>
ResultsWriter<D>::ResultsWriter(const std::filesystem::path& file, const FrameOptions& options,
                                const Model<D>& model)
    : path_(file),
      options_(options),
      bodies_(chosen_bodies(options, model)),
      is_recorded_(model.body_count(), 0),
      file_(file),
      flushed_(std::chrono::steady_clock::now()) {
  for (const auto b : bodies_) is_recorded_[static_cast<std::size_t>(b)] = 1;
}

template <int D>
ResultsWriter<D>::ResultsWriter(const std::filesystem::path& file, const ResultsHeader& header,
                                const FrameOptions& options, const Simulation<D>& simulation)
    : ResultsWriter(file, options, simulation.model()) {
  create(header, simulation);
  add_step(simulation);
  add_frame(simulation);
  flush();
}

template <int D>
ResultsWriter<D>::ResultsWriter(const std::filesystem::path& file, const ResultsHeader& header,
                                const FrameOptions& options, const Simulation<D>& simulation,
                                const ResultsPosition& position)
    : ResultsWriter(beside(file), options, simulation.model()) {
  create(header, simulation);
  const auto complain = [&](const std::string& object, const std::string& what) {
    throw ResultsError(file, object, what);
  };
  {
    const hdf5::Input before(file, complain, hdf5::OpenFor::following);
    for (std::size_t c = 0; c < file_.columns(); ++c) {
      const std::string& name = file_.name(c);
      const auto rows = name.starts_with("contacts/") ? position.contacts
                        : name.starts_with("frames/") ? position.frames
                                                      : position.steps;
      file_.append_from(before, c, rows);
    }
  }
  last_frame_ = position.last_frame;
  flush();
  sync_to_disk(path_);
  std::error_code error;
  std::filesystem::rename(path_, file, error);
  if (error) throw WriteError(file, error.message());
  path_ = file;
}

template <int D>
void ResultsWriter<D>::create(const ResultsHeader& header, const Simulation<D>& simulation) {
  write_header(header, simulation);
  results::write_model(simulation.model(), file_);
  file_.group("contacts");
  file_.group("frames");
  file_.group("steps");
  file_.array("frames/body", bodies_);
  add_contact_columns(simulation.model());
  add_frame_columns(simulation.model());
  add_step_columns();
  file_.start();
}

template <int D>
void ResultsWriter<D>::write_header(const ResultsHeader& header, const Simulation<D>& simulation) {
  file_.attribute("/", "format", results::format_name);
  file_.attribute("/", "format_version", results::format_version);
  file_.attribute("/", "talus_version", version);
  file_.attribute("/", "dimension", std::int64_t{D});
  file_.attribute("/", "step_length", simulation.options().h);
  file_.group("scene");
  file_.attribute("scene", "name", header.scene);
  file_.attribute("scene", "title", header.title);
  file_.attribute("scene", "tolerance", simulation.options().solver.tolerance);
  file_.text("scene/given", header.given);
  file_.text("scene/complete", header.complete);
  file_.texts("scene/settings", header.settings);
  const auto& gravity = simulation.model().loads.gravity;
  file_.array("scene/gravity", std::vector<double>(gravity.data(), gravity.data() + D));
}

template <int D>
void ResultsWriter<D>::add_contact_columns(const Model<D>& model) {
  // As many rows in a piece as a frame may have, or so.
  const auto chunk = std::clamp<std::uint64_t>(std::bit_ceil(model.shape_count()), 64, 16384);
  const auto add = [&](const char* name, Number type, std::vector<std::uint64_t> row) {
    return file_.add_column(
        {std::string("contacts/") + name, type, std::move(row), chunk, options_.compressed});
  };
  contact_.bodies = add("bodies", Number::i32, {2});
  contact_.shapes = add("shapes", Number::u32, {2});
  contact_.feature = add("feature", Number::u32, {});
  contact_.image = add("image", Number::u32, {});
  contact_.status = add("status", Number::u8, {});
  contact_.point = add("point", Number::f64, {D});
  contact_.normal = add("normal", Number::f64, {D});
  contact_.impulse = add("impulse", Number::f64, {D});
  contact_.velocity = add("velocity", Number::f64, {D});
  contact_.gap = add("gap", Number::f64, {});
  if (model.cell.any()) contact_.shift = add("shift", Number::f64, {D});
}

template <int D>
void ResultsWriter<D>::add_frame_columns(const Model<D>& model) {
  const std::uint64_t n = bodies_.size();
  const auto of_bodies = [&](const char* name, int width) {
    const auto chunk = chunk_of(8 * n * static_cast<std::uint64_t>(width));
    return file_.add_column(
        {std::string("frames/") + name, Number::f64, row_of(n, width), chunk, options_.compressed});
  };
  const auto add = [&](const char* name, Number type) {
    return file_.add_column({std::string("frames/") + name, type, {}, 64, false});
  };
  frame_.position = of_bodies("position", D);
  frame_.orientation = of_bodies(D == 2 ? "angle" : "orientation", rotation_size<D>);
  if (options_.velocities) {
    frame_.velocity = of_bodies("velocity", D);
    frame_.spin = of_bodies("spin", spin_dim<D>);
  }
  frame_.contact_begin = add("contact_begin", Number::u64);
  frame_.contact_count = add("contact_count", Number::u64);
  if (model.cell.gradient >= 0) frame_.cell_offset = add("cell_offset", Number::f64);
  frame_.state_hash = add("state_hash", Number::u64);
  frame_.time = add("time", Number::f64);
  frame_.step = add("step", Number::i64);  // last, for frames that have one are whole
}

template <int D>
void ResultsWriter<D>::add_step_columns() {
  // The number of the step is first in the list and last on the disk: rows that have one are whole.
  for (std::size_t k = 1; k <= step_.size(); ++k) {
    const std::size_t i = k % step_.size();
    const auto& column = results::step_columns[i];
    const std::string name = std::string("steps/") + column.name;
    step_[i] = file_.add_column({name, column.type, {}, steps_at_once, false});
    file_.attribute(name, "quantity", column.quantity);
    file_.attribute(name, "meaning", column.meaning);
    pending_[i].reserve(steps_at_once);
  }
}

template <int D>
void ResultsWriter<D>::record(const Simulation<D>& simulation) {
  add_step(simulation);
  if (options_.every > 0 && simulation.state().step % options_.every == 0) add_frame(simulation);
  if (std::chrono::steady_clock::now() - flushed_ >= std::chrono::seconds(1)) flush();
}

template <int D>
void ResultsWriter<D>::finish(const Simulation<D>& simulation) {
  if (simulation.state().step != last_frame_) add_frame(simulation);
  flush();
  file_.close();
}

template <int D>
void ResultsWriter<D>::add_frame(const Simulation<D>& simulation) {
  const auto& state = simulation.state();
  last_frame_ = state.step;
  const std::uint64_t begin = file_.rows(contact_.status);
  const std::uint64_t count = add_contacts(simulation);
  add_bodies(simulation);
  file_.append(frame_.contact_begin, &begin, 1);
  file_.append(frame_.contact_count, &count, 1);
  if (simulation.model().cell.gradient >= 0) {
    const double offset = simulation.model().cell.offset.value(state.t);
    file_.append(frame_.cell_offset, &offset, 1);
  }
  const std::uint64_t hash = state_hash(state);
  file_.append(frame_.state_hash, &hash, 1);
  file_.append(frame_.time, &state.t, 1);
  file_.append(frame_.step, &state.step, 1);
}

template <int D>
void ResultsWriter<D>::add_bodies(const Simulation<D>& simulation) {
  const auto& model = simulation.model();
  const auto& state = simulation.state();
  const auto append = [&](std::size_t column, std::size_t width, const auto& put) {
    numbers_.resize(width * bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      put(static_cast<std::size_t>(bodies_[i]), &numbers_[i * width]);
    }
    file_.append(column, numbers_.data(), 1);
  };
  const auto put = [](const auto& v, double* out) {
    std::copy(v.data(), v.data() + v.size(), out);
  };
  append(frame_.position, D, [&](std::size_t b, double* out) { put(state.x[b], out); });
  append(frame_.orientation, rotation_size<D>,
         [&](std::size_t b, double* out) { results::put_rotation(state.r[b], out); });
  if (!options_.velocities) return;
  append(frame_.velocity, D, [&](std::size_t b, double* out) { put(state.v[b], out); });
  append(frame_.spin, spin_dim<D>, [&](std::size_t b, double* out) {
    put(model.world_spin(static_cast<int>(b), state), out);
  });
}

template <int D>
std::uint64_t ResultsWriter<D>::add_contacts(const Simulation<D>& simulation) {
  const auto& all = simulation.detail().contacts;
  const auto& state = simulation.state();
  // Before the first step there are none.
  if (!options_.contacts || state.contacts.size() != all.count()) return 0;
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < all.count(); ++c) {
    const bool wanted = is_recorded_[static_cast<std::size_t>(all.first[c])] != 0 ||
                        is_recorded_[static_cast<std::size_t>(all.second[c])] != 0;
    if (wanted) chosen.push_back(c);
  }
  const std::size_t n = chosen.size();
  const auto whole = [&](std::size_t column, std::size_t width, auto& values, const auto& put) {
    values.resize(width * n);
    for (std::size_t i = 0; i < n; ++i) put(chosen[i], &values[i * width]);
    file_.append(column, values.data(), n);
  };
  const auto vectors = [&](std::size_t column, const auto& vector) {
    whole(column, D, numbers_, [&](std::size_t c, double* out) {
      const Vec<D> v = vector(c);
      std::copy(v.data(), v.data() + D, out);
    });
  };
  std::vector<std::uint32_t> names;
  whole(contact_.bodies, 2, counts_, [&](std::size_t c, std::int32_t* out) {
    out[0] = all.first[c];
    out[1] = all.second[c];
  });
  whole(contact_.shapes, 2, names, [&](std::size_t c, std::uint32_t* out) {
    const bool flipped = all.flipped[c] != 0;
    out[0] = flipped ? all.id[c].shape_b : all.id[c].shape_a;
    out[1] = flipped ? all.id[c].shape_a : all.id[c].shape_b;
  });
  whole(contact_.feature, 1, names,
        [&](std::size_t c, std::uint32_t* out) { *out = all.id[c].feature; });
  whole(contact_.image, 1, names,
        [&](std::size_t c, std::uint32_t* out) { *out = all.id[c].image; });
  whole(contact_.status, 1, flags_, [&](std::size_t c, std::uint8_t* out) {
    *out = static_cast<std::uint8_t>(state.contacts[c].status);
  });
  const auto& detail = simulation.detail();
  vectors(contact_.point, [&](std::size_t c) { return all.point[c]; });
  vectors(contact_.normal, [&](std::size_t c) { return Vec<D>(all.frame[c].col(0)); });
  vectors(contact_.impulse, [&](std::size_t c) { return Vec<D>(all.frame[c] * detail.r[c]); });
  vectors(contact_.velocity, [&](std::size_t c) { return Vec<D>(all.frame[c] * detail.u[c]); });
  whole(contact_.gap, 1, numbers_, [&](std::size_t c, double* out) { *out = all.gap[c]; });
  if (simulation.model().cell.any()) {
    vectors(contact_.shift, [&](std::size_t c) { return all.shift[c]; });
  }
  return n;
}

template <int D>
void ResultsWriter<D>::add_step(const Simulation<D>& simulation) {
  const auto& state = simulation.state();
  const auto& last = simulation.last();
  const auto& balance = simulation.balance();
  const auto total = balance.total();
  const bool missed = last.solve.outcome != SolveOutcome::converged;
  const std::array<double, results::step_columns.size()> values = {
      static_cast<double>(state.step),
      state.t,
      balance.kinetic(),
      gravity_potential(simulation.model(), state),
      balance.elastic(),
      total.work_gravity,
      total.work_applied,
      total.work_prescribed,
      total.dissipated_structural,
      total.dissipated_friction,
      total.dissipated_viscous,
      total.dissipated_bonds,
      total.dissipated_damage,
      total.scheme,
      balance.projected(),
      balance.error(),
      static_cast<double>(last.contacts),
      static_cast<double>(last.acting),
      static_cast<double>(last.solve.sweeps),
      static_cast<double>(last.solve.factorisations),
      last.solve.error.relative,
      missed ? 1.0 : 0.0,
      last.penetration.depth,
      last.penetration.relative,
      static_cast<double>(last.solve.painleve_contacts),
      total.created,
      total.clipped,
      last.impact.law_error};
  for (std::size_t i = 0; i < values.size(); ++i) pending_[i].push_back(values[i]);
  if (pending_[0].size() >= steps_at_once) write_steps();
}

template <int D>
void ResultsWriter<D>::write_steps() {
  for (std::size_t i = 0; i < step_.size(); ++i) {
    file_.append(step_[i], pending_[i].data(), pending_[i].size());
    pending_[i].clear();
  }
}

template <int D>
void ResultsWriter<D>::flush() {
  write_steps();
  file_.flush();
  flushed_ = std::chrono::steady_clock::now();
}

template <int D>
ResultsPosition ResultsWriter<D>::sync() {
  flush();
  sync_to_disk(path_);
  return {file_.rows(frame_.step), file_.rows(contact_.status), file_.rows(step_[0]), last_frame_};
}

template class ResultsWriter<2>;
template class ResultsWriter<3>;

}  // namespace talus

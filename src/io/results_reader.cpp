#include "talus/io/results_reader.hpp"

#include "talus/io/hdf5_file.hpp"
#include "talus/io/results_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

namespace talus {

namespace {

template <int D>
const char* orientation_name() {
  return D == 2 ? "frames/angle" : "frames/orientation";
}

/// Rows of vectors of N numbers.
template <int N>
std::vector<Vec<N>> vectors(const hdf5::Input& input, const std::string& name, std::uint64_t first,
                            std::uint64_t count) {
  if (input.extent(name).width != N) {
    input.complain(name, fmt::format("expected rows of {} numbers", N));
  }
  std::vector<double> numbers(count * N);
  input.rows(name, first, count, numbers.data());
  std::vector<Vec<N>> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = Eigen::Map<const Vec<N>>(&numbers[i * N]);
  return out;
}

template <class T>
std::vector<T> numbers(const hdf5::Input& input, const std::string& name, std::uint64_t first,
                       std::uint64_t count, std::uint64_t width = 1) {
  if (input.extent(name).width != width) {
    input.complain(name, fmt::format("expected rows of {} numbers", width));
  }
  std::vector<T> out(count * width);
  input.rows(name, first, count, out.data());
  return out;
}

/// How many of the first numbers are each larger than the one before.
template <class T>
std::size_t growing(const std::vector<T>& values) {
  const auto end = std::adjacent_find(values.begin(), values.end(),
                                      [](const T& a, const T& b) { return !(b > a); });
  return end == values.end() ? values.size() : static_cast<std::size_t>(end - values.begin()) + 1;
}

/// The numbers of all bodies in a frame, `width` each.
std::vector<double> frame_row(const hdf5::Input& input, const std::string& name,
                              std::uint64_t frame, std::size_t bodies, std::size_t width) {
  return numbers<double>(input, name, frame, 1, bodies * width);
}

}  // namespace

ResultsError::ResultsError(const std::filesystem::path& file, const std::string& object,
                           const std::string& what)
    : std::runtime_error(object.empty() ? fmt::format("{}: {}", file.string(), what)
                                        : fmt::format("{}: {}: {}", file.string(), object, what)) {}

ResultsReader::ResultsReader(const std::filesystem::path& file) : file_(file) {
  std::error_code error;
  if (std::filesystem::is_directory(file_, error)) file_ /= "results.h5";
  if (!std::filesystem::exists(file_, error)) {
    throw ResultsError(file_, "", "no such file; `talus run SCENE --out FOLDER` makes one");
  }
  open();
  read_header();
  count_frames();
}

ResultsReader::~ResultsReader() = default;

void ResultsReader::open() {
  input_.reset();
  const auto complain = [file = file_](const std::string& object, const std::string& what) {
    throw ResultsError(file, object, what);
  };
  input_ = std::make_unique<hdf5::Input>(file_, complain, hdf5::OpenFor::following);
}

void ResultsReader::refresh() {
  open();
  count_frames();
}

void ResultsReader::read_header() {
  const auto format = input_->text_attribute("/", "format");
  if (format != results::format_name) {
    input_->complain("", fmt::format("not results of talus, but '{}'", format));
  }
  const auto version = input_->attribute("/", "format_version");
  if (version != results::format_version) {
    input_->complain("", fmt::format("results of format {}; this program reads format {}", version,
                                     results::format_version));
  }
  const auto dimension = input_->attribute("/", "dimension");
  if (dimension != 2 && dimension != 3) {
    input_->complain("", fmt::format("dimension {}: expected 2 or 3", dimension));
  }
  dimension_ = static_cast<int>(dimension);
  talus_version_ = input_->text_attribute("/", "talus_version");
  step_length_ = input_->real_attribute("/", "step_length");
  tolerance_ = input_->real_attribute("scene", "tolerance");
  if (!(step_length_ > 0 && std::isfinite(step_length_))) {
    input_->complain("", fmt::format("a step of length {}", step_length_));
  }
  header_ = {input_->text_attribute("scene", "name"), input_->text("scene/given"),
             input_->text("scene/complete"), input_->text_attribute("scene", "title"),
             input_->texts("scene/settings")};
  bodies_ = input_->extent("bodies/mass").rows;
  shapes_ = input_->extent("shapes/body").rows;
  recorded_ = input_->all<std::int32_t>("frames/body");
  for (const auto b : recorded_) {
    if (b < 0 || static_cast<std::size_t>(b) >= bodies_) {
      input_->complain("frames/body", fmt::format("{} is not one of {} bodies", b, bodies_));
    }
  }
}

/// Frames that are there with all that belongs to them: a run may be about to write the next one,
/// or was killed while it did. Numbers of steps reach the disk last and are 0 until then.
void ResultsReader::count_frames() {
  auto complete = input_->extent("frames/step").rows;
  for (const char* name :
       {"frames/position", "frames/time", "frames/state_hash", "frames/contact_begin",
        "frames/contact_count", dimension_ == 2 ? "frames/angle" : "frames/orientation"}) {
    complete = std::min(complete, input_->extent(name).rows);
  }
  steps_ = numbers<std::int64_t>(*input_, "frames/step", 0, complete);
  complete = growing(steps_);
  contact_begin_ = numbers<std::uint64_t>(*input_, "frames/contact_begin", 0, complete);
  contact_count_ = numbers<std::uint64_t>(*input_, "frames/contact_count", 0, complete);
  const auto contacts =
      std::min(input_->extent("contacts/status").rows, input_->extent("contacts/gap").rows);
  for (std::uint64_t i = 0; i < complete; ++i) {
    if (contact_begin_[i] > contacts || contact_count_[i] > contacts - contact_begin_[i]) {
      complete = i;
    }
  }
  times_ = numbers<double>(*input_, "frames/time", 0, complete);
  steps_.resize(complete);
  contact_begin_.resize(complete);
  contact_count_.resize(complete);
}

std::vector<double> ResultsReader::births() const {
  auto out = input_->all<double>("bodies/born");
  if (out.size() != bodies_) {
    input_->complain("bodies/born", fmt::format("expected {} rows, found {}", bodies_, out.size()));
  }
  return out;
}

bool ResultsReader::records_velocities() const { return input_->has("frames/velocity"); }

template <int D>
Model<D> ResultsReader::model() const {
  if (D != dimension_) input_->complain("", fmt::format("dimension {}, not {}", dimension_, D));
  return results::read_model<D>(*input_);
}

std::size_t ResultsReader::frame_at(double time) const {
  const double after = time + 1e-9 * std::abs(time);
  const auto next = std::upper_bound(times_.begin(), times_.end(), after);
  return next == times_.begin() ? 0 : static_cast<std::size_t>(next - times_.begin()) - 1;
}

namespace {

template <int D>
void read_bodies(const hdf5::Input& input, std::size_t frame, std::size_t bodies,
                 const std::vector<std::int32_t>& recorded, State<D>& state) {
  constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
  constexpr auto turns = static_cast<std::size_t>(results::rotation_size<D>);
  constexpr auto spins = static_cast<std::size_t>(spin_dim<D>);
  const std::size_t n = recorded.size();
  state.x.assign(bodies, Vec<D>::Constant(nowhere));
  state.r.assign(bodies, {});
  state.v.assign(bodies, Vec<D>::Zero());
  state.w.assign(bodies, Spin<D>::Zero());
  state.contacts.clear();
  const auto x = frame_row(input, "frames/position", frame, n, D);
  const auto r = frame_row(input, orientation_name<D>(), frame, n, turns);
  const bool moving = input.has("frames/velocity");
  std::vector<double> v;
  std::vector<double> w;
  if (moving) {
    v = frame_row(input, "frames/velocity", frame, n, D);
    w = frame_row(input, "frames/spin", frame, n, spins);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto b = static_cast<std::size_t>(recorded[i]);
    state.x[b] = Eigen::Map<const Vec<D>>(&x[i * D]);
    results::get_rotation(&r[i * turns], state.r[b]);
    if (!moving) continue;
    state.v[b] = Eigen::Map<const Vec<D>>(&v[i * D]);
    state.w[b] = spin_to_body(state.r[b], Spin<D>(Eigen::Map<const Spin<D>>(&w[i * spins])));
  }
}

template <int D>
void read_contacts(const hdf5::Input& input, std::uint64_t first, std::uint64_t count, double h,
                   RecordedContacts<D>& out) {
  const auto bodies = numbers<std::int32_t>(input, "contacts/bodies", first, count, 2);
  const auto shapes = numbers<std::uint32_t>(input, "contacts/shapes", first, count, 2);
  const auto feature = numbers<std::uint32_t>(input, "contacts/feature", first, count);
  const auto image = numbers<std::uint32_t>(input, "contacts/image", first, count);
  const auto status = numbers<std::uint8_t>(input, "contacts/status", first, count);
  out.point = vectors<D>(input, "contacts/point", first, count);
  out.normal = vectors<D>(input, "contacts/normal", first, count);
  out.impulse = vectors<D>(input, "contacts/impulse", first, count);
  out.velocity = vectors<D>(input, "contacts/velocity", first, count);
  out.gap = numbers<double>(input, "contacts/gap", first, count);
  out.shift.assign(count, Vec<D>::Zero());
  if (input.has("contacts/shift")) out.shift = vectors<D>(input, "contacts/shift", first, count);
  out.force = out.impulse;
  for (auto& f : out.force) f /= h;
  for (auto* column : {&out.body_a, &out.body_b, &out.shape_a, &out.shape_b}) column->resize(count);
  out.id.resize(count);
  out.status.resize(count);
  for (std::size_t c = 0; c < count; ++c) {
    out.body_a[c] = bodies[2 * c];
    out.body_b[c] = bodies[2 * c + 1];
    out.shape_a[c] = static_cast<int>(shapes[2 * c]);
    out.shape_b[c] = static_cast<int>(shapes[2 * c + 1]);
    const auto [low, high] = std::minmax(shapes[2 * c], shapes[2 * c + 1]);
    out.id[c] = {low, high, feature[c], image[c]};
    out.status[c] = status[c] <= 2 ? static_cast<ContactStatus>(status[c]) : ContactStatus::open;
  }
}

void check_numbers(const hdf5::Input& input, const char* name, const std::vector<int>& numbers,
                   std::size_t end) {
  for (const int i : numbers) {
    if (i < 0 || static_cast<std::size_t>(i) >= end) {
      input.complain(name, fmt::format("{} is not one of {}", i, end));
    }
  }
}

}  // namespace

template <int D>
void ResultsReader::read_frame(std::size_t number, RecordedFrame<D>& out) const {
  if (D != dimension_) input_->complain("", fmt::format("dimension {}, not {}", dimension_, D));
  if (number >= times_.size()) {
    input_->complain("frames", fmt::format("frame {} of {}", number, times_.size()));
  }
  out.time = times_[number];
  out.step = steps_[number];
  out.state_hash = numbers<std::uint64_t>(*input_, "frames/state_hash", number, 1)[0];
  out.cell_offset = input_->has("frames/cell_offset")
                        ? numbers<double>(*input_, "frames/cell_offset", number, 1)[0]
                        : 0;
  out.state.t = out.time;
  out.state.step = out.step;
  out.state.h_before = out.step > 0 ? step_length_ : 0;
  read_bodies<D>(*input_, number, bodies_, recorded_, out.state);
  auto& contacts = out.contacts;
  read_contacts<D>(*input_, contact_begin_[number], contact_count_[number], step_length_, contacts);
  check_numbers(*input_, "contacts/bodies", contacts.body_a, bodies_);
  check_numbers(*input_, "contacts/bodies", contacts.body_b, bodies_);
  check_numbers(*input_, "contacts/shapes", contacts.shape_a, shapes_);
  check_numbers(*input_, "contacts/shapes", contacts.shape_b, shapes_);
}

std::vector<StepHistory> ResultsReader::steps() const {
  std::vector<StepHistory> out;
  auto rows = std::numeric_limits<std::uint64_t>::max();
  for (const auto& column : results::step_columns) {
    rows = std::min(rows, input_->extent(std::string("steps/") + column.name).rows);
  }
  rows = growing(numbers<std::int64_t>(*input_, "steps/step", 0, rows));
  for (const auto& column : results::step_columns) {
    const std::string name = std::string("steps/") + column.name;
    out.push_back(
        {column.name, column.quantity, column.meaning, numbers<double>(*input_, name, 0, rows)});
  }
  return out;
}

template Model<2> ResultsReader::model<2>() const;
template Model<3> ResultsReader::model<3>() const;
template void ResultsReader::read_frame<2>(std::size_t, RecordedFrame<2>&) const;
template void ResultsReader::read_frame<3>(std::size_t, RecordedFrame<3>&) const;

}  // namespace talus

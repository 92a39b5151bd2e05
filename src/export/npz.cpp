#include "talus/export/npz.hpp"

#include "talus/export/frame_tables.hpp"
#include "talus/export/pending_file.hpp"
#include "talus/export/stored_zip.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>

namespace fs = std::filesystem;

namespace talus {

namespace {

using Sizes = std::vector<std::size_t>;

/// How NumPy calls a type of number.
template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, double>) return "<f8";
  if constexpr (std::is_same_v<T, std::int64_t>) return "<i8";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "<u8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "<i4";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "<u4";
  return "|u1";
}

/// What stands in front of an array: version 1.0 of the format, padded so that numbers begin at a
/// multiple of 64.
std::string npy_header(const std::string& type, const Sizes& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                 type, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t before = 10;
  text.append(63 - (before + text.size()) % 64, ' ');
  text += '\n';
  std::string out = "\x93NUMPY";
  out += '\x01';
  out += '\0';
  out += static_cast<char>(text.size() & 0xffU);
  out += static_cast<char>(text.size() >> 8U);
  return out + text;
}

std::size_t product(const Sizes& shape) {
  std::size_t out = 1;
  for (const auto n : shape) out *= n;
  return out;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Code points of a text in UTF-8; what is none becomes U+FFFD.
std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    char32_t code = length == 1 ? lead : lead & (0x7fU >> length);
    bool good = lead < 0x80 || (lead >= 0xc2 && lead < 0xf5);
    std::size_t k = 1;
    for (; good && k < length; ++k) {
      const auto next = i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
      good = (next & 0xc0U) == 0x80U;
      if (good) code = code << 6U | (next & 0x3fU);
    }
    good = good && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    out += good ? code : U'\uFFFD';
    i += good ? length : 1;
  }
  return out;
}

/// Members of the file by name; all are announced before numbers come.
class Arrays {
 public:
  explicit Arrays(const fs::path& file) : zip_(file) {}

  /// Room for an array that is written bit by bit.
  template <class T>
  void announce(const std::string& name, const Sizes& shape) {
    announce(name, npy_header(type_name<T>(), shape), product(shape) * sizeof(T));
  }
  template <class T>
  void write(const std::string& name, std::span<const T> values) {
    zip_.write(member_.at(name), bytes_of(values));
  }
  /// A whole one.
  template <class T>
  void add(const std::string& name, const std::vector<T>& values) {
    announce<T>(name, {values.size()});
    write(name, std::span<const T>(values));
  }
  template <class T>
  void add_number(const std::string& name, T value) {
    announce<T>(name, {});
    write(name, std::span<const T>(&value, 1));
  }
  void add_texts(const std::string& name, const std::vector<std::string>& texts) {
    std::vector<std::u32string> points;
    std::size_t width = 1;
    for (const auto& t : texts) {
      points.push_back(code_points(t));
      width = std::max(width, points.back().size());
    }
    std::u32string all;
    for (auto& p : points) {
      p.resize(width, U'\0');
      all += p;
    }
    announce(name, npy_header(fmt::format("<U{}", width), {texts.size()}), 4 * all.size());
    write(name, std::span<const char32_t>(all.data(), all.size()));
  }
  void finish() { zip_.finish(); }

 private:
  void announce(const std::string& name, const std::string& header, std::size_t bytes) {
    const auto member = zip_.add(name + ".npy", header.size() + bytes);
    zip_.write(member, header);
    member_.emplace(name, member);
  }

  StoredZip zip_;
  std::map<std::string, std::size_t> member_;
};

/// Room for columns of frames of which the sizes before the columns' own are known.
void announce(const std::string& prefix, const Columns& columns, const Sizes& rows, Arrays& out) {
  for (const auto& column : columns) {
    Sizes shape = rows;
    if (column.width() > 1) shape.push_back(column.parts.size());
    std::visit(
        [&](const auto& v) {
          out.announce<typename std::decay_t<decltype(v)>::value_type>(prefix + column.name, shape);
        },
        column.values);
  }
}

void write_columns(const std::string& prefix, const Columns& columns, Arrays& out) {
  for (const auto& column : columns) {
    std::visit([&](const auto& v) { out.write(prefix + column.name, std::span(v)); },
               column.values);
  }
}

/// Times and steps of the frames, and which contacts are theirs.
std::size_t add_frame_list(const ResultsReader& reader, const std::vector<std::size_t>& frames,
                           Arrays& out) {
  std::vector<double> time;
  std::vector<std::int64_t> number, step, begin, count;
  std::int64_t contacts = 0;
  for (const auto i : frames) {
    number.push_back(static_cast<std::int64_t>(i));
    time.push_back(reader.frame_times()[i]);
    step.push_back(reader.frame_steps()[i]);
    begin.push_back(contacts);
    count.push_back(static_cast<std::int64_t>(reader.contact_counts()[i]));
    contacts += count.back();
  }
  out.add("frame", number);
  out.add("time", time);
  out.add("step", step);
  out.add("contact_begin", begin);
  out.add("contact_count", count);
  return static_cast<std::size_t>(contacts);
}

template <int D>
void add_constants(const ResultsReader& reader, const Model<D>& model, Arrays& out) {
  out.add_number("dimension", std::int64_t{D});
  out.add_number("step_length", reader.step_length());
  out.add_texts("material_name", model.material_name);
  const auto& recorded = reader.recorded_bodies();
  std::vector<std::string> names;
  names.reserve(recorded.size());
  for (const auto b : recorded) names.push_back(model.name[static_cast<std::size_t>(b)]);
  out.add_texts("body_name", names);
  const Columns columns = constant_body_columns<D>(model, recorded);
  announce("body_", columns, {recorded.size()}, out);
  write_columns("body_", columns, out);
  for (const auto& column : reader.steps()) out.add("steps_" + column.name, column.values);
}

template <int D>
ExportReport write(const ResultsReader& reader, const fs::path& folder,
                   const std::vector<std::size_t>& frames, const FrameProgress& progress) {
  const Model<D> model = reader.model<D>();
  const auto& recorded = reader.recorded_bodies();
  PendingFile pending(folder / npz_file);
  Arrays out(pending.temporary());
  add_constants<D>(reader, model, out);
  const std::size_t contacts = add_frame_list(reader, frames, out);
  ExportReport report;
  RecordedFrame<D> frame;
  for (const auto number : frames) {
    reader.read_frame<D>(number, frame);
    const Columns motion =
        body_columns<D>(model, frame.state, recorded, reader.records_velocities());
    const Columns touching = contact_columns<D>(frame.contacts);
    if (report.frames == 0) {
      announce("", motion, {frames.size(), recorded.size()}, out);
      announce("contact_", touching, {contacts}, out);
    }
    write_columns("", motion, out);
    write_columns("contact_", touching, out);
    if (!progress(++report.frames, frames.size())) {
      throw Interrupted("interrupted; no arrays were written");
    }
  }
  out.finish();
  report.bytes = pending.keep();
  return report;
}

}  // namespace

ExportReport export_npz(const ResultsReader& reader, const fs::path& folder,
                        const FrameChoice& choice, const FrameProgress& progress) {
  const auto frames = chosen_frames(reader, choice);
  return reader.dimension() == 2 ? write<2>(reader, folder, frames, progress)
                                 : write<3>(reader, folder, frames, progress);
}

}  // namespace talus

// The 'motion' of a body whose movement is given.
#include "talus/io/sections.hpp"
#include "talus/io/tables.hpp"

#include <fmt/format.h>

namespace talus::scenes {

namespace {

using Kind = Node::Kind;

template <int D>
const std::vector<std::string_view> table_columns =
    D == 2 ? std::vector<std::string_view>{"x", "y", "angle"}
           : std::vector<std::string_view>{"x", "y", "z", "angle"};

/// Adds the same kind of term to each axis that has a size.
template <int D, class MakeTerm>
void add_terms(const Vec<D>& sizes, Motion<D>& motion, MakeTerm&& make) {
  for (int i = 0; i < D; ++i) {
    if (sizes[i] != 0)
      motion.translation[static_cast<std::size_t>(i)].terms.push_back(make(sizes[i]));
  }
}

/// The rate of turning: a number, or in space {axis, rate} too.
template <int D>
double read_rate(const Reader& spin, Motion<D>& motion, bool axis_is_given) {
  if constexpr (D == 3) {
    if (spin.is(Kind::map)) {
      spin.map({"axis", "rate"});
      if (const auto axis = spin.require("axis")) {
        const Vec<3> direction = axis->template direction<3>();
        if (axis_is_given && (direction - motion.axis).norm() > 1e-9) {
          axis->error("all turning of a motion is about one axis, and 'axis' gives another");
        }
        motion.axis = direction;
      }
      return spin.require_number("rate");
    }
  }
  return spin.number();
}

template <int D>
void read_ramp(const Reader& ramp, Motion<D>& motion) {
  if (!ramp.map({"velocity", "spin", "over"})) return;
  const double over = ramp.require_number("over", positive);
  if (const auto velocity = ramp.find("velocity")) {
    add_terms<D>(velocity->template vector<D>(), motion, [&](double rate) {
      return Ramp{rate, over};
    });
  }
  if (const auto spin = ramp.find("spin")) motion.angle.terms.push_back(Ramp{spin->number(), over});
  if (!ramp.has("velocity") && !ramp.has("spin")) ramp.error("give 'velocity', 'spin' or both");
}

template <int D>
void read_sinusoid(const Reader& wave, Motion<D>& motion) {
  if (!wave.map({"amplitude", "angle", "frequency", "period", "phase"})) return;
  wave.not_both("frequency", "period");
  double frequency = 1;
  if (const auto period = wave.find("period")) {
    frequency = 1 / period->number(positive);
  } else if (const auto given = wave.require("frequency", "in turns a unit of time; or 'period'")) {
    frequency = given->number(positive);
  }
  const double phase = wave.angle_or("phase", 0);
  if (const auto amplitude = wave.find("amplitude")) {
    add_terms<D>(amplitude->template vector<D>(), motion, [&](double size) {
      return Sinusoid{size, frequency, phase};
    });
  }
  if (const auto angle = wave.find("angle")) {
    motion.angle.terms.push_back(Sinusoid{angle->angle(), frequency, phase});
  }
  if (!wave.has("amplitude") && !wave.has("angle")) wave.error("give 'amplitude', 'angle' or both");
}

template <int D>
void read_motion_table(const Reader& map, const Draft<D>& draft, Motion<D>& motion) {
  const auto series = read_time_series(map, draft.folder, table_columns<D>, "spline");
  if (!series) return;
  constexpr const char* axes[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < D; ++i) {
    if (series->values.count(axes[i]) > 0) {
      motion.translation[i].terms.push_back(series->table(axes[i]));
    }
  }
  if (series->values.count("angle") > 0) motion.angle.terms.push_back(series->table("angle"));
}

/// One term, or a list of them.
template <class Read>
void for_each_term(const Reader& motion, std::string_view key, Read&& read) {
  const auto given = motion.find(key);
  if (!given) return;
  if (!given->is(Kind::list)) return read(*given);
  for (const auto& term : given->items()) read(term);
}

}  // namespace

template <int D>
Motion<D> read_motion(const Reader& motion, const Draft<D>& draft) {
  Motion<D> out;
  std::vector<std::string_view> keys = {"velocity", "spin", "ramp", "sinusoid", "table"};
  if (D == 3) keys.emplace_back("axis");
  if (!motion.map(keys)) return out;
  const auto axis = motion.find("axis");
  if constexpr (D == 3) {
    if (axis) out.axis = axis->template direction<3>();
  }
  if (const auto velocity = motion.find("velocity")) {
    add_terms<D>(velocity->template vector<D>(), out, [](double rate) { return Linear{rate}; });
  }
  if (const auto spin = motion.find("spin")) {
    out.angle.terms.push_back(Linear{read_rate(*spin, out, axis.has_value())});
  }
  for_each_term(motion, "ramp", [&](const Reader& r) { read_ramp(r, out); });
  for_each_term(motion, "sinusoid", [&](const Reader& r) { read_sinusoid(r, out); });
  for_each_term(motion, "table", [&](const Reader& r) { read_motion_table(r, draft, out); });
  if (D == 3 && !axis && !out.angle.terms.empty()) {
    motion.fill("axis", Reader::vector_node(out.axis.data(), static_cast<int>(out.axis.size())));
  }
  return out;
}

template Motion<2> read_motion<2>(const Reader&, const Draft<2>&);
template Motion<3> read_motion<3>(const Reader&, const Draft<3>&);

}  // namespace talus::scenes

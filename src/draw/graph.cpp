#include "talus/draw/graph.hpp"

#include "talus/draw/page.hpp"
#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace talus {

namespace {

constexpr double page_width = 860;
constexpr double panel_left = 86, panel_right = 24;  // of the panels
constexpr double heading_height = 64;
constexpr double panel_height = 150;
constexpr double above_panel = 34, below_panel = 40;

/// Colours for a light ground and a dark one, and a dash, so that no two curves differ by colour
/// alone.
struct Pen {
  const char* light;
  const char* dark;
  const char* dash;
};
constexpr std::array pens = {
    Pen{"#0072b2", "#56b4e9", "none"}, Pen{"#d55e00", "#ff9a4d", "9 3"},
    Pen{"#009e73", "#3fd0a4", "3 3"},  Pen{"#b0558f", "#e79bc9", "9 3 2 3"},
    Pen{"#7a6a00", "#f0e442", "1 3"},  Pen{"#444444", "#cccccc", "6 2 2 2 2 2"},
};

const Pen& pen(std::size_t i) { return pens[i % pens.size()]; }

/// Readers that know no preferences keep the light colours.
std::string style_sheet() {
  std::string out =
      "<style>\n.ground{fill:#fff}.ink{fill:#222}.faint{fill:#666}.grid{stroke:#e4e4e4}"
      ".frame{stroke:#999;fill:none}.limit{stroke:#666}.warning{fill:#a33c00}"
      ".mark{stroke:#d55e00}";
  for (std::size_t i = 0; i < pens.size(); ++i) {
    out += fmt::format(".c{0}{{stroke:{1};fill:none}}", i, pens[i].light);
  }
  out +=
      "\n@media (prefers-color-scheme: dark){.ground{fill:#16181c}.ink{fill:#e6e6e6}"
      ".faint{fill:#a0a0a0}.grid{stroke:#33363c}.frame{stroke:#777}.limit{stroke:#a0a0a0}"
      ".warning{fill:#ff9a4d}.mark{stroke:#ff9a4d}";
  for (std::size_t i = 0; i < pens.size(); ++i) {
    out += fmt::format(".c{0}{{stroke:{1}}}", i, pens[i].dark);
  }
  return out + "}\n</style>\n";
}

/// A scale from numbers to pixels.
struct Axis {
  double low = 0, high = 1;  ///< logarithms if logarithmic
  double from = 0, to = 1;   ///< pixels
  bool logarithmic = false;

  double pixel(double x) const {
    const double y = logarithmic ? std::log10(x) : x;
    return from + (y - low) / (high - low) * (to - from);
  }
  bool shows(double x) const { return std::isfinite(x) && (!logarithmic || x > 0); }
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

Axis vertical_axis(const Panel& panel, double top) {
  Axis out{0, 1, top + panel_height, top, panel.logarithmic};
  Range range;
  const auto add = [&](double x) {
    if (out.shows(x)) range.add(panel.logarithmic ? std::log10(x) : x);
  };
  for (const auto& curve : panel.curves) {
    for (const double x : curve.values) add(x);
  }
  if (panel.limit > 0) add(panel.logarithmic ? 2 * panel.limit : panel.limit);
  if (!panel.logarithmic) range.add(0);
  if (!(range.low <= range.high)) return out;
  // Curves keep off the frame.
  const double room = std::max(0.06 * (range.high - range.low), 1e-12 * std::abs(range.high)) +
                      (range.high > range.low ? 0
                       : panel.logarithmic    ? 1
                                              : std::max(1.0, std::abs(range.high)));
  out.low = range.low < 0 || panel.logarithmic ? range.low - room : range.low;
  out.high = range.high + room;
  return out;
}

Axis time_axis(const std::vector<double>& times) {
  Axis out{0, 1, panel_left, page_width - panel_right, false};
  if (times.empty()) return out;
  out.low = times.front();
  out.high = times.back() > times.front() ? times.back() : times.front() + 1;
  return out;
}

/// Numbers that are not too long, whatever their size.
std::string tick_label(double x) { return fmt::format("{:.5g}", x + 0.0); }

std::vector<double> ticks_of(const Axis& axis, int count) {
  if (!axis.logarithmic) return ticks(axis.low, axis.high, count);
  std::vector<double> out;
  const double first = std::ceil(axis.low);
  const double step = std::max(1.0, std::ceil((std::floor(axis.high) - first) / count));
  for (double power = first; power <= axis.high; power += step) out.push_back(std::pow(10, power));
  return out;
}

std::string text(const Vec<2>& at, std::string_view words, const char* ink, double size,
                 std::string_view more = "") {
  return svg::text(at, words,
                   fmt::format("class=\"{}\" font-size=\"{}\"{}{}", ink, svg::number(size),
                               more.empty() ? "" : " ", more));
}

std::string draw_axes(const Panel& panel, const Axis& x, const Axis& y) {
  std::string out;
  for (const double t : ticks_of(x, 9)) {
    const double at = x.pixel(t);
    out += svg::line({at, y.from}, {at, y.to}, "class=\"grid\"");
    out += text({at, y.from + 16}, tick_label(t), "faint", 11, "text-anchor=\"middle\"");
  }
  for (const double v : ticks_of(y, 5)) {
    const double at = y.pixel(v);
    out += svg::line({x.from, at}, {x.to, at}, "class=\"grid\"");
    out += text({x.from - 7, at + 4}, tick_label(v), "faint", 11, "text-anchor=\"end\"");
  }
  out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                     svg::number(x.from), svg::number(y.to), svg::number(x.to - x.from),
                     svg::number(y.from - y.to));
  out += text({x.to, y.from + 31}, "time", "faint", 11, "text-anchor=\"end\"");
  const double middle = 0.5 * (y.from + y.to);
  out += text(
      {18, middle}, panel.quantity, "faint", 11,
      fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 18 {})\"", svg::number(middle)));
  return out;
}

/// One or two points a column of pixels; a gap where there are no numbers.
std::string draw_curve(const Panel& panel, const Curve& curve, const Axis& x, const Axis& y,
                       std::size_t which) {
  const std::string style = fmt::format(
      "class=\"c{}\" stroke-width=\"1.7\" stroke-dasharray=\"{}\" "
      "stroke-linejoin=\"round\"",
      which % pens.size(), pen(which).dash);
  std::string out;
  std::vector<Vec<2>> line;
  const auto end_line = [&] {
    if (line.size() > 1) out += svg::polyline(line, style);
    line.clear();
  };
  const auto& times = *panel.times;
  for (std::size_t i = 0; i < times.size();) {
    const double column = std::floor(x.pixel(times[i]));
    Range range;
    double first = 0, last = 0;
    const double at = x.pixel(times[i]);
    bool any = false;
    for (; i < times.size() && std::floor(x.pixel(times[i])) == column; ++i) {
      if (!y.shows(curve.values[i])) continue;
      last = curve.values[i];
      if (!any) first = last;
      any = true;
      range.add(last);
    }
    if (!any) {
      end_line();
      continue;
    }
    for (const double v : {first, range.low, range.high, last}) {
      const Vec<2> p(at, y.pixel(v));
      if (line.empty() || line.back() != p) line.push_back(p);
    }
  }
  end_line();
  return out;
}

/// Names of the curves, each with a piece of its line, above the panel's right end.
std::string draw_key(const Panel& panel, double right_end, double y) {
  std::string out;
  double at = right_end;
  for (std::size_t i = panel.curves.size(); i-- > 0;) {
    const std::string& name = panel.curves[i].name;
    at -= text_width(name, 12) + 6;
    out += text({at, y}, name, "ink", 12);
    out += svg::line({at - 30, y - 4}, {at - 6, y - 4},
                     fmt::format("class=\"c{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"",
                                 i % pens.size(), pen(i).dash));
    at -= 40;
  }
  return out;
}

std::string draw_panel(const Panel& panel, double top) {
  const Axis x = time_axis(*panel.times);
  const Axis y = vertical_axis(panel, top);
  std::string out = "<g class=\"panel\">\n";
  out += text({panel_left, top - 9}, panel.title, "ink", 13, "font-weight=\"600\"");
  if (panel.curves.size() > 1) out += draw_key(panel, page_width - panel_right, top - 9);
  out += draw_axes(panel, x, y);
  if (panel.limit > 0) {
    const double at = y.pixel(panel.limit);
    out += svg::line({x.from, at}, {x.to, at}, "class=\"limit\" stroke-dasharray=\"2 4\"");
    // Above its line where there is room, for curves are rather below.
    const double words = at - y.to > 16 ? at - 4 : at + 12;
    out += text({x.to - 4, words}, panel.limit_name, "faint", 11, "text-anchor=\"end\"");
  }
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    out += draw_curve(panel, panel.curves[i], x, y, i);
  }
  // Those of one pixel are one.
  double drawn = -1;
  for (const double t : panel.marks) {
    const double at = std::floor(x.pixel(t)) + 0.5;
    if (at == drawn) continue;
    drawn = at;
    out += svg::line({at, y.to}, {at, y.to + 12}, "class=\"mark\" stroke-width=\"1.5\"");
  }
  return out + "</g>\n";
}

}  // namespace

std::vector<double> ticks(double low, double high, int count) {
  std::vector<double> out;
  if (!(high > low)) return {low};
  double step = round_length((high - low) / count);
  // The next of 1, 2, 5: not more than were asked for.
  while ((high - low) / step > count + 0.5) step = round_length(2.5 * step);
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) {
    out.push_back(i * step);
  }
  return out;
}

std::string draw_graph(const Graph& graph) {
  const double top = heading_height + (graph.warning.empty() ? 0 : 22);
  const double each = above_panel + panel_height + below_panel;
  const double height = top + each * static_cast<double>(graph.panels.size());
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n<title>{2}</title>\n",
      svg::number(page_width), svg::number(height), svg::escaped(graph.title));
  out += style_sheet() + "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n";
  out += text({24, 30}, graph.title, "ink", 18, "font-weight=\"600\"");
  out += text({24, 51}, graph.subtitle, "faint", 12.5);
  if (!graph.warning.empty()) {
    out += text({24, 74}, graph.warning, "warning", 13, "font-weight=\"600\"");
  }
  double at = top + above_panel;
  for (const auto& panel : graph.panels) {
    out += draw_panel(panel, at);
    at += each;
  }
  return out + "</svg>\n";
}

}  // namespace talus

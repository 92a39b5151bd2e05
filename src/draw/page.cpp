#include "talus/draw/page.hpp"

#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace talus {

namespace {

constexpr double side = 24;  // pixels left of the drawing, and right of it
constexpr double header = 66;
constexpr double row = 22;      // of the legend
constexpr double glyph = 0.56;  // width of a letter over the size of the type, about
constexpr std::size_t most_entries = 24;
constexpr const char* ink = "#222";
constexpr const char* faint_ink = "#666";

std::string type(double size, std::string_view colour) {
  return fmt::format("font-size=\"{}\" fill=\"{}\"", svg::number(size), colour);
}

/// Stripes as wide on the page whatever the scale.
std::string stripes(const std::string& id, double scale, std::string_view ground,
                    const std::string& stroke) {
  return fmt::format(
      "<pattern id=\"{}\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"scale({}) rotate(45)\">{}<line x1=\"3.5\" y1=\"0\" x2=\"3.5\" y2=\"7\" "
      "{}/></pattern>\n",
      id, svg::number(scale), ground, stroke);
}

std::string hatch(int material, double scale, const std::string& id) {
  const Colour colour = material_colour(material);
  return stripes(
      id, scale,
      fmt::format("<rect width=\"7\" height=\"7\" fill=\"{}\"/>", mix(colour, white, 0.82).hex()),
      fmt::format("stroke=\"{}\" stroke-width=\"1.6\"", mix(colour, white, 0.25).hex()));
}

std::string gradient(const std::string& id, const Colour& colour) {
  return fmt::format(
      "<radialGradient id=\"{}\" cx=\"0.36\" cy=\"0.68\" r=\"0.72\">"
      "<stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"0.5\" stop-color=\"{}\"/>"
      "<stop offset=\"1\" stop-color=\"{}\"/></radialGradient>\n",
      id, mix(colour, white, 0.7).hex(), mix(colour, white, 0.15).hex(),
      mix(colour, black, 0.28).hex());
}

template <int D>
std::set<int> materials_of(const Model<D>& model) {
  return {model.material.begin(), model.material.end()};
}

template <int D>
std::string definitions(const Picture<D>& picture) {
  const double scale = picture.frame.length(1);
  std::string out = "<defs>\n";
  for (const int m : materials_of(picture.model)) {
    out += hatch(m, scale, fmt::format("hatch{}", m));
    out += hatch(m, 1, fmt::format("sample{}", m));
    if constexpr (D == 3) {
      out += gradient(fmt::format("ball{}", m), material_colour(m));
      out +=
          gradient(fmt::format("held{}", m), mix(material_colour(m), Colour{0.5, 0.5, 0.5}, 0.6));
    }
  }
  if constexpr (D == 3) {
    out += stripes("hatching", scale, "",
                   "stroke=\"#000\" stroke-opacity=\"0.22\" stroke-width=\"1.4\"");
  }
  return out + "</defs>\n";
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

template <int D>
std::string counts(const Picture<D>& picture, const DrawOptions& options,
                   std::optional<std::size_t> contacts) {
  const Model<D>& m = picture.model;
  const auto free = std::count(m.prescribed.begin(), m.prescribed.end(), 0);
  std::string out = fmt::format("{}, {} free; {}", counted(m.body_count(), "body", "bodies"), free,
                                counted(m.shape_count(), "shape", "shapes"));
  if (contacts) out += "; " + counted(*contacts, "contact", "contacts");
  out += fmt::format(" at t = {:g}", picture.state.t);
  if constexpr (D == 3) {
    constexpr double degree = 0.017453292519943295;
    out += fmt::format("; seen from azimuth {:.4g}°, elevation {:.4g}°",
                       options.view.azimuth / degree, options.view.elevation / degree);
  }
  if (!options.note.empty()) out += "; " + options.note;
  return out;
}

std::string heading(const std::string& title, const std::string& subtitle, double width) {
  constexpr double most = 18;
  const double room = width - 2 * side;
  const double size =
      std::clamp(most * room / std::max(room, 1.15 * text_width(title, most)), 8.0, most);
  const double small = std::min(12.5, 12.5 * room / std::max(room, text_width(subtitle, 12.5)));
  return svg::text({side, 30}, title, "font-weight=\"600\" " + type(size, ink)) +
         svg::text({side, 51}, subtitle, type(small, faint_ink));
}

template <int D>
std::vector<LegendEntry> entries(const Picture<D>& picture, const PageNotes& notes) {
  std::vector<LegendEntry> out;
  const Model<D>& m = picture.model;
  bool some_hatched = false;
  for (const int material : materials_of(m)) {
    bool free = false;
    for (std::size_t s = 0; s < m.shape_count(); ++s) {
      if (m.material[s] != material) continue;
      free = free || !picture.prescribed(s);
      some_hatched = some_hatched || is_hatched(picture, s);
    }
    const std::string swatch = fmt::format(
        "<rect x=\"-8\" y=\"-6\" width=\"16\" height=\"12\" rx=\"2\" stroke=\"{}\" fill=\"{}\"/>",
        line_colour(material).hex(),
        free ? free_fill(material).hex() : fmt::format("url(#sample{})", material));
    if (out.size() < most_entries) {
      out.push_back({swatch, m.material_name[static_cast<std::size_t>(material)]});
    }
  }
  if (materials_of(m).size() > most_entries) {
    out.push_back(
        {"", fmt::format("and {} more materials", materials_of(m).size() - most_entries)});
  }
  if (some_hatched) {
    out.push_back({"<path d=\"M-8,4L0,-4M-3,6L6,-3M3,6L8,1\" stroke=\"#444\" fill=\"none\"/>",
                   "hatched: moves as prescribed"});
  }
  out.insert(out.end(), notes.entries.begin(), notes.entries.end());
  if (!m.loads.springs.empty()) {
    out.push_back({svg::line({-8, 0}, {8, 0},
                             "stroke=\"#444\" stroke-width=\"1.6\" stroke-dasharray=\"5 3\""),
                   "spring"});
  }
  return out;
}

/// Entries side by side, in as many rows as they need; `bottom` is moved below them.
std::string legend(const std::vector<LegendEntry>& list, double left, double right,
                   double& bottom) {
  std::string out;
  double x = left;
  for (const auto& entry : list) {
    const double width = 26 + text_width(entry.text, 12) + 14;
    if (x > left && x + width > right) {
      x = left;
      bottom += row;
    }
    out += fmt::format("<g transform=\"translate({} {})\">{}{}</g>\n", svg::number(x + 8),
                       svg::number(bottom), entry.sample,
                       svg::text({14, 4}, entry.text, type(12, ink)));
    x += width;
  }
  return out;
}

std::string scale_bar(double length, double pixels, double left, double y) {
  const double end = left + length * pixels;
  const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", ink);
  return "<g class=\"scale\">\n" + svg::line({left, y}, {end, y}, style) +
         svg::line({left, y - 4}, {left, y + 4}, style) +
         svg::line({end, y - 4}, {end, y + 4}, style) +
         svg::text({left, y + 17},
                   fmt::format("{:g} {} of length", length, length == 1 ? "unit" : "units"),
                   type(11, faint_ink)) +
         "</g>\n";
}

/// The world's axes as they are seen.
template <int D>
std::string axes(const Picture<D>& picture, const Vec<2>& at) {
  constexpr double arm = 22;
  std::string out = "<g class=\"axes\">\n";
  for (int i = 0; i < D; ++i) {
    const Vec<2> seen = picture.projection.turned(Vec<D>::Unit(i));
    const Vec<2> tip = at + arm * Vec<2>(seen[0], -seen[1]);
    if ((tip - at).norm() < 2) continue;  // points to the eye
    const Vec<2> label = tip + 8 * (tip - at).normalized();
    out += svg::line(at, tip, fmt::format("stroke=\"{}\" stroke-width=\"1.4\"", faint_ink));
    out += svg::text(label + Vec<2>(0, 3.5), std::string(1, "xyz"[i]),
                     "text-anchor=\"middle\" " + type(11, faint_ink));
  }
  return out + "</g>\n";
}

template <int D>
std::string description(const Picture<D>& picture) {
  std::string out = D == 2 ? "The group 'drawing' is in the scene's unit of length, y up"
                           : "The group 'drawing' is in the scene's unit of length, projected";
  if (picture.origin.norm() > 0) {
    out += fmt::format(", relative to ({}", svg::number(picture.origin[0]));
    for (int i = 1; i < D; ++i) out += ", " + svg::number(picture.origin[i]);
    out += ")";
  }
  return fmt::format("<desc>{}.</desc>\n", out);
}

}  // namespace

double text_width(std::string_view text, double size) {
  // Bytes that go on with a letter begun are no letters.
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  });
  return glyph * size * static_cast<double>(letters);
}

double round_length(double most) {
  const double power = std::pow(10, std::floor(std::log10(most)));
  for (const double step : {5.0, 2.0}) {
    if (step * power <= most) return step * power;
  }
  return power;
}

template <int D>
std::string page(const Picture<D>& picture, const DrawOptions& options, const PageNotes& notes,
                 const std::string& drawing) {
  const Frame& frame = picture.frame;
  const Vec<2> size = frame.pixels * (frame.shown.high - frame.shown.low);
  const double width = size[0] + 2 * side;
  const double below = header + size[1];
  const double length = round_length(std::min(170.0, 0.25 * size[0]) / frame.pixels);
  const double bar_end = side + std::max(length * frame.pixels, 110.0);
  double bottom = below + 26;
  const std::string key = legend(entries(picture, notes), bar_end + 24, width - side - 70, bottom);
  const double height = std::max(bottom + 20, below + 68);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n",
      svg::number(std::ceil(width)), svg::number(std::ceil(height)));
  out += fmt::format("<title>{}</title>\n", svg::escaped(options.title)) + description(picture) +
         definitions(picture);
  out += "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  out += heading(options.title, counts(picture, options, notes.contacts), width);
  // A view of its own cuts off what reaches beyond the border.
  out += fmt::format(
      "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\n"
      "<g id=\"drawing\" transform=\"matrix({} 0 0 {} {} {})\" stroke-width=\"{}\">\n",
      svg::number(side), svg::number(header), svg::number(size[0]), svg::number(size[1]),
      svg::number(frame.pixels), svg::number(-frame.pixels),
      svg::number(-frame.pixels * frame.shown.low[0]),
      svg::number(frame.pixels * frame.shown.high[1]), svg::number(frame.length(1)));
  out += drawing + "</g>\n</svg>\n";
  out += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#ccc\"/>\n",
      svg::number(side), svg::number(header), svg::number(size[0]), svg::number(size[1]));
  out += scale_bar(length, frame.pixels, side, below + 26) + key;
  out += axes(picture, {width - side - 36, below + 38});
  return out + "</svg>\n";
}

template std::string page<2>(const Picture<2>&, const DrawOptions&, const PageNotes&,
                             const std::string&);
template std::string page<3>(const Picture<3>&, const DrawOptions&, const PageNotes&,
                             const std::string&);

}  // namespace talus

#include "talus/draw/force_lines.hpp"

#include "talus/draw/page.hpp"
#include "talus/draw/picture.hpp"
#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

constexpr double widest_line = 9;  // pixels
/// Widths tell forces apart as long as few are cut: as many of all are not above the full width.
constexpr double shown_in_full = 0.97;
constexpr double pale = 0.4;

/// Half a middling shape's size, less in space, where there are more of them one behind the other:
/// wider lines would hide what they join.
template <int D>
double room_for_lines(const Model<D>& model) {
  std::vector<double> sizes;
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    const bool free = model.prescribed[static_cast<std::size_t>(model.owner[s])] == 0;
    if (free && model.size[s] > 0) sizes.push_back(model.size[s]);
  }
  if (sizes.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return (D == 2 ? 0.5 : 0.3) * *middle;
}

/// Of forces in order, the one that is drawn in full width.
template <int D>
double full_force(const std::vector<const ForceLine<D>*>& lines) {
  if (lines.empty()) return 0;
  const auto last = static_cast<double>(lines.size() - 1);
  return lines[static_cast<std::size_t>(std::ceil(shown_in_full * last))]->force;
}

}  // namespace

template <int D>
std::vector<Vec<D>> force_path(const Model<D>& model, const State<D>& state, int a, int b,
                               const Vec<D>& point, const Vec<D>& shift) {
  std::vector<Vec<D>> out;
  const auto add_centre = [&](int body, const Vec<D>& by) {
    const auto i = static_cast<std::size_t>(body);
    if (model.prescribed[i] == 0 && state.x[i].allFinite()) out.emplace_back(state.x[i] + by);
  };
  add_centre(a, Vec<D>::Zero());
  out.push_back(point);
  add_centre(b, shift);
  return out;
}

template <int D>
std::vector<Vec<D>> way_into_cell(const Model<D>& model, const State<D>& state, double offset) {
  std::vector<Vec<D>> out(state.x.size(), Vec<D>::Zero());
  const auto& cell = model.cell;
  if (!cell.any()) return out;
  for (std::size_t b = 0; b < state.x.size(); ++b) {
    if (model.prescribed[b] != 0 || !state.x[b].allFinite()) continue;
    Vec<D>& by = out[b];
    const auto cells = [&](int k) {
      return std::floor((state.x[b][k] + by[k]) / cell.period[k] + 0.5);
    };
    // Going up a period of a sheared cell goes along the flow too.
    if (cell.gradient >= 0) {
      const double n = cells(cell.gradient);
      by[cell.gradient] -= n * cell.period[cell.gradient];
      by[cell.flow] -= n * offset;
    }
    for (int k = 0; k < D; ++k) {
      if (cell.period[k] > 0 && k != cell.gradient) by[k] -= cells(k) * cell.period[k];
    }
  }
  return out;
}

template <int D>
std::string draw_svg(const Model<D>& model, const State<D>& state,
                     const std::vector<ForceLine<D>>& forces, const DrawOptions& options) {
  const Picture<D> picture(model, state, options.view);
  std::vector<const ForceLine<D>*> lines;
  for (const auto& f : forces) {
    if (f.force > 0) lines.push_back(&f);
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto* f, const auto* g) { return f->force < g->force; });
  const double full = full_force(lines);
  const double width = std::min(picture.frame.length(widest_line), room_for_lines(model));
  std::string drawing =
      draw_surroundings(picture) + fmt::format("<g opacity=\"{}\">\n", lines.empty() ? 1 : pale) +
      draw_bodies(picture) + "</g>\n" + draw_foreground(picture) +
      fmt::format("<g stroke=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
                  contact_colour.hex());
  for (const auto* f : lines) {
    drawing += svg::polyline(picture.seen(f->path),
                             fmt::format("class=\"force\" stroke-width=\"{}\"",
                                         svg::number(width * std::min(1.0, f->force / full))));
  }
  drawing += "</g>\n";
  PageNotes notes;
  notes.contacts = forces.size();
  if (!lines.empty()) {
    const double pixels = width * picture.frame.pixels;
    notes.entries.push_back(
        {svg::line({-8, 0}, {8, 0},
                   fmt::format("stroke=\"{}\" stroke-width=\"{}\"", contact_colour.hex(),
                               svg::number(pixels))),
         fmt::format("force of {:.3g}{}", full, lines.back()->force > full ? " or more" : "")});
  }
  return page(picture, options, notes, drawing);
}

template std::vector<Vec<2>> force_path<2>(const Model<2>&, const State<2>&, int, int,
                                           const Vec<2>&, const Vec<2>&);
template std::vector<Vec<3>> force_path<3>(const Model<3>&, const State<3>&, int, int,
                                           const Vec<3>&, const Vec<3>&);
template std::vector<Vec<2>> way_into_cell<2>(const Model<2>&, const State<2>&, double);
template std::vector<Vec<3>> way_into_cell<3>(const Model<3>&, const State<3>&, double);
template std::string draw_svg<2>(const Model<2>&, const State<2>&, const std::vector<ForceLine<2>>&,
                                 const DrawOptions&);
template std::string draw_svg<3>(const Model<3>&, const State<3>&, const std::vector<ForceLine<3>>&,
                                 const DrawOptions&);

}  // namespace talus

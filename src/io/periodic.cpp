// Section 'periodic'.
#include "talus/io/sections.hpp"

#include <fmt/format.h>

namespace talus::scenes {

namespace {

/// The number of an axis that is periodic; -1 with a complaint otherwise.
template <int D>
int read_axis(const Reader& shear, std::string_view key, const PeriodicCell<D>& cell) {
  const auto given = shear.require(key, "x, y or z");
  if (!given) return -1;
  int axis = 0;
  if constexpr (D == 2) {
    axis = given->template choice<int>({{"x", 0}, {"y", 1}});
  } else {
    axis = given->template choice<int>({{"x", 0}, {"y", 1}, {"z", 2}});
  }
  if (cell.period[axis] > 0) return axis;
  given->error("a sheared cell must have a period along this axis");
  return -1;
}

template <int D>
void read_shear(const Reader& shear, Draft<D>& draft) {
  if (!shear.map({"flow", "gradient", "rate", "over", "profile"})) return;
  const std::size_t before = draft.complaints.errors();
  auto& cell = draft.scene.model.cell;
  const int flow = read_axis<D>(shear, "flow", cell);
  const int gradient = read_axis<D>(shear, "gradient", cell);
  const double rate = shear.require_number("rate");
  const auto over = shear.find("over");
  const double ramp = over ? over->number(positive) : 0;
  const bool profile = shear.flag_or("profile", false);
  if (profile && over) shear.error("with 'over' the shear begins at rest: no 'profile' then");
  if (flow >= 0 && flow == gradient) shear.error("'flow' and 'gradient' must be different axes");
  if (draft.complaints.errors() > before) return;
  cell.flow = flow;
  cell.gradient = gradient;
  const double speed = rate * cell.period[gradient];
  cell.offset.terms = {over ? TimeTerm(Ramp{speed, ramp}) : TimeTerm(Linear{speed})};
  if (!profile) return;
  auto& state = draft.scene.state;
  for (std::size_t b = 0; b < state.v.size(); ++b) {
    if (draft.scene.model.prescribed[b] == 0) state.v[b][flow] += rate * state.x[b][gradient];
  }
}

}  // namespace

template <int D>
void read_periodic(const Reader& scene, Draft<D>& draft) {
  const auto section = scene.find("periodic");
  if (!section) return;
  constexpr const char* axes[] = {"x", "y", "z"};
  std::vector<std::string_view> keys(axes, axes + D);
  keys.emplace_back("shear");
  const std::size_t before = draft.complaints.errors();
  if (!section->map(keys)) return;
  auto& cell = draft.scene.model.cell;
  for (int i = 0; i < D; ++i) {
    if (const auto period = section->find(axes[i])) cell.period[i] = period->number(positive);
  }
  if (!cell.any()) section->error("give a period along x, y" + std::string(D == 3 ? ", z" : ""));
  if (const auto shear = section->find("shear")) read_shear(*shear, draft);
  if (draft.complaints.errors() > before) return;
  try {
    check_cell(draft.scene.model);
  } catch (const ModelError& e) {
    section->error(e.what());
  }
}

template void read_periodic<2>(const Reader&, Draft<2>&);
template void read_periodic<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

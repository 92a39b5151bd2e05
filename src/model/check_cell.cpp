#include "talus/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

constexpr const char* axis_name[] = {"x", "y", "z"};

/// Free bodies must be smaller than half the cell: no body then meets itself, or pushes a neighbour
/// from both sides.
constexpr double least_width = 2;

template <int D>
void check_shear(const PeriodicCell<D>& cell) {
  if (cell.gradient < 0) return;
  const bool known = cell.gradient < D && cell.flow >= 0 && cell.flow < D;
  if (!known || cell.gradient == cell.flow || !(cell.period[cell.gradient] > 0) ||
      !(cell.period[cell.flow] > 0)) {
    throw ModelError("a sheared cell is periodic along its flow and, across it, its gradient");
  }
}

template <int D>
void check_width(const Model<D>& model, double width, int body) {
  for (int i = 0; i < D; ++i) {
    const double period = model.cell.period[i];
    if (!(period > 0) || period >= least_width * width) continue;
    throw ModelError(
        fmt::format("the period {:.6g} along {} is less than twice the width of body '{}', {:.6g}",
                    period, axis_name[i], model.name[static_cast<std::size_t>(body)], width));
  }
}

/// Whether moving along the direction leaves a shape without end where it is.
template <int D>
bool unchanged_along(const Shape<D>& shape, const Vec<D>& axis, const Vec<D>& direction) {
  constexpr double parallel = 1e-12;
  if (std::holds_alternative<HalfSpace<D>>(shape)) return std::abs(axis.dot(direction)) <= parallel;
  return D == 3 && (direction - axis.dot(direction) * axis).norm() <= parallel;
}

/// Whether a prescribed body turns in a way that shows on a shape about `axis`.
template <int D>
bool turns_away(const Model<D>& model, std::size_t body, const Vec<D>& axis) {
  const auto& motion = model.motion[body];
  if (!motion || motion->angle.terms.empty()) return false;
  if constexpr (D == 3) return axis.cross(motion->axis).norm() > 1e-12;
  return true;
}

template <int D>
void check_endless(const Model<D>& model, std::size_t s) {
  const auto b = static_cast<std::size_t>(model.owner[s]);
  const Rotation<D> turned = compose(model.initial_frame[b].r, model.placement[s].r);
  const Vec<D> axis = rotate<D>(turned, last_axis<D>());
  bool fits = model.prescribed[b] != 0 && !turns_away(model, b, axis);
  for (int i = 0; i < D; ++i) {
    if (model.cell.period[i] > 0) {
      fits = fits && unchanged_along<D>(model.shape[s], axis, Vec<D>::Unit(i));
    }
  }
  if (fits) return;
  throw ModelError(fmt::format("the {} of body '{}' has no end and does not repeat with the cell",
                               shape_name<D>(model.shape[s]), model.name[b]));
}

}  // namespace

template <int D>
void check_cell(const Model<D>& model) {
  if (!model.cell.any()) return;
  check_shear(model.cell);
  std::vector<double> radius(model.body_count(), 0);
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    if (!std::isfinite(model.radius[s])) {
      check_endless(model, s);
      continue;
    }
    auto& r = radius[static_cast<std::size_t>(model.owner[s])];
    r = std::max(r, model.placement[s].x.norm() + model.radius[s]);
  }
  for (std::size_t b = 0; b < radius.size(); ++b) {
    if (model.prescribed[b] == 0) check_width(model, 2 * radius[b], static_cast<int>(b));
  }
}

template void check_cell<2>(const Model<2>&);
template void check_cell<3>(const Model<3>&);

}  // namespace talus

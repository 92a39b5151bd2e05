#include "talus/model/model.hpp"

#include <fmt/format.h>

#include <cmath>

namespace talus {

template <int D>
void check_servos(const Model<D>& model) {
  for (const auto& servo : model.servos) {
    const std::string& name = model.name[static_cast<std::size_t>(servo.body)];
    if (!(servo.mass > 0) || !std::isfinite(servo.mass) ||
        !(std::abs(servo.direction.norm() - 1) <= 1e-9)) {
      throw ModelError(
          fmt::format("the servo of body '{}' needs a positive mass and a unit direction", name));
    }
    for (const auto& spring : model.loads.springs) {
      if (spring.body_a == servo.body || spring.body_b == servo.body) {
        throw ModelError(
            fmt::format("a spring pulls at body '{}', which a servo holds by its force", name));
      }
    }
  }
}

template void check_servos<2>(const Model<2>&);
template void check_servos<3>(const Model<3>&);

}  // namespace talus

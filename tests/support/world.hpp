// The least a test of one stage needs: one material, one law, and bodies added by hand.
#pragma once

#include "talus/model/model.hpp"

#include <variant>

namespace talus::samples {

template <int D>
struct World {
  Model<D> model;
  State<D> state;

  explicit World(const ContactLaw& law = {}) {
    model.add_material("m");
    model.set_law(0, 0, law);
  }

  /// A body of one shape: balls have density 1, other free bodies mass 1.
  int add(const Shape<D>& shape, const Pose<D>& pose = {}, bool prescribed = false) {
    BodyDescription<D> body;
    body.shapes.push_back({shape, {}, 0, 1});
    body.pose = pose;
    body.prescribed = prescribed;
    if (!prescribed && !std::holds_alternative<Ball<D>>(shape)) body.mass = 1;
    return model.add(body, state);
  }
};

}  // namespace talus::samples

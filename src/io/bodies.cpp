// Section 'bodies'.
#include "talus/io/sections.hpp"

#include <fmt/format.h>

namespace talus::scenes {

namespace {

template <int D>
bool has_shape(const BodyDescription<D>& body, std::size_t kind) {
  for (const auto& s : body.shapes) {
    if (s.shape.index() == kind) return true;
  }
  return false;
}

/// A drum and a half-space have no volume a mass could come from; a half-space has no end either.
template <int D>
void check_can_be_free(const Reader& body, const BodyDescription<D>& b) {
  const Shape<D> half_space = HalfSpace<D>{};
  const Shape<D> drum = Drum<D>{1};
  if (has_shape(b, half_space.index())) {
    body.error(fmt::format("a {} never ends and cannot move freely; add fixed: true or a motion",
                           shape_name<D>(half_space)));
  } else if (has_shape(b, drum.index()) && (!b.mass || !b.inertia)) {
    body.error("a free drum needs 'mass' and 'inertia'; or add fixed: true or a motion");
  }
  if constexpr (D == 3) {
    for (const auto& s : b.shapes) {
      const auto* mesh = std::get_if<TriangleMesh>(&s.shape);
      if (mesh == nullptr || mesh->surface->closed) continue;
      body.error(
          fmt::format("a free body needs a closed mesh; this one is open at {}; or add "
                      "fixed: true or a motion",
                      mesh->surface->open_at));
    }
  }
}

template <int D>
void check_mass_is_known(const Reader& body, const Draft<D>& draft, const BodyDescription<D>& b) {
  if (b.mass) return;
  double weight = 0;
  for (const auto& s : b.shapes) {
    const double size = volume<D>(s.shape);
    weight += size * s.density;
    if (size == 0 || s.density > 0 || s.material < 0) continue;
    body.error(fmt::format("a free body needs a mass: give 'mass', or 'density' to material '{}'",
                           draft.scene.model.material_name[static_cast<std::size_t>(s.material)]));
    return;
  }
  if (weight == 0 && !b.shapes.empty()) {
    body.error(fmt::format("a {} has no volume; a free one needs 'mass'",
                           shape_name<D>(b.shapes.front().shape)));
  }
}

void check_moments(const Reader& inertia, const Spin<2>& moments) {
  if (!(moments[0] > 0)) inertia.expected("a positive number");
}

void check_moments(const Reader& inertia, const Spin<3>& moments) {
  if (!(moments.minCoeff() > 0)) {
    inertia.error("expected three positive principal moments");
  } else if (2 * moments.maxCoeff() > moments.sum() * (1 + 1e-12)) {
    inertia.error("no body has these moments: none may exceed the sum of the other two");
  }
}

template <int D>
std::string free_body_comment(const Model<D>& model, int number) {
  const auto b = static_cast<std::size_t>(number);
  std::string moments;
  for (int i = 0; i < spin_dim<D>; ++i) moments += fmt::format(" {:.6g}", model.inertia[b][i]);
  return fmt::format("mass {:.6g}, principal inertia{}", model.mass[b], moments);
}

/// Things said of a body that moves as it must.
void warn_unused(const Reader& body) {
  for (const char* key : {"mass", "inertia"}) {
    if (const auto unused = body.find(key)) {
      body.complaints().warn(unused->place(),
                             fmt::format("{}: not used, the body is not free", unused->path()));
    }
  }
  for (const char* key : {"velocity", "spin"}) {
    if (const auto wrong = body.find(key)) {
      wrong->error("the body is not free; a 'motion' moves it");
    }
  }
}

/// A plate under a pressure: 'pressure' and 'area', or 'force', along 'direction'.
template <int D>
Servo<D> read_servo(const Reader& servo) {
  Servo<D> out;
  if (!servo.map({"direction", "pressure", "area", "force", "mass"})) return out;
  if (const auto direction = servo.require("direction", "the way it is pushed")) {
    out.direction = direction->template direction<D>();
  }
  servo.not_both("force", "pressure");
  if (const auto force = servo.find("force")) {
    out.force = force->number(not_negative);
  } else {
    const double pressure = servo.require_number("pressure", not_negative);
    out.force = pressure * servo.require_number("area", positive);
  }
  out.mass = servo.require_number("mass", positive);
  return out;
}

template <int D>
void read_body(const Reader& body, std::size_t index, Draft<D>& draft) {
  if (!body.map({"name", "shape", "shapes", "material", "density", "fixed", "motion", "position",
                 rotation_key<D>, "velocity", "spin", "mass", "inertia", "servo"})) {
    return;
  }
  const std::size_t before = draft.complaints.errors();
  BodyDescription<D> b;
  b.name = body.text_or("name", fmt::format("body_{}", index));
  draft.claim(b.name, *body.find("name"));
  b.shapes = read_shapes(body, draft);
  b.pose.x = body.vector_or<D>("position", Vec<D>::Zero());
  b.pose.r = read_rotation<D>(body);
  if (const auto motion = body.find("motion")) {
    b.prescribed = true;
    b.motion = read_motion(*motion, draft);
    if (const auto fixed = body.find("fixed")) fixed->error("a body with a motion is not fixed");
  } else {
    b.prescribed = body.flag_or("fixed", body.has("servo"));
  }
  if (const auto servo = body.find("servo")) {
    b.servo = read_servo<D>(*servo);
    if (!b.prescribed) servo->error("a servo holds a body that is fixed or has a motion");
  }
  if (b.prescribed) {
    warn_unused(body);
  } else {
    read_free_body(body, draft, b);
  }
  if (draft.complaints.errors() > before) return;
  if (!b.prescribed && !check_free_body(body, draft, b)) return;
  const int number = draft.add(b, body.place());
  if (number < 0) return;
  draft.named[b.name] = {number};
  if (!b.prescribed) body.node().comment = free_body_comment(draft.scene.model, number);
}

}  // namespace

template <int D>
void read_free_body(const Reader& body, Draft<D>& draft, BodyDescription<D>& out) {
  const std::size_t before = draft.complaints.errors();
  out.velocity = body.vector_or<D>("velocity", Vec<D>::Zero());
  out.spin = spin_or_zero<D>(body, "spin");
  if (const auto mass = body.find("mass")) out.mass = mass->number(positive);
  if (const auto inertia = body.find("inertia")) {
    out.inertia = read_spin<D>(*inertia);
    if (draft.complaints.errors() == before) check_moments(*inertia, *out.inertia);
  }
}

template <int D>
bool check_free_body(const Reader& body, const Draft<D>& draft, const BodyDescription<D>& b) {
  const std::size_t before = draft.complaints.errors();
  check_can_be_free(body, b);
  if (draft.complaints.errors() == before) check_mass_is_known(body, draft, b);
  return draft.complaints.errors() == before;
}

template <int D>
void read_bodies(const Reader& scene, Draft<D>& draft) {
  const auto section = scene.find("bodies");
  if (!section) return;
  const auto bodies = section->items();
  for (std::size_t i = 0; i < bodies.size(); ++i) read_body(bodies[i], i, draft);
}

template bool check_free_body<2>(const Reader&, const Draft<2>&, const BodyDescription<2>&);
template bool check_free_body<3>(const Reader&, const Draft<3>&, const BodyDescription<3>&);
template void read_free_body<2>(const Reader&, Draft<2>&, BodyDescription<2>&);
template void read_free_body<3>(const Reader&, Draft<3>&, BodyDescription<3>&);
template void read_bodies<2>(const Reader&, Draft<2>&);
template void read_bodies<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

// Groups of blocks that stand on and beside each other.
#include "talus/io/generators.hpp"
#include "talus/io/masonry.hpp"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <numbers>
#include <optional>

namespace talus::scenes {

namespace {

using std::numbers::pi;

/// What the blocks of a group have in common, and where the group stands.
template <int D>
struct Site {
  Site(const Reader& map, std::size_t index, Draft<D>& draft)
      : group(map, index, draft), stone(group.ball()) {
    group.check_density(stone);
    pose.x = map.vector_or<D>("position", Vec<D>::Zero());
    pose.r = read_rotation<D>(map);
  }

  BodyDescription<D> body(const Block<D>& block) const {
    BodyDescription<D> out;
    out.shapes.push_back(stone);
    out.shapes.front().shape = block.shape;
    out.pose = compose(pose, block.pose);
    return out;
  }

  Group<D> group;
  PlacedShape<D> stone;
  Pose<D> pose;
};

template <int D>
std::vector<std::string_view> with_site(std::vector<std::string_view> keys) {
  keys.insert(keys.end(), {"name", "material", "density", "position", rotation_key<D>});
  return keys;
}

/// Adds the blocks `make` gives to the scene, unless something was wrong before.
template <int D>
bool build(const Reader& map, Site<D>& site, const std::function<Blocks<D>()>& make) {
  if (!site.group.sound()) return false;
  try {
    for (const auto& block : make()) {
      if (!site.group.add(site.body(block))) return false;
    }
  } catch (const ShapeError& e) {  // so thin or so many that corners fall together
    map.error(fmt::format("such blocks cannot be made: {}", e.what()));
    return false;
  }
  site.group.finish();
  return true;
}

/// A whole number that leaves room for `most` others.
int read_count(const Reader& map, std::string_view key, std::int64_t least,
               std::int64_t most = most_bodies) {
  const auto given = map.require(key);
  if (!given) return static_cast<int>(least);
  const std::int64_t n = given->integer(least);
  if (n > most) {
    given->error("more than 1e8 bodies");
    return static_cast<int>(least);
  }
  return static_cast<int>(n);
}

template <int D>
Vec<D> read_size(const Reader& map, std::string_view key) {
  const auto given = map.require(key, D == 2 ? "[length, height]" : "[length, depth, height]");
  if (!given) return Vec<D>::Ones();
  const std::size_t before = map.complaints().errors();
  const Vec<D> size = given->template vector<D>();
  if (map.complaints().errors() > before) return Vec<D>::Ones();
  if (!(size.minCoeff() > 0)) {
    given->error("all sides of a block must be positive");
    return Vec<D>::Ones();
  }
  return size;
}

Bond read_bond(const Reader& map, std::string_view fallback) {
  return map.choice_or<Bond>("bond", fallback,
                             {{"running", Bond::running}, {"stack", Bond::stack}});
}

ArchForm read_arch_form(const Reader& map) {
  ArchForm arch;
  arch.span = map.require_number("span", positive);
  arch.thickness = map.require_number("thickness", positive);
  arch.embrace = map.angle_or("embrace", pi);
  if (!(arch.embrace > 0 && arch.embrace < 2 * pi)) {
    map.find("embrace")->error(
        "the angle of embrace lies between 0 and 360 deg; 180 deg is a half circle");
    arch.embrace = pi;
  }
  arch.voussoirs = read_count(map, "voussoirs", 1);
  if (arch.embrace / arch.voussoirs > 0.999 * pi) {
    map.error(fmt::format("{} of the embrace makes no wedge; take more voussoirs",
                          arch.voussoirs == 1 ? "one voussoir for all" : "each voussoir's part"));
  }
  return arch;
}

/// The fixed bodies an arch leans on, named after it.
template <int D>
void add_springers(const Reader& map, const Site<D>& site, const Blocks<D>& blocks,
                   Draft<D>& draft) {
  const char* sides[] = {"left", "right"};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    BodyDescription<D> body = site.body(blocks[i]);
    body.name = fmt::format("{}_{}", site.group.name(), sides[i]);
    body.prescribed = true;
    if (draft.named.count(body.name) > 0) {
      map.error(fmt::format("a springer would be named '{}', which is taken", body.name));
      return;
    }
    const int number = draft.add(body, map.place());
    if (number >= 0) draft.named[body.name] = {number};
  }
}

}  // namespace

template <int D>
void read_wall(const Reader& map, std::size_t index, Draft<D>& draft) {
  if (!map.map(with_site<D>({"block", "rows", "columns", "bond"}))) return;
  Site<D> site(map, index, draft);
  const Vec<D> size = read_size<D>(map, "block");
  const int rows = read_count(map, "rows", 1);
  const int columns = read_count(map, "columns", 1, most_bodies / rows);
  const Bond bond = read_bond(map, "running");
  build<D>(map, site, [&] { return wall_blocks<D>(size, rows, columns, bond); });
}

template <>
void read_arch<2>(const Reader& map, std::size_t index, Draft<2>& draft) {
  if (!map.map(with_site<2>({"span", "thickness", "embrace", "voussoirs", "springers"}))) return;
  Site<2> site(map, index, draft);
  const ArchForm arch = read_arch_form(map);
  const bool leans = map.flag_or("springers", false);
  if (!build<2>(map, site, [&] { return arch_blocks(arch); })) return;
  if (leans) add_springers<2>(map, site, springers(arch), draft);
}

template <>
void read_arch<3>(const Reader& map, std::size_t index, Draft<3>& draft) {
  if (!map.map(with_site<3>(
          {"span", "thickness", "embrace", "voussoirs", "depth", "rings", "bond", "springers"}))) {
    return;
  }
  Site<3> site(map, index, draft);
  const ArchForm arch = read_arch_form(map);
  const double depth = map.require_number("depth", positive);
  const std::int64_t rings = map.integer_or("rings", 1, 1);
  if (rings > most_bodies / arch.voussoirs) map.find("rings")->error("more than 1e8 bodies");
  const Bond bond = read_bond(map, "stack");
  const bool leans = map.flag_or("springers", false);
  const bool built =
      build<3>(map, site, [&] { return vault_blocks(arch, depth, static_cast<int>(rings), bond); });
  if (built && leans) add_springers<3>(map, site, springers(arch, depth), draft);
}

template <>
void read_pillar<2>(const Reader& map, std::size_t index, Draft<2>& draft) {
  if (!map.map(with_site<2>({"block", "count"}))) return;
  Site<2> site(map, index, draft);
  const Vec<2> size = read_size<2>(map, "block");
  const int count = read_count(map, "count", 1);
  build<2>(map, site, [&] {
    return pillar_blocks<2>(Hull<2>(box_polytope(Vec<2>(0.5 * size))), size[1], count);
  });
}

template <>
void read_pillar<3>(const Reader& map, std::size_t index, Draft<3>& draft) {
  if (!map.map(with_site<3>({"block", "drum", "count"}))) return;
  Site<3> site(map, index, draft);
  map.not_both("block", "drum");
  double radius = 0;
  double height = 1;
  std::int64_t sides = 3;
  Vec<3> size = Vec<3>::Ones();
  if (const auto drum = map.find("drum")) {
    drum->map({"radius", "height", "sides"});
    radius = drum->require_number("radius", positive);
    height = drum->require_number("height", positive);
    sides = drum->integer_or("sides", 16, 3);
    if (sides > 1000) drum->find("sides")->error("more than 1000 sides are no use");
  } else {
    size = read_size<3>(map, "block");
    height = size[2];
  }
  const int count = read_count(map, "count", 1);
  build<3>(map, site, [&] {
    const Hull<3> piece(radius > 0 ? regular_prism(static_cast<int>(sides), radius, height)
                                   : box_polytope(Vec<3>(0.5 * size)));
    return pillar_blocks<3>(piece, height, count);
  });
}

template <int D>
void read_pyramid(const Reader& map, std::size_t index, Draft<D>& draft) {
  std::vector<std::string_view> keys = {"block", "rows"};
  if (D == 3) keys.emplace_back("square");
  if (!map.map(with_site<D>(keys))) return;
  Site<D> site(map, index, draft);
  const Vec<D> size = read_size<D>(map, "block");
  const bool square = D == 3 && map.flag_or("square", true);
  // About 1e8 bodies: n (n + 1) / 2, or n (n + 1) (2 n + 1) / 6.
  const int rows = read_count(map, "rows", 1, square ? 660 : 14'000);
  build<D>(map, site, [&] { return pyramid_blocks<D>(size, rows, square); });
}

void read_crossed_tower(const Reader& map, std::size_t index, Draft<3>& draft) {
  if (!map.map(with_site<3>({"plank", "planks", "layers"}))) return;
  Site<3> site(map, index, draft);
  const Vec<3> plank = read_size<3>(map, "plank");
  const int layers = read_count(map, "layers", 1);
  const std::int64_t planks = map.integer_or("planks", 3, 2);
  if (planks > most_bodies / layers) {
    map.find("planks")->error("more than 1e8 bodies");
  } else if (static_cast<double>(planks) * plank[1] > plank[0] * (1 + 1e-12)) {
    map.error(
        fmt::format("{} planks {} wide do not fit side by side on planks {} long; take fewer, "
                    "or longer ones",
                    planks, plank[1], plank[0]));
  }
  build<3>(map, site, [&] { return crossed_blocks(plank, static_cast<int>(planks), layers); });
}

template void read_wall<2>(const Reader&, std::size_t, Draft<2>&);
template void read_wall<3>(const Reader&, std::size_t, Draft<3>&);
template void read_pyramid<2>(const Reader&, std::size_t, Draft<2>&);
template void read_pyramid<3>(const Reader&, std::size_t, Draft<3>&);

}  // namespace talus::scenes

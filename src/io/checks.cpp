// What only the whole scene shows.
#include "talus/contact/detect.hpp"
#include "talus/dynamics/predict.hpp"
#include "talus/geometry/gap.hpp"
#include "talus/io/inside_meshes.hpp"
#include "talus/io/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace talus::scenes {

namespace {

constexpr std::size_t most_overlaps_listed = 10;

template <int D>
std::size_t owner(const Model<D>& m, std::size_t shape) {
  return static_cast<std::size_t>(m.owner[shape]);
}

/// Two shapes for which `accept` holds, on different bodies that are not both prescribed. Only the
/// first shapes of each (material, kind, free or not, groups) are tried, so big scenes cost
/// nothing.
template <int D, class Accept>
std::optional<std::pair<std::size_t, std::size_t>> find_example(const Model<D>& m,
                                                                Accept&& accept) {
  std::vector<std::size_t> examples;
  const auto same_kind = [&](std::size_t s, std::size_t t) {
    return m.material[s] == m.material[t] && m.shape[s].index() == m.shape[t].index() &&
           m.prescribed[owner(m, s)] == m.prescribed[owner(m, t)] &&
           m.collision[owner(m, s)] == m.collision[owner(m, t)];
  };
  for (std::size_t s = 0; s < m.shape_count(); ++s) {
    std::set<std::size_t> bodies;
    for (const auto t : examples) {
      if (same_kind(s, t)) bodies.insert(owner(m, t));
    }
    if (bodies.size() >= 2 || bodies.count(owner(m, s)) > 0) continue;
    for (const auto t : examples) {
      const bool free = m.prescribed[owner(m, s)] == 0 || m.prescribed[owner(m, t)] == 0;
      const bool met = owner(m, s) != owner(m, t) && m.may_touch(m.owner[s], m.owner[t]);
      if (free && met && accept(t, s)) return std::pair(t, s);
    }
    examples.push_back(s);
  }
  return std::nullopt;
}

template <int D>
void check_laws(Draft<D>& draft) {
  const Model<D>& m = draft.scene.model;
  const bool skins = draft.scene.step.detect.forecast;
  for (const auto& [a, b] : m.missing_laws(skins)) {
    const auto example = find_example(m, [&, a = a, b = b](std::size_t s, std::size_t t) {
      return can_touch<D>(m.shape[s], m.shape[t], skins) &&
             std::minmax(m.material[s], m.material[t]) == std::minmax(a, b);
    });
    const std::string& first = m.material_name[static_cast<std::size_t>(a)];
    const std::string& second = m.material_name[static_cast<std::size_t>(b)];
    std::string bodies;
    if (example) {
      bodies = fmt::format(", though bodies '{}' and '{}' may touch",
                           m.name[owner(m, example->first)], m.name[owner(m, example->second)]);
    }
    draft.complaints.error(
        draft.place_of_contacts,
        fmt::format("contacts: no law between materials '{}' and '{}'{}; add {{between: [{}, {}], "
                    "friction: ...}}",
                    first, second, bodies, first, second));
  }
}

/// Shapes without an inside pass through each other: worth knowing.
template <int D>
void warn_about_ghosts(Draft<D>& draft) {
  const Model<D>& m = draft.scene.model;
  const auto pair = find_example(m, [&](std::size_t s, std::size_t t) {
    return !can_touch<D>(m.shape[s], m.shape[t], draft.scene.step.detect.forecast);
  });
  if (!pair) return;
  const auto [s, t] = *pair;
  const bool thin = can_touch<D>(m.shape[s], m.shape[t], true);
  draft.complaints.warn(
      draft.place_of_body[owner(m, t)],
      fmt::format("bodies '{}' ({}) and '{}' ({}) pass through each other: there is no contact "
                  "between these shapes{}",
                  m.name[owner(m, s)], shape_name<D>(m.shape[s]), m.name[owner(m, t)],
                  shape_name<D>(m.shape[t]), thin ? " unless detection.forecast is on" : ""));
}

/// Every closed contact of the starting state, whatever laws there are.
template <int D>
Contacts<D> touching_at_start(const Draft<D>& draft, DetectScratch<D>& scratch) {
  Contacts<D> out;
  const auto& state = draft.scene.state;
  const bool skins = draft.scene.step.detect.forecast;
  const DetectOptions options{.forecast = skins, .closed_only = true};
  if (draft.scene.model.missing_laws(skins).empty()) {
    detect<D>(draft.scene.model, state.x, state.r, {}, options, scratch, out, nullptr, state.t);
    return out;
  }
  Model<D> probe = draft.scene.model;  // detection skips pairs without a law: give them one
  std::fill(probe.material.begin(), probe.material.end(), 0);
  probe.set_law(0, 0, ContactLaw{});
  detect<D>(probe, state.x, state.r, {}, options, scratch, out, nullptr, state.t);
  return out;
}

/// Thin walls that lie on each other when a run starts have sides by chance.
template <int D>
void warn_about_unknown_sides(Draft<D>& draft, const Contacts<D>& contacts) {
  const Model<D>& m = draft.scene.model;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    const auto a = contacts.id[c].shape_a;
    const auto b = contacts.id[c].shape_b;
    const double skin = skin_between<D>(m.shape[a], m.shape[b]);
    if (skin == 0 || contacts.gap[c] > -(1 - 1e-6) * skin) continue;
    draft.complaints.warn(
        draft.place_of_body[owner(m, b)],
        fmt::format("bodies '{}' ({}) and '{}' ({}) lie on each other at the start, and nothing "
                    "tells which is on which side; start them {:.4g} apart",
                    m.name[owner(m, a)], shape_name<D>(m.shape[a]), m.name[owner(m, b)],
                    shape_name<D>(m.shape[b]), skin));
    return;
  }
}

template <int D>
void check_overlaps(Draft<D>& draft) {
  DetectScratch<D> scratch;
  const Contacts<D> contacts = touching_at_start(draft, scratch);
  warn_about_unknown_sides(draft, contacts);
  if constexpr (D == 3) check_inside_meshes(draft, scratch, contacts);
  std::vector<std::size_t> deep;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    if (-contacts.gap[c] > draft.overlap_limit * contacts.size[c]) deep.push_back(c);
  }
  std::stable_sort(deep.begin(), deep.end(), [&](std::size_t a, std::size_t b) {
    return contacts.gap[a] / contacts.size[a] < contacts.gap[b] / contacts.size[b];
  });
  // Of two bodies the deepest place is enough.
  std::set<std::pair<int, int>> bodies;
  std::erase_if(deep, [&](std::size_t c) {
    return !bodies.insert(std::minmax(contacts.first[c], contacts.second[c])).second;
  });
  const Model<D>& m = draft.scene.model;
  for (std::size_t i = 0; i < std::min(deep.size(), most_overlaps_listed); ++i) {
    const std::size_t c = deep[i];
    const auto first = static_cast<std::size_t>(std::min(contacts.first[c], contacts.second[c]));
    const auto second = static_cast<std::size_t>(std::max(contacts.first[c], contacts.second[c]));
    draft.complaints.error(
        draft.place_of_body[second],
        fmt::format("bodies '{}' and '{}' overlap by {:.4g} at the start, {:.3g} of the smaller "
                    "one's size; move them apart or raise limits.overlap, now {}",
                    m.name[first], m.name[second], -contacts.gap[c],
                    -contacts.gap[c] / contacts.size[c], draft.overlap_limit));
  }
  if (deep.size() > most_overlaps_listed) {
    draft.complaints.error({draft.place_of_contacts.file, 0, 0},
                           fmt::format("{} more pairs of bodies overlap too deeply at the start",
                                       deep.size() - most_overlaps_listed));
  }
}

template <int D>
void check_springs(Draft<D>& draft) {
  const double longest = stable_step(draft.scene.model);
  if (draft.scene.step.h < longest) return;
  draft.complaints.error(draft.place_of_step,
                         fmt::format("time.step: {} is too long for the springs; they are stable "
                                     "below {:.4g}",
                                     draft.scene.step.h, longest));
}

/// 002 sect. 4.3: what the gap form does to one overlap it does to the neighbours' as well.
constexpr std::ptrdiff_t large_collection = 200;

template <int D>
void warn_about_gap_form(Draft<D>& draft) {
  const Model<D>& m = draft.scene.model;
  const auto free_bodies = std::count(m.prescribed.begin(), m.prescribed.end(), 0);
  const bool gap_form = std::any_of(m.laws.begin(), m.laws.end(), [](const ContactLaw& law) {
    return law.form == Signorini::gap;
  });
  if (!gap_form || free_bodies < large_collection) return;
  draft.complaints.warn(
      draft.place_of_contacts,
      fmt::format("form: gap among {} rigid bodies: undoing an overlap throws neighbours about; "
                  "quasi_inelastic or velocity is for large collections",
                  free_bodies));
}

}  // namespace

template <int D>
void check_scene(const Reader& scene, Draft<D>& draft) {
  const Model<D>& m = draft.scene.model;
  const bool some_free = !m.servos.empty() || std::find(m.prescribed.begin(), m.prescribed.end(),
                                                        0) != m.prescribed.end();
  if (!some_free) {
    // Bodies that were not understood may be the free ones.
    if (draft.complaints.errors() == 0) {
      draft.complaints.error(scene.place(), "the scene has no free body: nothing would move");
    }
    return;
  }
  if (draft.contacts_are_sound) check_laws(draft);
  warn_about_ghosts(draft);
  warn_about_gap_form(draft);
  check_overlaps(draft);
  if (!draft.place_of_step.file) return;
  check_springs(draft);
}

template void check_scene<2>(const Reader&, Draft<2>&);
template void check_scene<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

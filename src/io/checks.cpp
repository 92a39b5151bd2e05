// What only the whole scene shows.
#include "talus/contact/detect.hpp"
#include "talus/contact/forecast.hpp"
#include "talus/contact/waiting.hpp"
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
  for (const auto& [a, b] : m.missing_laws()) {
    const auto example = find_example(m, [&, a = a, b = b](std::size_t s, std::size_t t) {
      return can_touch<D>(m.shape[s], m.shape[t]) &&
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
  const auto pair = find_example(
      m, [&](std::size_t s, std::size_t t) { return !can_touch<D>(m.shape[s], m.shape[t]); });
  if (!pair) return;
  const auto [s, t] = *pair;
  draft.complaints.warn(
      draft.place_of_body[owner(m, t)],
      fmt::format("bodies '{}' ({}) and '{}' ({}) pass through each other: there is no contact "
                  "between these shapes",
                  m.name[owner(m, s)], shape_name<D>(m.shape[s]), m.name[owner(m, t)],
                  shape_name<D>(m.shape[t])));
}

/// Every closed contact of the starting state, whatever laws there are.
template <int D>
Contacts<D> touching_at_start(const Draft<D>& draft, DetectScratch<D>& scratch) {
  Contacts<D> out;
  const auto& state = draft.scene.state;
  const DetectOptions options{.closed_only = true};
  if (draft.scene.model.missing_laws().empty()) {
    detect<D>(draft.scene.model, state.x, state.r, {}, options, scratch, out, nullptr, state.t);
    return out;
  }
  Model<D> probe = draft.scene.model;  // detection skips pairs without a law: give them one
  std::fill(probe.material.begin(), probe.material.end(), 0);
  probe.set_law(0, 0, ContactLaw{});
  detect<D>(probe, state.x, state.r, {}, options, scratch, out, nullptr, state.t);
  return out;
}

template <int D>
void check_overlaps(Draft<D>& draft) {
  DetectScratch<D> scratch;
  const Contacts<D> contacts = touching_at_start(draft, scratch);
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

/// The same for bodies that turn.
template <int D>
void warn_about_first_turn(Draft<D>& draft, const FreeMotion<D>& start, std::vector<Twist<D>> v) {
  const auto& scene = draft.scene;
  for (std::size_t b = 0; b < v.size(); ++b) {
    v[b].template tail<spin_dim<D>>() = scene.state.w[b];
  }
  WaitingScratch<D> scratch;
  if (!find_waiting(scene.model, start, v, scene.state.t, scene.step.detect, scratch)) return;
  std::size_t b = 0;
  while (!scratch.paths.waits(b)) ++b;
  draft.complaints.warn(
      draft.place_of_body[b],
      fmt::format(
          "body '{}' turns into another within the first half step, which no forecast sees; "
          "shorten time.step or start farther apart",
          scene.model.name[b]));
}

/// Forecasts reach from midpoint to midpoint; before the first one nobody looks.
template <int D>
void warn_about_first_half_step(Draft<D>& draft) {
  const auto& scene = draft.scene;
  if (!scene.step.detect.forecast) return;
  FreeMotion<D> start;
  start.h = 0.5 * scene.step.h;
  start.x_mid = scene.state.x;
  start.r_mid = scene.state.r;
  std::vector<Twist<D>> v(scene.state.v.size(), Twist<D>::Zero());
  for (std::size_t b = 0; b < v.size(); ++b) v[b].template head<D>() = scene.state.v[b];
  ForecastScratch<D> scratch;
  DetectScratch<D> search;
  Contacts<D> met = touching_at_start(draft, search);
  forecast(scene.model, start, v, scene.state.t, scene.step.detect, scratch, met);
  const auto first = std::find(met.forecast.begin(), met.forecast.end(), 1);
  if (first == met.forecast.end()) {
    warn_about_first_turn(draft, start, v);
    return;
  }
  const auto c = static_cast<std::size_t>(first - met.forecast.begin());
  const auto a = static_cast<std::size_t>(met.first[c]);
  const auto b = static_cast<std::size_t>(met.second[c]);
  draft.complaints.warn(
      draft.place_of_body[a],
      fmt::format("bodies '{}' and '{}' meet within the first half step, which no forecast sees; "
                  "shorten time.step or start farther apart",
                  scene.model.name[a], scene.model.name[b]));
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
  warn_about_first_half_step(draft);
}

template void check_scene<2>(const Reader&, Draft<2>&);
template void check_scene<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

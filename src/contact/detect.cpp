#include "talus/contact/detect.hpp"

#include "talus/contact/bonds.hpp"
#include "talus/contact/doubles.hpp"
#include "talus/contact/recall.hpp"
#include "talus/contact/shape_place.hpp"
#include "talus/math/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

namespace talus {

namespace {

/// Pairs tested together: what is found stays in the first cache until it is written to columns.
constexpr std::size_t chunk_size = 256;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

template <int D>
class Finder {
 public:
  Finder(const Model<D>& model, const std::vector<Vec<D>>& x, const std::vector<Rotation<D>>& r,
         const std::vector<double>& reach, const DetectOptions& options, DetectScratch<D>& scratch,
         const State<D>* before, double t)
      : model_(model),
        x_(x),
        r_(r),
        reach_(reach),
        options_(options),
        scratch_(scratch),
        before_(options.closed_only ? nullptr : before),
        lattice_(model.cell.at(t)),
        time_(t),
        ahead_(looks_ahead(model) && !options.closed_only),
        bond_reach_(longest_bond(model)) {}

  void find_candidates() {
    sort_shapes();
    find_near_unbounded();
    if (lattice_.any()) {
      merge(scratch_.periodic_broad_phase.find_pairs(lattice_, scratch_.centre, scratch_.radius,
                                                     scratch_.active));
    } else {
      merge(scratch_.broad_phase.find_pairs(scratch_.centre, scratch_.radius, scratch_.active));
    }
  }

  void test_candidates(Contacts<D>& out) {
    const std::size_t chunks = (scratch_.pairs.size() + chunk_size - 1) / chunk_size;
    // Chunks are tested and turned into columns in waves, while they are near the core.
    const std::size_t wave =
        thread_count() == 1 ? 1 : 64 * static_cast<std::size_t>(thread_count());
    scratch_.chunks.resize(wave);
    scratch_.gaps.resize(wave);
    ColumnWriter<D> columns(out);
    for (std::size_t first = 0; first < chunks; first += wave) {
      const std::size_t count = std::min(wave, chunks - first);
      parallel_for(count, 4, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) test_chunk(first + k, k);
      });
      for (std::size_t k = 0; k < count; ++k) columns.write(scratch_.chunks[k]);
    }
    columns.finish();
    if (compound_) drop_doubles(model_, out, scratch_.order);
  }

 private:
  void test_chunk(std::size_t chunk, std::size_t memory) {
    auto& rows = scratch_.chunks[memory];
    rows.clear();
    const std::size_t last = std::min((chunk + 1) * chunk_size, scratch_.pairs.size());
    std::size_t cursor = first_memory(scratch_.pairs[chunk * chunk_size]);
    for (std::size_t i = chunk * chunk_size; i < last; ++i) {
      const Image<D> image = scratch_.image.empty() ? Image<D>{} : scratch_.image[i];
      test(scratch_.pairs[i].first, scratch_.pairs[i].second, image, scratch_.gaps[memory], cursor,
           rows);
    }
  }

  /// Near pairs of bounded shapes and pairs with unbounded ones in one order. Bounded shapes are
  /// listed in increasing number, so the order of pairs carries over.
  template <class NearList>
  void merge(const NearList& near) {
    constexpr bool periodic = std::is_same_v<NearList, std::vector<ImagePair<D>>>;
    scratch_.pairs.clear();
    scratch_.image.clear();
    const auto& list = scratch_.with_unbounded;
    auto other = list.begin();
    const auto add = [&](const typename BroadPhase<D>::Pair& pair, const Image<D>& image) {
      scratch_.pairs.push_back(pair);
      if (periodic) scratch_.image.push_back(image);
    };
    for (const auto& p : near) {
      const typename BroadPhase<D>::Pair pair(scratch_.bounded[p.first],
                                              scratch_.bounded[p.second]);
      while (other != list.end() && *other < pair) add(*other++, {});
      if constexpr (periodic) {
        add(pair, p.image);
      } else {
        add(pair, {});
      }
    }
    // What is without end looks the same from all images (check_cell): one is enough.
    while (other != list.end()) add(*other++, {});
  }

  bool is_free(std::uint32_t s) const {
    return model_.prescribed[static_cast<std::size_t>(model_.owner[s])] == 0;
  }

  Pose<D> pose_of(std::uint32_t s) const { return shape_pose(model_, x_, r_, s); }

  Vec<D> centre_of(std::uint32_t s) const {
    const auto b = static_cast<std::size_t>(model_.owner[s]);
    if (model_.ball_like[b] != 0) return x_[b];
    return x_[b] + rotate<D>(r_[b], model_.placement[s].x);
  }

  /// How far beyond its surface a shape looks for partners.
  double margin(std::uint32_t s) const {
    const double round_off = options_.closure * model_.size[s];
    if (!ahead_ && before_ == nullptr) return round_off;
    const auto b = static_cast<std::size_t>(model_.owner[s]);
    return round_off + options_.alert * model_.size[s] + 0.5 * bond_reach_ +
           (reach_.empty() ? 0 : reach_[b]);
  }

  double half_skin(std::uint32_t s) const {
    return options_.forecast ? 0.5 * skin_between<D>(model_.shape[s], model_.shape[s]) : 0;
  }

  void sort_shapes() {
    scratch_.bounded.clear();
    scratch_.unbounded.clear();
    scratch_.centre.clear();
    scratch_.radius.clear();
    scratch_.active.clear();
    scratch_.margin.resize(model_.shape_count());
    scratch_.rounding.resize(model_.shape_count());
    for (std::uint32_t s = 0; s < model_.shape_count(); ++s) {
      compound_ = compound_ || (s > 0 && model_.owner[s] == model_.owner[s - 1]);
      const Vec<D> c = centre_of(s);
      scratch_.margin[s] = margin(s);
      scratch_.rounding[s] = 4 * epsilon * (c.norm() + std::abs(lattice_.tilt));
      if (!std::isfinite(model_.radius[s])) {
        scratch_.unbounded.push_back(s);
        continue;
      }
      scratch_.bounded.push_back(s);
      scratch_.centre.push_back(c);
      scratch_.radius.push_back(model_.radius[s] + scratch_.margin[s] + scratch_.rounding[s] +
                                half_skin(s));
      scratch_.active.push_back(is_free(s) ? 1 : 0);
    }
  }

  /// Pairs with a shape that has no bounding ball: a distance to it tells.
  void find_near_unbounded() {
    scratch_.with_unbounded.clear();
    for (const auto u : scratch_.unbounded) {
      const Pose<D> p = pose_of(u);
      const Vec<D> axis = rotate<D>(p.r, last_axis<D>());
      const auto* drum = std::get_if<Drum<D>>(&model_.shape[u]);
      for (std::size_t i = 0; i < scratch_.bounded.size(); ++i) {
        if (scratch_.active[i] == 0 && !is_free(u)) continue;
        const Vec<D> d = scratch_.centre[i] - p.x;
        double distance = axis.dot(d);
        if (drum != nullptr) {
          const Vec<D> across = D == 3 ? Vec<D>(d - distance * axis) : d;
          distance = drum->radius - across.norm();
        }
        const double slack = scratch_.margin[u] + scratch_.rounding[u];
        if (distance - scratch_.radius[i] > slack) continue;
        scratch_.with_unbounded.push_back(std::minmax(u, scratch_.bounded[i]));
      }
    }
    std::sort(scratch_.with_unbounded.begin(), scratch_.with_unbounded.end());
  }

  /// Two shapes near each other, and what their bodies and materials say about them.
  struct Meeting {
    std::uint32_t a, b;
    Image<D> image;
    Vec<D> shift;  ///< of b's image
    int body_a, body_b, law, layers;
    Signorini form;
    double size, closed_below;
  };

  void test(std::uint32_t a, std::uint32_t b, const Image<D>& image, std::vector<GapPoint<D>>& gaps,
            std::size_t& cursor, std::vector<FoundContact<D>>& out) const {
    Meeting m;
    m.a = a;
    m.b = b;
    m.body_a = model_.owner[a];
    m.body_b = model_.owner[b];
    if (m.body_a == m.body_b || !model_.may_touch(m.body_a, m.body_b)) return;
    m.law = model_.law_of(model_.material[a], model_.material[b]);
    if (m.law < 0) return;  // a model with missing_laws() never gets here with shapes that touch
    m.form = model_.laws[static_cast<std::size_t>(m.law)].form;
    m.image = image;
    m.shift = lattice_.shift(image);
    m.layers = model_.cell.layers(image);
    m.size = smaller_size(model_.size[a], model_.size[b]);
    m.closed_below = options_.closure * m.size + scratch_.rounding[a] + scratch_.rounding[b];
    const bool looks = m.form != Signorini::velocity || before_ != nullptr;
    const double alert =
        std::max(looks ? scratch_.margin[a] + scratch_.margin[b] : 0, m.closed_below);
    const auto ball = [&](int body) { return model_.ball_like[static_cast<std::size_t>(body)]; };
    if (ball(m.body_a) != 0 && ball(m.body_b) != 0) {  // most pairs of most scenes: a short way
      const GapPoint<D> g =
          ball_gap<D>(x_[static_cast<std::size_t>(m.body_a)], model_.radius[a],
                      x_[static_cast<std::size_t>(m.body_b)] + m.shift, model_.radius[b]);
      if (g.gap <= alert) keep(m, g, {&g, 1}, cursor, out);
      return;
    }
    Pose<D> pose_b = pose_of(b);
    pose_b.x += m.shift;
    gaps.clear();
    find_gaps<D>(model_.shape[a], pose_of(a), model_.shape[b], pose_b, alert, gaps,
                 {approach(m.body_a, m.body_b, m.layers), options_.corners, model_.seams[a].get(),
                  model_.seams[b].get(), options_.forecast});
    for (const auto& g : gaps) keep(m, g, gaps, cursor, out);
  }

  /// Makes a gap a contact if it is one.
  void keep(const Meeting& m, const GapPoint<D>& g, std::span<const GapPoint<D>> gaps,
            std::size_t& cursor, std::vector<FoundContact<D>>& out) const {
    const bool closed = g.gap <= m.closed_below;
    if (!closed && options_.closed_only) return;
    const bool flip = !is_free(m.a);
    const ContactId id{m.a, m.b, g.feature, image_key<D>(m.image)};
    const Vec<D> place = place_on(model_, x_, r_, m.a, m.b, g.point);
    if (!takes_part(m.form, closed) && !holds(id, g.gap, place, m.size, gaps, cursor)) return;
    FoundContact<D>& c = out.emplace_back();
    c.id = id;
    c.place = place;
    c.first = flip ? m.body_b : m.body_a;
    c.second = flip ? m.body_a : m.body_b;
    c.law = m.law;
    c.flipped = flip ? 1 : 0;
    c.closed = closed ? 1 : 0;
    c.forecast = 0;
    // Seen from where `first` really is.
    c.point = flip ? Vec<D>(g.point - m.shift) : g.point;
    c.shift = flip ? Vec<D>(-m.shift) : m.shift;
    c.layers = flip ? -m.layers : m.layers;
    c.frame = frame_for(model_, r_, m.law, m.a, m.b, flip ? Vec<D>(-g.normal) : g.normal);
    c.gap = g.gap;
    c.size = m.size;
  }

  /// Whether an open contact is still one: it pushed in the step before, or what its solver left
  /// over may have opened it.
  bool holds(const ContactId& id, double gap, const Vec<D>& place, double size,
             std::span<const GapPoint<D>> gaps, std::size_t& cursor) const {
    if (before_ == nullptr) return false;
    if (has_bond(*before_, id)) return true;
    const auto of_pair = remembered(before_->contacts, id, cursor);
    const auto* found =
        recall<D>(of_pair, id.feature, place, same_place * size, [&](std::uint32_t feature) {
          return std::any_of(gaps.begin(), gaps.end(),
                             [feature](const auto& g) { return g.feature == feature; });
        });
    if (found == nullptr) return false;
    return found->status != ContactStatus::open || gap <= found->slack;
  }

  /// Where to look for a pair's contacts of the step before.
  std::size_t first_memory(const std::pair<std::uint32_t, std::uint32_t>& pair) const {
    if (before_ == nullptr) return 0;
    const auto& memory = before_->contacts;
    const auto found = std::lower_bound(
        memory.begin(), memory.end(), ContactId{pair.first, pair.second, 0},
        [](const ContactMemory<D>& m, const ContactId& wanted) { return m.id < wanted; });
    return static_cast<std::size_t>(found - memory.begin());
  }

  /// Velocity of one body's centre relative to another's image.
  Vec<D> approach(int body_a, int body_b, int layers) const {
    if (before_ == nullptr) return Vec<D>::Zero();
    return before_->v[static_cast<std::size_t>(body_a)] -
           before_->v[static_cast<std::size_t>(body_b)] - model_.cell.jump(layers, time_);
  }

  const Model<D>& model_;
  const std::vector<Vec<D>>& x_;
  const std::vector<Rotation<D>>& r_;
  const std::vector<double>& reach_;
  const DetectOptions& options_;
  DetectScratch<D>& scratch_;
  const State<D>* before_;
  const Lattice<D> lattice_;
  const double time_;
  const bool ahead_;
  bool compound_ = false;  ///< some body has several shapes
  const double bond_reach_;
};

}  // namespace

template <int D>
bool looks_ahead(const Model<D>& model) {
  return std::any_of(model.laws.begin(), model.laws.end(),
                     [](const ContactLaw& l) { return l.form != Signorini::velocity; });
}

template <int D>
void detect(const Model<D>& model, const std::vector<Vec<D>>& x, const std::vector<Rotation<D>>& r,
            const std::vector<double>& reach, const DetectOptions& options,
            DetectScratch<D>& scratch, Contacts<D>& out, const State<D>* before, double t) {
  Finder<D> finder(model, x, r, reach, options, scratch, before, t);
  finder.find_candidates();
  finder.test_candidates(out);
}

template void detect<2>(const Model<2>&, const std::vector<Vec<2>>&,
                        const std::vector<Rotation<2>>&, const std::vector<double>&,
                        const DetectOptions&, DetectScratch<2>&, Contacts<2>&, const State<2>*,
                        double);
template void detect<3>(const Model<3>&, const std::vector<Vec<3>>&,
                        const std::vector<Rotation<3>>&, const std::vector<double>&,
                        const DetectOptions&, DetectScratch<3>&, Contacts<3>&, const State<3>*,
                        double);
template bool looks_ahead<2>(const Model<2>&);
template bool looks_ahead<3>(const Model<3>&);

}  // namespace talus

// Section 'start': bodies begin where another run left those of the same name.
#include "talus/contact/bonds.hpp"
#include "talus/io/checkpoint.hpp"
#include "talus/io/results_reader.hpp"
#include "talus/io/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace talus::scenes {

namespace {

constexpr std::size_t most_names_listed = 5;

/// A run as it was at some instant.
template <int D>
struct Source {
  Model<D> model;
  State<D> state;
  bool is_frame = false;  ///< which lacks what bonds remember
};

/// What frames tell of contacts, as the next step would have remembered it.
template <int D>
std::vector<ContactMemory<D>> memory_of(const RecordedFrame<D>& frame) {
  const auto& contacts = frame.contacts;
  std::vector<ContactMemory<D>> memory(contacts.count());
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    auto& m = memory[c];
    m.id = contacts.id[c];
    m.normal_impulse = contacts.impulse[c].dot(contacts.normal[c]);
    m.tangent_impulse = contacts.impulse[c] - m.normal_impulse * contacts.normal[c];
    const bool first_is_lower = contacts.shape_a[c] < contacts.shape_b[c];
    if (!first_is_lower) m.tangent_impulse = -m.tangent_impulse;
    const auto body =
        static_cast<std::size_t>(first_is_lower ? contacts.body_a[c] : contacts.body_b[c]);
    m.place = unrotate<D>(frame.state.r[body], contacts.point[c] - frame.state.x[body]);
    m.status = contacts.status[c];
  }
  return memory;
}

/// The state a run can go on from, when it has one and it is of the time asked for.
template <int D>
bool take_checkpoint(const std::filesystem::path& folder, std::optional<double> at,
                     State<D>& state) {
  std::vector<std::string> notes;
  try {
    auto any = read_checkpoint(folder, notes);
    auto* found = std::get_if<Checkpoint<D>>(&any);
    if (found == nullptr) return false;
    const double t = found->snapshot.state.t;
    if (at && std::abs(t - *at) > 1e-9 * std::abs(*at)) return false;
    state = std::move(found->snapshot.state);
    return true;
  } catch (const CheckpointError&) {
    return false;  // frames will do
  }
}

template <int D>
std::optional<Source<D>> read_source(const Reader& start, const std::filesystem::path& path,
                                     std::optional<double> at) {
  const Reader from = *start.find("from");
  try {
    const ResultsReader results(path);
    if (results.dimension() != D) {
      from.error(fmt::format("'{}' is of dimension {}, this scene of {}", path.string(),
                             results.dimension(), D));
      return std::nullopt;
    }
    Source<D> source{results.model<D>(), {}, false};
    const auto folder = results.file().parent_path();
    if (take_checkpoint(folder, at, source.state) &&
        source.state.x.size() == source.model.body_count()) {
      return source;
    }
    const auto& times = results.frame_times();
    if (times.empty()) {
      from.error(fmt::format("'{}' has no frames", path.string()));
      return std::nullopt;
    }
    RecordedFrame<D> frame;
    results.read_frame(at ? results.frame_at(*at) : times.size() - 1, frame);
    if (at && std::abs(frame.time - *at) > 1e-6 * results.step_length() + 1e-9 * std::abs(*at)) {
      start.complaints().warn(
          start.find("at")->place(),
          fmt::format("start.at: no frame at {}; the one at {} is taken", *at, frame.time));
    }
    source.state = frame.state;
    source.state.contacts = memory_of(frame);
    source.is_frame = true;
    return source;
  } catch (const ResultsError& error) {
    from.error(error.what());
    return std::nullopt;
  }
}

/// Shapes of each body, in their order.
template <int D>
std::vector<std::vector<std::size_t>> shapes_of_bodies(const Model<D>& model) {
  std::vector<std::vector<std::size_t>> shapes(model.body_count());
  for (std::size_t s = 0; s < model.shape_count(); ++s) {
    shapes[static_cast<std::size_t>(model.owner[s])].push_back(s);
  }
  return shapes;
}

/// Whether two bodies have the same matter in the same place.
template <int D>
bool are_alike(const Model<D>& a, const std::vector<std::size_t>& shapes_a, std::size_t body_a,
               const Model<D>& b, const std::vector<std::size_t>& shapes_b, std::size_t body_b) {
  if (shapes_a.size() != shapes_b.size() || a.prescribed[body_a] != b.prescribed[body_b] ||
      a.mass[body_a] != b.mass[body_b] || a.inertia[body_a] != b.inertia[body_b]) {
    return false;
  }
  for (std::size_t i = 0; i < shapes_a.size(); ++i) {
    const std::size_t s = shapes_a[i];
    const std::size_t t = shapes_b[i];
    if (a.shape[s].index() != b.shape[t].index() || a.size[s] != b.size[t] ||
        a.radius[s] != b.radius[t] || a.placement[s].x != b.placement[t].x) {
      return false;
    }
  }
  return true;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_names_listed); ++i) {
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > most_names_listed) {
    text += fmt::format(" and {} more", names.size() - most_names_listed);
  }
  return text;
}

/// Moves the scene's bodies to where those of the run are, and hands over what contacts remember.
template <int D>
class Transfer {
 public:
  Transfer(const Reader& from, Source<D> source, Draft<D>& draft)
      : from_(from),
        source_(std::move(source)),
        draft_(draft),
        theirs_(shapes_of_bodies(source_.model)),
        ours_(shapes_of_bodies(draft.scene.model)),
        shape_now_(source_.model.shape_count(), -1) {
    for (std::size_t b = 0; b < source_.model.body_count(); ++b) {
      number_.emplace(source_.model.name[b], b);
    }
  }

  void take(const std::vector<int>& bodies) {
    for (const int b : bodies) take_body(static_cast<std::size_t>(b));
    complain();
  }

  /// Impulses of contacts between bodies that both came along, for steps of length h.
  void take_contacts(double h) {
    auto& state = draft_.scene.state;
    // Bodies that stay as the scene has them are met as before where they are the same.
    for (const auto& [name, theirs] : number_) keep_if_alike(name, theirs);
    const double scale = source_.state.h_before > 0 ? h / source_.state.h_before : 1;
    for (auto m : source_.state.contacts) {
      if (std::max(m.id.shape_a, m.id.shape_b) >= shape_now_.size()) continue;
      const int a = shape_now_[m.id.shape_a];
      const int b = shape_now_[m.id.shape_b];
      if (a < 0 || b < 0 || a > b) continue;  // shapes in another order have other names
      m.id.shape_a = static_cast<std::uint32_t>(a);
      m.id.shape_b = static_cast<std::uint32_t>(b);
      m.normal_impulse *= scale;
      m.tangent_impulse *= scale;
      state.contacts.push_back(m);
    }
    std::sort(state.contacts.begin(), state.contacts.end(),
              [](const auto& m, const auto& n) { return m.id < n.id; });
    take_bonds();
    state.noise = source_.state.noise;
    state.h_before = source_.state.h_before > 0 ? h : 0;
  }

 private:
  /// Bonds between bodies that both came along are as the run left them, broken ones too; between
  /// others they are made of what touches, as at any start. Frames do not have them.
  void take_bonds() {
    const auto& model = draft_.scene.model;
    auto& state = draft_.scene.state;
    const bool any = std::any_of(model.laws.begin(), model.laws.end(),
                                 [](const ContactLaw& law) { return remembers(law.bond); });
    if (!any) return;
    make_first_bonds(model, draft_.scene.step.detect, state);
    if (source_.is_frame) {
      from_.complaints().warn(from_.place(),
                              "start.from: frames do not hold bonds, which are made anew, "
                              "undamaged; only the end of a run with checkpoints has them");
      return;
    }
    std::vector<std::uint8_t> came(model.shape_count(), 0);
    for (const int shape : shape_now_) {
      if (shape >= 0) came[static_cast<std::size_t>(shape)] = 1;
    }
    std::erase_if(state.bonds, [&](const BondMemory<D>& b) {
      return came[b.id.shape_a] != 0 && came[b.id.shape_b] != 0;
    });
    for (auto bond : source_.state.bonds) {
      if (rename(bond)) state.bonds.push_back(bond);
    }
    std::sort(state.bonds.begin(), state.bonds.end(),
              [](const auto& m, const auto& n) { return m.id < n.id; });
  }

  /// A bond by the names it has here; false when one of its bodies stayed behind. Shapes that
  /// change their order give its features other names: it is found again by its place.
  bool rename(BondMemory<D>& bond) const {
    const auto shape_a = bond.id.shape_a;
    const auto shape_b = bond.id.shape_b;
    if (std::max(shape_a, shape_b) >= shape_now_.size()) return false;
    const int a = shape_now_[shape_a];
    const int b = shape_now_[shape_b];
    if (a < 0 || b < 0) return false;
    bond.id.shape_a = static_cast<std::uint32_t>(std::min(a, b));
    bond.id.shape_b = static_cast<std::uint32_t>(std::max(a, b));
    if (a < b) return true;
    const auto owner = [&](std::uint32_t shape) {
      return static_cast<std::size_t>(source_.model.owner[shape]);
    };
    const auto pose_a = source_.state.pose(owner(shape_a));
    const auto pose_b = source_.state.pose(owner(shape_b));
    const Vec<D> point = pose_a.x + rotate<D>(pose_a.r, bond.place);
    bond.place = unrotate<D>(pose_b.r, Vec<D>(point - pose_b.x));
    bond.slide = -bond.slide;
    bond.id.feature = ~bond.id.feature;
    return bond.id.image == 0;  // images are counted from the first shape
  }

  void take_body(std::size_t b) {
    const auto& model = draft_.scene.model;
    const auto found = number_.find(model.name[b]);
    if (found == number_.end()) {
      missing_.push_back(model.name[b]);
      return;
    }
    const std::size_t theirs = found->second;
    if (!are_alike(model, ours_[b], b, source_.model, theirs_[theirs], theirs)) {
      different_.push_back(model.name[b]);
    } else if (!source_.state.x[theirs].allFinite()) {
      not_recorded_.push_back(model.name[b]);
    } else {
      place(b, theirs);
      map_shapes(b, theirs);
    }
  }

  void place(std::size_t b, std::size_t theirs) {
    auto& state = draft_.scene.state;
    state.x[b] = source_.state.x[theirs];
    state.r[b] = source_.state.r[theirs];
    state.v[b] = source_.state.v[theirs];
    state.w[b] = source_.state.w[theirs];
  }

  void map_shapes(std::size_t b, std::size_t theirs) {
    for (std::size_t i = 0; i < ours_[b].size(); ++i) {
      shape_now_[theirs_[theirs][i]] = static_cast<int>(ours_[b][i]);
    }
  }

  void keep_if_alike(const std::string& name, std::size_t theirs) {
    const auto& model = draft_.scene.model;
    if (source_.model.prescribed[theirs] == 0) return;
    const auto found = std::find(model.name.begin(), model.name.end(), name);
    if (found == model.name.end()) return;
    const auto b = static_cast<std::size_t>(found - model.name.begin());
    if (are_alike(model, ours_[b], b, source_.model, theirs_[theirs], theirs)) {
      map_shapes(b, theirs);
    }
  }

  void complain() const {
    if (!missing_.empty()) {
      from_.error(fmt::format("the run has no body {}; choose those it has with start.bodies",
                              listed(missing_)));
    }
    if (!different_.empty()) {
      from_.error(fmt::format(
          "{} in the run: another shape, size or mass than here; are seeds and materials the same?",
          different_.size() == 1 ? listed(different_) + " is different"
                                 : listed(different_) + " are different"));
    }
    if (!not_recorded_.empty()) {
      from_.error(fmt::format("the run did not record {}; see its record.frames.bodies",
                              listed(not_recorded_)));
    }
  }

  const Reader& from_;
  Source<D> source_;
  Draft<D>& draft_;
  std::vector<std::vector<std::size_t>> theirs_, ours_;  ///< shapes of bodies
  std::vector<int> shape_now_;                 ///< the run's shapes in this scene; -1: none
  std::map<std::string, std::size_t> number_;  ///< the run's bodies
  std::vector<std::string> missing_, different_, not_recorded_;
};

/// Free bodies, and plates that a pressure moves.
template <int D>
std::vector<int> moving_bodies(const Model<D>& model) {
  std::vector<int> bodies;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (model.prescribed[b] == 0 || model.servo_of(b) >= 0) bodies.push_back(static_cast<int>(b));
  }
  return bodies;
}

}  // namespace

template <int D>
void read_start(const Reader& scene, Draft<D>& draft) {
  const auto start = scene.find("start");
  if (!start || !start->map({"from", "at", "bodies"})) return;
  const auto from = start->require("from", "the folder of a run, as in start: {from: filled}");
  std::optional<double> at;
  if (const auto time = start->find("at")) at = time->number(not_negative);
  const auto& model = draft.scene.model;
  std::vector<int> bodies;
  if (const auto list = start->find("bodies")) {
    for (const auto& item : list->items()) {
      for (const int b : draft.bodies_named(item)) {
        const auto i = static_cast<std::size_t>(b);
        if (model.prescribed[i] == 0 || model.servo_of(i) >= 0) {
          bodies.push_back(b);
        } else {
          item.error(
              fmt::format("body '{}' is fixed or moved as given: it begins where the scene "
                          "puts it",
                          model.name[i]));
        }
      }
    }
  } else {
    bodies = moving_bodies(model);
  }
  if (!from || draft.complaints.errors() > 0) return;
  const std::string folder = from->text();
  if (folder.empty()) return;
  auto source = read_source<D>(*start, draft.folder / folder, at);
  if (!source) return;
  Transfer<D> transfer(*from, std::move(*source), draft);
  transfer.take(bodies);
  if (draft.complaints.errors() == 0) transfer.take_contacts(draft.scene.step.h);
}

template void read_start<2>(const Reader&, Draft<2>&);
template void read_start<3>(const Reader&, Draft<3>&);

}  // namespace talus::scenes

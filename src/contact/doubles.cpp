#include "talus/contact/doubles.hpp"

#include <algorithm>
#include <tuple>

namespace talus {

namespace {

/// So near, in sizes of the smaller shape, a corner counts as over both flats beside a seam (it is
/// what gap queries forgive blocks set flush).
constexpr double same_point = 1e-6;
/// Cosine of normals that say the same. Sides of a hollow push in different directions at one
/// place, and both count.
constexpr double same_direction = 0.99;

template <int D>
bool has_several_shapes(const Model<D>& model, std::uint32_t s) {
  // Shapes of a body are numbered one after the other.
  return (s > 0 && model.owner[s - 1] == model.owner[s]) ||
         (s + 1 < model.shape_count() && model.owner[s + 1] == model.owner[s]);
}

template <int D>
bool may_be_double(const Model<D>& model, const ContactId& id) {
  return has_several_shapes(model, id.shape_a) || has_several_shapes(model, id.shape_b);
}

/// What tells whether two contacts of the same bodies are one.
template <int D>
struct Place {
  Vec<D> point, normal;
  double size;
  int law;

  Place(const Contacts<D>& list, std::size_t c)
      : point(list.point[c]), normal(list.frame[c].col(0)), size(list.size[c]), law(list.law[c]) {}
  explicit Place(const FoundContact<D>& row)
      : point(row.point), normal(row.frame.col(0)), size(row.size), law(row.law) {}

  bool operator==(const Place& other) const {
    const double reach = same_point * std::min(size, other.size);
    return law == other.law && (point - other.point).norm() <= reach &&
           normal.dot(other.normal) > same_direction;
  }
};

template <int D>
void move_row(Contacts<D>& list, std::size_t from, std::size_t to) {
  list.id[to] = list.id[from];
  list.first[to] = list.first[from];
  list.second[to] = list.second[from];
  list.flipped[to] = list.flipped[from];
  list.point[to] = list.point[from];
  list.place[to] = list.place[from];
  list.shift[to] = list.shift[from];
  list.layers[to] = list.layers[from];
  list.frame[to] = list.frame[from];
  list.gap[to] = list.gap[from];
  list.size[to] = list.size[from];
  list.closed[to] = list.closed[from];
  list.forecast[to] = list.forecast[from];
  list.law[to] = list.law[from];
}

}  // namespace

template <int D>
void drop_doubles(const Model<D>& model, Contacts<D>& contacts, std::vector<std::size_t>& memory) {
  memory.clear();
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    if (may_be_double(model, contacts.id[c])) memory.push_back(c);
  }
  const auto pair = [&](std::size_t c) {
    return std::tuple(contacts.first[c], contacts.second[c], contacts.id[c].image);
  };
  std::sort(memory.begin(), memory.end(), [&](std::size_t c, std::size_t d) {
    return std::pair(pair(c), c) < std::pair(pair(d), d);
  });
  auto kept = memory.begin();  // those of the pair at hand: from `begin` to here
  auto begin = kept;
  for (auto at = memory.begin(); at != memory.end(); ++at) {
    if (kept != begin && pair(*begin) != pair(*at)) begin = kept;
    const Place<D> place(contacts, *at);
    const bool known =
        std::any_of(begin, kept, [&](std::size_t d) { return Place<D>(contacts, d) == place; });
    if (known) {
      contacts.first[*at] = -1;
    } else {
      *kept++ = *at;
    }
  }
  if (kept == memory.end()) return;
  std::size_t to = 0;
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    if (contacts.first[c] < 0) continue;
    if (to != c) move_row(contacts, c, to);
    ++to;
  }
  contacts.resize(to);
}

template <int D>
void drop_doubles(const Model<D>& model, const Contacts<D>& listed,
                  std::vector<FoundContact<D>>& rows) {
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  std::vector<FoundContact<D>> kept;
  for (const auto& row : rows) {
    const auto same_bodies = [&](int first, int second, const ContactId& id) {
      return first == row.first && second == row.second && id.image == row.id.image;
    };
    bool known = false;
    if (may_be_double(model, row.id)) {
      const Place<D> place(row);
      for (std::size_t c = 0; c < listed.count() && !known; ++c) {
        known = same_bodies(listed.first[c], listed.second[c], listed.id[c]) &&
                Place<D>(listed, c) == place;
      }
      for (const auto& other : kept) {
        known =
            known || (same_bodies(other.first, other.second, other.id) && Place<D>(other) == place);
      }
    }
    if (!known) kept.push_back(row);
  }
  rows = std::move(kept);
}

template void drop_doubles<2>(const Model<2>&, Contacts<2>&, std::vector<std::size_t>&);
template void drop_doubles<3>(const Model<3>&, Contacts<3>&, std::vector<std::size_t>&);
template void drop_doubles<2>(const Model<2>&, const Contacts<2>&, std::vector<FoundContact<2>>&);
template void drop_doubles<3>(const Model<3>&, const Contacts<3>&, std::vector<FoundContact<3>>&);

}  // namespace talus

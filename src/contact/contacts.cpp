#include "talus/contact/contacts.hpp"

#include <algorithm>
#include <utility>

namespace talus {

template <int D>
void to_columns(const std::vector<std::vector<FoundContact<D>>>& lists, std::size_t list_count,
                Contacts<D>& out) {
  std::size_t n = 0;
  for (std::size_t k = 0; k < list_count; ++k) n += lists[k].size();
  out.id.resize(n);
  out.first.resize(n);
  out.second.resize(n);
  out.flipped.resize(n);
  out.point.resize(n);
  out.place.resize(n);
  out.shift.resize(n);
  out.layers.resize(n);
  out.frame.resize(n);
  out.gap.resize(n);
  out.size.resize(n);
  out.closed.resize(n);
  out.forecast.resize(n);
  out.law.resize(n);
  std::size_t c = 0;
  for (std::size_t k = 0; k < list_count; ++k) {
    for (const auto& row : lists[k]) {
      out.id[c] = row.id;
      out.first[c] = row.first;
      out.second[c] = row.second;
      out.flipped[c] = row.flipped;
      out.point[c] = row.point;
      out.place[c] = row.place;
      out.shift[c] = row.shift;
      out.layers[c] = row.layers;
      out.frame[c] = row.frame;
      out.gap[c] = row.gap;
      out.size[c] = row.size;
      out.closed[c] = row.closed;
      out.forecast[c] = row.forecast;
      out.law[c] = row.law;
      ++c;
    }
  }
}

template <int D>
void insert(std::vector<FoundContact<D>> rows, Contacts<D>& contacts) {
  for (std::size_t c = 0; c < contacts.count(); ++c) {
    FoundContact<D>& row = rows.emplace_back();
    row.id = contacts.id[c];
    row.first = contacts.first[c];
    row.second = contacts.second[c];
    row.law = contacts.law[c];
    row.layers = contacts.layers[c];
    row.flipped = contacts.flipped[c];
    row.closed = contacts.closed[c];
    row.forecast = contacts.forecast[c];
    row.point = contacts.point[c];
    row.place = contacts.place[c];
    row.shift = contacts.shift[c];
    row.frame = contacts.frame[c];
    row.gap = contacts.gap[c];
    row.size = contacts.size[c];
  }
  std::sort(rows.begin(), rows.end(),
            [](const FoundContact<D>& a, const FoundContact<D>& b) { return a.id < b.id; });
  to_columns<D>({std::move(rows)}, 1, contacts);
}

template void insert<2>(std::vector<FoundContact<2>>, Contacts<2>&);
template void insert<3>(std::vector<FoundContact<3>>, Contacts<3>&);
template void to_columns<2>(const std::vector<std::vector<FoundContact<2>>>&, std::size_t,
                            Contacts<2>&);
template void to_columns<3>(const std::vector<std::vector<FoundContact<3>>>&, std::size_t,
                            Contacts<3>&);

}  // namespace talus

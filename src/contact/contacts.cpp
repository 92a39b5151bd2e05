#include "talus/contact/contacts.hpp"

#include <algorithm>

namespace talus {

template <int D>
void Contacts<D>::resize(std::size_t n) {
  id.resize(n);
  first.resize(n);
  second.resize(n);
  flipped.resize(n);
  point.resize(n);
  place.resize(n);
  shift.resize(n);
  layers.resize(n);
  frame.resize(n);
  gap.resize(n);
  size.resize(n);
  closed.resize(n);
  forecast.resize(n);
  law.resize(n);
}

template <int D>
void ColumnWriter<D>::write(const std::vector<FoundContact<D>>& rows) {
  if (written_ + rows.size() > out_.count()) out_.resize(written_ + rows.size());
  for (const auto& row : rows) {
    const std::size_t c = written_++;
    out_.id[c] = row.id;
    out_.first[c] = row.first;
    out_.second[c] = row.second;
    out_.flipped[c] = row.flipped;
    out_.point[c] = row.point;
    out_.place[c] = row.place;
    out_.shift[c] = row.shift;
    out_.layers[c] = row.layers;
    out_.frame[c] = row.frame;
    out_.gap[c] = row.gap;
    out_.size[c] = row.size;
    out_.closed[c] = row.closed;
    out_.forecast[c] = row.forecast;
    out_.law[c] = row.law;
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
  ColumnWriter<D> columns(contacts);
  columns.write(rows);
  columns.finish();
}

template void insert<2>(std::vector<FoundContact<2>>, Contacts<2>&);
template void insert<3>(std::vector<FoundContact<3>>, Contacts<3>&);
template struct Contacts<2>;
template struct Contacts<3>;
template class ColumnWriter<2>;
template class ColumnWriter<3>;

}  // namespace talus

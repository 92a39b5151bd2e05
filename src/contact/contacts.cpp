#include "talus/contact/contacts.hpp"

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
  out.shift.resize(n);
  out.layers.resize(n);
  out.frame.resize(n);
  out.gap.resize(n);
  out.size.resize(n);
  out.closed.resize(n);
  out.law.resize(n);
  std::size_t c = 0;
  for (std::size_t k = 0; k < list_count; ++k) {
    for (const auto& row : lists[k]) {
      out.id[c] = row.id;
      out.first[c] = row.first;
      out.second[c] = row.second;
      out.flipped[c] = row.flipped;
      out.point[c] = row.point;
      out.shift[c] = row.shift;
      out.layers[c] = row.layers;
      out.frame[c] = row.frame;
      out.gap[c] = row.gap;
      out.size[c] = row.size;
      out.closed[c] = row.closed;
      out.law[c] = row.law;
      ++c;
    }
  }
}

template void to_columns<2>(const std::vector<std::vector<FoundContact<2>>>&, std::size_t,
                            Contacts<2>&);
template void to_columns<3>(const std::vector<std::vector<FoundContact<3>>>&, std::size_t,
                            Contacts<3>&);

}  // namespace talus

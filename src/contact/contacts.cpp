#include "talus/contact/contacts.hpp"

namespace talus {

namespace {

template <class T>
void append_to(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

template <int D>
void Contacts<D>::clear() {
  id.clear();
  first.clear();
  second.clear();
  flipped.clear();
  point.clear();
  frame.clear();
  gap.clear();
  size.clear();
  closed.clear();
  law.clear();
}

template <int D>
void Contacts<D>::append(const Contacts& other) {
  append_to(id, other.id);
  append_to(first, other.first);
  append_to(second, other.second);
  append_to(flipped, other.flipped);
  append_to(point, other.point);
  append_to(frame, other.frame);
  append_to(gap, other.gap);
  append_to(size, other.size);
  append_to(closed, other.closed);
  append_to(law, other.law);
}

template struct Contacts<2>;
template struct Contacts<3>;

}  // namespace talus

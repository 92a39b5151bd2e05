// One function object made of several, for std::visit.
#pragma once

namespace talus {

template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

}  // namespace talus

#include "talus/problem/law_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

LawErrorSum& LawErrorSum::operator+=(const LawErrorSum& next) {
  if (next.worst_ > worst_) {
    worst_ = next.worst_;
    worst_contact_ = contacts_ + next.worst_contact_;
  }
  numerator_ += next.numerator_;
  q2_acting_ += next.q2_acting_;
  r2_ += next.r2_;
  contacts_ += next.contacts_;
  acting_ += next.acting_;
  return *this;
}

// The natural map is the difference of terms as large as w r and u, each of them and the difference
// rounded: two times half an epsilon of their size, of which q stands for u at contacts that act.
// (Of contacts without an impulse u = q is exact.) Where that is more than the sum, the sum says
// nothing: impulses of 1e17 would swallow any velocity and pass for an answer. Impulses below
// sqrt(eps) of q, where the scale ends too, bring in no more of q than 1 / sqrt(eps) of themselves:
// what is next to no impulse is judged as none.
LawError LawErrorSum::total() const {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  LawError e;
  e.worst_contact = worst_contact_;
  e.acting = acting_;
  e.worst = std::sqrt(worst_);
  const double q = std::sqrt(q2_acting_);
  e.scale = std::min(q, std::max(std::sqrt(r2_), std::sqrt(eps) * q));
  if (numerator_ == 0 && q == 0) return e;
  e.absolute = std::sqrt(numerator_);
  const double uncertain = eps * std::sqrt(r2_ + std::min(q2_acting_, r2_ / eps));
  if (e.absolute < uncertain) e.absolute = uncertain;
  e.relative = e.scale > 0 ? e.absolute / e.scale : 1;
  // No number is below any tolerance, and none above it either: nobody should have to remember.
  if (!std::isfinite(e.absolute) || !(e.relative >= 0)) {
    e.relative = std::numeric_limits<double>::infinity();
  }
  return e;
}

}  // namespace talus

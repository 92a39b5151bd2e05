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

LawError LawErrorSum::total() const {
  LawError e;
  e.worst_contact = worst_contact_;
  e.acting = acting_;
  e.absolute = std::sqrt(numerator_);
  e.worst = std::sqrt(worst_);
  if (numerator_ == 0) return e;
  const double root_eps = std::sqrt(std::numeric_limits<double>::epsilon());
  const double q = std::sqrt(q2_acting_);
  const double scale = std::min(q, std::max(std::sqrt(r2_), root_eps * q));
  e.relative = scale > 0 ? e.absolute / scale : 1;
  return e;
}

}  // namespace talus

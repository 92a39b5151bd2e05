// One contact that resists sliding and rolling: given u = W r + q in five components, the r that
// satisfies the law. Projections on the cone, in variables in which W's diagonal is 1 for each kind
// of motion, from the impulse at hand; sweeps do not ask for more than they can use.
#pragma once

#include "talus/math/contact_cone.hpp"

namespace talus {

class RollingContact {
 public:
  RollingContact() = default;
  /// W with W(0,0) > 0.
  RollingContact(const Mat<5>& w, const ContactCone<5>& cone);
  /// The answer near r.
  Vec<5> solve(const Vec<5>& q, const Vec<5>& r) const;

 private:
  Mat<5> w_;      ///< in the scaled variables
  Vec<5> scale_;  ///< scaled impulse / impulse
  ContactCone<5> cone_;
  double step_ = 0;
};

}  // namespace talus

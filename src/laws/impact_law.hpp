// Impact laws: what shocks of all contacts of a step make of the velocities together. Coefficients
// are those of the pairs (laws/restitution.hpp); the law says what they mean
// (docs/laws/impacts.md).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace talus {

enum class ImpactLaw : std::uint8_t {
  newton,     ///< coefficients give back velocities, all contacts at once: 000 (43), (44)
  poisson,    ///< compression, then expansion: they give back impulses
  lotstedt,   ///< the least kinetic energy impulses of the cones can leave: 003 (17)
  sequential  ///< Newton's law contact by contact, the fastest approach first
};

/// Coefficients of one contact; what they give back is the law's.
struct Restitution {
  double normal = 0, tangential = 0;
};

struct ImpactEntry {
  std::string_view name;
  ImpactLaw law;
  std::string_view meaning;
  std::string_view creates;  ///< when shocks may create energy; empty: never
};

/// All impact laws, the usual one first.
inline constexpr std::array impact_book{
    ImpactEntry{"newton", ImpactLaw::newton,
                "restitution gives back velocities, all contacts together",
                "friction with tangential restitution other than the normal one, coefficients that "
                "differ from contact to contact, superelastic ones"},
    ImpactEntry{"poisson", ImpactLaw::poisson,
                "compression and expansion: restitution gives back impulses",
                "friction together with coefficients that differ from contact to contact"},
    ImpactEntry{"lotstedt", ImpactLaw::lotstedt,
                "least kinetic energy over impulses of the friction cones; no restitution", ""},
    ImpactEntry{"sequential", ImpactLaw::sequential,
                "contacts hit one by one by Newton's law, the fastest approach first",
                "friction with tangential restitution other than the normal one"},
};

}  // namespace talus

// A name for a contact that lasts as long as the same features touch.
#pragma once

#include <compare>
#include <cstdint>

namespace talus {

struct ContactId {
  std::uint32_t shape_a = 0;  ///< the lower shape number
  std::uint32_t shape_b = 0;
  std::uint32_t feature = 0;

  auto operator<=>(const ContactId&) const = default;
};

}  // namespace talus

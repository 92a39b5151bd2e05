// A name for a contact that lasts as long as the same features touch.
#pragma once

#include <compare>
#include <cstdint>
#include <tuple>

namespace talus {

struct ContactId {
  std::uint32_t shape_a = 0;  ///< the lower shape number
  std::uint32_t shape_b = 0;
  std::uint32_t feature = 0;
  std::uint32_t image = 0;  ///< image_key of shape_b's image, seen from shape_a

  bool operator==(const ContactId&) const = default;
  auto operator<=>(const ContactId& other) const {
    return std::tie(shape_a, shape_b, image, feature) <=>
           std::tie(other.shape_a, other.shape_b, other.image, other.feature);
  }
};

}  // namespace talus

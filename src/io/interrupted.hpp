#pragma once

#include <stdexcept>

namespace talus {

/// Long work was ended from outside; the message says what was left behind.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace talus

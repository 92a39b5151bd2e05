// What the command tells the shell, and the error that stands for bad input.
#pragma once

#include <stdexcept>

namespace talus::app {

enum ExitCode : int {
  exit_done = 0,
  exit_no_equilibrium = 1,  ///< of `talus equilibrium` only
  exit_bad_input = 2,       ///< scene, arguments, files
  exit_unconverged = 3,     ///< the solver could not keep its promise
  exit_interrupted = 4,
  exit_internal = 70,  ///< a defect of talus itself, or no memory
};

/// Something the user gave cannot be used; the message says what and what would do.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace talus::app

// What every solver takes and gives. The registry of solvers is solvers/solve.hpp.
#pragma once

#include "talus/problem/contact_problem.hpp"
#include "talus/problem/judge.hpp"
#include "talus/problem/pinch.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace talus {

enum class SolverMethod : std::uint8_t {
  automatic,      ///< sweeps, and Newton where they stall and it is affordable
  nlgs,           ///< sweeps only
  interior_point  ///< Newton first, then a few sweeps
};
enum class SweepOrder : std::uint8_t { given, gravity, random };
enum class InitialGuess : std::uint8_t { warm, zero, random };

struct SolverOptions {
  SolverMethod method = SolverMethod::automatic;
  /// Law error (problem/judge.hpp) at which a solve ends; without unit.
  double tolerance = 1e-4;
  int max_sweeps = 1000;
  /// How much of its last stride an iterate is carried on by to begin with; 0: plain sweeps. It
  /// rises while that helps and falls when the iterate swings (docs/decisions/008-momentum.md).
  double momentum = 0.85;
  /// Visit contacts that are open, before and after a sweep over all, in every tenth sweep only.
  bool skip_open = true;
  SweepOrder order = SweepOrder::given;
  InitialGuess guess = InitialGuess::warm;
  std::uint64_t seed = 1;  ///< for random orders and guesses
};

enum class SolveOutcome : std::uint8_t {
  converged,
  budget_spent,
  pinched  ///< prescribed bodies leave others no way out; all other contacts have converged
};

struct SolveReport {
  SolveOutcome outcome = SolveOutcome::converged;
  int sweeps = 0;
  int factorisations = 0;  ///< of the interior point; 0: sweeps alone gave the answer
  LawError error;
  /// What was found to be caught, where the tolerance was missed: the first so many.
  std::array<Pinch, 4> pinch{};
  std::size_t pinches = 0;
  /// Contacts where mu |W_NT| / W_NN >= 1: rigid-body theory promises no unique answer (002 (33)).
  std::size_t painleve_contacts = 0;
  double painleve_worst = 0;
};

/// What a solve works on; memory is kept from call to call.
template <int D>
struct Solution {
  std::vector<Vec<D>> r;    ///< canonical impulses: the guess going in, the answer coming out
  std::vector<Twist<D>> v;  ///< block velocities for them
  std::vector<Spin<D>> m;   ///< moments of the contacts that resist turning, likewise
};

}  // namespace talus

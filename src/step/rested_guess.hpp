// Guesses freed of leftover motion. A step's impulses carry the loads and also stop what the step
// before left over, which the next step need not do again.
#pragma once

#include "talus/step/simulation.hpp"

namespace talus {

/// To be called once a step's impulses are remembered. Between bodies at rest, where most are, the
/// state keeps a mean of the impulses and of the guess they were found from. The guess sets bodies
/// going by gamma, the answer by gamma + d; the mean, gamma + alpha d, has the alpha from 0 to 1
/// that sets them going least, in the kinetic norm. alpha is one number for all contacts, so that
/// what balances the loads stays in balance. Packings of balls keep their answers.
template <int D>
void rest_guesses(const Model<D>& model, const StepScratch<D>& s, State<D>& state);

}  // namespace talus

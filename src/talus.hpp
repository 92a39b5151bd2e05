// Everything a program needs to build a model and step it.
#pragma once

#include "talus/model/model.hpp"
#include "talus/step/equilibrium.hpp"
#include "talus/step/simulation.hpp"

// What results.h5 holds, by name; docs/results.md describes it for users.
#pragma once

#include "talus/io/hdf5_handle.hpp"

#include <array>
#include <cstdint>

namespace talus::results {

inline constexpr const char* format_name = "talus results";
inline constexpr std::int64_t format_version = 1;

/// A number of every step.
struct StepColumn {
  const char* name;
  hdf5::Number type;
  const char* quantity;  ///< what its unit is the unit of
  const char* meaning;
};

inline constexpr std::array step_columns = {
    StepColumn{"step", hdf5::Number::i64, "count", "number of the step; 0: the start"},
    StepColumn{"time", hdf5::Number::f64, "time", "at the end of the step"},
    StepColumn{"kinetic", hdf5::Number::f64, "energy", "kinetic energy of the free bodies"},
    StepColumn{"potential_gravity", hdf5::Number::f64, "energy", "about the origin"},
    StepColumn{"potential_elastic", hdf5::Number::f64, "energy", "of the springs"},
    StepColumn{"work_gravity", hdf5::Number::f64, "energy", "since the start"},
    StepColumn{"work_applied", hdf5::Number::f64, "energy",
               "of forces and torques, since the start"},
    StepColumn{"work_prescribed", hdf5::Number::f64, "energy",
               "of bodies with prescribed motion, since the start"},
    StepColumn{"dissipated_structural", hdf5::Number::f64, "energy", "by shocks, since the start"},
    StepColumn{"dissipated_friction", hdf5::Number::f64, "energy", "since the start"},
    StepColumn{"dissipated_viscous", hdf5::Number::f64, "energy",
               "by drag and dampers, since the start"},
    StepColumn{"dissipated_bonds", hdf5::Number::f64, "energy",
               "by cohesion and attraction, since the start"},
    StepColumn{"dissipated_damage", hdf5::Number::f64, "energy",
               "by joints that weaken, since the start"},
    StepColumn{"scheme", hdf5::Number::f64, "energy",
               "added by the time discretisation, since the start"},
    StepColumn{"projected", hdf5::Number::f64, "energy",
               "potential added by the position projection, since the start"},
    StepColumn{"balance_error", hdf5::Number::f64, "1",
               "missing from the energy balance, relative to the energy exchanged"},
    StepColumn{"contacts", hdf5::Number::i32, "count", "handed to the solver"},
    StepColumn{"acting", hdf5::Number::i32, "count", "contacts with an impulse"},
    StepColumn{"sweeps", hdf5::Number::i32, "count", "of the solver"},
    StepColumn{"factorisations", hdf5::Number::i32, "count", "of the interior point"},
    StepColumn{"law_error", hdf5::Number::f64, "1", "in the contact laws, relative"},
    StepColumn{"missed", hdf5::Number::u8, "flag", "1: the law error stayed above the tolerance"},
    StepColumn{"penetration", hdf5::Number::f64, "length", "deepest overlap"},
    StepColumn{"penetration_relative", hdf5::Number::f64, "1",
               "deepest overlap by the size of the smaller shape"},
    StepColumn{"painleve_contacts", hdf5::Number::i32, "count",
               "where rigid-body theory has no unique answer"},
    StepColumn{"created", hdf5::Number::f64, "energy", "by shocks, since the start"},
    StepColumn{"clipped", hdf5::Number::f64, "energy",
               "that shocks were kept from creating, since the start"},
    StepColumn{"clip_law_error", hdf5::Number::f64, "1",
               "in the contact laws of a step whose shocks were clipped"},
};

}  // namespace talus::results

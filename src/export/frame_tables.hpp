// What is exported of bodies and contacts, named once for all formats.
#pragma once

#include "talus/io/results_reader.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace talus {

using ColumnValues = std::variant<std::vector<double>, std::vector<std::int32_t>,
                                  std::vector<std::uint32_t>, std::vector<std::uint8_t>>;

/// A field of every row: one number, or as many as it has parts, one row after the other.
struct Column {
  std::string name;
  std::string quantity;            ///< what its unit is the unit of; 1: none
  std::vector<std::string> parts;  ///< what a table calls its numbers
  ColumnValues values;

  int width() const { return static_cast<int>(parts.size()); }
};

using Columns = std::vector<Column>;

/// What does not change: number, material (of the first shape; -1 without shapes), radius, mass,
/// whether the body is prescribed. The radius is that of the only ball of a body or drum, else
/// of the ball about the centre of mass that holds the body; 0 if none does.
template <int D>
Columns constant_body_columns(const Model<D>& model, const std::vector<std::int32_t>& bodies);

/// Position and orientation of the principal frame, velocity and spin in world axes unless
/// `velocities` is false.
template <int D>
Columns body_columns(const Model<D>& model, const State<D>& state,
                     const std::vector<std::int32_t>& bodies, bool velocities);

/// Of the step that led to the frame: numbers of bodies and shapes, feature and image (which
/// together name a contact), status, point, normal, gap, impulse and mean force with their normal
/// and tangential parts, relative velocity.
template <int D>
Columns contact_columns(const RecordedContacts<D>& contacts);

}  // namespace talus

// One frame of a run as VTK's files.
#pragma once

#include "talus/export/frame_tables.hpp"
#include "talus/export/shape_surfaces.hpp"
#include "talus/export/vtk_file.hpp"

#include <string>
#include <vector>

namespace talus::vtk {

template <int D>
class FrameFiles {
 public:
  /// `first` and `last` are of the run's ends. Bodies without velocities get none.
  FrameFiles(const Model<D>& model, const State<D>& first, const State<D>& last,
             std::vector<std::int32_t> recorded, bool velocities);

  /// Bodies as they are: polygons, and segments of what has no thickness.
  std::string shapes(const RecordedFrame<D>& frame);
  /// Bodies as points.
  std::string bodies(const RecordedFrame<D>& frame) const;
  /// What both of the following say about contacts, packed once.
  std::vector<Array> contact_fields(const RecordedFrame<D>& frame) const;
  std::string contacts(const RecordedFrame<D>& frame, const std::vector<Array>& fields) const;
  /// Contacts as lines from body to contact to body; they end at a contact with a prescribed body,
  /// whose centre may be anywhere.
  std::string forces(const RecordedFrame<D>& frame, const std::vector<Array>& fields) const;

 private:
  /// What is the same in all frames as long as the same bodies are somewhere.
  struct Faces {
    std::vector<std::uint8_t> present;       ///< shapes
    std::vector<std::size_t> first_vertex;   ///< of each shape, and the end of all
    std::vector<std::int32_t> body_of_cell;  ///< lines, then polygons
    PolyData data;
  };
  void find_faces(const std::vector<std::uint8_t>& present);
  template <class Real>
  Array placed(const State<D>& state) const;

  const Model<D>& model_;
  ShapeSurfaces<D> surfaces_;
  std::vector<std::int32_t> recorded_;
  bool velocities_;
  bool in_single_;  ///< seven digits are enough for corners
  Faces faces_;
};

}  // namespace talus::vtk

// A scene being read: what the sections of a file share while they are turned into a model.
#pragma once

#include "talus/io/document.hpp"
#include "talus/io/reader.hpp"
#include "talus/io/scene.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace talus::scenes {

struct MaterialProperties {
  std::optional<double> density;
};

template <int D>
struct Draft {
  Draft(Complaints& to, std::filesystem::path tables) : complaints(to), folder(std::move(tables)) {}

  Complaints& complaints;
  std::filesystem::path folder;  ///< where tables are looked up
  Scene<D> scene;

  std::vector<MaterialProperties> materials;      ///< beside model.material_name
  std::map<std::string, std::vector<int>> named;  ///< bodies by their name or their group's
  std::vector<Place> place_of_body;
  Place place_of_contacts;
  Place place_of_step;
  bool contacts_are_sound = true;  ///< no complaint about them: missing ones are really missing
  double overlap_limit = 0;

  /// Takes a name for a body or a group; complains when it is taken.
  void claim(const std::string& name, const Reader& where);
  /// Adds a body; what a model cannot hold becomes a complaint. Returns -1 then.
  int add(const BodyDescription<D>& body, const Place& place);
  /// Number of a material, -1 with a complaint when it is unknown.
  int material(const Reader& name);
  /// Bodies of a name, of a group, or one body of a group; empty, with a complaint, when there is
  /// none.
  std::vector<int> bodies_named(const Reader& name) const;
};

}  // namespace talus::scenes

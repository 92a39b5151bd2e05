#include "talus/io/draft.hpp"

#include "talus/io/suggestions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace talus::scenes {

template <int D>
void Draft<D>::claim(const std::string& name, const Reader& where) {
  if (name == "all") {
    where.error("the name 'all' stands for all free bodies; choose another");
  } else if (!named.try_emplace(name).second) {
    where.error(fmt::format("the name '{}' is taken; names of bodies and groups are unique", name));
  }
}

template <int D>
int Draft<D>::add(const BodyDescription<D>& body, const Place& place) {
  try {
    const int number = scene.model.add(body, scene.state);
    place_of_body.push_back(place);
    return number;
  } catch (const ModelError& e) {
    complaints.error(place, e.what());
    return -1;
  }
}

template <int D>
int Draft<D>::material(const Reader& name) {
  const std::string wanted = name.text();
  if (wanted.empty() || materials.empty()) return -1;  // no materials: said once, elsewhere
  const auto& known = scene.model.material_name;
  for (std::size_t m = 0; m < known.size(); ++m) {
    if (known[m] == wanted) return static_cast<int>(m);
  }
  name.error(fmt::format("unknown material '{}'{}", wanted, did_you_mean(wanted, known)));
  return -1;
}

template <int D>
std::vector<int> Draft<D>::bodies_named(const Reader& name) const {
  const std::string wanted = name.text();
  if (wanted.empty()) return {};
  const auto found = named.find(wanted);
  if (found != named.end()) return found->second;
  const auto& all = scene.model.name;
  const auto one = std::find(all.begin(), all.end(), wanted);
  if (one != all.end()) return {static_cast<int>(one - all.begin())};
  std::vector<std::string> known;
  for (const auto& entry : named) known.push_back(entry.first);
  name.error(fmt::format("unknown body or group '{}'{}", wanted, did_you_mean(wanted, known)));
  return {};
}

template struct Draft<2>;
template struct Draft<3>;

}  // namespace talus::scenes

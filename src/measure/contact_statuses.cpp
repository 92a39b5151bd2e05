#include "talus/measure/contact_statuses.hpp"

#include <vector>

namespace talus {

namespace {

template <int D>
std::size_t freedom(const Model<D>& model, std::size_t body) {
  if (model.prescribed[body] == 0) return dof<D>;
  return model.servo_of(body) >= 0 ? 1 : 0;
}

}  // namespace

template <int D>
ContactStatuses contact_statuses(const Model<D>& model, const State<D>& state) {
  ContactStatuses out;
  std::vector<bool> pushed(model.body_count(), false);
  std::size_t free_numbers = 0;
  std::size_t dofs = 0;
  for (const auto& contact : state.contacts) {
    if (contact.status == ContactStatus::open) {
      ++out.open;
      continue;
    }
    const bool sticks = contact.status == ContactStatus::sticking;
    ++(sticks ? out.sticking : out.sliding);
    free_numbers += sticks ? D : 1;
    for (const auto shape : {contact.id.shape_a, contact.id.shape_b}) {
      const auto body = static_cast<std::size_t>(model.owner[shape]);
      if (!pushed[body]) dofs += freedom(model, body);
      pushed[body] = true;
    }
  }
  out.redundant = free_numbers > dofs ? free_numbers - dofs : 0;
  return out;
}

template ContactStatuses contact_statuses<2>(const Model<2>&, const State<2>&);
template ContactStatuses contact_statuses<3>(const Model<3>&, const State<3>&);

}  // namespace talus

#include "talus/solvers/loaded_contacts.hpp"

#include "talus/math/parallel.hpp"
#include "talus/solvers/load_contact.hpp"

#include <algorithm>

namespace talus {

namespace {

template <int D>
bool has_round_cone(const CanonicalLaw<D>& law) {
  return law.section == Section::cone || law.section == Section::sticking;
}

/// A radial contact is solved in closed form only when its law leaves W diagonal and isotropic.
template <int D>
bool is_plain(const CanonicalLaw<D>& law) {
  return has_round_cone(law) && law.cohesion == 0 && law.compliance.isZero(0) &&
         (law.scale.array() == 1).all();
}

/// An open contact with no impulse that the guess leaves open.
template <int D>
bool seems_open(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t c) {
  return solution.r[c].isZero(0) &&
         problem.canonical_velocity(c, problem.local_velocity(c, solution.v), solution.r[c])[0] > 0;
}

}  // namespace

/// Calls work(part) for all parts: round after round, those of a round on any thread.
template <int D>
template <class Work>
void LoadedContacts<D>::for_parts(const Work& work) const {
  for (std::size_t round = 0; round < split_.round_count(); ++round) {
    const std::size_t begin = split_.round_begin(round);
    const std::size_t count = split_.round_begin(round + 1) - begin;
    parallel_for(count, 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t part = begin + from; part < begin + to; ++part) work(part);
    });
  }
}

template <int D>
void LoadedContacts<D>::find_velocities(const ContactProblem<D>& problem,
                                        Solution<D>& solution) const {
  solution.v = problem.v_free;
  for_parts([&](std::size_t part) {
    for (std::size_t at = split_.begin(part); at < split_.begin(part + 1); ++at) {
      const std::size_t c = split_.contacts()[at];
      const Vec<D> r = problem.impulse(c, solution.r[c]);
      if (!r.isZero(0)) problem.apply_impulse(c, r, solution.v);
    }
  });
  for (const auto& t : problem.turning) {
    problem.apply_impulse(t.contact, problem.impulse(t.contact, solution.r[t.contact]), solution.v);
  }
  problem.apply_moments(solution.m, solution.v);
}

template <int D>
void LoadedContacts<D>::load_velocities(const Solution<D>& solution) {
  for (std::size_t b = 0; b < solution.v.size(); ++b) {
    blocks_[b].v = solution.v[b].template head<D>();
    const Spin<D> w = solution.v[b].template tail<spin_dim<D>>();
    // What nothing turns (a servo's other directions) has no spin either.
    for (int i = 0; i < spin_dim<D>; ++i) {
      blocks_[b].spin[i] = spin_scale_[b][i] > 0 ? w[i] / spin_scale_[b][i] : 0;
    }
  }
}

template <int D>
void LoadedContacts<D>::load_blocks(const ContactProblem<D>& problem, const Solution<D>& solution) {
  const auto obstacle = static_cast<std::uint32_t>(problem.block_count());
  blocks_.assign(obstacle + 1, NlgsBlock<D>{});
  spin_scale_.resize(obstacle + 1);
  for (std::size_t b = 0; b < obstacle; ++b) {
    blocks_[b].inv_mass = problem.inv_mass[b];
    spin_scale_[b] = problem.inv_inertia[b].cwiseSqrt();
  }
  load_velocities(solution);
  blocks_[obstacle].v.setZero();
  blocks_[obstacle].spin.setZero();
  spin_scale_[obstacle].setZero();
}

template <int D>
void LoadedContacts<D>::load_turning(const ContactProblem<D>& problem,
                                     const Solution<D>& solution) {
  turning_.clear();
  for (std::size_t row = 0; row < problem.turning.size(); ++row) {
    const std::size_t c = problem.turning[row].contact;
    turning_.push_back(turning_block(problem, spin_scale_, solution.r[c], solution.m[row], row));
  }
}

template <int D>
void LoadedContacts<D>::load(const ContactProblem<D>& problem,
                             const std::vector<std::size_t>& order, bool skip_open,
                             Solution<D>& solution) {
  turns_.clear();
  if (!problem.turning.empty()) turns_.assign(problem.contact_count(), 0);
  for (const auto& t : problem.turning) turns_[t.contact] = 1;
  if (turns_.empty()) {
    split_.split(problem, order);
  } else {
    upright_.clear();
    std::copy_if(order.begin(), order.end(), std::back_inserter(upright_),
                 [&](std::size_t c) { return turns_[c] == 0; });
    split_.split(problem, upright_);
  }
  find_velocities(problem, solution);
  load_blocks(problem, solution);
  load_turning(problem, solution);
  if (parts_.size() < split_.part_count()) parts_.resize(split_.part_count());
  radial_busy_.assign(problem.block_count() + 1, 0);
  general_busy_.assign(problem.block_count() + 1, 0);
  for_parts([&](std::size_t part) { load_part(problem, solution, skip_open, part); });
  sweeps_since_load_ = 0;
}

template <int D>
void LoadedContacts<D>::load_part(const ContactProblem<D>& problem, const Solution<D>& solution,
                                  bool skip_open, std::size_t number) {
  Part& part = parts_[number];
  part.single_order.clear();
  part.single.clear();
  part.open.clear();
  part.painleve = {};
  part.radial.start(radial_busy_);
  part.general.start(general_busy_);
  for (std::size_t at = split_.begin(number); at < split_.begin(number + 1); ++at) {
    const std::size_t c = split_.contacts()[at];
    if (skip_open && seems_open(problem, solution, c)) {
      part.open.push_back(c);
    } else {
      place_contact(problem, solution, c, part);
    }
  }
  part.radial.add_sleepers();
  part.general.add_sleepers();
  for (const std::size_t c : part.open) place_contact(problem, solution, c, part);
  part.radial.fill(
      [&](std::size_t c, std::size_t) { return radial_contact(problem, solution.r[c], c); });
  part.general.fill([&](std::size_t c, std::size_t lane) {
    const auto g = general_contact(problem, spin_scale_, solution.r[c], c);
    if (part.axes.size() <= lane) part.axes.resize(lane + 1);
    part.axes[lane] = g.single.axes();
    const double painleve = g.single.painleve_number();
    part.painleve.worst = std::max(part.painleve.worst, painleve);
    part.painleve.contacts += painleve >= 1 ? 1 : 0;
    return g;
  });
}

template <int D>
std::uint32_t LoadedContacts<D>::second_block(const ContactProblem<D>& problem,
                                              std::size_t c) const {
  const int second = problem.second[c];
  return static_cast<std::uint32_t>(second < 0 ? problem.block_count()
                                               : static_cast<std::size_t>(second));
}

template <int D>
void LoadedContacts<D>::place_contact(const ContactProblem<D>& problem, const Solution<D>& solution,
                                      std::size_t c, Part& part) {
  const auto& law = problem.law[c];
  const auto first = static_cast<std::uint32_t>(problem.first[c]);
  const std::uint32_t second = second_block(problem, c);
  if (problem.general[c] < 0 && is_plain(law)) {
    part.radial.place(first, second, c);
  } else if (has_round_cone(law)) {
    part.general.place(first, second, c);
  } else {
    part.single_order.push_back(c);
    part.single.push_back(general_contact(problem, spin_scale_, solution.r[c], c));
  }
}

template <int D>
RadialContact<D> LoadedContacts<D>::radial_contact(const ContactProblem<D>& problem,
                                                   const Vec<D>& r, std::size_t c) const {
  const auto& law = problem.law[c];
  const auto& frame = problem.frame[c];
  const auto first = static_cast<std::uint32_t>(problem.first[c]);
  const std::uint32_t second = second_block(problem, c);
  const Vec<D> offset = problem.offset[c] + law.shift;
  return {frame.col(0),
          frame * r,
          offset[0],
          frame.template rightCols<D - 1>() * offset.template tail<D - 1>(),
          law.mu,
          problem.lever_first[c] * spin_scale_[first][0],
          problem.lever_second[c] * spin_scale_[second][0],
          first,
          second};
}

template <int D>
SweepSize LoadedContacts<D>::sweep(const SweepManner& manner) {
  for_parts([&](std::size_t number) {
    Part& part = parts_[number];
    part.size = {};
    sweep_radial(part.radial, blocks_, part.size, manner.carry, manner.extent, manner.instructions,
                 manner.law);
    sweep_general(part.general, blocks_, part.size, manner.carry, manner.extent,
                  manner.instructions);
    sweep_general(part.single, blocks_, part.size, manner.carry, manner.extent);
  });
  SweepSize size;
  for (std::size_t part = 0; part < split_.part_count(); ++part) size += parts_[part].size;
  sweep_turning(turning_, blocks_, size, manner.carry);
  ++sweeps_since_load_;
  return size;
}

template <int D>
void LoadedContacts<D>::store_part(const ContactProblem<D>& problem, const Part& part,
                                   Solution<D>& solution) const {
  part.radial.for_impulses([&](std::size_t c, std::size_t, const Vec<D>& impulse) {
    // Turning into the local frame rounds; an open contact must read exactly open.
    solution.r[c].setZero();
    if (!impulse.isZero(0)) solution.r[c] = problem.frame[c].transpose() * impulse;
  });
  part.general.for_impulses([&](std::size_t c, std::size_t lane, const Vec<D>& impulse) {
    solution.r[c] = part.axes[lane] * impulse;
  });
  for (std::size_t i = 0; i < part.single.size(); ++i) {
    solution.r[part.single_order[i]] = part.single[i].r;
  }
}

template <int D>
void LoadedContacts<D>::store(const ContactProblem<D>& problem, Solution<D>& solution) const {
  for_parts([&](std::size_t part) { store_part(problem, parts_[part], solution); });
  for (const auto& t : turning_) {
    solution.r[t.turning.contact] = t.r.template head<D>();
    solution.m[t.row] = t.r.template tail<spin_dim<D>>();
  }
  find_velocities(problem, solution);
}

template <int D>
typename LoadedContacts<D>::Painleve LoadedContacts<D>::painleve() const {
  Painleve out;
  for (std::size_t part = 0; part < split_.part_count(); ++part) {
    out.worst = std::max(out.worst, parts_[part].painleve.worst);
    out.contacts += parts_[part].painleve.contacts;
  }
  return out;
}

template class LoadedContacts<2>;
template class LoadedContacts<3>;

}  // namespace talus

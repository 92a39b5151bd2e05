// A contact problem laid out for Gauss-Seidel sweeps: a cache line for each block, contacts with
// round cones in batches, the others one by one, all shared out to threads
// (solvers/sweep_split.hpp).
#pragma once

#include "talus/solvers/general_sweep.hpp"
#include "talus/solvers/radial_sweep.hpp"
#include "talus/solvers/solver.hpp"
#include "talus/solvers/sweep_split.hpp"
#include "talus/solvers/turning_sweep.hpp"

#include <vector>

namespace talus {

/// How a sweep is made.
struct SweepManner {
  Carry carry;
  SweepExtent extent = SweepExtent::all;
  LaneInstructions instructions = LaneInstructions::widest;
  RadialLaw law = RadialLaw::coulomb;
};

template <int D>
class LoadedContacts {
 public:
  /// Lays the problem out with the solution's impulses, and finds the velocities these give. A
  /// sweep visits the contacts of a part in the order given, but for what batches ask: radial ones
  /// first, then those of other shapes with round cones, then the others. Unless all are to be
  /// visited, contacts that seem to be open may sleep. The problem must outlive the sweeps.
  void load(const ContactProblem<D>& problem, const std::vector<std::size_t>& order, bool skip_open,
            Solution<D>& solution);
  /// Takes the velocities alone: rounding of many sweeps parts them from the impulses.
  void load_velocities(const Solution<D>& solution);
  /// One forward sweep.
  SweepSize sweep(const SweepManner& manner);
  /// The impulses, and the velocities they give.
  void store(const ContactProblem<D>& problem, Solution<D>& solution) const;

  int sweeps_since_load() const { return sweeps_since_load_; }
  std::vector<NlgsBlock<D>>& blocks() { return blocks_; }

  /// The largest number of Painleve and how many are 1 or more; radial contacts have W_NT = 0.
  struct Painleve {
    std::size_t contacts = 0;
    double worst = 0;
  };
  Painleve painleve() const;

 private:
  /// Contacts swept by one thread at a time.
  struct Part {
    RadialBatcher<D> radial;
    GeneralBatcher<D> general;
    std::vector<GeneralContact<D>> single;  ///< those with other sections than cones
    std::vector<std::size_t> single_order;  ///< contacts in the order they came
    std::vector<Mat<D>> axes;  ///< of impulses in the general batches' lanes, in contacts' frames
    Painleve painleve;
    std::vector<std::size_t> open;  ///< contacts that seem to be open, in that order
    SweepSize size;                 ///< of the last sweep
  };

  /// v_free + M^-1 H r, part by part.
  void find_velocities(const ContactProblem<D>& problem, Solution<D>& solution) const;
  void load_blocks(const ContactProblem<D>& problem, const Solution<D>& solution);
  void load_turning(const ContactProblem<D>& problem, const Solution<D>& solution);
  void load_part(const ContactProblem<D>& problem, const Solution<D>& solution, bool skip_open,
                 std::size_t number);
  void place_contact(const ContactProblem<D>& problem, const Solution<D>& solution, std::size_t c,
                     Part& part);
  RadialContact<D> radial_contact(const ContactProblem<D>& problem, const Vec<D>& r,
                                  std::size_t c) const;
  /// The block that stands for what a contact pushes away from.
  std::uint32_t second_block(const ContactProblem<D>& problem, std::size_t c) const;
  void store_part(const ContactProblem<D>& problem, const Part& part, Solution<D>& solution) const;
  template <class Work>
  void for_parts(const Work& work) const;

  SweepSplit split_;
  std::vector<Part> parts_;  ///< as many as the split has, and some kept for their memory
  std::vector<std::uint32_t> radial_busy_, general_busy_;  ///< of the batchers
  std::vector<TurningBlock<D>> turning_;
  std::vector<std::uint8_t> turns_;   ///< for each contact, whether it resists; empty: none does
  std::vector<std::size_t> upright_;  ///< the order without those that do
  std::vector<NlgsBlock<D>> blocks_;
  std::vector<Spin<D>> spin_scale_;  ///< sqrt(I)^-1 of each block
  int sweeps_since_load_ = 0;
};

}  // namespace talus

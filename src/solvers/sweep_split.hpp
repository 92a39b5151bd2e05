// How the contacts of a large problem are shared out to threads. Blocks are cut, as they are
// numbered, into chunks of equal number; a part is all contacts within a chunk, or all those
// between the same two chunks. Parts that share no chunk share no block, so they may be swept at
// the same time: those within chunks first, then those between, round by round, each chunk in at
// most one of a round. The cut depends on the problem alone: any number of threads, one included,
// sweeps the same parts in the same rounds and finds the same bits.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <cstdint>
#include <vector>

namespace talus {

class SweepSplit {
 public:
  /// Shares out the contacts listed in `order`, keeping that order in each part. Problems of few
  /// contacts stay in one part.
  template <int D>
  void split(const ContactProblem<D>& problem, const std::vector<std::size_t>& order);

  std::size_t part_count() const { return begin_.size() - 1; }
  /// The contacts of a part are those from begin(part) to begin(part + 1) of contacts().
  std::size_t begin(std::size_t part) const { return begin_[part]; }
  const std::vector<std::size_t>& contacts() const { return contacts_; }
  /// The parts of a round are those from round_begin(round) to round_begin(round + 1).
  std::size_t round_count() const { return round_begin_.size() - 1; }
  std::size_t round_begin(std::size_t round) const { return round_begin_[round]; }

  /// Problems with fewer contacts stay whole: a sweep over them takes no longer than it takes to
  /// wake a few threads.
  static constexpr std::size_t least_contacts = 8192;
  static constexpr std::size_t most_chunks = 16;

 private:
  void choose_rounds(std::size_t chunks);

  std::vector<std::size_t> contacts_;
  std::vector<std::size_t> begin_{0};
  std::vector<std::size_t> round_begin_{0};
  // Working memory.
  std::vector<std::uint32_t> part_of_;  ///< for each contact of the order
  std::vector<std::size_t> count_;      ///< of contacts, for each pair of chunks
  std::vector<std::uint32_t> part_of_pair_;
  std::vector<std::uint64_t> busy_;  ///< for each chunk, the rounds it is in, a bit each
  std::vector<std::uint32_t> round_of_pair_;
  std::vector<std::size_t> fill_;
};

}  // namespace talus

#include "talus/solvers/sweep_split.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace talus {

namespace {

constexpr auto no_part = std::numeric_limits<std::uint32_t>::max();
/// At least so many contacts for each chunk.
constexpr std::size_t contacts_a_chunk = 1024;

/// A power of two: two or four threads then get equal shares.
std::size_t chunks_for(std::size_t contacts) {
  if (contacts < SweepSplit::least_contacts) return 1;
  return std::min(std::bit_floor(contacts / contacts_a_chunk), SweepSplit::most_chunks);
}

}  // namespace

/// Rounds for the pairs of chunks that have contacts, pairs in ascending order, each in the first
/// round that neither of its chunks is in; round 0 is that of the contacts within chunks. A chunk
/// has at most 15 others, so 63 rounds are never exceeded. Then parts are numbered by rounds.
void SweepSplit::choose_rounds(std::size_t chunks) {
  busy_.assign(chunks, 1);
  round_of_pair_.assign(chunks * chunks, 0);
  std::uint32_t rounds = 1;
  for (std::size_t a = 0; a < chunks; ++a) {
    for (std::size_t b = a + 1; b < chunks; ++b) {
      if (count_[a * chunks + b] == 0) continue;
      const auto round = static_cast<std::uint32_t>(std::countr_one(busy_[a] | busy_[b]));
      busy_[a] |= std::uint64_t{1} << round;
      busy_[b] |= std::uint64_t{1} << round;
      round_of_pair_[a * chunks + b] = round;
      rounds = std::max(rounds, round + 1);
    }
  }
  begin_.assign(1, 0);
  round_begin_.assign(1, 0);
  part_of_pair_.assign(chunks * chunks, no_part);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t a = 0; a < chunks; ++a) {
      for (std::size_t b = a; b < chunks; ++b) {
        const std::size_t pair = a * chunks + b;
        if (count_[pair] == 0 || round_of_pair_[pair] != round) continue;
        part_of_pair_[pair] = static_cast<std::uint32_t>(begin_.size() - 1);
        begin_.push_back(begin_.back() + count_[pair]);
      }
    }
    round_begin_.push_back(begin_.size() - 1);
  }
}

template <int D>
void SweepSplit::split(const ContactProblem<D>& problem, const std::vector<std::size_t>& order) {
  const std::size_t chunks = chunks_for(order.size());
  if (chunks == 1) {
    contacts_ = order;
    begin_.assign({0, order.size()});
    round_begin_.assign({0, 1});
    return;
  }
  const std::size_t blocks = problem.block_count();
  const auto chunk = [&](int block) { return static_cast<std::size_t>(block) * chunks / blocks; };
  count_.assign(chunks * chunks, 0);
  part_of_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t a = chunk(problem.first[order[i]]);
    const int second = problem.second[order[i]];
    const std::size_t b = second < 0 ? a : chunk(second);
    const std::size_t pair = std::min(a, b) * chunks + std::max(a, b);
    part_of_[i] = static_cast<std::uint32_t>(pair);
    ++count_[pair];
  }
  choose_rounds(chunks);
  fill_.assign(begin_.begin(), begin_.end() - 1);
  contacts_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    contacts_[fill_[part_of_pair_[part_of_[i]]]++] = order[i];
  }
}

template void SweepSplit::split<2>(const ContactProblem<2>&, const std::vector<std::size_t>&);
template void SweepSplit::split<3>(const ContactProblem<3>&, const std::vector<std::size_t>&);

}  // namespace talus

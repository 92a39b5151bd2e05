#include "delassus.hpp"

#include <algorithm>

namespace talus::bench {

namespace {

using ContactLists = std::vector<std::vector<std::size_t>>;

ContactLists contacts_of_blocks(const ContactProblem<3>& problem) {
  ContactLists lists(problem.block_count());
  for (std::size_t c = 0; c < problem.contact_count(); ++c) {
    lists[static_cast<std::size_t>(problem.first[c])].push_back(c);
    if (problem.second[c] >= 0) lists[static_cast<std::size_t>(problem.second[c])].push_back(c);
  }
  return lists;
}

/// Contacts that share a body with c, itself among them, ascending.
void find_neighbours(const ContactProblem<3>& problem, const ContactLists& lists, std::size_t c,
                     std::vector<std::size_t>& neighbours) {
  neighbours = lists[static_cast<std::size_t>(problem.first[c])];
  if (problem.second[c] >= 0) {
    const auto& others = lists[static_cast<std::size_t>(problem.second[c])];
    neighbours.insert(neighbours.end(), others.begin(), others.end());
  }
  std::sort(neighbours.begin(), neighbours.end());
  neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
}

/// H_i^T M^-1 H_c for the contacts i, by the problem's own two maps: the velocities at i that unit
/// impulses at c give. `v` is zero before and after.
void fill_column(const ContactProblem<3>& problem, std::size_t c,
                 const std::vector<std::size_t>& neighbours, std::vector<Twist<3>>& v,
                 std::vector<Mat<3>>& blocks) {
  blocks.resize(neighbours.size());
  for (int k = 0; k < 3; ++k) {
    problem.apply_impulse(c, Vec<3>::Unit(k), v);
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
      const std::size_t i = neighbours[n];
      blocks[n].col(k) = problem.local_velocity(i, v) - problem.offset[i];
    }
    v[static_cast<std::size_t>(problem.first[c])].setZero();
    if (problem.second[c] >= 0) v[static_cast<std::size_t>(problem.second[c])].setZero();
  }
}

}  // namespace

double Delassus::mean_diagonal() const {
  double sum = 0;
  for (std::size_t c = 0; c < contact_count(); ++c) {
    for (std::size_t b = row_start[c]; b < row_start[c + 1]; ++b)
      if (column[b] == c) sum += block[b].trace();
  }
  return sum / (3.0 * static_cast<double>(contact_count()));
}

Delassus delassus(const ContactProblem<3>& problem) {
  const std::size_t count = problem.contact_count();
  Delassus out;
  out.row_start.push_back(0);
  std::vector<Twist<3>> at_rest(problem.block_count(), Twist<3>::Zero());
  std::vector<Twist<3>> v_free;
  problem.velocities(std::vector<Vec<3>>(count, Vec<3>::Zero()), v_free);
  const auto lists = contacts_of_blocks(problem);
  std::vector<std::size_t> neighbours;
  std::vector<Mat<3>> column;
  for (std::size_t c = 0; c < count; ++c) {
    const auto& law = problem.law[c];
    find_neighbours(problem, lists, c, neighbours);
    fill_column(problem, c, neighbours, at_rest, column);
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
      const std::size_t i = neighbours[n];
      // W is symmetric: a column is a row transposed.
      Mat<3> w = law.scale.asDiagonal() * column[n].transpose() * problem.law[i].scale.asDiagonal();
      if (i == c) w += law.compliance.asDiagonal();
      out.column.push_back(i);
      out.block.push_back(w);
    }
    out.row_start.push_back(out.column.size());
    out.q.push_back(
        problem.canonical_velocity(c, problem.local_velocity(c, v_free), Vec<3>::Zero()));
    out.mu.push_back(law.mu);
  }
  return out;
}

}  // namespace talus::bench

// W and q written out, for solvers that need them stored: u^ = W r^ + q in canonical variables,
// with one 3x3 block for every pair of contacts that share a body. talus itself never stores W.
#pragma once

#include "talus/problem/contact_problem.hpp"

#include <cstddef>
#include <vector>

namespace talus::bench {

/// Compressed rows of blocks; columns ascend within a row.
struct Delassus {
  std::vector<std::size_t> row_start;  ///< first block of each row, and the number of blocks
  std::vector<std::size_t> column;
  std::vector<Mat<3>> block;
  std::vector<Vec<3>> q;
  std::vector<double> mu;

  std::size_t contact_count() const { return q.size(); }
  /// Mean of W's diagonal, an inverse mass.
  double mean_diagonal() const;
};

Delassus delassus(const ContactProblem<3>& problem);

}  // namespace talus::bench

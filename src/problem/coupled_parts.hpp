// Matrices that fall into parts which know nothing of each other.
#pragma once

#include "talus/math/block_sparse.hpp"

#include <vector>

namespace talus {

/// Sets of rows that a square matrix couples, each ascending, by their first members.
std::vector<std::vector<Eigen::Index>> coupled_parts(const SparseRows& m);

}  // namespace talus

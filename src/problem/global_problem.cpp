#include "talus/problem/global_problem.hpp"

#include "talus/problem/balls.hpp"
#include "talus/problem/coupled_parts.hpp"
#include "talus/problem/joints.hpp"
#include "talus/problem/problem_error.hpp"

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

using Dense = Eigen::MatrixXd;

/// Larger parts are factored as sparse matrices.
constexpr std::size_t largest_dense = 64;
/// A part of M whose inverse magnifies by more than this has none to speak of.
constexpr double most_condition = 1e15;

[[noreturn]] void complain_singular(const std::vector<Eigen::Index>& part) {
  throw ProblemError(
      "M", fmt::format("singular in the {} rows coupled with row {}", part.size(), part.front()));
}

/// M^-1 b in one part.
Dense solve_part(const SparseRows& m, const std::vector<Eigen::Index>& part,
                 const std::vector<Eigen::Index>& place, const Dense& b) {
  const auto size = static_cast<Eigen::Index>(part.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto i : part) {
    for (SparseRows::InnerIterator it(m, i); it; ++it) {
      if (it.value() == 0) continue;
      entries.emplace_back(static_cast<int>(place[static_cast<std::size_t>(i)]),
                           static_cast<int>(place[static_cast<std::size_t>(it.col())]), it.value());
    }
  }
  if (part.size() == 1) {  // a body whose mass is a number: no factors for it
    const double mass = entries.empty() ? 0 : entries.front().value();
    if (mass == 0) complain_singular(part);
    return b / mass;
  }
  if (part.size() <= largest_dense) {
    Dense dense = Dense::Zero(size, size);
    for (const auto& e : entries) dense(e.row(), e.col()) += e.value();
    const Eigen::FullPivLU<Dense> lu(dense);
    const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() * most_condition > pivots.maxCoeff())) complain_singular(part);
    return lu.solve(b);
  }
  Eigen::SparseMatrix<double> sparse(size, size);
  sparse.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(sparse);
  if (lu.info() != Eigen::Success) complain_singular(part);
  Dense x = lu.solve(b);
  // A pivot next to nothing passes for one: what comes out tells.
  const double magnified = x.norm() * sparse.norm();
  if (!x.allFinite() || !(magnified <= most_condition * b.norm())) complain_singular(part);
  return x;
}

void check_sizes(const GlobalProblem& p, Eigen::Index per_contact, std::size_t contacts) {
  const auto n = p.m.rows();
  const auto complain = [](const char* field, const std::string& what) {
    throw ProblemError(field, what);
  };
  if (p.m.cols() != n) complain("M", fmt::format("{} x {}, not square", n, p.m.cols()));
  if (p.h.rows() != n) complain("H", fmt::format("{} rows, but M has {}", p.h.rows(), n));
  const auto m = per_contact * static_cast<Eigen::Index>(contacts);
  if (p.h.cols() != m) {
    complain("H", fmt::format("{} columns, but {} contacts of {} components take {}", p.h.cols(),
                              contacts, per_contact, m));
  }
  if (p.f.size() != n) complain("f", fmt::format("{} numbers, but M has {} rows", p.f.size(), n));
  if (p.w.size() != m)
    complain("w", fmt::format("{} numbers, but H has {} columns", p.w.size(), m));
  const auto all_finite = [](const SparseRows& a) {
    return std::all_of(a.valuePtr(), a.valuePtr() + a.nonZeros(),
                       [](double x) { return std::isfinite(x); });
  };
  if (p.g.rows() != n && p.g.cols() > 0) {
    complain("G", fmt::format("{} rows, but M has {}", p.g.rows(), n));
  }
  if (p.b.size() != p.g.cols()) {
    complain("b", fmt::format("{} numbers, but G has {} columns", p.b.size(), p.g.cols()));
  }
  if (!all_finite(p.g)) complain("G", "has numbers that are not finite");
  if (!p.b.allFinite()) complain("b", "has numbers that are not finite");
  if (!all_finite(p.m)) complain("M", "has numbers that are not finite");
  if (!all_finite(p.h)) complain("H", "has numbers that are not finite");
  if (!p.f.allFinite()) complain("f", "has numbers that are not finite");
  if (!p.w.allFinite()) complain("w", "has numbers that are not finite");
}

/// M^-1 (H, f), part by part.
struct Mobility {
  struct Part {
    std::vector<Eigen::Index> columns;  ///< of H that act on the part, ascending
    Dense x;                            ///< M^-1 H in these columns and, last, M^-1 f
  };
  std::vector<Part> parts;
  std::vector<std::size_t> part_of;  ///< for each degree of freedom
  std::vector<Eigen::Index> place;   ///< in its part
};

Mobility mobility(const GlobalProblem& problem) {
  Mobility out;
  out.part_of.resize(static_cast<std::size_t>(problem.m.rows()));
  out.place.resize(out.part_of.size());
  for (const auto& part : coupled_parts(problem.m)) {
    std::vector<Eigen::Index> columns;
    for (std::size_t k = 0; k < part.size(); ++k) {
      out.part_of[static_cast<std::size_t>(part[k])] = out.parts.size();
      out.place[static_cast<std::size_t>(part[k])] = static_cast<Eigen::Index>(k);
      for (SparseRows::InnerIterator it(problem.h, part[k]); it; ++it) columns.push_back(it.col());
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const auto size = static_cast<Eigen::Index>(part.size());
    const auto count = static_cast<Eigen::Index>(columns.size());
    Dense b = Dense::Zero(size, count + 1);
    for (Eigen::Index k = 0; k < size; ++k) {
      const auto row = part[static_cast<std::size_t>(k)];
      for (SparseRows::InnerIterator it(problem.h, row); it; ++it) {
        const auto at = std::lower_bound(columns.begin(), columns.end(), it.col());
        b(k, at - columns.begin()) += it.value();
      }
      b(k, count) = problem.f[row];
    }
    out.parts.push_back({std::move(columns), solve_part(problem.m, part, out.place, b)});
  }
  return out;
}

/// Row c of W = H^T M^-1 H and of q = H^T M^-1 f + w; `place` is for each contact to use.
template <int D>
void add_contact(const Mobility& mobility, const Eigen::SparseMatrix<double>& h, std::size_t c,
                 std::vector<std::size_t>& place, AssembledProblem<D>& out) {
  using Column = Eigen::SparseMatrix<double>::InnerIterator;
  const auto part_of = [&](const Column& it) -> const Mobility::Part& {
    return mobility.parts[mobility.part_of[static_cast<std::size_t>(it.row())]];
  };
  std::vector<std::uint32_t> contacts{static_cast<std::uint32_t>(c)};
  const auto row = static_cast<Eigen::Index>(D * c);
  for (int k = 0; k < D; ++k) {
    for (Column it(h, row + k); it; ++it) {
      for (const auto column : part_of(it).columns) {
        const auto contact = static_cast<std::uint32_t>(column / D);
        if (contacts.back() != contact) contacts.push_back(contact);
      }
    }
  }
  std::sort(contacts.begin(), contacts.end());
  contacts.erase(std::unique(contacts.begin(), contacts.end()), contacts.end());
  for (std::size_t n = 0; n < contacts.size(); ++n) place[contacts[n]] = n;
  std::vector<Mat<D>> blocks(contacts.size(), Mat<D>::Zero());
  Vec<D> q = Vec<D>::Zero();
  for (int k = 0; k < D; ++k) {
    for (Column it(h, row + k); it; ++it) {
      const auto& part = part_of(it);
      const auto i = mobility.place[static_cast<std::size_t>(it.row())];
      for (std::size_t j = 0; j < part.columns.size(); ++j) {
        const auto column = static_cast<std::size_t>(part.columns[j]);
        blocks[place[column / D]](k, static_cast<Eigen::Index>(column % D)) +=
            it.value() * part.x(i, static_cast<Eigen::Index>(j));
      }
      q[k] += it.value() * part.x(i, part.x.cols() - 1);
    }
  }
  out.w.add_row(contacts, blocks);
  out.q.push_back(q);
}

/// Maps of contacts and of joints side by side.
SparseRows side_by_side(const SparseRows& h, const SparseRows& g) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index i = 0; i < h.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(h, i); it; ++it) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(it.col()), it.value());
    }
    for (SparseRows::InnerIterator it(g, i); it; ++it) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(h.cols() + it.col()), it.value());
    }
  }
  SparseRows out(h.rows(), h.cols() + g.cols());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// With joints: G^T v + b = 0 makes R = G^T M^-1 G, and l goes out again.
template <int D>
AssembledProblem<D> with_joints(const GlobalProblem& problem, std::vector<ContactCone<D>> cone) {
  const SparseRows maps = side_by_side(problem.h, problem.g);
  const Mobility mobile = mobility({problem.m, maps, problem.f, {}});
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd v(problem.m.rows());  // without impulses
  for (Eigen::Index i = 0; i < problem.m.rows(); ++i) {
    const auto& part = mobile.parts[mobile.part_of[static_cast<std::size_t>(i)]];
    const auto row = mobile.place[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < part.columns.size(); ++j) {
      entries.emplace_back(static_cast<int>(i), static_cast<int>(part.columns[j]),
                           part.x(row, static_cast<Eigen::Index>(j)));
    }
    v[i] = part.x(row, part.x.cols() - 1);
  }
  SparseRows moved(maps.rows(), maps.cols());
  moved.setFromTriplets(entries.begin(), entries.end());
  const SparseRows across = maps.transpose();
  const Eigen::SparseMatrix<double> all = across * moved;
  const auto m = problem.h.cols();
  const auto p = problem.g.cols();
  SparseRows w = all.topLeftCorner(m, m);
  const Eigen::VectorXd still = across * v;
  Eigen::VectorXd q = still.head(m) + problem.w;
  try {
    eliminate_joints({all.topRightCorner(m, p), all.bottomLeftCorner(p, m),
                      all.bottomRightCorner(p, p), still.tail(p) + problem.b},
                     w, q);
  } catch (const ProblemError& error) {
    throw ProblemError(error.field() == "s" ? "b" : "G", error.what());
  }
  AssembledProblem<D> out;
  out.w = BlockSparse<D>::from(w);
  for (std::size_t c = 0; c < cone.size(); ++c) {
    out.q.push_back(q.segment<D>(static_cast<Eigen::Index>(D * c)));
  }
  out.cone = std::move(cone);
  return out;
}

}  // namespace

template <int D>
AssembledProblem<D> assembled(const GlobalProblem& problem, std::vector<ContactCone<D>> cone) {
  check_sizes(problem, D, cone.size());
  if (problem.g.nonZeros() > 0) return with_joints<D>(problem, std::move(cone));
  const Mobility mobile = mobility(problem);
  const Eigen::SparseMatrix<double> h = problem.h;
  std::vector<std::size_t> place(cone.size());
  AssembledProblem<D> out;
  for (std::size_t c = 0; c < cone.size(); ++c) {
    add_contact<D>(mobile, h, c, place, out);
    out.q.back() += problem.w.segment<D>(static_cast<Eigen::Index>(D * c));
  }
  if constexpr (D != 5) out.balls = balls_of<D>(problem, cone);
  out.cone = std::move(cone);
  return out;
}

template AssembledProblem<2> assembled<2>(const GlobalProblem&, std::vector<ContactCone<2>>);
template AssembledProblem<3> assembled<3>(const GlobalProblem&, std::vector<ContactCone<3>>);
template AssembledProblem<5> assembled<5>(const GlobalProblem&, std::vector<ContactCone<5>>);

}  // namespace talus

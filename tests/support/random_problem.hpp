// Random contact problems made without bodies or shapes, and their dense matrices.
#pragma once

#include "talus/problem/assembled_problem.hpp"
#include "talus/problem/contact_problem.hpp"
#include "talus/problem/global_problem.hpp"

#include "support/samples.hpp"

#include <algorithm>
#include <vector>

namespace talus::samples {

struct ProblemKind {
  int blocks = 6;
  int contacts = 10;
  bool radial = false;      ///< spheres: isotropic blocks, arms along the normal
  bool tree = false;        ///< contact c hangs block c on an earlier one or on an obstacle
  double mu = 0.5;          ///< largest coefficient
  bool plain_laws = false;  ///< no shift, scale, compliance nor cohesion
};

template <int D>
CanonicalLaw<D> random_law(Random& random, const ProblemKind& kind) {
  CanonicalLaw<D> law;
  law.mu = random.uniform(0, kind.mu);
  if (kind.plain_laws) return law;
  law.shift = vector<D>(random, 0.3);
  for (int i = 1; i < D; ++i) law.scale[i] = random.uniform(0.2, 1);
  for (int i = 0; i < D; ++i) law.compliance[i] = random.uniform(0, 0.2);
  law.cohesion = random.uniform(0, 0.1);
  return law;
}

template <int D>
void add_contact(Random& random, const ProblemKind& kind, int first, int second,
                 ContactProblem<D>& p) {
  const Mat<D> frame = contact_frame(unit<D>(random));
  p.first.push_back(first);
  p.second.push_back(second);
  p.frame.push_back(frame);
  p.offset.push_back(second < 0 ? vector<D>(random, 0.2) : Vec<D>(Vec<D>::Zero()));
  p.law.push_back(random_law<D>(random, kind));
  const double a = random.uniform(0.3, 1.5);
  const double b = random.uniform(0.3, 1.5);
  if (kind.radial) {
    p.general.push_back(-1);
    p.lever_first.push_back(a);
    p.lever_second.push_back(second < 0 ? 0 : b);
    return;
  }
  p.general.push_back(static_cast<int>(p.spin_first.size()));
  p.lever_first.push_back(0);
  p.lever_second.push_back(0);
  const Vec<D> arm_a = a * unit<D>(random);
  const Vec<D> arm_b = b * unit<D>(random);
  p.spin_first.push_back(frame.transpose() * cross_matrix(arm_a));
  if (second < 0) {
    p.spin_second.push_back(Mat<D, spin_dim<D>>::Zero());
  } else {
    p.spin_second.push_back(-frame.transpose() * cross_matrix(arm_b));
  }
}

template <int D>
ContactProblem<D> random_problem(Random& random, const ProblemKind& kind) {
  ContactProblem<D> p;
  for (int b = 0; b < kind.blocks; ++b) {
    p.v_free.push_back(vector<dof<D>>(random));
    p.inv_mass.push_back(scale(random, 0.5, 2));
    Spin<D> inv_inertia = Spin<D>::Constant(scale(random, 0.5, 4));
    if (!kind.radial) inv_inertia = inv_inertia + vector<spin_dim<D>>(random, 0.3);
    p.inv_inertia.push_back(inv_inertia);
  }
  const auto blocks = static_cast<std::uint64_t>(kind.blocks);
  for (int c = 0; c < kind.contacts; ++c) {
    int first = static_cast<int>(random.below(blocks));
    int second = static_cast<int>(random.below(blocks + 1)) - 1;
    if (kind.tree) {
      first = c;
      second = static_cast<int>(random.below(static_cast<std::uint64_t>(c) + 1)) - 1;
    } else if (second == first) {
      second = -1;
    }
    add_contact<D>(random, kind, first, second, p);
  }
  return p;
}

using Dense = Eigen::MatrixXd;

/// H^T, contact by contact and block by block, read off local_velocity.
template <int D>
Dense contact_map(const ContactProblem<D>& p) {
  const auto rows = static_cast<Eigen::Index>(D * p.contact_count());
  const auto columns = static_cast<Eigen::Index>(dof<D> * p.block_count());
  Dense map(rows, columns);
  std::vector<Twist<D>> v(p.block_count(), Twist<D>::Zero());
  for (Eigen::Index j = 0; j < columns; ++j) {
    auto& entry = v[static_cast<std::size_t>(j / dof<D>)][j % dof<D>];
    entry = 1;
    for (std::size_t c = 0; c < p.contact_count(); ++c) {
      map.block<D, 1>(static_cast<Eigen::Index>(D * c), j) = p.local_velocity(c, v) - p.offset[c];
    }
    entry = 0;
  }
  return map;
}

/// Diagonal of M^-1.
template <int D>
Eigen::VectorXd inverse_mass(const ContactProblem<D>& p) {
  Eigen::VectorXd m(static_cast<Eigen::Index>(dof<D> * p.block_count()));
  for (std::size_t b = 0; b < p.block_count(); ++b) {
    m.segment<dof<D>>(static_cast<Eigen::Index>(dof<D> * b)) << Vec<D>::Constant(p.inv_mass[b]),
        p.inv_inertia[b];
  }
  return m;
}

/// W = H^T M^-1 H.
template <int D>
Dense delassus(const ContactProblem<D>& p) {
  const Dense map = contact_map(p);
  return map * inverse_mass(p).asDiagonal() * map.transpose();
}

/// The same problem by its matrices; its laws are to be plain.
template <int D>
GlobalProblem by_matrices(const ContactProblem<D>& p) {
  const auto flat = [](const auto& v) -> Eigen::VectorXd {
    const auto size = static_cast<Eigen::Index>(v.size()) * v.front().size();
    return Eigen::Map<const Eigen::VectorXd>(v.front().data(), size);
  };
  GlobalProblem g;
  const Dense m = Dense(inverse_mass(p).cwiseInverse().asDiagonal());
  g.m = m.sparseView();
  g.h = contact_map(p).transpose().sparseView();
  g.f = m * flat(p.v_free);
  g.w = flat(p.offset);
  return g;
}

/// Bodies among each other and against obstacles at rest: staying put is a motion all contacts
/// allow, so there is an answer.
template <int D>
AssembledProblem<D> solvable(Random& random, const ProblemKind& kind) {
  auto p = random_problem<D>(random, kind);
  for (auto& b : p.offset) b.setZero();
  return assembled(p);
}

}  // namespace talus::samples

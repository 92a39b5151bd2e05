#include "talus/solvers/pivoting.hpp"

#include <Eigen/QR>

#include <cmath>

namespace talus {

namespace {
/// What counts as 0 beside the largest of its kind.
constexpr double nothing = 1e-12;
}  // namespace

template <int D>
typename Pivoting<D>::Answer Pivoting<D>::solve(const AssembledProblem<D>& problem,
                                                const Deadline& deadline) {
  const auto contacts = static_cast<Index>(problem.contact_count());
  w_ = problem.w.scalars();
  a_.resize(D * contacts);
  mu_.resize(contacts);
  for (Index c = 0; c < contacts; ++c) {
    a_.segment<D>(D * c) = problem.q[static_cast<std::size_t>(c)];
    mu_[c] = problem.cone[static_cast<std::size_t>(c)].mu;
  }
  f_ = Eigen::VectorXd::Zero(D * contacts);
  status_.assign(static_cast<std::size_t>(D * contacts), Status::untouched);
  pivots_ = 0;
  most_pivots_ = static_cast<int>(100 * (D * contacts + 1));

  Answer out;
  out.solved = true;
  for (Index i = 0; i < D * contacts && out.solved; ++i) out.solved = take_up(i, deadline);
  out.pivots = pivots_;
  out.r.resize(problem.contact_count());
  for (Index c = 0; c < contacts; ++c) out.r[static_cast<std::size_t>(c)] = f_.segment<D>(D * c);
  return out;
}

template <int D>
void Pivoting<D>::change(Index j, Status to) {
  status_[static_cast<std::size_t>(j)] = to;
  if (!is_normal(j)) return;
  // Tangents of a contact that opens have nothing to do; those of one that closes begin to slide.
  for (Index t = j + 1; t < j + D; ++t) {
    auto& status = status_[static_cast<std::size_t>(t)];
    if (status == Status::untouched) continue;
    status = to == Status::open ? Status::open : sliding_against(a_[t]);
    f_[t] = 0;
  }
}

/// Impulses per unit of the driven one's, such that what is held stays held.
template <int D>
bool Pivoting<D>::find_direction(Index driven, double sign) {
  const Index n = f_.size();
  std::vector<Index> held;
  // With a normal impulse goes the friction of its sliding.
  const auto column_of = [&](Index j) {
    Eigen::VectorXd out = w_.col(j);
    if (!is_normal(j)) return out;
    for (Index t = j + 1; t < j + D; ++t) {
      const auto s = status_[static_cast<std::size_t>(t)];
      if (s == Status::forward) out += mu_[j / D] * w_.col(t);
      if (s == Status::backward) out -= mu_[j / D] * w_.col(t);
    }
    return out;
  };
  for (Index j = 0; j < n; ++j) {
    if (j != driven && status_[static_cast<std::size_t>(j)] == Status::held) held.push_back(j);
  }
  const Eigen::VectorXd push = sign * column_of(driven);
  df_ = Eigen::VectorXd::Zero(n);
  da_ = push;
  df_[driven] = sign;
  if (!held.empty()) {
    const auto count = static_cast<Index>(held.size());
    Eigen::MatrixXd columns(n, count);
    for (Index k = 0; k < count; ++k) columns.col(k) = column_of(held[static_cast<std::size_t>(k)]);
    const Eigen::MatrixXd inner = columns(held, Eigen::all);
    const Eigen::VectorXd wanted = -push(held);
    // Impulses that share a load in many ways: the smallest change will do.
    const Eigen::VectorXd change = inner.completeOrthogonalDecomposition().solve(wanted);
    if (!((inner * change - wanted).norm() <= 1e-8 * (push.norm() + wanted.norm()))) return false;
    df_(held) = change;
    da_ += columns * change;
    da_(held).setZero();
  }
  for (Index j = 0; j < n; ++j) {
    const auto s = status_[static_cast<std::size_t>(j)];
    if (s == Status::forward) df_[j] = mu_[j / D] * df_[normal_of(j)];
    if (s == Status::backward) df_[j] = -mu_[j / D] * df_[normal_of(j)];
  }
  return true;
}

template <int D>
void Pivoting<D>::stop_driven(Index driven, Stop& stop) const {
  const auto earlier = [&](double length, Status then) {
    if (length < stop.length) stop = {std::max(0.0, length), driven, then};
  };
  // Velocities fall towards 0 when impulses are as they should be.
  if (a_[driven] * da_[driven] < 0) earlier(-a_[driven] / da_[driven], Status::held);
  if (is_normal(driven)) return;
  const double towards = df_[driven] > 0 ? 1 : -1;
  const double room = limit(driven) - towards * f_[driven];
  const double closing = towards * df_[driven] - mu_[driven / D] * df_[normal_of(driven)];
  if (closing > 0) earlier(room / closing, towards > 0 ? Status::forward : Status::backward);
}

template <int D>
void Pivoting<D>::stop_other(Index j, Stop& stop) const {
  const auto earlier = [&](double length, Status then) {
    if (length < stop.length) stop = {std::max(0.0, length), j, then};
  };
  const double still = nothing * da_.cwiseAbs().maxCoeff();
  switch (status_[static_cast<std::size_t>(j)]) {
    case Status::untouched: break;
    case Status::open:
      if (is_normal(j) && da_[j] < -still) earlier(-a_[j] / da_[j], Status::held);
      break;
    case Status::held:
      if (is_normal(j)) {
        if (df_[j] < 0) earlier(-f_[j] / df_[j], Status::open);
        break;
      }
      for (const double side : {1.0, -1.0}) {
        const double room = limit(j) - side * f_[j];
        const double closing = side * df_[j] - mu_[j / D] * df_[normal_of(j)];
        if (closing > nothing) {
          earlier(room / closing, side > 0 ? Status::forward : Status::backward);
        }
      }
      break;
    case Status::forward:
      if (da_[j] > still) earlier(-a_[j] / da_[j], Status::held);
      break;
    case Status::backward:
      if (da_[j] < -still) earlier(-a_[j] / da_[j], Status::held);
      break;
  }
}

template <int D>
typename Pivoting<D>::Stop Pivoting<D>::first_stop(Index driven) const {
  Stop stop{std::numeric_limits<double>::infinity()};
  stop_driven(driven, stop);
  for (Index j = 0; j < f_.size(); ++j) {
    if (j != driven) stop_other(j, stop);
  }
  return stop;
}

template <int D>
bool Pivoting<D>::take_up(Index i, const Deadline& deadline) {
  auto& status = status_[static_cast<std::size_t>(i)];
  if (is_normal(i)) {
    if (a_[i] >= 0) {
      status = Status::open;
      return true;
    }
  } else if (status_[static_cast<std::size_t>(normal_of(i))] == Status::open) {
    status = Status::open;
    return true;
  }
  const double size = a_.cwiseAbs().maxCoeff();
  while (pivots_ < most_pivots_ && !deadline.passed()) {
    if (!is_normal(i) && status_[static_cast<std::size_t>(normal_of(i))] == Status::open) {
      status = Status::open;
      f_[i] = 0;
      return true;
    }
    if (std::abs(a_[i]) <= nothing * size) {
      status = Status::held;
      return true;
    }
    if (!find_direction(i, a_[i] < 0 ? 1 : -1)) return false;
    const Stop stop = first_stop(i);
    if (!std::isfinite(stop.length)) return false;
    ++pivots_;
    f_ += stop.length * df_;
    a_ += stop.length * da_;
    if (stop.at == i) {
      status = stop.then;
      if (stop.then == Status::held) a_[i] = 0;
      return true;
    }
    // What was reached is reached exactly.
    const bool holds = stop.then == Status::held;
    if (holds) a_[stop.at] = 0;
    if (!holds && is_normal(stop.at)) f_[stop.at] = 0;
    change(stop.at, stop.then);
  }
  return false;
}

template class Pivoting<2>;
template class Pivoting<3>;

}  // namespace talus

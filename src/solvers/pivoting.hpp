// Pivoting of Dantzig's kind, after Baraff (003 sect. 6.6): contacts are taken up one after the
// other. The normal impulse of the new one grows until its bodies no longer approach, then its
// tangential ones until they stick or reach the limit; those taken up before keep their laws
// meanwhile, and change status where an impulse or a velocity reaches 0 or a limit on the way.
//
// Each tangential component has the limit mu r_N of its own: exact in the plane, in space the cone
// is a pyramid of square section. With much friction the way may never end; it is then given up.
// Dense matrices: for small problems, as a witness for other solvers.
#pragma once

#include "talus/solvers/assembled_solver.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace talus {

template <int D>
class Pivoting {
 public:
  struct Answer {
    bool solved = false;
    int pivots = 0;
    std::vector<Vec<D>> r;
  };

  Answer solve(const AssembledProblem<D>& problem, const Deadline& deadline = {});

 private:
  using Index = Eigen::Index;
  enum class Status : std::uint8_t {
    untouched,  ///< no impulse, no law yet
    open,       ///< normal: no impulse. Tangent: its contact is open
    held,       ///< normal: closed. Tangent: sticks. The velocity is 0
    forward,    ///< tangent: slides, the impulse is + mu r_N
    backward    ///< tangent: slides, the impulse is - mu r_N
  };
  /// Where a way ends, and what changes there.
  struct Stop {
    double length;
    Index at = -1;
    Status then = Status::untouched;
  };

  bool take_up(Index i, const Deadline& deadline);
  bool find_direction(Index driven, double sign);
  Stop first_stop(Index driven) const;
  void stop_driven(Index driven, Stop& stop) const;
  void stop_other(Index j, Stop& stop) const;
  void change(Index j, Status to);
  Index normal_of(Index i) const { return i - i % D; }
  bool is_normal(Index i) const { return i % D == 0; }
  double limit(Index i) const { return mu_[i / D] * f_[normal_of(i)]; }
  Status sliding_against(double velocity) const {
    return velocity < 0 ? Status::forward : Status::backward;
  }

  Eigen::MatrixXd w_;
  Eigen::VectorXd mu_;
  Eigen::VectorXd f_, a_;    ///< impulses and velocities
  Eigen::VectorXd df_, da_;  ///< how they change along the way
  std::vector<Status> status_;
  int pivots_ = 0;
  int most_pivots_ = 0;
};

}  // namespace talus

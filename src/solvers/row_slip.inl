// The single problem in space for sweeps that come back to a contact again and again: a slip begins
// where the last one of its contact ended, which leaves Newton's method few steps.
//
// Multiplied by both S_i + lambda, the slip equation of SingleContact<3> needs no division,
//
//     mu N(lambda) = |R(lambda)|,   R_1 = q~_1 (S_2 + lambda),   R_2 = q~_2 (S_1 + lambda),
//     N = r_N0 (S_1 + lambda) (S_2 + lambda) + c_1 R_1 + c_2 R_2,   c = W_TN / W_NN,
//
// and r_T = -R / ((S_1 + lambda) (S_2 + lambda)). Lanes that do not get there are left to the
// guarded method.
#include "talus/solvers/single_lanes.inl"

struct Slip {
  Lanes r[3];
  Lanes r_n0, drive[2], schur[2], pull[2], mu;
  Lanes lambda, side[2], residue, normal, length2, length;
  Mask sliding, going, unsolved;

  template <class Law>
  void begin(const Law& s, int lane, const Lanes (&q)[3]) {
    const Lanes zero = {};
    const Lanes cosine = load(s.turn[0] + lane);
    const Lanes sine = load(s.turn[1] + lane);
    const Lanes along[2] = {cosine * q[1] - sine * q[2], sine * q[1] + cosine * q[2]};
    mu = load(s.mu + lane);
    r_n0 = -q[0] * load(s.inv_w_n + lane);
    Lanes pushed = r_n0;
    for (int i = 0; i < 2; ++i) {
      const Lanes coupling = load(s.coupling[i] + lane);
      drive[i] = along[i] - coupling * q[0];
      r[i + 1] = -drive[i] * load(s.inv_schur[i] + lane);
      pushed -= coupling * r[i + 1];
      pull[i] = coupling * drive[i];
    }
    r[0] = pushed;
    // Sticking without a root. Where squares may have left the range of numbers nothing is decided.
    constexpr double least_square = 1e-280;
    const Lanes held = mu * pushed;
    const Lanes held2 = held * held;
    const Lanes wanted2 = r[1] * r[1] + r[2] * r[2];
    const Mask open = q[0] >= zero;
    const Mask smooth = mu == zero;
    const Mask within = (wanted2 <= held2) & (held >= zero) & (wanted2 <= largest);
    unsolved = within & (held2 < least_square) & ~open & ~smooth;
    sliding = ~within & ~open & ~smooth;
    r[0] = open ? zero : (smooth ? r_n0 : r[0]);
    for (int i = 1; i < 3; ++i) r[i] = open | smooth ? zero : r[i];
  }
  bool slides() const { return any(sliding); }

  template <class Law>
  void start_slide(const Law& s, int lane) {
    const Lanes zero = {};
    for (int i = 0; i < 2; ++i) schur[i] = load(s.schur[i] + lane);
    lambda = load(s.lambda + lane);
    going = sliding & (load(s.tolerance + lane) > zero);
    if (any(going & (lambda == zero))) {
      const Lanes reach = root(drive[0] * drive[0] + drive[1] * drive[1]) / (mu * r_n0);
      const Lanes mean = 0.5 * (schur[0] + schur[1]);
      lambda = lambda == zero ? larger(reach - mean, 0.25 * mean) : lambda;
    }
  }

  /// One step of the lanes that are not there yet, to their own tolerance or the given one,
  /// whichever is larger; whether any is.
  template <class Law>
  bool slide_on(const Law& s, int lane, double tolerance) {
    const Lanes zero = {};
    side[0] = schur[0] + lambda;
    side[1] = schur[1] + lambda;
    const Lanes square[2] = {drive[0] * drive[0], drive[1] * drive[1]};
    const Lanes slope2 = square[0] * side[1] + square[1] * side[0];  // of length2, halved
    length2 = square[0] * (side[1] * side[1]) + square[1] * (side[0] * side[0]);
    normal = r_n0 * (side[0] * side[1]) + (pull[0] * side[1] + pull[1] * side[0]);
    length = root(length2);
    const Lanes excess = mu * normal - length;
    going &= ~(size(excess) <= larger(load(s.tolerance + lane), tolerance + zero) * length);
    if (!any(going)) return false;
    // Newton on mu N / |R| - 1, nearly linear in lambda and nearly always concave: from either side
    // the next point lies before the root, but not always above 0, where it begins.
    const Lanes slope = r_n0 * (side[0] + side[1]) + (pull[0] + pull[1]);
    const Lanes next =
        larger(zero, lambda - excess * length2 / (mu * (slope * length2 - normal * slope2)));
    lambda = going ? next : lambda;
    return true;
  }

  template <class Law>
  void end_slide(Law& s, int lane) {
    const Lanes zero = {};
    const Mask lost = going | (sliding & ~(load(s.tolerance + lane) > zero));
    const Mask found = sliding & ~lost;
    unsolved |= lost;
    const Lanes inverse = 1 / (side[0] * side[1]);
    // On the cone to round-off. r_N, not r_T, gives way, as in SingleContact.
    r[0] = found ? length * inverse * load(s.inv_mu + lane) : r[0];
    r[1] = found ? -drive[0] * side[1] * inverse : r[1];
    r[2] = found ? -drive[1] * side[0] * inverse : r[2];
    const Lanes kept = load(s.lambda + lane);
    store(s.lambda + lane, found ? lambda : (lost ? zero : kept));
  }

  /// Back to the contact's own tangents.
  template <class Law>
  void end(const Law& s, int lane) {
    const Lanes cosine = load(s.turn[0] + lane);
    const Lanes sine = load(s.turn[1] + lane);
    const Lanes first = r[1];
    r[1] = cosine * first + sine * r[2];
    r[2] = cosine * r[2] - sine * first;
  }
};

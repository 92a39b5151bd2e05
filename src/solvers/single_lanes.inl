// SingleContact::solve on TALUS_WIDTH contacts side by side. Each lane takes
// the branch a contact on its own would and stops where that would, so that neither its neighbours
// nor the width show.
#include "talus/solvers/lane_basics.inl"

template <int D>
struct Single;

/// Closed form in the plane.
template <>
struct Single<2> {
  Lanes r[2];

  template <class Problem>
  void begin(const Problem& s, int lane, const Lanes (&q)[2]) {
    const Lanes zero = {};
    const Lanes mu = load(s.mu + lane);
    const Lanes coupling = load(s.coupling + lane);
    const Lanes inv_schur = load(s.inv_schur + lane);
    const Lanes stick_t = (coupling * q[0] - q[1]) * inv_schur;
    const Lanes stick_n = -(q[0] * load(s.inv_w_n + lane) + coupling * stick_t);
    const Mask sticks = (inv_schur > zero) & (size(stick_t) <= mu * stick_n);
    // Along +t and along -t: the velocity that each leads to says how far it is from agreeing.
    const Lanes inv_forward = load(s.inv_forward + lane);
    const Lanes inv_backward = load(s.inv_backward + lane);
    const Lanes forward = -q[0] * inv_forward;
    const Lanes backward = -q[0] * inv_backward;
    const Lanes back = -(q[1] + load(s.slip_forward + lane) * forward);
    const Lanes ahead = q[1] + load(s.slip_backward + lane) * backward;
    const Lanes forward_off = back > zero ? back : zero;
    const Lanes backward_off = ahead > zero ? ahead : zero;
    const Mask driven_ahead = q[1] >= zero;
    const Mask nearer = (forward_off < backward_off) | (driven_ahead & (forward_off == backward_off));
    const Mask goes_ahead = (inv_forward > zero) & (nearer | (inv_backward <= zero));
    const Lanes slide_n = goes_ahead ? forward : backward;
    const Lanes slide_t = goes_ahead ? -mu * forward : mu * backward;
    const Mask open = q[0] >= zero;
    r[0] = open ? zero : (sticks ? stick_n : slide_n);
    r[1] = open ? zero : (sticks ? stick_t : slide_t);
  }
  bool slides() const { return false; }
  void start_slide() {}
  bool slide_on() { return false; }
  void end_slide() {}
};

/// In space: Newton's method, guarded by bisection, on mu r_N / |r_T| - 1 as a function of lambda.
template <>
struct Single<3> {
  Lanes r[3];
  Lanes r_n0, drive[2], coupling[2], schur[2], mu, painleve;
  Lanes lambda, inv[2], excess, length;
  Lanes low, high, step_before, least;
  Mask open, sliding, grazing, going;

  void evaluate() {
    const Lanes zero = {};
    for (int i = 0; i < 2; ++i) {
      inv[i] = 1 / (schur[i] + lambda);
      r[i + 1] = drive[i] == zero ? zero : -drive[i] * inv[i];
    }
    r[0] = r_n0 - (coupling[0] * r[1] + coupling[1] * r[2]);
    length = root(r[1] * r[1] + r[2] * r[2]);
    excess = mu * r[0] - length;
  }

  template <class Problem>
  void begin(const Problem& s, int lane, const Lanes (&q)[3]) {
    const Lanes zero = {};
    mu = load(s.mu + lane);
    painleve = load(s.painleve + lane);
    r_n0 = -q[0] * load(s.inv_w_n + lane);
    for (int i = 0; i < 2; ++i) {
      coupling[i] = load(s.coupling[i] + lane);
      schur[i] = load(s.schur[i] + lane);
      drive[i] = q[i + 1] - coupling[i] * q[0];
    }
    lambda = zero;
    evaluate();
    open = q[0] >= zero;
    sliding = ~open & ~(excess >= zero);
    if (any(open)) {
      for (auto& x : r) x = open ? zero : x;
    }
  }
  bool slides() const { return any(sliding); }

  /// The root lies between bounds of |r_T| (SingleContact<3>::solve).
  void start_slide() {
    const Lanes zero = {};
    const Lanes reach = root(drive[0] * drive[0] + drive[1] * drive[1]) / (mu * r_n0);
    const Lanes most = (1 + painleve) * reach;
    least = schur[0] < schur[1] ? schur[0] : schur[1];
    const Lanes greatest = schur[0] < schur[1] ? schur[1] : schur[0];
    const Lanes mean = 0.5 * (schur[0] + schur[1]);
    low = larger(zero, (1 - painleve) * reach - greatest);
    high = most - least;
    const Lanes top = larger(low, high);
    const Lanes guess = larger(reach - mean, 0.25 * mean);
    const Lanes start = guess < low ? low : (guess > top ? top : guess);
    grazing = sliding & ~(most <= largest);
    going = sliding & ~grazing;
    lambda = going ? start : lambda;
    step_before = high - low;
  }

  /// One step of the lanes that are not there yet; whether any is.
  bool slide_on() {
    evaluate();
    going &= ~(size(excess) <= 4 * epsilon * (1 + painleve) * length);
    const Mask before_root = excess < Lanes{};
    low = going & before_root ? lambda : low;
    high = going & ~before_root ? lambda : high;
    going &= ~(high - low <= 2 * epsilon * (high + least));
    if (!any(going)) return false;
    // d r_T / d lambda = -r_T / (S + lambda); where nothing drives there is no impulse either.
    const Lanes zero = {};
    Lanes slope[2];
    for (int i = 0; i < 2; ++i) slope[i] = drive[i] == zero ? zero : -r[i + 1] * inv[i];
    const Lanes shrinks = (r[1] * slope[0] + r[2] * slope[1]) / (length * length);
    const Lanes pushes = -(coupling[0] * slope[0] + coupling[1] * slope[1]);
    Lanes next = lambda - excess / (mu * (pushes - r[0] * shrinks));
    const Mask kept = (next > low) & (next < high) & (size(next - lambda) <= 0.5 * step_before);
    next = kept ? next : 0.5 * (low + high);
    step_before = going ? size(next - lambda) : step_before;
    lambda = going ? next : lambda;
    return true;
  }

  void end_slide() {
    const Lanes zero = {};
    // r_N, not r_T, gives way, as in SingleContact.
    r[0] = sliding ? length / mu : r[0];
    const Lanes cut = mu * r_n0 / root(drive[0] * drive[0] + drive[1] * drive[1]);
    r[0] = open ? zero : (grazing ? r_n0 : r[0]);
    for (int i = 0; i < 2; ++i) {
      r[i + 1] = open ? zero : (grazing ? -drive[i] * cut : r[i + 1]);
    }
  }
};

// The arithmetic of block_lu.hpp. Included once for each instruction set, inside a namespace of its
// own: nothing here may be shared between them, so no header's templates are used. Every number is
// made by the same operations in the same order whatever the width.

using Four = double __attribute__((vector_size(32)));
using FourAnywhere = double __attribute__((vector_size(32), aligned(8), may_alias));

inline Four four(const double* p) { return *reinterpret_cast<const FourAnywhere*>(p); }
inline void put_four(double* p, Four x) { *reinterpret_cast<FourAnywhere*>(p) = x; }

/// c -= A b.
template <int N>
inline void subtract_product(double* c, const double* a, const double* b) {
  double sum[N];
  for (int i = 0; i < N; ++i) sum[i] = a[i] * b[0];
  for (int k = 1; k < N; ++k) {
    for (int i = 0; i < N; ++i) sum[i] += a[N * k + i] * b[k];
  }
  for (int i = 0; i < N; ++i) c[i] -= sum[i];
}

/// Of three columns of A, each read with the number that follows it.
struct Columns {
  Four a[3];
  explicit Columns(const double* p) : a{four(p), four(p + 3), four(p + 6)} {}
  Four times(const double* b) const { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
};

/// C -= A B, blocks of N columns.
template <int N>
inline void subtract_block(double* c, const double* a, const double* b) {
  if constexpr (N == 3) {
    const Columns columns(a);
    const Four first = four(c) - columns.times(b);
    const Four second = four(c + 3) - columns.times(b + 3);
    const Four third = four(c + 6) - columns.times(b + 6);
    // What is written too much is overwritten by what comes after.
    put_four(c, first);
    put_four(c + 3, second);
    for (int i = 0; i < 3; ++i) c[6 + i] = third[i];
  } else {
    for (int j = 0; j < N; ++j) subtract_product<N>(c + N * j, a, b + N * j);
  }
}

/// Factors of a diagonal block, its rows exchanged; false where it is singular or not a number.
template <int N, class Pivot>
inline bool factor_pivot(Pivot& p, const double* block) {
  double m[N][N];
  double nothing = 0;
  for (int i = 0; i < N; ++i) {
    p.from[i] = i;
    for (int j = 0; j < N; ++j) {
      m[i][j] = block[N * j + i];
      nothing += 0 * m[i][j];
    }
  }
  if (!(nothing == 0)) return false;
  for (int k = 0; k < N; ++k) {
    int best = k;
    for (int i = k + 1; i < N; ++i) {
      if (__builtin_fabs(m[i][k]) > __builtin_fabs(m[best][k])) best = i;
    }
    if (!(__builtin_fabs(m[best][k]) > 0)) return false;
    if (best != k) {
      for (int j = 0; j < N; ++j) {
        const double kept = m[k][j];
        m[k][j] = m[best][j];
        m[best][j] = kept;
      }
      const int kept = p.from[k];
      p.from[k] = p.from[best];
      p.from[best] = kept;
    }
    p.inverse[k] = 1 / m[k][k];
    for (int i = k + 1; i < N; ++i) {
      m[i][k] /= m[k][k];
      for (int j = k + 1; j < N; ++j) m[i][j] -= m[i][k] * m[k][j];
    }
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) p.lu[i][j] = m[i][j];
  }
  return true;
}

template <int N, class Pivot>
inline void solve_pivot(const Pivot& p, double* b) {
  double x[N];
  for (int i = 0; i < N; ++i) {
    x[i] = b[p.from[i]];
    for (int k = 0; k < i; ++k) x[i] -= p.lu[i][k] * x[k];
  }
  for (int i = N; i-- > 0;) {
    for (int k = i + 1; k < N; ++k) x[i] -= p.lu[i][k] * x[k];
    x[i] *= p.inverse[i];
  }
  for (int i = 0; i < N; ++i) b[i] = x[i];
}

/// Eliminates the columns from `from` to `to`; those before must have been.
template <int N, class Parts>
bool factor(const Parts& m, unsigned long from, unsigned long to) {
  constexpr int size = N * N;
  for (unsigned long k = from; k < to; ++k) {
    if (!factor_pivot<N>(m.pivot[k], m.diagonal + size * k)) return false;
    const unsigned long begin = m.begin[k];
    const unsigned long end = m.begin[k + 1];
    for (unsigned long e = begin; e < end; ++e) {
      for (int j = 0; j < N; ++j) solve_pivot<N>(m.pivot[k], m.upper + size * e + N * j);
    }
    // What is left of the matrix after row and column k: each column a of it once.
    for (unsigned long e = begin; e < end; ++e) {
      const unsigned a = m.row[e];
      subtract_block<N>(m.diagonal + size * a, m.lower + size * e, m.upper + size * e);
      unsigned long target = m.begin[a];
      for (unsigned long f = e + 1; f < end; ++f) {
        while (m.row[target] != m.row[f]) ++target;
        subtract_block<N>(m.lower + size * target, m.lower + size * f, m.upper + size * e);
        subtract_block<N>(m.upper + size * target, m.lower + size * e, m.upper + size * f);
      }
    }
  }
  return true;
}

/// Solves for `work`, which has `stride` numbers a row.
template <int N, class Parts>
void solve(const Parts& m, double* work) {
  constexpr int size = N * N;
  constexpr int stride = N == 3 ? 4 : N;
  const auto subtract = [](double* c, const double* a, const double* b) {
    if constexpr (N == 3) {
      put_four(c, four(c) - Columns(a).times(b));
    } else {
      subtract_product<N>(c, a, b);
    }
  };
  for (unsigned long k = 0; k < m.size; ++k) {
    solve_pivot<N>(m.pivot[k], work + stride * k);
    for (unsigned long e = m.begin[k]; e < m.begin[k + 1]; ++e) {
      subtract(work + stride * m.row[e], m.lower + size * e, work + stride * k);
    }
  }
  for (unsigned long k = m.size; k-- > 0;) {
    for (unsigned long e = m.begin[k]; e < m.begin[k + 1]; ++e) {
      subtract(work + stride * k, m.upper + size * e, work + stride * m.row[e]);
    }
  }
}

// Products of block_sparse.hpp. Included once for each instruction set, inside a namespace of its
// own: nothing here may be shared between them, so no header's templates are used. Every number is
// made by the same operations in the same order whatever the width.

using Four = double __attribute__((vector_size(32)));
using FourAnywhere = double __attribute__((vector_size(32), aligned(8), may_alias));

inline Four four(const double* p) { return *reinterpret_cast<const FourAnywhere*>(p); }
inline void put_four(double* p, Four x) { *reinterpret_cast<FourAnywhere*>(p) = x; }

/// The last column of a block of three, after which there may be nothing.
inline Four last_three(const double* p) { return Four{p[6], p[7], p[8], 0}; }

/// The blocks from `block` to `end` times their parts of x, in sums of their own for even and odd
/// blocks and for each column, so that additions need not wait for each other.
inline Four row_of_three(const double* block, const double* end, const unsigned* column,
                         const double* x) {
  Four even[3] = {}, odd[3] = {};
  // Columns are read with the number that follows, so the last block comes last.
  for (; end - block > 18; block += 18, column += 2) {
    const double* const a = x + 3 * column[0];
    const double* const b = x + 3 * column[1];
    for (int k = 0; k < 3; ++k) {
      even[k] += four(block + 3 * k) * a[k];
      odd[k] += four(block + 9 + 3 * k) * b[k];
    }
  }
  if (end - block == 18) {
    const double* const a = x + 3 * column[0];
    for (int k = 0; k < 3; ++k) even[k] += four(block + 3 * k) * a[k];
    block += 9;
    ++column;
  }
  if (block != end) {
    const double* const b = x + 3 * column[0];
    odd[0] += four(block) * b[0];
    odd[1] += four(block + 3) * b[1];
    odd[2] += last_three(block) * b[2];
  }
  return (even[0] + odd[0]) + (even[1] + odd[1]) + (even[2] + odd[2]);
}

/// Of two components, both columns at once.
inline Four row_of_two(const double* block, const double* end, const unsigned* column,
                       const double* x) {
  Four even = {}, odd = {};
  const auto add = [&](Four& sum) {
    const double* const a = x + 2 * *column++;
    sum += four(block) * Four{a[0], a[0], a[1], a[1]};
    block += 4;
  };
  while (end - block >= 8) {
    add(even);
    add(odd);
  }
  if (block != end) add(even);
  const Four both = even + odd;
  return both + __builtin_shufflevector(both, both, 2, 3, 0, 1);
}

template <int D>
void rows_times(unsigned long rows, const unsigned long* begin, const unsigned* column,
                const double* block, const double* x, double* out) {
  for (unsigned long i = 0; i < rows; ++i) {
    const double* const from = block + D * D * begin[i];
    const double* const to = block + D * D * begin[i + 1];
    const Four sum = D == 3 ? row_of_three(from, to, column + begin[i], x)
                            : row_of_two(from, to, column + begin[i], x);
    for (int k = 0; k < D; ++k) out[D * i + k] = sum[k];
  }
}

template <int D>
void blocks_times(unsigned long count, const unsigned* column, const double* block,
                  const double* factor, double* const* out) {
  for (unsigned long at = 0; at < count; ++at, block += D * D) {
    const double* const b = factor + D * D * column[at];
    double* const c = out[at];
    if constexpr (D == 3) {
      const Four a[3] = {four(block), four(block + 3), last_three(block)};
      const auto times = [&](const double* p) { return a[0] * p[0] + a[1] * p[1] + a[2] * p[2]; };
      const Four third = times(b + 6);
      // What is written too much is overwritten by what comes after.
      put_four(c, times(b));
      put_four(c + 3, times(b + 3));
      for (int i = 0; i < 3; ++i) c[6 + i] = third[i];
    } else {
      const Four first = {block[0], block[1], block[0], block[1]};
      const Four second = {block[2], block[3], block[2], block[3]};
      put_four(c, first * Four{b[0], b[0], b[2], b[2]} + second * Four{b[1], b[1], b[3], b[3]});
    }
  }
}

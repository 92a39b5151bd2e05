// What sweeps over TALUS_WIDTH contacts side by side have in common. Included once for each
// instruction set, inside a namespace of its own: nothing here may be shared between them, so no
// header's templates are used.

constexpr int width = TALUS_WIDTH;
constexpr double epsilon = __DBL_EPSILON__;
constexpr double largest = __DBL_MAX__;
using Lanes = double __attribute__((vector_size(8 * TALUS_WIDTH)));

inline Lanes load(const double* p) { return *reinterpret_cast<const Lanes*>(p); }
inline void store(double* p, Lanes x) { *reinterpret_cast<Lanes*>(p) = x; }

/// All bits of a lane set, or none.
using Mask = decltype(Lanes{} < Lanes{});

/// A bit for each lane.
inline unsigned bits(Mask m) {
#if defined(__x86_64__) && TALUS_WIDTH == 8
  using Bits = long long __attribute__((vector_size(64)));
  return __builtin_ia32_cvtq2mask512(reinterpret_cast<Bits>(m));
#elif defined(__x86_64__) && TALUS_WIDTH == 4
  return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<Lanes>(m)));
#elif defined(__x86_64__)
  return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<Lanes>(m)));
#else
  unsigned set = 0;
  for (int i = 0; i < width; ++i) set |= m[i] != 0 ? 1U << i : 0U;
  return set;
#endif
}
inline bool any(Mask m) { return bits(m) != 0; }

inline Lanes size(Lanes x) { return x < 0 ? -x : x; }
inline Lanes larger(Lanes x, Lanes y) { return x < y ? y : x; }

inline Lanes root(Lanes x) {
  Lanes y;
  for (int i = 0; i < width; ++i) y[i] = __builtin_sqrt(x[i]);
  return y;
}

/// Half of a block's cache line: a velocity beside the inverse mass, or a scaled spin (NlgsBlock).
/// It is four numbers however wide the lanes are.
constexpr int row_width = width < 4 ? width : 4;
using RowPart = double __attribute__((vector_size(8 * row_width)));
struct Row {
  RowPart part[4 / row_width];
};

inline RowPart load_part(const double* p) { return *reinterpret_cast<const RowPart*>(p); }
inline void store_part(double* p, RowPart x) { *reinterpret_cast<RowPart*>(p) = x; }

/// Rows of as many blocks as there are lanes turned into columns, one block a lane; and back.
#if TALUS_WIDTH == 8
/// Of two squares of four beside each other.
inline void transpose(Lanes a, Lanes b, Lanes c, Lanes d, Lanes& x, Lanes& y, Lanes& z, Lanes& w) {
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  const Lanes ab_high = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
  const Lanes cd_high = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
  x = __builtin_shufflevector(ab_low, cd_low, 0, 1, 8, 9, 4, 5, 12, 13);
  y = __builtin_shufflevector(ab_high, cd_high, 0, 1, 8, 9, 4, 5, 12, 13);
  z = __builtin_shufflevector(ab_low, cd_low, 2, 3, 10, 11, 6, 7, 14, 15);
  w = __builtin_shufflevector(ab_high, cd_high, 2, 3, 10, 11, 6, 7, 14, 15);
}
inline Lanes beside(RowPart a, RowPart b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline void to_columns(const Row (&r)[8], Lanes (&c)[4]) {
  transpose(beside(r[0].part[0], r[4].part[0]), beside(r[1].part[0], r[5].part[0]),
            beside(r[2].part[0], r[6].part[0]), beside(r[3].part[0], r[7].part[0]), c[0], c[1],
            c[2], c[3]);
}
inline void to_rows(const Lanes (&c)[4], Row (&r)[8]) {
  Lanes both[4];
  transpose(c[0], c[1], c[2], c[3], both[0], both[1], both[2], both[3]);
  for (int i = 0; i < 4; ++i) {
    r[i].part[0] = __builtin_shufflevector(both[i], both[i], 0, 1, 2, 3);
    r[i + 4].part[0] = __builtin_shufflevector(both[i], both[i], 4, 5, 6, 7);
  }
}
#elif TALUS_WIDTH == 4
inline void transpose(Lanes a, Lanes b, Lanes c, Lanes d, Lanes& x, Lanes& y, Lanes& z, Lanes& w) {
  const Lanes ab_low = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Lanes ab_high = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd_low = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Lanes cd_high = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  x = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  y = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  z = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  w = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}
inline void to_columns(const Row (&r)[4], Lanes (&c)[4]) {
  transpose(r[0].part[0], r[1].part[0], r[2].part[0], r[3].part[0], c[0], c[1], c[2], c[3]);
}
inline void to_rows(const Lanes (&c)[4], Row (&r)[4]) {
  transpose(c[0], c[1], c[2], c[3], r[0].part[0], r[1].part[0], r[2].part[0], r[3].part[0]);
}
#else
inline void to_columns(const Row (&r)[2], Lanes (&c)[4]) {
  for (int k = 0; k < 2; ++k) {
    c[2 * k] = __builtin_shufflevector(r[0].part[k], r[1].part[k], 0, 2);
    c[2 * k + 1] = __builtin_shufflevector(r[0].part[k], r[1].part[k], 1, 3);
  }
}
inline void to_rows(const Lanes (&c)[4], Row (&r)[2]) {
  for (int k = 0; k < 2; ++k) {
    r[0].part[k] = __builtin_shufflevector(c[2 * k], c[2 * k + 1], 0, 2);
    r[1].part[k] = __builtin_shufflevector(c[2 * k], c[2 * k + 1], 1, 3);
  }
}
#endif

/// row += or -= by * change; the inverse mass in the last place stays, change having a 0 there.
inline void add(double* row, double by, const Row& change) {
  for (int k = 0; k < 4; k += row_width)
    store_part(row + k, load_part(row + k) + by * change.part[k / row_width]);
}
inline void subtract(double* row, double by, const Row& change) {
  for (int k = 0; k < 4; k += row_width)
    store_part(row + k, load_part(row + k) - by * change.part[k / row_width]);
}

/// A block so many bytes from the first.
template <class Block>
inline const double* at(const Block* blocks, unsigned offset) {
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(blocks) + offset);
}
template <class Block>
inline double* at(Block* blocks, unsigned offset) {
  return reinterpret_cast<double*>(reinterpret_cast<char*>(blocks) + offset);
}

/// Asks memory for what is swept long after: the one of `left` things from here on that is
/// `ahead` of the first. Processors see by themselves that batches follow each other, but not
/// across pages and not far enough while so much is done with each: sweeps from memory are half as
/// fast without (bench/RESULTS.md). Always inlined: gcc takes a function that asks memory and does
/// nothing else for one without effect, and drops its calls.
template <class Thing>
[[gnu::always_inline]] inline void fetch_later(const Thing* things, long left) {
  constexpr int ahead = 8;
  constexpr int line = 64;
  const auto* const later = reinterpret_cast<const char*>(things + (left > ahead ? ahead : 0));
  for (unsigned i = 0; i < sizeof(Thing); i += line) __builtin_prefetch(later + i, 0, 2);
}

/// The same for a batch and, shortly before its turn, for its bodies, whose places follow no
/// pattern.
template <class Batch, class Block>
[[gnu::always_inline]] inline void fetch_ahead(const Batch* batch, const Batch* end,
                                               const Block* blocks) {
  constexpr int bodies_ahead = 4;
  fetch_later(batch, end - batch);
  const Batch* const coming = batch + (end - batch > bodies_ahead ? bodies_ahead : 0);
  for (int i = 0; i < lanes; ++i) {
    __builtin_prefetch(at(blocks, coming->first[i]));
    __builtin_prefetch(at(blocks, coming->second[i]));
  }
}

template <int D>
inline Lanes dot(const Lanes* a, const Lanes* b) {
  Lanes sum = a[0] * b[0];
  for (int i = 1; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

/// Sums over contacts that a sweep tells of itself (SweepSize), each over the contacts of one lane.
struct Sums {
  Lanes change = {};
  Lanes whole = {};
  Lanes against = {};
};

/// The sum over all eight lanes of a batch; the same order for every width.
inline double sum(const Sums* sums, Lanes Sums::*part) {
  double total = 0;
  for (int i = 0; i < lanes; ++i) total += (sums[i / width].*part)[i % width];
  return total;
}

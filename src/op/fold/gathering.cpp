// SPDX-License-Identifier: BSL-1.0
// The loops that combine elements, for several instruction sets.
#include "op/fold/gathering.hpp"
#include <ravel/base/error.hpp>

namespace ravel::detail {

void throw_beyond(const char* what) { throw overflow_error(what); }
void throw_beyond_64_bits(int128 total, const char* what) {
  throw overflow_error(text() << what << " does not fit 64 bits (it is about " << static_cast<double>(total) << ")");
}

// ---- a band of lines: element after element of each

// A kernel is private; else its choice between instruction sets would be visible outside of the library.
#define RAVEL_GATHER(Fold, State, T, loop)                                                                             \
  namespace {                                                                                                          \
  RAVEL_KERNEL void go(Fold how, const T* data, index_t step, index_t n, State* partial, index_t at, index_t period) { \
    loop(how, data, step, n, partial, at, period);                                                                     \
  }                                                                                                                    \
  }                                                                                                                    \
  void gather(Fold how, const T* data, index_t step, index_t n, State* partial, index_t at, index_t period) {          \
    go(how, data, step, n, partial, at, period);                                                                       \
  }

#define RAVEL_GATHER_REAL(T)                                                                                                    \
  RAVEL_GATHER(real_sum<T>, double, T, go_around)                                                                               \
  namespace {                                                                                                                   \
  RAVEL_KERNEL void rows_to_lanes(real_sum<T> how, const T* data, index_t apart, index_t rows, index_t band, double* partial) { \
    go_down(how, data, apart, rows, band, partial);                                                                             \
  }                                                                                                                             \
  }                                                                                                                             \
  void gather_rows(real_sum<T> how, const T* data, index_t apart, index_t rows, index_t band, double* partial) {                \
    rows_to_lanes(how, data, apart, rows, band, partial);                                                                       \
  }
RAVEL_FOR_EACH_REAL(RAVEL_GATHER_REAL)
RAVEL_GATHER(real_product<double>, double, double, go_around)

// ---- in any order: one partial result takes a whole piece, or many take one element each

namespace {

template <class T>
[[gnu::always_inline]] inline std::int64_t add_integers(const T* data, index_t step, index_t n) {
  std::int64_t total = 0;
  if (step == 1) {
    for (index_t i = 0; i < n; ++i) total += static_cast<std::int64_t>(data[i]);
  } else {
    for (index_t i = 0; i < n; ++i) total += static_cast<std::int64_t>(data[i * step]);
  }
  return total;
}

// Adds the upper and the lower 32 bits separately: neither sum can overflow its 64 bits.
template <class T>
  requires(sizeof(T) == 8)
[[gnu::always_inline]] inline int128 add_integers(const T* data, index_t step, index_t n) {
  std::int64_t high = 0, low = 0;
  for (index_t i = 0; i < n; ++i) {
    const T value = data[i * step];
    high += static_cast<std::int64_t>(value >> 32);
    low += static_cast<std::int64_t>(value & T{0xffffffff});
  }
  return (static_cast<int128>(high) << 32) + low;
}

// Bools are bytes of 0 or 1, so the count of 255 of them fits a byte.
[[gnu::always_inline]] inline std::int64_t count_bytes(const unsigned char* data, index_t n) {
  constexpr index_t width = 64;
  std::int64_t total = 0;
  index_t i = 0;
  while (i + width <= n) {
    unsigned char lane[width] = {};
    for (index_t rows = std::min<index_t>(255, (n - i) / width); rows > 0; --rows, i += width) {
      for (index_t j = 0; j < width; ++j) lane[j] = static_cast<unsigned char>(lane[j] + data[i + j]);
    }
    for (index_t j = 0; j < width; ++j) total += lane[j];
  }
  for (; i < n; ++i) total += data[i];
  return total;
}
template <>
[[gnu::always_inline]] inline std::int64_t add_integers(const bool* data, index_t step, index_t n) {
  if (step == 1) return count_bytes(reinterpret_cast<const unsigned char*>(data), n);
  std::int64_t total = 0;
  for (index_t i = 0; i < n; ++i) total += data[i * step];
  return total;
}

template <class Total, class T>
[[gnu::always_inline]] inline void gather_integers(integer_sum<T, Total> how, const T* data, index_t step, index_t n, Total* partial,
                                                   index_t at, index_t period) {
  if (period > 1) return go_around(how, data, step, n, partial, at, period);
  for (index_t i = 0; i < n; i += narrow_limit)
    *partial += static_cast<Total>(add_integers(data + i * step, step, std::min(narrow_limit, n - i)));
}

// As many lanes as fit half of the vector registers; more would spill.
template <class T>
constexpr index_t pick_lanes = sizeof(T) == 8 ? 32 : 64;

// Each lane starts from a value of the block, so that no neutral value is needed.
template <class Fold, class T>
[[gnu::always_inline]] inline T pick(const T* data, index_t step, index_t n) {
  constexpr index_t wide = pick_lanes<T>;
  T lane[static_cast<std::size_t>(wide)];
  for (index_t j = 0; j < wide; ++j) lane[j] = data[0];
  index_t i = 0;
  if (step == 1) {
    for (; i + wide <= n; i += wide) {
      for (index_t j = 0; j < wide; ++j) lane[j] = Fold::next(lane[j], data[i + j]);
    }
  }
  for (; i < n; ++i) lane[0] = Fold::next(lane[0], data[i * step]);
  for (index_t j = 1; j < wide; ++j) lane[0] = Fold::joined(lane[0], lane[j]);
  return lane[0];
}

template <class Fold, class T>
[[gnu::always_inline]] inline void gather_picked(Fold how, const T* data, index_t step, index_t n, T* partial, index_t at, index_t period) {
  if (period > 1 || n < pick_lanes<T>) return go_around(how, data, step, n, partial, at, period);
  *partial = Fold::joined(*partial, pick<Fold>(data, step, n));
}

}  // namespace

template <class T>
using wide_sum = integer_sum<T, int128>;

#define RAVEL_GATHER_NARROW(T) RAVEL_GATHER(narrow_sum<T>, std::int64_t, T, gather_integers)
#define RAVEL_GATHER_PICKED(T)                   \
  RAVEL_GATHER(least_of<T>, T, T, gather_picked) \
  RAVEL_GATHER(greatest_of<T>, T, T, gather_picked)
RAVEL_FOR_EACH_NARROW_INTEGER(RAVEL_GATHER_NARROW)
RAVEL_GATHER(wide_sum<std::int64_t>, int128, std::int64_t, gather_integers)
RAVEL_GATHER(wide_sum<std::uint64_t>, int128, std::uint64_t, gather_integers)
RAVEL_FOR_EACH_ORDERED(RAVEL_GATHER_PICKED)
#undef RAVEL_GATHER_PICKED
#undef RAVEL_GATHER_NARROW
#undef RAVEL_GATHER_REAL
#undef RAVEL_GATHER

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// The loops that add up chunks, for several instruction sets: four lines side by side, in vectors of the machine's length.
#include "op/fold/chunks.hpp"
#include <ravel/base/config.hpp>

#include <cstring>

// Everything is inlined, so no vector crosses a call.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace ravel::detail {

namespace {

#define RAVEL_INLINE [[gnu::always_inline]] inline

template <int Bytes>
struct vector_of {
  typedef double type __attribute__((vector_size(Bytes)));  // GCC ignores the attribute in an alias of a template
  static constexpr index_t length = Bytes / 8;
};
typedef double four_doubles __attribute__((vector_size(32)));

// Loads whole vectors, because GCC 12 converts floats half a vector at a time.
template <class Vector, class T>
RAVEL_INLINE void load(Vector& to, const T* from) {
  double values[sizeof(Vector) / 8];
  for (std::size_t j = 0; j < sizeof(Vector) / 8; ++j) values[j] = static_cast<double>(from[j]);
  std::memcpy(&to, values, sizeof to);
}
template <class Vector>
RAVEL_INLINE void load(Vector& to, const double* from) {
  std::memcpy(&to, from, sizeof to);
}

struct lane_sum {
  static constexpr double none = 0;
  template <class Vector>
  RAVEL_INLINE static void add(Vector& total, const Vector& more) {
    total += more;
  }
};
struct lane_product {
  static constexpr double none = 1;
  template <class Vector>
  RAVEL_INLINE static void add(Vector& total, const Vector& more) {
    total *= more;
  }
};
template <class Op, class Vector>
RAVEL_INLINE Vector together(Vector a, const Vector& b) {
  Op::add(a, b);
  return a;
}

// The lanes of several lines, in vectors. A complex number is a pair of lanes.
template <int Bytes, index_t Lines, index_t Lanes>
struct lanes_of_lines {
  using vector = typename vector_of<Bytes>::type;
  static constexpr index_t each = Lanes / vector_of<Bytes>::length, all = Lines * each;

  vector lane[static_cast<std::size_t>(all)];

  template <class Op, class T>
  RAVEL_INLINE void take(const T* data, index_t apart) {
#pragma GCC unroll 16
    for (index_t v = 0; v < all; ++v) {
      vector x;
      load(x, data + v / each * apart + v % each * vector_of<Bytes>::length);
      Op::add(lane[v], x);
    }
  }

  template <class Op>
  RAVEL_INLINE void join(double* totals) const {
    if constexpr (Lines == 4 && Lanes == 8 && Bytes >= 32) {
      four_doubles half[4];
#pragma GCC unroll 4
      for (std::size_t line = 0; line < 4; ++line) {
        if constexpr (Bytes == 64) {
          half[line] = together<Op>(__builtin_shufflevector(lane[line], lane[line], 0, 1, 2, 3),
                                    __builtin_shufflevector(lane[line], lane[line], 4, 5, 6, 7));
        } else {
          half[line] = together<Op>(lane[2 * line], lane[2 * line + 1]);
        }
      }
      const four_doubles first = halves<Op>(half[0], half[1]), last = halves<Op>(half[2], half[3]);
      const four_doubles found =
          together<Op>(__builtin_shufflevector(first, last, 0, 2, 4, 6), __builtin_shufflevector(first, last, 1, 3, 5, 7));
      std::memcpy(totals, &found, sizeof found);
    } else {
      double values[static_cast<std::size_t>(Lines * Lanes)];
      std::memcpy(values, lane, sizeof values);
      constexpr index_t left = Lanes / lanes;  // doubles per element
      for (index_t line = 0; line < Lines; ++line) {
        double* const of = values + line * Lanes;
        for (index_t width = Lanes / 2; width >= left; width /= 2) {
          for (index_t j = 0; j < width; ++j) of[j] = together<Op>(of[j], of[j + width]);
        }
        std::memcpy(totals + line * left, of, left * sizeof(double));
      }
    }
  }

 private:
  // Lanes 0 and 1 of two lines, after 2 and 3 were joined to them.
  template <class Op>
  RAVEL_INLINE static four_doubles halves(const four_doubles& a, const four_doubles& b) {
    return together<Op>(__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7));
  }
};

// Data in the second cache comes faster with a prefetch. Short pieces are in the first cache.
constexpr index_t short_piece = 4096, bytes_ahead = 8192;
template <class T>
RAVEL_INLINE void ask_ahead(const T* data) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(data) + bytes_ahead));
}

template <class Op, int Bytes, index_t Lines, index_t Lanes, bool Far, class T>
RAVEL_INLINE void add_up(const T* data, index_t apart, index_t length, double* totals) {
  lanes_of_lines<Bytes, Lines, Lanes> sums;
#pragma GCC unroll 16
  for (auto& lane : sums.lane) lane = typename vector_of<Bytes>::type{} + Op::none;
  const index_t rest = length % Lanes, whole = length - rest;
  for (index_t i = 0; i < whole; i += Lanes) {
    sums.template take<Op>(data + i, apart);
    if constexpr (Far) {
      for (index_t line = 0; line < Lines; ++line) ask_ahead(data + line * apart + i);
    }
  }
  if (rest > 0) {
    T room[static_cast<std::size_t>(Lines * Lanes)];  // filled by whole vectors: a load waits for narrower stores
    for (index_t line = 0; line < Lines; ++line) {
      const T* const from = data + line * apart + whole;
#pragma GCC unroll 1
      for (index_t j = 0; j < Lanes; ++j) room[line * Lanes + j] = j < rest ? from[j] : T(Op::none);
    }
    sums.template take<Op>(room, Lanes);
  }
  sums.template join<Op>(totals);
}

template <class Op, int Bytes, index_t Lanes, class T>
RAVEL_INLINE void add_up_lines(const T* data, index_t apart, index_t length, index_t count, double* totals) {
  constexpr index_t several = Bytes == 16 ? 1 : 32 / Lanes, left = Lanes / lanes;
  const bool far = count * length > short_piece;
  for (; several > 1 && count >= several; count -= several, data += several * apart, totals += several * left) {
    far ? add_up<Op, Bytes, several, Lanes, true>(data, apart, length, totals)
        : add_up<Op, Bytes, several, Lanes, false>(data, apart, length, totals);
  }
  for (; count > 0; --count, data += apart, totals += left) add_up<Op, Bytes, 1, Lanes, false>(data, apart, length, totals);
}

template <class Fold, class T>
RAVEL_INLINE void add_up_apart(Fold, const T* data, index_t step, index_t apart, index_t length, index_t count, double* totals) {
  for (; count > 0; --count, data += apart * step) {
    double lane[static_cast<std::size_t>(lanes)];
    std::fill_n(lane, lanes, Fold::none());
    index_t i = 0;
    for (; i + lanes <= length; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] = Fold::next(lane[j], data[(i + j) * step]);
    }
    for (index_t j = 0; i + j < length; ++j) lane[j] = Fold::next(lane[j], data[(i + j) * step]);
    *totals++ = joined_lanes<Fold>(lane);
  }
}

// As RAVEL_KERNEL, but each instruction set uses vectors of its own length: GCC 12 takes longer ones element by element.
#define RAVEL_CHUNK_KERNEL(target, bytes, name, Op, Lanes, T)                                     \
  target void name(const T* data, index_t apart, index_t length, index_t count, double* totals) { \
    add_up_lines<Op, bytes, Lanes>(data, apart, length, count, totals);                           \
  }
#define RAVEL_CHUNK_KERNELS(target, bytes)                                      \
  RAVEL_CHUNK_KERNEL(target, bytes, sums_of_lines, lane_sum, 8, double)         \
  RAVEL_CHUNK_KERNEL(target, bytes, sums_of_lines, lane_sum, 8, float)          \
  RAVEL_CHUNK_KERNEL(target, bytes, products_of_lines, lane_product, 8, double) \
  RAVEL_CHUNK_KERNEL(target, bytes, sums_of_complex, lane_sum, 16, double)      \
  RAVEL_CHUNK_KERNEL(target, bytes, sums_of_complex, lane_sum, 16, float)

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
RAVEL_CHUNK_KERNELS(__attribute__((target("default"))), 16)
RAVEL_CHUNK_KERNELS(__attribute__((target("arch=x86-64-v3"))), 32)
RAVEL_CHUNK_KERNELS(__attribute__((target("arch=x86-64-v4"))), 64)
#else
RAVEL_CHUNK_KERNELS(, 16)
#endif

// A kernel is private; else its choice between instruction sets would be visible outside of the library.
#define RAVEL_KERNELS_OF_PIECES(Fold, T)                                                               \
  RAVEL_KERNEL_V3 void add_piece(Fold how, const T* data, index_t n, double* lane) {                   \
    double now[static_cast<std::size_t>(lanes)]; /* beside the loop, so that they stay in registers */ \
    std::copy_n(lane, lanes, now);                                                                     \
    for (; n >= lanes; n -= lanes, data += lanes) {                                                    \
      for (index_t j = 0; j < lanes; ++j) now[j] = Fold::next(now[j], data[j]);                        \
    }                                                                                                  \
    for (index_t j = 0; j < n; ++j) now[j] = how.next(now[j], data[j]);                                \
    std::copy_n(now, lanes, lane);                                                                     \
  }
RAVEL_KERNELS_OF_PIECES(real_sum<double>, double)
RAVEL_KERNELS_OF_PIECES(real_sum<float>, float)
RAVEL_KERNELS_OF_PIECES(real_product<double>, double)

}  // namespace

#define RAVEL_DEFINE(Fold, T, kernel)                                                                                         \
  void totals_of_lines(Fold how, const T* data, index_t step, index_t apart, index_t length, index_t count, double* totals) { \
    step == 1 ? kernel(data, apart, length, count, totals) : add_up_apart(how, data, step, apart, length, count, totals);     \
  }                                                                                                                           \
  void add_to_lanes(Fold how, const T* data, index_t step, index_t n, double* lane, index_t at) {                             \
    if (step != 1) return add_to_lanes<Fold, T>(how, data, step, n, lane, at);                                                \
    for (; n > 0 && at % lanes > 0; --n, ++at, ++data) lane[at % lanes] = Fold::next(lane[at % lanes], *data);                \
    add_piece(how, data, n, lane);                                                                                            \
  }
RAVEL_DEFINE(real_sum<double>, double, sums_of_lines)
RAVEL_DEFINE(real_sum<float>, float, sums_of_lines)
RAVEL_DEFINE(real_product<double>, double, products_of_lines)

#define RAVEL_DEFINE_COMPLEX(R)                                                                                                          \
  void totals_of_lines(complex_sum<std::complex<R>> how, const std::complex<R>* data, index_t step, index_t apart, index_t length,       \
                       index_t count, std::complex<double>* totals) {                                                                    \
    if (step != 1) return totals_of_lines<complex_sum<std::complex<R>>, std::complex<R>>(how, data, step, apart, length, count, totals); \
    sums_of_complex(reinterpret_cast<const R*>(data), 2 * apart, 2 * length, count, reinterpret_cast<double*>(totals));                  \
  }
RAVEL_DEFINE_COMPLEX(float)
RAVEL_DEFINE_COMPLEX(double)

}  // namespace ravel::detail

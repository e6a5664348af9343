// SPDX-License-Identifier: BSL-1.0
// Sums and products of every element type. Floating kernels keep 32 partial results in double; integers below 64 bits add up in int64 in
// pieces that cannot overflow, wider ones in two halves, and the total in 128 bits.
#include <ravel/base/error.hpp>
#include <ravel/element/for_each.hpp>
#include <ravel/op/reducers.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/reader/read.hpp>

namespace ravel::detail {

namespace {

using wide = int128;

struct add {
  double operator()(double a, double b) const { return a + b; }
};
struct multiply {
  double operator()(double a, double b) const { return a * b; }
};

// partial[j] gathers the elements j, j + Lanes, j + 2 Lanes, …
template <index_t Lanes, class Function, class T>
[[gnu::always_inline]] inline void gather_lanes(Function function, const T* data, index_t step, index_t n, double* partial) {
  double lane[static_cast<std::size_t>(Lanes)];
  for (index_t j = 0; j < Lanes; ++j) lane[j] = partial[j];
  index_t i = 0;
  if (step == 1) {
    for (; i + Lanes <= n; i += Lanes) {
      for (index_t j = 0; j < Lanes; ++j) lane[j] = function(lane[j], static_cast<double>(data[i + j]));
    }
  } else {
    for (; i + Lanes <= n; i += Lanes) {
      for (index_t j = 0; j < Lanes; ++j) lane[j] = function(lane[j], static_cast<double>(data[(i + j) * step]));
    }
  }
  for (index_t j = 0; i + j < n; ++j) lane[j] = function(lane[j], static_cast<double>(data[(i + j) * step]));
  for (index_t j = 0; j < Lanes; ++j) partial[j] = lane[j];
}

#define RAVEL_LANE_KERNELS(T)                                                                 \
  RAVEL_KERNEL void add_lanes(const T* data, index_t step, index_t n, double* partial) {      \
    gather_lanes<lanes>(add{}, data, step, n, partial);                                       \
  }                                                                                           \
  RAVEL_KERNEL void multiply_lanes(const T* data, index_t step, index_t n, double* partial) { \
    gather_lanes<lanes>(multiply{}, data, step, n, partial);                                  \
  }                                                                                           \
  /* Complex numbers lie as pairs of reals: twice the lanes, the even ones real. */           \
  RAVEL_KERNEL void add_pairs(const T* data, index_t n, double* partial) { gather_lanes<2 * lanes>(add{}, data, 1, n, partial); }
RAVEL_FOR_EACH_REAL(RAVEL_LANE_KERNELS)
#undef RAVEL_LANE_KERNELS

template <class T>
[[gnu::always_inline]] inline std::int64_t add_integers(const T* data, index_t step, index_t n) {
  std::int64_t total = 0;
  if (step == 1) {
    for (index_t i = 0; i < n; ++i) total += data[i];
  } else {
    for (index_t i = 0; i < n; ++i) total += data[i * step];
  }
  return total;
}

struct halves {
  std::int64_t high = 0;  // of the upper 32 bits, with the sign
  std::int64_t low = 0;
};

template <class T>
[[gnu::always_inline]] inline halves add_halves(const T* data, index_t step, index_t n) {
  std::int64_t high = 0, low = 0;
  for (index_t i = 0; i < n; ++i) {
    const T value = data[i * step];
    high += static_cast<std::int64_t>(value >> 32);
    low += static_cast<std::int64_t>(value & T{0xffffffff});
  }
  return {high, low};
}

#define RAVEL_SUM_KERNEL(T) \
  RAVEL_KERNEL std::int64_t add_piece(const T* data, index_t step, index_t n) { return add_integers(data, step, n); }
RAVEL_SUM_KERNEL(std::int8_t)
RAVEL_SUM_KERNEL(std::int16_t)
RAVEL_SUM_KERNEL(std::int32_t)
RAVEL_SUM_KERNEL(std::uint8_t)
RAVEL_SUM_KERNEL(std::uint16_t)
RAVEL_SUM_KERNEL(std::uint32_t)
#undef RAVEL_SUM_KERNEL

// Bools are bytes of 0 or 1, and 255 of them fit a byte.
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

RAVEL_KERNEL std::int64_t add_piece(const bool* data, index_t step, index_t n) {
  return step == 1 ? count_bytes(reinterpret_cast<const unsigned char*>(data), n) : add_integers(data, step, n);
}
RAVEL_KERNEL halves add_piece(const std::int64_t* data, index_t step, index_t n) { return add_halves(data, step, n); }
RAVEL_KERNEL halves add_piece(const std::uint64_t* data, index_t step, index_t n) { return add_halves(data, step, n); }

wide as_wide(std::int64_t piece) { return piece; }
wide as_wide(halves piece) { return (static_cast<wide>(piece.high) << 32) + piece.low; }

// No piece of 2^30 elements can overflow its 64 bits.
template <class T>
wide integer_total(const node<T>& source) {
  constexpr index_t longest = index_t{1} << 30;
  wide total = 0;
  each_block(source, 0, source.size(), [&](block<const T> b, index_t, index_t n) {
    for (index_t i = 0; i < n; i += longest) total += as_wide(add_piece(b.data + i * b.step, b.step, std::min(longest, n - i)));
  });
  return total;
}

template <class S>
S narrow(wide total, const char* what) {
  if (total < std::numeric_limits<S>::min() || total > std::numeric_limits<S>::max()) {
    throw overflow_error(text() << what << " does not fit 64 bits (it is about " << static_cast<double>(total) << ")");
  }
  return static_cast<S>(total);
}

double combine(double* partial, index_t count, index_t stride, double (*function)(double, double)) {
  for (index_t width = count / 2; width > 0; width /= 2) {
    for (index_t j = 0; j < width; ++j) partial[j * stride] = function(partial[j * stride], partial[(j + width) * stride]);
  }
  return partial[0];
}

double sum_two(double a, double b) { return a + b; }
double product_two(double a, double b) { return a * b; }

void add_lanes(const bool* data, index_t step, index_t n, std::int64_t* count) { *count += add_piece(data, step, n); }

// Blocks go to the lanes without being written where the node can do so; an expression over memory is one loop from end to end.
template <class T>
void add_all_to_lanes(const node<T>& source, lane_t<T>* partial) {
  if (source.memory().data) return add_lanes(source.memory().data, source.memory().step, source.size(), partial);
  arena none({}, 0);
  if (source.direct() && source.add_to_lanes(0, source.size(), nullptr, partial, none)) return;
  evaluation run(0, source.size(), scratch_need::room_for<T>(), evaluation::blocks::fitting, source);
  const scratch<T> room(run.memory(), run.length());
  while (run.next()) {
    if (source.add_to_lanes(run.position(), run.size(), room.data(), partial, run.memory())) continue;
    const block<const T> b = run.pull(source, room.data());
    add_lanes(b.data, b.step, run.size(), partial);
  }
}

template <class C>
std::complex<double> complex_total(const node<C>& source) {
  using R = typename C::value_type;
  static_assert(block_length<C> % lanes == 0, "lanes would shift from one block to the next");
  double partial[2 * lanes] = {};
  C room[block_length<C>];
  each_block(source, 0, source.size(), [&](block<const C> b, index_t, index_t n) {
    if (b.step == 1) {
      add_pairs(reinterpret_cast<const R*>(b.data), 2 * n, partial);
      return;
    }
    for (index_t i = 0; i < n; i += block_length<C>) {
      const index_t count = std::min(block_length<C>, n - i);
      spread(block<const C>{b.data + i * b.step, b.step}, count, room);
      add_pairs(reinterpret_cast<const R*>(room), 2 * count, partial);
    }
  });
  return {combine(partial, lanes, 2, sum_two), combine(partial + 1, lanes, 2, sum_two)};
}

template <class C>
std::complex<double> complex_product(const node<C>& source) {
  std::complex<double> product = 1;
  each_block(source, 0, source.size(), [&](block<const C> b, index_t, index_t n) {
    for (index_t i = 0; i < n; ++i) product = multiply_values(product, std::complex<double>(b.data[i * b.step]));
  });
  return product;
}

// Exact. Once beyond 128 bits only a factor of 0 brings it back, so that the rest is searched for one.
template <class S, class T>
S integer_product(const node<T>& source) {
  wide product = 1;
  bool zero = false, beyond = false;
  each_block(source, 0, source.size(), [&](block<const T> b, index_t, index_t n) {
    for (index_t i = 0; i < n && !zero; ++i) {
      const wide factor = b.data[i * b.step];
      zero = factor == 0;
      beyond = beyond || __builtin_mul_overflow(product, factor, &product);
    }
    return !zero;
  });
  if (zero) return 0;
  if (beyond) throw overflow_error("the product of the integers does not fit 64 bits, nor 128");
  return narrow<S>(product, "the product of the integers");
}

}  // namespace

template <class T>
accumulator_t<T> total_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    return complex_total(source);
  } else if constexpr (real_element<T>) {
    static_assert(block_length<T> % lanes == 0, "lanes would shift from one block to the next");
    double partial[lanes] = {};
    add_all_to_lanes(source, partial);
    return combine(partial, lanes, 1, sum_two);
  } else if constexpr (boolean_element<T>) {
    std::int64_t count = 0;
    add_all_to_lanes(source, &count);
    return count;
  } else {
    return narrow<sum_t<T>>(integer_total(source), "the sum of the integers");
  }
}

template <class T>
accumulator_t<T> product_of(const node<T>& source) {
  if constexpr (complex_element<T>) {
    return complex_product(source);
  } else if constexpr (real_element<T>) {
    double partial[lanes];
    std::fill_n(partial, lanes, 1.0);
    each_block(source, 0, source.size(), [&](block<const T> b, index_t, index_t n) { multiply_lanes(b.data, b.step, n, partial); });
    return combine(partial, lanes, 1, product_two);
  } else {
    return integer_product<sum_t<T>>(source);
  }
}

template <class T>
double mean_of_integers(const node<T>& source) {
  return static_cast<double>(integer_total(source)) / static_cast<double>(source.size());
}

// 128 bits as a state that can be copied and sent.
wide whole(const wide_total& total) { return static_cast<wide>((static_cast<uint128>(total.high) << 64) + total.low); }
wide_total parts(wide total) { return {static_cast<std::uint64_t>(total), static_cast<std::int64_t>(total >> 64)}; }

void add_total(wide_total& total, const wide_total& more) { total = parts(whole(total) + whole(more)); }

template <class T>
partial_total_t<T> total_in(std::span<const T> block) {
  const auto n = static_cast<index_t>(block.size());
  if constexpr (real_element<T>) {
    double partial[lanes] = {};
    add_lanes(block.data(), 1, n, partial);
    return combine(partial, lanes, 1, sum_two);
  } else {
    return parts(as_wide(add_piece(block.data(), 1, n)));
  }
}

template <class T>
sum_t<T> narrow_total(const wide_total& total) {
  return narrow<sum_t<T>>(whole(total), "the sum of the integers");
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API partial_total_t<T> total_in(std::span<const T>);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T) template RAVEL_API sum_t<T> narrow_total<T>(const wide_total&);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T)                                    \
  template RAVEL_API accumulator_t<T> total_of(const node<T>&); \
  template RAVEL_API accumulator_t<T> product_of(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

#define RAVEL_INSTANTIATE(T) template RAVEL_API double mean_of_integers(const node<T>&);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail

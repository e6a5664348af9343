// SPDX-License-Identifier: BSL-1.0
// How the elements of a line go together into partial results: the one place where sums, products and extremes are added up, of a whole
// reader, of a line, and of a strip of lines side by side. For the library's own sources; the loops are compiled once, in src/.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/extreme.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

[[noreturn]] void throw_beyond(const char* what);
[[noreturn]] void throw_beyond_64_bits(int128 total, const char* what);
template <class S>
S in_64_bits(int128 total, const char* what) {
  if (total < std::numeric_limits<S>::min() || total > std::numeric_limits<S>::max()) throw_beyond_64_bits(total, what);
  return static_cast<S>(total);
}

// ---- what is kept while elements come: `first` of an element, `next` with one more, two of them `joined`

// As many as `lanes` partial results where the order matters: element i goes to number i mod lanes.
template <class T>
struct real_sum {
  using adds = void;  // a zero changes nothing
  using state = double;
  static constexpr index_t lanes = detail::lanes;
  static double first(T value) { return 0.0 + static_cast<double>(value); }
  static double next(double total, T value) { return total + static_cast<double>(value); }
  static double joined(double a, double b) { return a + b; }
};

template <class T>
struct complex_sum {
  using adds = void;  // a zero changes nothing
  using state = std::complex<double>;
  static constexpr index_t lanes = detail::lanes;
  static state first(T value) { return next(state{}, value); }
  static state next(state total, T value) { return add_values(total, promoted<state>(value)); }
  static state joined(state a, state b) { return add_values(a, b); }
};

// The order does not matter: there are as many as one likes.
template <class T, class Total>
struct integer_sum {
  using adds = void;
  using state = Total;
  static constexpr index_t lanes = 1;
  static Total first(T value) { return static_cast<Total>(value); }
  static Total next(Total total, T value) { return total + static_cast<Total>(value); }
  static Total joined(Total a, Total b) { return a + b; }
};

template <class T>
struct real_product {
  using state = double;
  static constexpr index_t lanes = detail::lanes;
  static double first(T value) { return 1.0 * static_cast<double>(value); }
  static double next(double product, T value) { return product * static_cast<double>(value); }
  static double joined(double a, double b) { return a * b; }
};

// One after the other.
template <class T>
struct complex_product {
  using multiplies = void;
  using state = std::complex<double>;
  static constexpr index_t lanes = 0;
  static state first(T value) { return next(state{1}, value); }
  static state next(state product, T value) { return multiply_values(product, promoted<state>(value)); }
  static state joined(state a, state b) { return multiply_values(a, b); }
};

// Exact. Once beyond 128 bits only a factor of 0 brings it back.
struct integer_factors {
  int128 product = 1;
  bool zero = false, beyond = false;

  template <class S>
  S result() const {
    if (zero) return 0;
    if (beyond) throw_beyond("the product of the integers does not fit 64 bits, nor 128");
    return in_64_bits<S>(product, "the product of the integers");
  }
};
template <class T>
struct integer_product {
  using multiplies = void;  // which takes longer than the way to a partial result
  using state = integer_factors;
  static constexpr index_t lanes = 1;
  static state first(T value) { return next({}, value); }
  static state next(state s, T value) { return joined(s, {value, value == 0, false}); }
  static state joined(state a, const state& b) {
    a.zero = a.zero || b.zero;
    a.beyond = a.beyond || b.beyond || (!a.zero && __builtin_mul_overflow(a.product, b.product, &a.product));
    return a;
  }
};

template <class Before, class T>
struct picked {
  using picks = void;  // an element again changes nothing
  using state = T;
  static constexpr index_t lanes = 1;
  static T first(T value) { return value; }
  static T next(T found, T value) { return preferred<Before>(found, value); }
  static T joined(T a, T b) { return preferred<Before>(a, b); }
};

// ---- the loops

// Extremes have one partial result for each line, which stay near: there it is better to read memory in its order.
template <class How>
constexpr bool takes_several([[maybe_unused]] index_t period) {
  constexpr index_t short_row = 16;
  if constexpr (requires { typename How::multiplies; }) return false;
  return !requires { typename How::picks; } || period < short_row;
}

// As many elements for each partial result at once: less of the way to and from partial results that no register holds.
template <index_t Each, class How, class T>
[[gnu::always_inline]] inline void take_several(How, const T* data, typename How::state* __restrict to, index_t period) {
  for (index_t j = 0; j < period; ++j) {
    typename How::state now = to[j];
    for (index_t k = 0; k < Each; ++k) now = How::next(now, data[j + k * period]);
    to[j] = now;
  }
}

// Partial results at, at + 1, … of `period`, and around, each with the next element.
template <class How, class T>
[[gnu::always_inline]] inline void go_around(How how, const T* data, index_t step, index_t n, typename How::state* __restrict partial,
                                             index_t at, index_t period) {
  while (n > 0) {
    auto* const to = partial + at;
    if (at == 0 && step == 1 && n >= 2 * period && takes_several<How>(period)) {
      const index_t each = n >= 8 * period ? 8 : n >= 4 * period ? 4 : 2;
      if (each == 8) take_several<8>(how, data, to, period);
      if (each == 4) take_several<4>(how, data, to, period);
      if (each == 2) take_several<2>(how, data, to, period);
      data += each * period;
      n -= each * period;
      continue;
    }
    const index_t count = std::min(n, period - at);
    if (step == 1) {
      for (index_t j = 0; j < count; ++j) to[j] = How::next(to[j], data[j]);
    } else {
      for (index_t j = 0; j < count; ++j) to[j] = How::next(to[j], data[j * step]);
    }
    data += count * step;
    n -= count;
    at = 0;
  }
}

// The same for any way that has no loop of its own in src/.
template <class How, class T>
void gather(How how, const T* data, index_t step, index_t n, typename How::state* partial, index_t at, index_t period) {
  go_around(how, data, step, n, partial, at, period);
}

// Elements of a direct node that are added up without being written; false where it cannot do so.
template <class T>
bool add_directly(const node<T>& source, index_t start, index_t n, lane_t<T>* partial, arena& none) {
  static_assert(watched_pieces::longest % lanes == 0, "lanes would shift from one piece to the next");
  for (watched_pieces at(n); at.next();) {
    if (!source.add_to_lanes(start + at.done(), at.size(), nullptr, partial, none)) return false;
  }
  return true;
}

// ---- of sparse elements: those that are stored, each to the partial result that it would go to among all, and the fills between them

// One element so many times, which is not 0.
template <class How, class T>
typename How::state gathered_times(T value, index_t times) {
  typename How::state once = How::first(value), many = once;
  if constexpr (requires { typename How::picks; }) return once;
  for (--times; times > 0; times /= 2) {
    if (times % 2 == 1) many = How::joined(many, once);
    once = How::joined(once, once);
  }
  return many;
}

// Each block in one loop that knows how many partial results there are.
template <class How, class T>
class entry_gathering {
 public:
  entry_gathering(typename How::state* partial, const T& fill) : partial_(partial), fill_(fill) {
    if constexpr (requires { typename How::adds; }) fill_adds_nothing_ = fill == T{};
  }

  void take(const entry_block<T>& b) {
    if (period == 1) {
      gather(How{}, b.values, 1, b.count, partial_, 0, 1);
      stored_[0] += b.count;
    } else if (fill_adds_nothing_) {
      for (index_t i = 0; i < b.count; ++i) add(lane_of(b.positions[i]), b.values[i]);
    } else {
      for (index_t i = 0; i < b.count; ++i) {
        add(lane_of(b.positions[i]), b.values[i]);
        ++stored_[lane_of(b.positions[i])];
      }
    }
  }
  // Of n elements in all.
  void finish(index_t n) {
    if (fill_adds_nothing_) return;
    for (index_t at = 0; at < period; ++at) {
      const index_t fills = (n - at + period - 1) / period - stored_[static_cast<std::size_t>(at)];
      if (fills > 0) partial_[at] = How::joined(partial_[at], gathered_times<How>(fill_, fills));
    }
  }

 private:
  static constexpr index_t period = How::lanes == lanes ? lanes : 1;
  static std::size_t lane_of(index_t position) { return static_cast<std::size_t>(position) % static_cast<std::size_t>(period); }
  void add(std::size_t lane, const T& value) { partial_[lane] = How::next(partial_[lane], value); }

  typename How::state* partial_;
  const T& fill_;
  bool fill_adds_nothing_ = false;
  index_t stored_[static_cast<std::size_t>(period)] = {};
};

// Joins `joined` partial results of each place of a strip into the first, in the one order of all sums.
template <class How>
[[gnu::always_inline]] inline void join_lanes(typename How::state* partial, index_t joined, index_t strip) {
  for (index_t width = lanes / 2; width > 0; width /= 2) {
    const index_t count = std::min(width, joined - width) * strip;
    for (index_t k = 0; k < count; ++k) partial[k] = How::joined(partial[k], partial[k + width * strip]);
  }
}

// Lines of fewer than `lanes` elements are short: many stand side by side, and each step of their sums is one loop over all of them. Those
// of up to `unrolled` elements, which is what pixels and points have, keep their partial results in registers.
inline constexpr index_t short_lines = 16;
template <class T>
inline constexpr index_t unrolled = std::floating_point<T> ? 8 : 4;

// No more lines than `short_lines`.
template <class How, class T>
[[gnu::always_inline]] inline void go_along_short(How, const T* data, index_t step, index_t inner, index_t count,
                                                  typename How::state* __restrict out) {
  if constexpr (How::lanes == lanes) {
    typename How::state lane[static_cast<std::size_t>(lanes * short_lines)];
    for (index_t j = 0; j < inner; ++j) {
      for (index_t line = 0; line < count; ++line) lane[j * count + line] = How::first(data[(line * inner + j) * step]);
    }
    join_lanes<How>(lane, inner, count);
    std::copy_n(lane, count, out);
  } else {
    for (index_t line = 0; line < count; ++line) out[line] = How::first(data[line * inner * step]);
    for (index_t j = 1; j < inner; ++j) {
      for (index_t line = 0; line < count; ++line) out[line] = How::next(out[line], data[(line * inner + j) * step]);
    }
  }
}
template <class How, class T>
void gather_short_lines(How how, const T* data, index_t step, index_t inner, index_t count, typename How::state* out) {
  if constexpr (requires { gather_unrolled(how, data, inner, count, out); }) {
    if (step == 1 && inner <= unrolled<T>) return gather_unrolled(how, data, inner, count, out);
  }
  for (; count > 0; count -= short_lines, out += short_lines, data += short_lines * inner * step)
    go_along_short(how, data, step, inner, std::min(count, short_lines), out);
}

// Lines of at least `lanes` elements, one after the other, each to a result.
template <class How, class T>
[[gnu::always_inline]] inline void go_along_lines(How how, const T* data, index_t step, index_t inner, index_t count,
                                                  typename How::state* __restrict out) {
  for (; count > 0; --count, data += inner * step) {
    if constexpr (How::lanes != lanes) {
      *out = How::first(*data);
      gather(how, data + step, step, inner - 1, out++, 0, 1);
    } else {
      typename How::state lane[static_cast<std::size_t>(lanes)];
      for (index_t j = 0; j < lanes; ++j) lane[j] = How::first(data[j * step]);
      index_t i = lanes;
      if (step == 1) {
        for (; i + lanes <= inner; i += lanes) {
          for (index_t j = 0; j < lanes; ++j) lane[j] = How::next(lane[j], data[i + j]);
        }
      }
      for (; i < inner; i += lanes) {
        for (index_t j = 0; j < std::min(lanes, inner - i); ++j) lane[j] = How::next(lane[j], data[(i + j) * step]);
      }
      for (index_t width = lanes / 2; width > 0; width /= 2) {
        for (index_t k = 0; k < width; ++k) lane[k] = How::joined(lane[k], lane[k + width]);
      }
      *out++ = lane[0];
    }
  }
}
template <class How, class T>
void gather_lines(How how, const T* data, index_t step, index_t inner, index_t count, typename How::state* out) {
  go_along_lines(how, data, step, inner, count, out);
}

#define RAVEL_DECLARE(T)                                                                                             \
  void gather(real_sum<T> how, const T* data, index_t step, index_t n, double* partial, index_t at, index_t period); \
  void gather_lines(real_sum<T> how, const T* data, index_t step, index_t inner, index_t count, double* out);        \
  void gather_unrolled(real_sum<T> how, const T* data, index_t inner, index_t count, double* out);
RAVEL_FOR_EACH_REAL(RAVEL_DECLARE)
#undef RAVEL_DECLARE
void gather(real_product<double> how, const double* data, index_t step, index_t n, double* partial, index_t at, index_t period);
// A name without a comma, for macros.
template <class T>
using narrow_sum = integer_sum<T, std::int64_t>;
template <class T>
using least_of = picked<least, T>;
template <class T>
using greatest_of = picked<greatest, T>;
// Sums of so many of them have room in 64 bits.
inline constexpr index_t narrow_limit = index_t{1} << 30;
#define RAVEL_FOR_EACH_NARROW_INTEGER(X) \
  X(bool) X(std::int8_t) X(std::int16_t) X(std::int32_t) X(std::uint8_t) X(std::uint16_t) X(std::uint32_t)
#define RAVEL_DECLARE(T)                                                                                                   \
  void gather(integer_sum<T, std::int64_t> how, const T* data, index_t step, index_t n, std::int64_t* partial, index_t at, \
              index_t period);                                                                                             \
  void gather_unrolled(integer_sum<T, std::int64_t> how, const T* data, index_t inner, index_t count, std::int64_t* out);
RAVEL_FOR_EACH_NARROW_INTEGER(RAVEL_DECLARE)
#undef RAVEL_DECLARE
#define RAVEL_DECLARE(T) \
  void gather(integer_sum<T, int128> how, const T* data, index_t step, index_t n, int128* partial, index_t at, index_t period);
RAVEL_DECLARE(std::int64_t)
RAVEL_DECLARE(std::uint64_t)
#undef RAVEL_DECLARE
#define RAVEL_DECLARE(T)                                                                                                \
  void gather(picked<least, T> how, const T* data, index_t step, index_t n, T* partial, index_t at, index_t period);    \
  void gather(picked<greatest, T> how, const T* data, index_t step, index_t n, T* partial, index_t at, index_t period); \
  void gather_unrolled(picked<least, T> how, const T* data, index_t inner, index_t count, T* out);                      \
  void gather_unrolled(picked<greatest, T> how, const T* data, index_t inner, index_t count, T* out);
RAVEL_FOR_EACH_ORDERED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// More of them go there piece by piece.
template <class T>
  requires(sizeof(T) < 8)
void gather(integer_sum<T, int128> how, const T* data, index_t step, index_t n, int128* partial, index_t at, index_t period) {
  if (period > 1) return go_around(how, data, step, n, partial, at, period);
  for (index_t i = 0; i < n; i += narrow_limit) {
    std::int64_t total = 0;
    gather(integer_sum<T, std::int64_t>{}, data + i * step, step, std::min(narrow_limit, n - i), &total, 0, 1);
    *partial += total;
  }
}

// Complex numbers lie as pairs of reals, and so do their sums.
template <class C>
void gather(complex_sum<C> how, const C* data, index_t step, index_t n, std::complex<double>* partial, index_t at, index_t period) {
  using R = typename C::value_type;
  if (step != 1) return go_around(how, data, step, n, partial, at, period);
  gather(real_sum<R>{}, reinterpret_cast<const R*>(data), 1, 2 * n, reinterpret_cast<double*>(partial), 2 * at, 2 * period);
}

}  // namespace ravel::detail

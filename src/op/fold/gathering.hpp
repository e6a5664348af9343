// SPDX-License-Identifier: BSL-1.0
// Combines the elements of a line into partial results: for exact sums, products and extremes, of a whole reader, of a line, and of a band
// of lines side by side (floating ones too). Only for the library's own sources; the loops are compiled once, in src/.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/read.hpp>
#include "op/fold/chunks.hpp"

namespace ravel::detail {

[[noreturn]] void throw_beyond(const char* what);
[[noreturn]] void throw_beyond_64_bits(int128 total, const char* what);
template <class S>
S in_64_bits(int128 total, const char* what) {
  if (total < std::numeric_limits<S>::min() || total > std::numeric_limits<S>::max()) throw_beyond_64_bits(total, what);
  return static_cast<S>(total);
}

// ---- states for elements whose order does not matter: `first` of one element, `next` with one more, `joined` of two states

template <class T, class Total>
struct integer_sum {
  using adds = void;
  using state = Total;
  static Total first(T value) { return static_cast<Total>(value); }
  static Total next(Total total, T value) { return total + static_cast<Total>(value); }
  static Total joined(Total a, Total b) { return a + b; }
};

template <class S>
S integer_factors::result() const {
  if (zero) return 0;
  if (beyond) throw_beyond("the product of the integers does not fit 64 bits, nor 128");
  return in_64_bits<S>(product, "the product of the integers");
}
template <class T>
struct integer_product {
  using multiplies = void;  // takes longer than reaching the partial result
  using state = integer_factors;
  static state first(T value) { return next({}, value); }
  static state next(state s, T value) { return joined(s, {value, value == 0, false}); }
  static state joined(state a, const state& b) {
    a.multiply(b);
    return a;
  }
};

template <class Before, class T>
struct picked {
  using picks = void;  // repeating an element changes nothing
  using state = T;
  static T first(T value) { return value; }
  static T next(T found, T value) { return preferred<Before>(found, value); }
  static T joined(T a, T b) { return preferred<Before>(a, b); }
};

// ---- the loops

// Extremes have one partial result for each line, close together, so reading memory in its order is faster.
template <class Fold>
constexpr bool takes_several([[maybe_unused]] index_t period) {
  constexpr index_t short_row = 16;
  if constexpr (requires { typename Fold::multiplies; }) return false;
  return !requires { typename Fold::picks; } || period < short_row;
}

// Takes `Each` elements for each partial result at once. That saves loads and stores of partial results, which no register holds.
template <index_t Each, class Fold, class T>
[[gnu::always_inline]] inline void take_several(Fold, const T* data, typename Fold::state* __restrict to, index_t period) {
  for (index_t j = 0; j < period; ++j) {
    typename Fold::state now = to[j];
    for (index_t k = 0; k < Each; ++k) now = Fold::next(now, data[j + k * period]);
    to[j] = now;
  }
}

// Gives the next elements to partial results at, at + 1, … of `period`, cyclically.
template <class Fold, class T>
[[gnu::always_inline]] inline void go_around(Fold how, const T* data, index_t step, index_t n, typename Fold::state* __restrict partial,
                                             index_t at, index_t period) {
  while (n > 0) {
    auto* const to = partial + at;
    if (at == 0 && step == 1 && n >= 2 * period && takes_several<Fold>(period)) {
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
      for (index_t j = 0; j < count; ++j) to[j] = Fold::next(to[j], data[j]);
    } else {
      for (index_t j = 0; j < count; ++j) to[j] = Fold::next(to[j], data[j * step]);
    }
    data += count * step;
    n -= count;
    at = 0;
  }
}

// Sets the lanes from rows of memory that lie `apart`, no more rows than a chunk has.
template <index_t Rows, bool First, class Fold, class T>
[[gnu::always_inline]] inline void take_rows(Fold, const T* data, index_t apart, index_t width, typename Fold::state* __restrict to) {
  for (index_t j = 0; j < width; ++j) {
    typename Fold::state now = First ? Fold::none() : to[j];
    for (index_t k = 0; k < Rows; ++k) now = Fold::next(now, data[j + k * apart]);
    to[j] = now;
  }
}
template <bool First, class Fold, class T>
[[gnu::always_inline]] inline void take_rows(Fold how, const T* data, index_t apart, index_t rows, index_t width,
                                             typename Fold::state* __restrict to) {
  if (rows == 8) return take_rows<8, First>(how, data, apart, width, to);
  take_rows<1, First>(how, data, apart, width, to);
  for (index_t k = 1; k < rows; ++k) take_rows<1, false>(how, data + k * apart, apart, width, to);
}
template <class Fold, class T>
[[gnu::always_inline]] inline void go_down(Fold how, const T* data, index_t apart, index_t rows, index_t band,
                                           typename Fold::state* partial) {
  constexpr index_t widest = 512, together = 8 * lanes;  // columns and rows that stay in the first cache
  for (index_t column = 0; column < band; column += widest) {
    const index_t width = std::min(widest, band - column);
    for (index_t row = 0; row < rows; row += together) {
      for (index_t lane = 0; lane < std::min(lanes, rows - row); ++lane) {
        const index_t of_lane = std::min<index_t>(8, (rows - row - lane - 1) / lanes + 1);
        const T* const first = data + (row + lane) * apart + column;
        auto* const to = partial + lane * band + column;
        row == 0 ? take_rows<true>(how, first, lanes * apart, of_lane, width, to)
                 : take_rows<false>(how, first, lanes * apart, of_lane, width, to);
      }
    }
  }
}
template <class Fold, class T>
void gather_rows(Fold how, const T* data, index_t apart, index_t rows, index_t band, typename Fold::state* partial) {
  go_down(how, data, apart, rows, band, partial);
}

// The same for any fold without a loop of its own in src/.
template <class Fold, class T>
void gather(Fold how, const T* data, index_t step, index_t n, typename Fold::state* partial, index_t at, index_t period) {
  go_around(how, data, step, n, partial, at, period);
}

// Joins `joined` partial results of each place of a band into the first, in the order that all sums have.
template <class Fold>
[[gnu::always_inline]] inline void join_lanes(typename Fold::state* partial, index_t joined, index_t band) {
  for (auto width = static_cast<index_t>(std::bit_ceil(static_cast<std::uint64_t>(joined))) / 2; width > 0; width /= 2) {
    const index_t count = std::min(width, joined - width) * band;
    for (index_t k = 0; k < count; ++k) partial[k] = Fold::joined(partial[k], partial[k + width * band]);
  }
}

// A line whose elements come in pieces, in any order.
template <class Fold, class T>
class exact_line {
 public:
  void take(const T* data, index_t step, index_t n) {
    if constexpr (requires { typename Fold::picks; }) {  // no value is neutral
      if (n > 0 && !std::exchange(begun_, true)) found_ = *data;
    }
    gather(Fold{}, data, step, n, &found_, 0, 1);
  }
  void take_totals(const typename Fold::state* total, index_t) { found_ = Fold::joined(found_, *total); }
  // Ends the line; the next one begins.
  typename Fold::state finish() {
    begun_ = false;
    return std::exchange(found_, {});
  }

 private:
  typename Fold::state found_{};
  bool begun_ = false;
};

// True if a node may add up elements of T for such a line: see node::add_up.
template <class T>
inline constexpr bool may_add_up = false;
template <real_element T>
inline constexpr bool may_add_up<line_total<real_sum<T>, T>> = true;
template <>
inline constexpr bool may_add_up<exact_line<integer_sum<bool, std::int64_t>, bool>> = true;

// The next elements of a line, which begin a chunk; at most `piece_to_add_up`. False if the node has no loop for them.
inline constexpr index_t piece_to_add_up = 256 * chunk_length;
template <class Line, class T>
bool add_up_piece(const node<T>& source, index_t start, index_t n, std::type_identity_t<T>* room, Line& line, arena& from) {
  if constexpr (may_add_up<Line>) {
    chunk_total_t<T> totals[static_cast<std::size_t>(piece_to_add_up / chunk_length)];
    if (!source.add_up(start, n, room, totals, from)) return false;
    line.take_totals(totals, chunk_count(n));
    return true;
  }
  return false;
}
// Adds up a direct node, which needs no room.
template <class Line, class T>
bool add_up_directly(const node<T>& source, index_t begin, index_t end, Line& line) {
  if (!may_add_up<Line> || !source.single_pass()) return false;
  arena none({}, 0);
  watched_loop loop;
  for (index_t start = begin; start < end; start += piece_to_add_up) {
    loop.at(start - begin, end - begin);
    if (!add_up_piece(source, start, std::min(piece_to_add_up, end - start), nullptr, line, none)) return false;
  }
  return true;
}

// The partial result of one element.
template <class Fold, class T>
typename Fold::state first_of(T value) {
  if constexpr (in_chunks<Fold>) {
    return Fold::next(Fold::none(), value);
  } else {
    return Fold::first(value);
  }
}

// Lines of up to `unrolled` elements, like pixels and points, keep their partial results in registers. Other short lines stand side by
// side, and one loop takes each step of all their results.
inline constexpr index_t short_length = 32, short_lines = 16;
template <class T>
inline constexpr index_t unrolled = std::floating_point<T> ? 8 : 4;

// The same chunk of a few lines side by side.
inline constexpr index_t short_chunks = 16, few_lines = 4;
template <class Fold, class T>
void totals_of_few_lines(Fold how, const T* data, index_t step, index_t inner, index_t count, typename Fold::state* out) {
  typename Fold::state totals[static_cast<std::size_t>(short_chunks)][static_cast<std::size_t>(few_lines)];
  index_t chunks = chunk_count(inner);
  for (index_t k = 0; k < chunks; ++k) {
    totals_of_lines(how, data + k * chunk_length * step, step, inner, std::min(chunk_length, inner - k * chunk_length), count, totals[k]);
  }
  for (; chunks > 1; chunks = (chunks + 1) / 2) {
    for (index_t k = 0; k < chunks; k += 2) {
      for (index_t line = 0; line < count; ++line)
        totals[k / 2][line] = k + 1 < chunks ? Fold::joined(totals[k][line], totals[k + 1][line]) : totals[k][line];
    }
  }
  std::copy_n(totals[0], count, out);
}

// Reduces lines one after the other, each to a result.
template <class Fold, class T>
void gather_lines(Fold how, const T* data, index_t step, index_t inner, index_t count, typename Fold::state* out) {
  if constexpr (requires { gather_unrolled(how, data, inner, count, out); }) {
    if (step == 1 && inner <= unrolled<T>) return gather_unrolled(how, data, inner, count, out);
  }
  if constexpr (in_chunks<Fold>) {
    if (inner <= chunk_length) return totals_of_lines(how, data, step, inner, inner, count, out);
    for (; inner <= short_chunks * chunk_length && count > 1; count -= few_lines, out += few_lines, data += few_lines * inner * step)
      totals_of_few_lines(how, data, step, inner, std::min(count, few_lines), out);
    for (; count > 0; --count, data += inner * step) *out++ = total_of_line(how, data, step, inner);
  } else if (inner < short_length) {
    for (; count > 0; count -= short_lines, out += short_lines, data += short_lines * inner * step) {
      const index_t together = std::min(count, short_lines);
      for (index_t line = 0; line < together; ++line) out[line] = Fold::first(data[line * inner * step]);
      for (index_t j = 1; j < inner; ++j) {
        for (index_t line = 0; line < together; ++line) out[line] = Fold::next(out[line], data[(line * inner + j) * step]);
      }
    }
  } else {
    for (; count > 0; --count, data += inner * step) {
      *out = Fold::first(*data);
      gather(how, data + step, step, inner - 1, out++, 0, 1);
    }
  }
}

#define RAVEL_DECLARE(T)                                                                                             \
  void gather(real_sum<T> how, const T* data, index_t step, index_t n, double* partial, index_t at, index_t period); \
  void gather_rows(real_sum<T> how, const T* data, index_t apart, index_t rows, index_t band, double* partial);      \
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
// The sum of so many elements fits 64 bits.
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

// More elements go there piece by piece.
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
void gather_rows(complex_sum<C>, const C* data, index_t apart, index_t rows, index_t band, std::complex<double>* partial) {
  using R = typename C::value_type;
  gather_rows(real_sum<R>{}, reinterpret_cast<const R*>(data), 2 * apart, rows, 2 * band, reinterpret_cast<double*>(partial));
}
template <class C>
void gather(complex_sum<C> how, const C* data, index_t step, index_t n, std::complex<double>* partial, index_t at, index_t period) {
  using R = typename C::value_type;
  if (step != 1) return go_around(how, data, step, n, partial, at, period);
  gather(real_sum<R>{}, reinterpret_cast<const R*>(data), 1, 2 * n, reinterpret_cast<double*>(partial), 2 * at, 2 * period);
}

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// The one loop of a fused function. It keeps its operands as bases that differ by their index, which compile faster than a tuple. For a
// block each operand becomes a cursor, and the function is called with the cursors. Stateless.
#pragma once

#include <ravel/lazy/detail/operand.hpp>

namespace ravel::detail {

template <std::size_t Place, class X>
struct placed {
  X x;
};

template <class Places, class... Operands>
struct operand_pack;

template <std::size_t... Place, class... Operands>
struct operand_pack<std::index_sequence<Place...>, Operands...> : placed<Place, Operands>... {
  template <class F>
  [[gnu::always_inline]] decltype(auto) pass_to(F&& f) const {
    return f(static_cast<const placed<Place, Operands>&>(*this).x...);
  }
  template <class F>
  void pass_to(F&& f) {
    f(static_cast<placed<Place, Operands>&>(*this).x...);
  }
};

template <class Function, class Places, class... Cursors>
struct call_cursor;

template <class Function, std::size_t... Place, class... Cursors>
struct call_cursor<Function, std::index_sequence<Place...>, Cursors...> : placed<Place, Cursors>... {
  value_cursor<Function> function;

  // A function may return a reference to an argument only if the argument outlives the call.
  static constexpr bool lent = (std::is_lvalue_reference_v<std::invoke_result_t<const Cursors&, index_t>> && ...);
  using called = std::invoke_result_t<const Function&, std::invoke_result_t<const Cursors&, index_t>...>;
  using result = std::conditional_t<lent, called, std::remove_cvref_t<called>>;

// (A parameter may have the type that elements are promoted to, for instance double for int64. All other conversions that lose values were
// refused before.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  [[gnu::always_inline]] result operator()(index_t i) const {
    return function(i)(static_cast<const placed<Place, Cursors>&>(*this).x(i)...);
  }
#pragma GCC diagnostic pop
};

// Loops have a constant length, so that they vectorise at -O2 too. It is short, so that the remainder loop has little to do.
template <class R>
inline constexpr index_t loop_length = sizeof(R) >= 8 ? 32 : 64;

template <class Cursor, class R>
RAVEL_STRICT_LOOP void fill_from(const Cursor cursor, index_t n, R* out) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<R>;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    RAVEL_INDEPENDENT
    for (index_t j = 0; j < length; ++j) out[i + j] = cursor(i + j);
  }
  for (; i < n; ++i) out[i] = cursor(i);
}

template <class T>
inline constexpr bool added_by_chunks = real_element<T> || boolean_element<T>;

// Adds the lanes of a chunk, by halves.
inline double joined_lanes(const double (&lane)[lanes]) {
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

// (GCC splits lanes that stand beside those of other chunks, unless their loops stay loops until it vectorises.)
#if defined(__GNUC__) && !defined(__clang__)
#define RAVEL_LANES _Pragma("GCC unroll 1") for (index_t j = 0; j < lanes; ++j)
#else
#define RAVEL_LANES for (index_t j = 0; j < lanes; ++j)
#endif

// Four chunks side by side keep the adders busy, if registers can hold their lanes.
#if defined(__AVX__)
inline constexpr index_t chunks_together = 4;
#else
inline constexpr index_t chunks_together = 1;
#endif
template <class Cursor>
[[gnu::always_inline]] inline void add_up_four(const Cursor& cursor, index_t first, double* totals) {
  double a[lanes] = {}, b[lanes] = {}, c[lanes] = {}, d[lanes] = {};
  for (index_t i = first; i < first + chunk_length; i += lanes) {
    RAVEL_LANES a[j] += static_cast<double>(cursor(i + j));
    RAVEL_LANES b[j] += static_cast<double>(cursor(i + chunk_length + j));
    RAVEL_LANES c[j] += static_cast<double>(cursor(i + 2 * chunk_length + j));
    RAVEL_LANES d[j] += static_cast<double>(cursor(i + 3 * chunk_length + j));
  }
  totals[0] = joined_lanes(a), totals[1] = joined_lanes(b), totals[2] = joined_lanes(c), totals[3] = joined_lanes(d);
}
#undef RAVEL_LANES

template <class Cursor>
RAVEL_STRICT_LOOP void add_up_from(const Cursor cursor, index_t n, double* totals) {
  RAVEL_STRICT_BODY
  index_t i = 0;
  if constexpr (chunks_together == 4) {
    for (; i + 4 * chunk_length <= n; i += 4 * chunk_length, totals += 4) add_up_four(cursor, i, totals);
  }
  while (i < n) {
    const index_t end = std::min(n, i + chunk_length);
    double lane[lanes] = {};
    for (; i + lanes <= end; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] += static_cast<double>(cursor(i + j));
    }
    for (index_t j = 0; i < end; ++i, ++j) lane[j] += static_cast<double>(cursor(i));
    *totals++ = joined_lanes(lane);
  }
}

template <class Cursor>
RAVEL_STRICT_LOOP void add_up_from(const Cursor cursor, index_t n, std::int64_t* count) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<bool>;
  std::int64_t found = 0;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    for (index_t j = 0; j < length; ++j) found += cursor(i + j);
  }
  for (; i < n; ++i) found += cursor(i);
  *count = found;
}

}  // namespace ravel::detail

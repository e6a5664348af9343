// SPDX-License-Identifier: BSL-1.0
// The one loop of a fused function. Its operands are kept as bases that are told apart by their place, which costs less to compile than a
// tuple; over a block each becomes a cursor, which the function is called with.
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

  // A function that gives back a reference to what it was given may do so only where that outlives the call.
  static constexpr bool lent = (std::is_lvalue_reference_v<std::invoke_result_t<const Cursors&, index_t>> && ...);
  using called = std::invoke_result_t<const Function&, std::invoke_result_t<const Cursors&, index_t>...>;
  using result = std::conditional_t<lent, called, std::remove_cvref_t<called>>;

// (A parameter may be what elements are promoted to, double of int64 for instance. Whatever else loses values was refused before.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  [[gnu::always_inline]] result operator()(index_t i) const {
    return function(i)(static_cast<const placed<Place, Cursors>&>(*this).x(i)...);
  }
#pragma GCC diagnostic pop
};

// Elements in a loop of constant length, so that it vectorises at -O2 too; short enough that little is left for the loop behind it.
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
inline constexpr bool added_in_lanes = real_element<T> || boolean_element<T>;

template <class Cursor>
RAVEL_STRICT_LOOP void add_from(const Cursor cursor, index_t n, double* partial) {
  RAVEL_STRICT_BODY
  double lane[lanes];  // beside the loop, so that they stay in registers
  for (index_t j = 0; j < lanes; ++j) lane[j] = partial[j];
  index_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (index_t j = 0; j < lanes; ++j) lane[j] += static_cast<double>(cursor(i + j));
  }
  for (index_t j = 0; i + j < n; ++j) lane[j] += static_cast<double>(cursor(i + j));
  for (index_t j = 0; j < lanes; ++j) partial[j] = lane[j];
}

template <class Cursor>
RAVEL_STRICT_LOOP void add_from(const Cursor cursor, index_t n, std::int64_t* count) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<bool>;
  std::int64_t found = 0;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    for (index_t j = 0; j < length; ++j) found += cursor(i + j);
  }
  for (; i < n; ++i) found += cursor(i);
  *count += found;
}

}  // namespace ravel::detail

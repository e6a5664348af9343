// SPDX-License-Identifier: BSL-1.0
// += and its like on everything that can be written: a buffer, a writer, a tensor, or a temporary view of one. They write the operator's
// result back element by element, correctly if it reads what it writes. A value that does not fit the element type is an error, and a value
// of a higher kind does not compile. Threads may write different elements.
#pragma once

#include <ravel/element/detail/function_table.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/loop/for_each.hpp>

namespace ravel {

namespace detail {

template <class W>
concept written_handle = handle<W> && writable<W>;

// The result may have another type than the target, as in x += 1 for bytes, but not a higher kind.
template <class R, class T>
concept fits_kind = std::same_as<R, T> || (element<R> && element<T> && kind_v<R> <= kind_v<T>);

template <class X, class T>
concept loses_value_in = readable<X> && !fits_kind<read_t<X>, T>;

template <class X, class W>
void write_back(const X& result, const W& target) {
  using T = read_t<W>;
  if constexpr (widens_to<read_t<X>, T>) {
    copy(result, target);
  } else {
    copy(cast<T>(result), target);
  }
}

// An operand that nobody owns, such as a std::vector, is read where it stands: the call ends before it can.
template <class Function, class W, class X>
decltype(auto) read_during_call(const X& x) {
  if constexpr (input<X> && any_unowned<Function, const W&, const X&>) {
    return borrowed_handle(x);
  } else {
    return (x);
  }
}

}  // namespace detail

#define RAVEL_IN_PLACE(sign, function)                                                                                       \
  template <detail::written_handle W, class X>                                                                               \
    requires(!(element<X> && !detail::fits_kind<X, detail::read_t<W>>) &&                                                    \
             requires(const W& w, const X& x) {                                                                              \
               requires detail::fits_kind<detail::read_t<decltype(w sign detail::read_during_call<detail::function, W>(x))>, \
                                          detail::read_t<W>>;                                                                \
             })                                                                                                              \
  const W& operator sign##=(const W& target, const X& x) {                                                                   \
    detail::write_back(target sign detail::read_during_call<detail::function, W>(x), target);                                \
    return target;                                                                                                           \
  }

// Writes the operator's result back to each element of the target. The operand may be a std::vector, too.
RAVEL_FOR_EACH_ASSIGNING_OPERATOR(RAVEL_IN_PLACE)
#undef RAVEL_IN_PLACE

#define RAVEL_TARGET_COULD_LOSE_VALUES(sign, function)                                                                          \
  template <detail::written_handle W, class X>                                                                                  \
    requires detail::loses_value_in<decltype(std::declval<const W&>()                                                           \
                                                 sign detail::read_during_call<detail::function, W>(std::declval<const X&>())), \
                                    detail::read_t<W>>                                                                          \
  void operator sign##=(const W& target, const X& x) = delete;  // values could be lost: copy(cast<T>(target + x), target) checks each

RAVEL_FOR_EACH_ASSIGNING_OPERATOR(RAVEL_TARGET_COULD_LOSE_VALUES)
#undef RAVEL_TARGET_COULD_LOSE_VALUES

#define RAVEL_TARGET_CAN_ONLY_BE_READ(sign, ...) \
  template <detail::handle R, class X>           \
    requires detail::only_read<R>                \
  void operator sign##=(const R& target, const X& x) = delete;  // it can only be read: r = r + x makes the name another reader

RAVEL_FOR_EACH_ASSIGNING_OPERATOR(RAVEL_TARGET_CAN_ONLY_BE_READ)
#undef RAVEL_TARGET_CAN_ONLY_BE_READ

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// where(mask, a, b): the element of a where the mask is true, else that of b. Both are computed for every element, so guard a division that
// must not happen in its operand. Either side may be a scalar, which is weak beside a reader; two scalars take their promoted type. Results
// own their operands, and any thread may read them.
#pragma once

#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/operators.hpp>

namespace ravel {

namespace detail {

template <class Other, class X>
decltype(auto) branch_beside(X&& x) {
  using A = std::remove_cvref_t<X>;
  using B = std::remove_cvref_t<Other>;
  if constexpr (readable<A>)
    return std::forward<X>(x);
  else if constexpr (readable<B>)
    return weak_value<read_t<B>>(std::forward<X>(x));
  else if constexpr (choosable<A, B>)
    return promoted<chosen_t<A, B>>(x);
  else
    return std::forward<X>(x);
}

template <class X, class Other>
using branch_t = operand_value_t<decltype(branch_beside<Other>(std::declval<X>()))>;

template <class Mask, class A, class B>
concept branches =
    lazy_reader<Mask> && !shaped<std::remove_cvref_t<A>> && !shaped<std::remove_cvref_t<B>> &&
    (readable<A> || readable<B> || !unowned_among<A, B>)&&std::invocable<chosen, bool, const branch_t<A, B>&, const branch_t<B, A>&>;

}  // namespace detail

template <class Mask, class A, class B>
  requires(detail::branches<Mask, A, B> && boolean_element<detail::read_t<Mask>>)
[[nodiscard]] auto where(Mask&& mask, A&& a, B&& b) {
  return detail::fuse(detail::chosen{}, std::forward<Mask>(mask), detail::branch_beside<B>(std::forward<A>(a)),
                      detail::branch_beside<A>(std::forward<B>(b)));
}

template <readable Mask, class A, class B>
  requires(!boolean_element<detail::read_t<Mask>>)
void where(Mask&& mask, A&& a, B&& b) = delete;  // the mask must be of bool: write x != 0

template <readable Mask>
void where(const Mask& mask) = delete;  // the positions where a mask is true: argfilter(mask), of a tensor nonzero(mask)

}  // namespace ravel

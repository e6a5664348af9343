// SPDX-License-Identifier: BSL-1.0
// describe_sum(e, k): the plan of sum(e, k), as text, without computing it: the order of pairs, the matrix products with their sizes and
// routines, the copies made for them, and the number of multiplications. The code that runs also makes the plan; only routine and copies of
// a product are predicted.
#pragma once

#include <ravel/named/einsum.hpp>
#include <ravel/named/reduce.hpp>

#include <string>

namespace ravel {

namespace detail {

template <class T>
std::string sum_text(const named<T>& e, const dims_plan& plan);

template <class S>
std::string einsum_text(std::string_view subscripts, const std::vector<tensor<const S>>& operands);

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API std::string sum_text(const named<T>& e, const dims_plan& plan);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// Every extent must be known; otherwise a shape_error.
template <detail::named_operand E>
  requires element<detail::named_value_t<E>>
[[nodiscard]] std::string describe_sum(const E& e, const named_axes& axes) {
  const named<detail::named_value_t<E>> x(e);
  return detail::sum_text(x, detail::plan_dims("describe_sum", x.of(), axes, detail::axes_are::gone));
}

// The plan of einsum(subscripts, operands…), as text, as describe_sum gives it.
template <class... Xs>
  requires(sizeof...(Xs) > 0 && (detail::input<Xs> && ...) && requires { typename detail::joined_element_t<detail::read_t<Xs>...>; })
[[nodiscard]] std::string describe_einsum(std::string_view subscripts, const Xs&... operands) {
  using S = sum_t<detail::joined_element_t<detail::read_t<Xs>...>>;
  return detail::einsum_text<S>(subscripts, {detail::as_element<S>(operands)...});
}
template <detail::tensor_range Operands>
[[nodiscard]] std::string describe_einsum(std::string_view subscripts, const Operands& operands) {
  using S = sum_t<detail::read_t<std::ranges::range_value_t<const Operands>>>;
  return detail::einsum_text<S>(subscripts, detail::all_as_element<S>(operands));
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// describe_sum(e, k): what sum(e, k) would do, before it is done: the order of the pairs, which of them are products of matrices, of which
// sizes and by whom, what is copied for them, and how many multiplications that makes. What runs decides it, but for the routine and the
// copies of a product, which are foretold.
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

// Every extent is known, or it is a shape_error.
template <detail::named_operand E>
  requires element<detail::named_value_t<E>>
[[nodiscard]] std::string describe_sum(const E& e, const named_axes& axes) {
  const named<detail::named_value_t<E>> x(e);
  return detail::sum_text(x, detail::plan_dims("describe_sum", x.of(), axes, detail::axes_are::gone));
}

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

// SPDX-License-Identifier: BSL-1.0
// einsum("bij,bjk->bik", a, b): contractions spelled as in NumPy. A letter is an axis. Letters missing on the right are summed over, a
// letter twice in an operand takes its diagonal, and "..." stands for axes that broadcast. Without "->" the result has the letters that
// occur once, in alphabetical order.
#pragma once

#include <ravel/named/detail/contract.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

namespace detail {

// Defined for the types of sums.
template <class S>
tensor<const S> einsum_of(std::string_view subscripts, const std::vector<tensor<const S>>& operands);

template <class S, tensor_range Operands>
std::vector<tensor<const S>> all_as_element(const Operands& operands) {
  std::vector<tensor<const S>> given;
  for (const auto& one : operands) given.push_back(as_element<S>(one));
  return given;
}

}  // namespace detail

// The result has the type of a sum of products: integers in 64 bits.
template <class... Xs>
  requires(sizeof...(Xs) > 0 && (detail::input<Xs> && ...) && requires { typename detail::joined_element_t<detail::read_t<Xs>...>; })
[[nodiscard]] auto einsum(std::string_view subscripts, const Xs&... operands) {
  using S = sum_t<detail::joined_element_t<detail::read_t<Xs>...>>;
  return detail::einsum_of<S>(subscripts, {detail::as_element<S>(operands)...});
}
// Takes operands whose number is known at run time.
template <detail::tensor_range Operands>
[[nodiscard]] auto einsum(std::string_view subscripts, const Operands& operands) {
  using S = sum_t<detail::read_t<std::ranges::range_value_t<const Operands>>>;
  return detail::einsum_of<S>(subscripts, detail::all_as_element<S>(operands));
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// compute: the element at coordinates i, j, … is f(i, j, …), or f(coordinates) for a function of a span, which works for any rank. Owns f
// and stores no elements. f must be pure; any reading thread may call it.
#pragma once

#include <ravel/tensor/detail/computed_node.hpp>
#include <ravel/tensor/tensor.hpp>

#include <vector>

namespace ravel {

namespace detail {

RAVEL_API std::vector<index_t> checked_coordinates(const shape& of, index_t position);

template <class F, std::size_t... K>
auto result_at(std::index_sequence<K...>) -> std::remove_cvref_t<std::invoke_result_t<const F&, decltype(index_t(K))...>>;

// (Tested last, because the body of a generic function may not compile for a span.)
template <class F>
concept takes_any_rank = !std::invocable<const F&, index_t> && std::invocable<const F&, coordinate_span>;

template <class F>
auto result_of() {
  if constexpr (takes_any_rank<F>) {
    return std::remove_cvref_t<std::invoke_result_t<const F&, coordinate_span>>();
  } else {
    return decltype(result_at<F>(std::make_index_sequence<coordinates_of<F>()>{}))();
  }
}

// True if the function returns a higher kind than T.
template <class F, class T, class R = decltype(result_of<F>())>
concept cut_by = element<T> && element<R> && (kind_v<R> > kind_v<T>);

}  // namespace detail

// Converts a row-major position to coordinates.
[[nodiscard]] inline std::vector<index_t> coordinates(const shape& of, index_arg position) {
  return detail::checked_coordinates(of, position);
}

template <class T, class F>
tensor<const T> compute(const shape& extents, F f) {
  using node = std::conditional_t<detail::takes_any_rank<F>, detail::computed_of_span<T, F>, detail::computed_node<T, F>>;
  return tensor<const T>(dims::row_major(extents), detail::make_reader<node>(extents, std::move(f)));
}

template <class T, class F>
  requires detail::cut_by<F, T>
void compute(const shape& extents, F f) = delete;  // what f gives could be cut: let it give a T, cast_value<T>(x) checks

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// rank and histogram for data of run-time type. rank calls the verb on the typed tensor, and histogram takes doubles (any/verbs.hpp).
// Complex numbers, which have no order, are a type_error. Eager, with fresh results.
#pragma once

#include <ravel/any/verbs.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);

}  // namespace detail

// The rank of each element within its line, from 1. Ties get their average rank by default.
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, const ints& axis, Options... options) {
  return detail::rank_any(x, axis, detail::option_or(rank_ties::average, options...));
}
template <detail::among<rank_ties>... Options>
[[nodiscard]] tensor<double> rank(const detail::any_data& x, Options... options) {
  return rank(x, detail::only_axis("rank", x.values.shape()), options...);
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// rank and histogram for data of run-time type: each calls the verb on the typed tensor. Complex numbers, which have no order, are a
// type_error. Eager, with fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);
RAVEL_API histogram_counts histogram_any(const any_data& x, index_t count, const bin_rule* rule, const between* within, nan_policy policy);

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

// A histogram of all elements, with bins{20} or a bin_rule, between{low, high} and a nan_policy.
template <detail::among<bins, bin_rule, between, nan_policy>... Options>
histogram_counts histogram(const detail::any_data& x, Options... options) {
  static_assert(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>), "the number of bins is given twice");
  const between within = detail::option_or(between{}, options...);
  const bin_rule rule = detail::option_or(bin_rule::automatic, options...);
  return detail::histogram_any(x, detail::option_or(bins{}, options...).value, detail::is_given<bin_rule, Options...> ? &rule : nullptr,
                               detail::is_given<between, Options...> ? &within : nullptr, detail::option_or(nan_policy::keep, options...));
}

}  // namespace ravel

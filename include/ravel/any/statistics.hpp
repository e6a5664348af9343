// SPDX-License-Identifier: BSL-1.0
// rank, histograms and bincount for data of run-time type. rank calls the verb on the typed tensor, histograms take doubles
// (any/verbs.hpp), and bincount integers. Complex numbers, which have no order, are a type_error. Eager, with fresh results.
#pragma once

#include <ravel/any/verbs.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

namespace detail {

RAVEL_API tensor<double> rank_any(const any_data& x, const ints& axis, rank_ties ties);

template <class X>
using integers_of_t = std::conditional_t<any_handle<X>, tensor<const index_t>, X>;

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

// Each coordinate has a rule or edges. They may be a list in braces.
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<bin_rule>& rules, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), rules, options...);
}
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<buffer<double>>& edges, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), edges, options...);
}

// Takes integers or bools. Data with a type may have weights of run-time type.
template <class X, class... Args>
  requires(detail::any_handle_among<X, Args...> &&
           requires(const detail::integers_of_t<X>& x, const detail::doubles_of_t<Args>&... args) { bincount(x, args...); })
[[nodiscard]] auto bincount(const X& x, const Args&... args) {
  return bincount(detail::converted<&detail::integers_of>("bincount", x), detail::doubles_of("bincount", args)...);
}

}  // namespace ravel

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
decltype(auto) in_integers(const char* operation, const X& x) {
  if constexpr (any_handle<X>) {
    return integers_of(operation, x);
  } else {
    return (x);
  }
}
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

// With a rule or edges for each coordinate, as a list in braces, too.
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<bin_rule>& rules, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), rules, options...);
}
template <detail::any_handle X, detail::among<nan_policy>... Options>
[[nodiscard]] auto histogram_nd(const X& points, const std::vector<buffer<double>>& edges, const Options&... options) {
  return histogram_nd(detail::elements_as_doubles("histogram_nd", points), edges, options...);
}

// Of integers or bools; of data with a type by weights of run-time type, too.
template <class X, class... Args>
  requires(detail::any_handle_among<X, Args...> &&
           requires(const detail::integers_of_t<X>& x, const detail::doubles_of_t<Args>&... args) { bincount(x, args...); })
[[nodiscard]] auto bincount(const X& x, const Args&... args) {
  return bincount(detail::in_integers("bincount", x), detail::doubles_of("bincount", args)...);
}

}  // namespace ravel

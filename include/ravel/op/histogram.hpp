// SPDX-License-Identifier: BSL-1.0
// histogram, digitize and bincount: how many elements fall into each of some bins, into which bin each falls, and how often each small
// number comes up. A bin holds its lower edge, the last one its upper edge too. Values meet edges in double precision.
#pragma once

#include <ravel/lazy/cast.hpp>
#include <ravel/op/statistics.hpp>

#include <initializer_list>

namespace ravel {

struct histogram_counts {
  buffer<index_t> counts;
  buffer<double> edges;  // one more than counts
};

namespace detail {

struct bin_limits {
  double low;
  double high;
};

// Bins of equal width; without limits from the least element to the greatest.
RAVEL_API histogram_counts count_even_bins(const node<double>& values, index_t bins, const bin_limits* limits, nan_policy policy);
RAVEL_API histogram_counts count_bins(const node<double>& values, const buffer<double>& edges, nan_policy policy);

RAVEL_API buffer<index_t> bins_of(const node<double>& values, const buffer<double>& edges, bool upper_edge_inside);

RAVEL_API buffer<index_t> count_each(const node<index_t>& values, index_t at_least);
RAVEL_API buffer<double> weigh_each(const node<index_t>& values, const node<double>& weights, index_t at_least);

// operation(r as a node of index_t); a number that is none is a type_error.
template <class R, class Operation>
auto with_indices(const R& r, Operation operation) {
  const reader<index_t> indices = cast<index_t>(look_at(r));
  return operation(detail_access::node(indices));
}

template <class R>
concept whole_reader = input<R> && whole_element<read_t<R>>;
template <class R>
concept no_whole_reader = input<R> && !whole_reader<R>;

}  // namespace detail

template <detail::number_reader R>
histogram_counts histogram(const R& r, index_t bins = 10, nan_policy policy = nan_policy::keep) {
  return detail::with_widened<double>(r, [&](const auto& values) { return detail::count_even_bins(values, bins, nullptr, policy); });
}
template <detail::number_reader R>
histogram_counts histogram(const R& r, index_t bins, double low, double high, nan_policy policy = nan_policy::keep) {
  const detail::bin_limits limits{low, high};
  return detail::with_widened<double>(r, [&](const auto& values) { return detail::count_even_bins(values, bins, &limits, policy); });
}

// Bins of any width, by edges that do not fall.
template <detail::number_reader R, detail::number_reader Edges>
histogram_counts histogram(const R& r, const Edges& edges, nan_policy policy = nan_policy::keep) {
  const buffer<double> given = detail::clone_as_doubles(edges);
  return detail::with_widened<double>(r, [&](const auto& values) { return detail::count_bins(values, given, policy); });
}
template <detail::number_reader R>
histogram_counts histogram(const R& r, std::initializer_list<double> edges, nan_policy policy = nan_policy::keep) {
  return histogram(r, buffer<double>(edges), policy);
}

template <detail::no_number_reader R, class... Options>
void histogram(const R& r, const Options&... options) = delete;  // the elements are no numbers with an order

enum class closed_edge : unsigned char { lower, upper };

// i where edges[i - 1] <= value < edges[i], or with the upper edge closed edges[i - 1] < value <= edges[i]; for edges that fall the other
// way round. 0 and edges.size() are outside. NaN is greater than every edge.
template <detail::number_reader R, detail::number_reader Edges>
buffer<index_t> digitize(const R& r, const Edges& edges, closed_edge closed = closed_edge::lower) {
  const buffer<double> given = detail::clone_as_doubles(edges);
  return detail::with_widened<double>(r, [&](const auto& values) { return detail::bins_of(values, given, closed == closed_edge::upper); });
}
template <detail::number_reader R>
buffer<index_t> digitize(const R& r, std::initializer_list<double> edges, closed_edge closed = closed_edge::lower) {
  return digitize(r, buffer<double>(edges), closed);
}

template <detail::no_number_reader R, class... Options>
void digitize(const R& r, const Options&... options) = delete;  // the elements are no numbers with an order

// How often 0, 1, 2, … come up, as far as the greatest element and at least so many.
template <detail::whole_reader R>
buffer<index_t> bincount(const R& r, index_t at_least = 0) {
  return detail::with_indices(r, [&](const auto& values) { return detail::count_each(values, at_least); });
}
// The sums of their weights instead.
template <detail::whole_reader R, detail::number_reader Weights>
buffer<double> bincount(const R& r, const Weights& weights, index_t at_least = 0) {
  return detail::with_indices(r, [&](const auto& values) {
    return detail::with_widened<double>(weights, [&](const auto& each) { return detail::weigh_each(values, each, at_least); });
  });
}

template <detail::no_whole_reader R, class... Options>
void bincount(const R& r, const Options&... options) = delete;  // the elements are no integers: bincount(cast<int>(x))

}  // namespace ravel

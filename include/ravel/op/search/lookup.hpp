// SPDX-License-Identifier: BSL-1.0
// What has an answer for each element keeps the shape: digitize, membership, index_of, searchsorted, interp. histogram and
// kernel_density along an axis look between the same edges, or at the same places, for every line.
#pragma once

#include <ravel/op/order/search.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/search/index_of.hpp>
#include <ravel/op/search/interp.hpp>
#include <ravel/op/search/membership.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/variance.hpp>

namespace ravel {

template <detail::real_tensor X, detail::number_reader Edges, detail::among<closed_edge>... Options>
tensor<index_t> digitize(const X& t, const Edges& edges, Options... options) {
  return detail::shaped_like(t, [&](const auto& row) { return digitize(row, edges, options...); });
}

template <detail::shaped_reader X, class V>
  requires requires(const reader<detail::read_t<X>>& r, const V& values) { membership(r, values); }
tensor<bool> membership(const X& t, const V& values) {
  return detail::shaped_like(t, [&](const auto& row) { return membership(row, values); });
}
template <detail::shaped_reader X>
  requires detail::groupable<X>
tensor<bool> membership(const X& t, std::initializer_list<detail::read_t<X>> values) {
  return membership(t, buffer<detail::read_t<X>>(values));
}

// A position or a place for each of the values.
template <detail::groupable R, detail::shaped_reader V>
  requires std::same_as<detail::read_t<R>, detail::read_t<V>>
tensor<index_t> index_of(const R& r, const V& values) {
  return detail::shaped_like(values, [&](const auto& row) { return index_of(r, row); });
}
// Options are a search_side and an order of yours.
template <detail::input R, detail::shaped_reader V, class... Options>
  requires requires(const R& r, const reader<detail::read_t<V>>& values, Options... options) { searchsorted(r, values, options...); }
tensor<index_t> searchsorted(const R& r, const V& values, Options... options) {
  return detail::shaped_like(values, [&](const auto& row) { return searchsorted(r, row, options...); });
}

template <detail::real_tensor X, detail::number_reader Places = buffer<double>, detail::number_reader Values = buffer<double>>
tensor<double> interp(const X& t, const Places& places, const Values& values) {
  return detail::shaped_like(t, [&](const auto& row) { return interp(row, places, values); });
}

struct [[nodiscard]] histogram_along {
  tensor<index_t> counts;  // of each line, along the axis
  buffer<double> edges;
};

template <detail::real_tensor X, detail::number_reader Edges, detail::among<nan_policy>... Options>
histogram_along histogram(const X& t, const Edges& edges, const ints& axes, Options... options) {
  const auto held = detail::look_at(t);
  const buffer<double> given = detail::clone_as_doubles(edges);
  const auto of_line = [&](const auto& line) { return ravel::histogram(line, given, options...).counts; };
  const auto bins = [&](index_t) { return of_line(reader<detail::read_t<X>>(buffer<detail::read_t<X>>())).size(); };
  return {detail::described_lines(held, detail::one_axis("histogram", axes, held.rank()), of_line, bins), given};
}
template <detail::real_tensor X, detail::among<nan_policy>... Options>
histogram_along histogram(const X& t, std::initializer_list<double> edges, const ints& axes, Options... options) {
  return histogram(t, buffer<double>(edges), axes, options...);
}

// Bins of equal width between two numbers.
template <detail::real_tensor X, detail::among<bins, between, nan_policy>... Options>
  requires detail::is_given<between, Options...>
histogram_along histogram(const X& t, const ints& axes, Options... options) {
  const auto of_line = [&](const auto& line) { return ravel::histogram(line, options...); };
  const auto counts = [&](const auto& line) { return of_line(line).counts; };
  const auto [none, edges] = of_line(reader<detail::read_t<X>>(buffer<detail::read_t<X>>()));
  const index_t count = none.size();
  return {detail::described_lines(t, detail::one_axis("histogram", axes, t.rank()), counts, [=](index_t) { return count; }), edges};
}

// The density at the same places for every line.
template <detail::real_tensor X, detail::number_reader Places, detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
tensor<double> kernel_density(const X& t, const Places& places, const ints& axes, Options... options) {
  const auto held = detail::look_at(t);
  const buffer<double> given = detail::clone_as_doubles(places);
  if constexpr (detail::is_given<bandwidth, Options...>) detail::check_bandwidth(detail::option_or(bandwidth{1}, options...));
  const auto of_line = [&](const auto& line) { return ravel::kernel_density(line, given, options...); };
  return detail::described_lines(held, detail::one_axis("kernel_density", axes, held.rank()), of_line,
                                 [&](index_t) { return given.size(); });
}
template <detail::real_tensor X, detail::among<bandwidth_rule, bandwidth, weights, nan_policy>... Options>
tensor<double> kernel_density(const X& t, std::initializer_list<double> places, const ints& axes, Options... options) {
  return kernel_density(t, buffer<double>(places), axes, options...);
}

template <detail::shaped_reader X, detail::among<bins, nan_policy>... Options>
void histogram(const X& t, const ints& axes, Options... options) = delete;  // each line would have its own edges: say between{low, high}

}  // namespace ravel

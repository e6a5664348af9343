// SPDX-License-Identifier: BSL-1.0
// Counts of distributed elements: bincount and histogram. Each rank counts its own elements, and all ranks get the sums. Collective.
#pragma once

#include <ravel/mpi/reduce.hpp>
#include <ravel/op/search/histogram.hpp>

#include <span>
#include <vector>

namespace ravel {
namespace mpi {

namespace detail {

// Ranks must count by the same arguments.
RAVEL_API void agree_on(const char* operation, const world& ranks, const ravel::buffer<double>& arguments);

// Adds counts to sums. Shorter lists count on with zeros.
RAVEL_API void add_counts(std::vector<index_t>& sums, std::span<const index_t> counts);
// The sums of the counts that of_block gives of all blocks of all ranks.
template <class X, class OfBlock>
ravel::buffer<index_t> added_counts(const char* operation, const X& x, index_t at_least, const OfBlock& of_block) {
  std::vector<index_t> own(static_cast<std::size_t>(at_least)), all;
  const auto add = [&](const auto& block) {
    const ravel::buffer<index_t> counts = of_block(block);
    add_counts(own, counts.span());
  };
  const auto add_all = [&] {
    for (const bytes& part : gathered_bytes(x.ranks().state(), std::as_bytes(std::span(own)))) {
      add_counts(all, {reinterpret_cast<const index_t*>(part.data()), part.size() / sizeof(index_t)});
    }
  };
  each_own_block(operation, x, add, add_all);
  return ravel::detail::buffer_of(all.data(), std::ssize(all));
}

}  // namespace detail

// How often 0, 1, … are there, up to the greatest element; the result has at least so many counts.
template <detail::spread_ordered X>
  requires ravel::integer_element<typename X::value_type>
[[nodiscard]] ravel::buffer<index_t> bincount(const X& x, ravel::at_least least = {0}) {
  const auto count = static_cast<index_t>(least.value);
  detail::agree_on("bincount", x.ranks(), ravel::buffer<double>({static_cast<double>(count)}));
  return detail::added_counts("bincount", x, count, [&](const auto& block) { return ravel::bincount(block, least); });
}

// Between edges that do not fall; a bin includes its lower edge, the last one its upper edge too.
template <detail::spread_ordered X, ravel::detail::number_reader Edges>
[[nodiscard]] histogram_counts histogram(const X& x, const Edges& edges) {
  const ravel::buffer<double> given = ravel::detail::clone_as_doubles(edges);
  detail::agree_on("histogram", x.ranks(), given);
  const index_t bins = ravel::histogram(ravel::buffer<double>(), given).counts.size();
  return {detail::added_counts("histogram", x, bins, [&](const auto& block) { return ravel::histogram(block, given).counts; }), given};
}
// Of equal width, between two numbers, or from the least element to the greatest.
template <detail::spread_ordered X>
[[nodiscard]] histogram_counts histogram(const X& x, bins count, between limits) {
  const auto edges = ravel::histogram(ravel::buffer<double>(), count, limits).edges;
  detail::agree_on("histogram", x.ranks(), edges);
  const auto of_block = [&](const auto& block) { return ravel::histogram(block, count, limits).counts; };
  return {detail::added_counts("histogram", x, index_t{count.value}, of_block), edges};
}
template <detail::spread_ordered X>
[[nodiscard]] histogram_counts histogram(const X& x, bins count = {}) {
  using T = typename X::value_type;
  if (x.size() == 0) return ravel::histogram(ravel::buffer<T>(), count);
  const T ends[] = {min(x), max(x)};
  const auto edges = ravel::histogram(ravel::borrow(ends, 2), count).edges;
  return histogram(x, count, between{edges[0], edges[edges.size() - 1]});
}

}  // namespace mpi
}  // namespace ravel

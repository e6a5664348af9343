// SPDX-License-Identifier: BSL-1.0
// Counts of distributed elements: bincount and histogram, for which each rank counts its own elements, and all ranks get the sums; and
// crosstab, whose groups of both keys together are reduced as those of one key, and every rank gets the whole table. Collective.
#pragma once

#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/groups.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/op/search/histogram.hpp>

#include <span>
#include <vector>

namespace ravel {
namespace mpi {

namespace detail {

// Ranks must count by the same arguments.
RAVEL_API void agree_on(const char* operation, const world& ranks, const ravel::buffer<double>& arguments);

// Adds a list to sums. Shorter lists go on with zeros.
template <class T>
void add_list(std::vector<T>& sums, std::span<const T> list) {
  if (list.size() > sums.size()) sums.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) sums[i] += list[i];
}
// The sums of the lists of all ranks. Part of a stage.
template <class T>
ravel::buffer<T> added_lists(world_state& state, std::span<const T> own) {
  std::vector<T> all;
  for (const bytes& part : gathered_bytes(state, std::as_bytes(own))) {
    add_list<T>(all, {reinterpret_cast<const T*>(part.data()), part.size() / sizeof(T)});
  }
  return ravel::detail::buffer_of(all.data(), std::ssize(all));
}

// The sums of the counts that of_block gives of all blocks of all ranks.
template <class X, class OfBlock>
ravel::buffer<index_t> added_counts(const char* operation, const X& x, index_t at_least, const OfBlock& of_block) {
  std::vector<index_t> own(static_cast<std::size_t>(at_least));
  ravel::buffer<index_t> all;
  const auto add = [&](const auto& block) {
    const ravel::buffer<index_t> counts = of_block(block);
    add_list<index_t>(own, counts.span());
  };
  each_own_block(operation, x, add, [&] { all = added_lists<index_t>(x.ranks().state(), own); });
  return all;
}

// Counts by count(), which fails on all ranks if it fails on one. Then the first negative number of all is named, if there is one.
template <class X, class Count>
auto counted_from_zero(const X& x, ravel::at_least least, const Count& count) {
  agree_on("bincount", x.ranks(), ravel::buffer<double>({static_cast<double>(static_cast<index_t>(least.value))}));
  try {
    return count();
  } catch (const value_error&) {
    const auto line = in_elements<index_t>(flat(x));
    const auto first = first_true_over_ranks("bincount", map([](index_t n) { return n < 0; }, line));
    if (first) ravel::detail::throw_negative_number(at(line, {*first}), *first);
    throw;
  }
}

}  // namespace detail

// Counts 0, 1, … up to the greatest element; the result has at least so many counts.
template <detail::spread_ordered X>
  requires ravel::integer_element<typename X::value_type>
[[nodiscard]] ravel::buffer<index_t> bincount(const X& x, ravel::at_least least = {0}) {
  return detail::counted_from_zero(x, least, [&] {
    return detail::added_counts("bincount", x, least.value, [&](const auto& block) { return ravel::bincount(block, least); });
  });
}
// Adds weights instead of counting. The rows of a number travel to one rank, which adds in the order of positions, as one machine does.
template <detail::spread_ordered X, detail::spread_numbers Weights>
  requires(ravel::integer_element<typename X::value_type> && ravel::detail::real_number<typename Weights::value_type>)
[[nodiscard]] ravel::buffer<double> bincount(const X& x, const Weights& weights, ravel::at_least least = {0}) {
  if (x.shape() != weights.shape()) ravel::detail::throw_not_of_one_shape("bincount", x.shape(), weights.shape());
  return detail::counted_from_zero(x, least, [&] {
    using ravel::detail::row_of;
    const auto columns = std::tuple(detail::in_elements<index_t>(flat(x)), detail::in_elements<double>(flat(weights)));
    const auto rows = detail::sent_to_owners<row_of<index_t>, row_of<double>>("bincount", columns);
    ravel::buffer<double> own, all;
    const auto add = [&] { own = ravel::bincount(std::get<0>(rows.keys), std::get<0>(rows.values), least); };
    const auto add_all = [&] { all = detail::added_lists<double>(x.ranks().state(), own.span()); };
    detail::collectively(x.ranks(), "bincount", [] { return std::string("adding weights"); }, {add, add_all});
    return all;
  });
}

// Between edges that do not fall; a bin includes its lower edge, the last one its upper edge too.
template <detail::spread_ordered X, ravel::detail::number_reader Edges>
[[nodiscard]] histogram_counts histogram(const X& x, const Edges& edges) {
  const ravel::buffer<double> given = ravel::detail::clone_as_doubles(edges);
  detail::agree_on("histogram", x.ranks(), given);
  const index_t bins = ravel::histogram(ravel::buffer<double>(), given).counts.size();
  return {detail::added_counts("histogram", x, bins, [&](const auto& block) { return ravel::histogram(block, given).counts; }), given};
}
// Bins of equal width, between two numbers, or from the least element to the greatest.
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

namespace detail {

struct called_by_cell {
  template <class A, class B>
  std::string operator()(const std::tuple<ravel::buffer<A>, ravel::buffer<B>>& keys, index_t g) const {
    return "the cell of " + ravel::detail::name_of_keys(std::get<0>(keys).unchecked(g), std::get<1>(keys).unchecked(g));
  }
};

template <class T>
ravel::buffer<T> collected_vector(const tensor<T>& vector) {
  return ravel::detail::elements_of(collect(vector));
}

// Groups come as they are first seen, so each side has its keys in the order of one machine.
template <class A, class B, class Values, class Reducer, class... Options>
auto table_over_ranks(const A& rows, const B& columns, const Values& values, const Reducer& reducer, const Options&... options) {
  const auto reduce = [&](const auto&... rest) {
    return groups_over_ranks<called_by_cell>("crosstab", std::tie(rows, columns), values, reducer, blocks{0}, rest...);
  };
  const auto [keys, results] = ravel::detail::call_without<group_order>(reduce, options...);
  const group_order order = ravel::detail::option_or(group_order::first_seen, options...);
  const auto down = ravel::detail::side_of(collected_vector(std::get<0>(keys)), order);
  const auto across = ravel::detail::side_of(collected_vector(std::get<1>(keys)), order);
  const auto cells = ravel::detail::cells_of(down.places, across.places, across.keys.size());
  return ravel::detail::table_of_cells<spread_row_t<Values>>(down, across, cells, collected_vector(std::get<0>(results)), reducer,
                                                             options...);
}

}  // namespace detail

// Counts how often two keys meet, on every rank.
template <detail::spread_ordered Rows, detail::spread_ordered Columns, ravel::detail::among<group_order>... Options>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, Options... options) {
  return detail::table_over_ranks(rows, columns, rows, reducer::count, options...);
}

// The values where two keys meet, reduced, on every rank.
template <detail::spread_ordered Rows, detail::spread_ordered Columns, detail::spread_columns Values, class Reducer,
          ravel::detail::group_option... Options>
  requires detail::reduces_groups<Reducer, detail::spread_row_t<Values>>
[[nodiscard]] auto crosstab(const Rows& rows, const Columns& columns, const Values& values, const Reducer& reducer,
                            const Options&... options) {
  return detail::table_over_ranks(rows, columns, values, reducer, options...);
}

}  // namespace mpi
}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// crosstab of distributed keys: the groups of both keys together are reduced as those of one key, and every rank gets the whole table.
// Collective.
#pragma once

#include <ravel/mpi/collect.hpp>
#include <ravel/mpi/groups.hpp>
#include <ravel/op/keys/crosstab.hpp>

namespace ravel {
namespace mpi {
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

// How often two keys meet, on every rank.
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

// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes of distributed vectors, each rank with its own chunks. They have the bits of one machine. Collective.
// (Those along axes: lines.hpp.)
#pragma once

#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/scan.hpp>

namespace ravel {
namespace mpi {

namespace detail {

RAVEL_API void check_vector(const char* operation, const ravel::shape& extents);
// Whole running chunks for each rank.
RAVEL_API index_t running_span(index_t length, int ranks);

// Along the one axis: totals of all chunks are told to all ranks, so that each knows where its first one begins.
template <template <class, class> class How, class Step, class X>
auto running_over_ranks(const char* operation, const X& x) {
  using T = typename X::value_type;
  using Fold = How<Step, T>;
  using total = typename Fold::total;
  using out = typename Fold::out;
  constexpr index_t chunk = ravel::detail::running_chunk;
  const world& ranks = x.ranks();
  std::optional<tensor<T>> elements;
  std::optional<tensor<out>> results;
  element_list<total> own, all;
  writing<X, T> work(ranks, operation);
  const auto prepare = [&] {
    check_vector(operation, x.shape());
    const index_t span = running_span(x.size(), ranks.size());
    const block_cyclic in_chunks(0, span);
    elements.emplace(unfilled<T>(ranks, x.shape(), in_chunks));
    results.emplace(unfilled<out>(ranks, x.shape(), in_chunks));
    return work.set(x, *elements);
  };
  const auto line = [&] { return reinterpret_cast<const T*>(elements->part()->data); };
  const auto length = [&] { return elements->local().size(); };
  const auto add_up = [&] {
    own.resize(static_cast<std::size_t>(length() / chunk));
    ravel::detail::totals_of_running_chunks<Fold, T>({line(), 1}, length() / chunk, reinterpret_cast<total*>(own.data()));
  };
  const auto tell = [&] { all = gathered_items(ranks.state(), own); };
  const auto run = [&] {
    const index_t n = length(), before = ranks.rank() * (running_span(x.size(), ranks.size()) / chunk);
    if (n == 0) return;
    ravel::detail::running_line<Fold> at;
    if (before > 0) {
      total sum = static_cast<total>(all[0]);
      for (index_t k = 1; k < before; ++k) sum = Fold::joined(std::move(sum), static_cast<total>(all[static_cast<std::size_t>(k)]));
      if (!ravel::detail::fits_carried<Fold>(sum)) return;  // a rank before throws
      at.begin_behind(static_cast<typename Fold::carried>(sum));
    }
    at.take(ravel::block<const T>{line(), 1}, n, ravel::block<out>{reinterpret_cast<out*>(results->part()->data), 1});
  };
  work.run(prepare, {add_up, tell, run});
  return *std::move(results);
}

}  // namespace detail

#define RAVEL_MPI_RUNNING(name, operand, how_it_runs, step)                                                   \
  template <detail::operand X>                                                                                \
  [[nodiscard]] auto name(const X& x, const distribution& how) {                                              \
    return clone(detail::running_over_ranks<ravel::detail::how_it_runs, ravel::detail::step>(#name, x), how); \
  }                                                                                                           \
  template <detail::operand X>                                                                                \
  [[nodiscard]] auto name(const X& x) {                                                                       \
    return name(x, detail::fitting_distribution(x.first_leaf().how(), x.shape()));                            \
  }
RAVEL_MPI_RUNNING(cumsum, spread_numbers, running_total, checked_plus)    // the sum up to each element
RAVEL_MPI_RUNNING(cumprod, spread_numbers, running_total, checked_times)  // the product up to each element
RAVEL_MPI_RUNNING(cummin, spread_ordered, running_extreme, least)         // the least element up to each
RAVEL_MPI_RUNNING(cummax, spread_ordered, running_extreme, greatest)      // the greatest element up to each
#undef RAVEL_MPI_RUNNING

}  // namespace mpi
}  // namespace ravel

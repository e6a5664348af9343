// SPDX-License-Identifier: BSL-1.0
// Gives the elements of lines to sinks that reduce them, on several threads if that helps. Each task has sinks of its own; all write to one
// memory of results.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/fold/detail/reduced.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel::detail {

// Up to this many columns, memory is read from end to end. With more, bands are used whose partial results fit a cache.
inline constexpr index_t widest_band = 4096;

// Calls reduce(part, number of its first result) for parts of the outer axes of a view.
template <class T, class Reduce>
void each_outer_part(const tensor<const T>& view, const axis_plan& plan, const Reduce& reduce) {
  const index_t extent = plan.passes == 1 && plan.outer_axes > 0 ? view.extent(0) : 1, results = plan.results.elements() / extent;
  in_pieces(extent, view.size() / extent, [&](index_t begin, index_t end) {
    reduce(end - begin == extent ? view : tensor<const T>(slice(view, 0, begin, end - begin)), begin * results);
  });
}

// Gives the elements of the lines to sinks, each for a band of so many lines beginning at `start`. One function for all reductions of a
// type. Defined in src/ for every element type.
template <class T>
void give_bands(const tensor<const T>& view, const axis_plan& plan,
                function_ref<std::unique_ptr<element_sink<T>>(index_t width, index_t start)> sink_of);

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Sums of products under a window of as many axes as the tensor has.
#pragma once

#include <ravel/op/signal/convolve.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel::detail {

// The shape of data with so many positions more at the ends of each axis, in row-major order, and what lies under a window in it.
struct window_grid {
  std::vector<index_t> given;                 // the extents of the data
  std::vector<std::vector<index_t>> sources;  // of each axis, where every extended position comes from; -1: nowhere
  std::vector<index_t> strides;               // of the extended shape
  index_t extended = 1;                       // its positions
  std::vector<index_t> places;                // how many windows lie along each axis
  shape result;
  std::vector<index_t> offsets;  // of the positions under a window from its first
  std::vector<index_t> starts;   // of the rows of windows
};
RAVEL_API window_grid grid_of(const shape& data, std::span<const index_t> window, std::span<const window_reach> reach, edge_mode edge);
// Defined in src/ for what sums are kept in.
template <class A>
buffer<A> extended_by(const window_grid& grid, const A* data);

// Of tensors in row-major memory; the weights as they meet ascending elements. Defined in src/ for what sums are kept in.
template <class A>
tensor<A> correlate_nd(const tensor<const A>& data, const tensor<const A>& weights, convolve_mode mode, edge_mode edge,
                       convolve_method method, const tensor<A>* given);

template <class A, class X>
tensor<const A> in_memory_as(const X& x) {
  return ravel::contiguous(map(widened<A>{}, as_read_tensor(x)));
}

// weights: flipped, or as_conjugates
template <class X, class W, class... Options>
auto correlate_tensors(const X& t, const W& weights, const Options&... options) {
  using Out = sum_t<product_t<X, W>>;
  using A = accumulator_t<product_t<X, W>>;
  const auto mode = option_or(convolve_mode::full, options...);
  const auto edge = option_or(edge_mode::zero, options...);
  const auto method = option_or(convolve_method::automatic, options...);
  const tensor<A> sums = correlate_nd<A>(in_memory_as<A>(t), in_memory_as<A>(weights), mode, edge, method, target_of_result<A>(t));
  if constexpr (std::same_as<A, Out>) {
    return sums;
  } else {
    return written_or_cloned(target_of_result<Out>(t), map([](A sum) { return static_cast<Out>(sum); }, sums));
  }
}

// Along every axis; written down before it is turned, as a tree of tensors would be turned node by node and each read where it stands.
template <class W>
auto flipped_over(const W& window) {
  std::vector<index_t> axes(static_cast<std::size_t>(window.rank()));
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = static_cast<index_t>(k);
  return flip(in_memory_as<read_t<W>>(window), axes);
}

// Where it is complex.
template <class W>
auto as_conjugates(const W& window) {
  if constexpr (complex_element<read_t<W>>) {
    return map([](read_t<W> weight) { return std::conj(weight); }, as_read_tensor(window));
  } else {
    return as_read_tensor(window);
  }
}

}  // namespace ravel::detail

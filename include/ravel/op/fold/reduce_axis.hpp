// SPDX-License-Identifier: BSL-1.0
// reduce_axis: a function makes one value of each line along an axis. Eager, with fresh results; one thread calls it once for each line, in
// row-major order of the other axes.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/tensor/detail/along.hpp>

namespace ravel {

// Calls f(line) for every line along an axis, as a tensor<const T> of rank 1. Its results are the elements of a tensor without that axis.
template <detail::shaped_reader X, class F>
  requires std::invocable<F&, const tensor<const detail::read_t<X>>&>
[[nodiscard]] auto reduce_axis(const X& t, index_arg axis, F f) {
  using T = detail::read_t<X>;
  using R = std::remove_cvref_t<std::invoke_result_t<F&, const tensor<const T>&>>;
  const auto held = detail::borrowed_handle(t);  // f may assign another tensor to that name
  const shape lines = detail::without_axis(held.shape(), axis);
  const detail::result_memory<R> made(detail::target_of_result<R>(held), lines);
  R* const out = made.data();
  for (index_t line = 0; line < lines.elements(); ++line) {
    const tensor<const T> at = detail::viewed(held, [&](const dims& map) { return detail::line_of(map, axis, line); });
    out[line] = f(at);
  }
  return made.result();
}

RAVEL_TAKES_INTO(reduce_axis)
RAVEL_FACES(reduce_axis)  // f takes a line, a tensor<const T> of rank 1: reduce_axis(t, axis, f)

}  // namespace ravel

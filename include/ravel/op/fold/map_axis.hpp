// SPDX-License-Identifier: BSL-1.0
// Work on the lines along an axis: map_axis makes lines of them by a function, reduce_axis one value each; take_along_axis picks elements
// by positions that differ from line to line. Eager, with fresh tensors. The calling thread calls the function once for each line, in
// row-major order of the other axes.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

template <class X>
using line_t = tensor<const read_t<X>>;

[[noreturn]] RAVEL_API void throw_line_sizes(index_t line, index_t size, index_t first_size);
[[noreturn]] RAVEL_API void throw_no_lines(const shape& of, index_t axis);
[[noreturn]] RAVEL_API void throw_taken_outside(index_t position, index_t extent, index_t axis);
RAVEL_API void check_taken_shape(const shape& values, const shape& positions, index_t axis);
RAVEL_API index_t positions_behind(const shape& of, index_t axis);

}  // namespace detail

// Calls f(line) for every line along an axis, as a tensor<const T> of rank 1. The values it gives, equally many for each line, are the
// lines of the result.
template <detail::shaped_reader X, class F>
  requires readable<std::invoke_result_t<F&, const detail::line_t<X>&>>
[[nodiscard]] auto map_axis(const X& t, index_arg axis, F f) {
  using T = detail::read_t<X>;
  using R = detail::read_t<std::invoke_result_t<F&, const detail::line_t<X>&>>;
  const auto held = detail::borrowed_handle(t);  // f may assign another tensor to that name
  const detail::axis_list order = detail::with_axis_last(axis, held.rank());
  const shape lines = detail::without_axis(held.shape(), axis);
  if (lines.elements() == 0) detail::throw_no_lines(held.shape(), axis);
  std::optional<detail::result_memory<R>> made;  // known once the first line gives its length
  for (index_t line = 0; line < lines.elements(); ++line) {
    const tensor<const T> at = detail::viewed(held, [&](const dims& map) { return detail::line_of(map, axis, line); });
    const auto result = f(at);
    if (!made) {
      std::vector<index_t> extents(lines.begin(), lines.end());
      extents.push_back(result.size());
      made.emplace(detail::target_of_result<R>(held), extents, order);
    }
    const index_t n = made->view().extent(-1);
    if (result.size() != n) detail::throw_line_sizes(line, result.size(), n);
    reader<R>(detail::borrowed_handle(result)).read(0, std::span<R>(made->data() + line * n, static_cast<std::size_t>(n)));
  }
  return made->result();
}

// Element i of a line of the result is element positions[i] of the same line of t, by the same line of the positions. argsort along an axis
// gives such positions. All other extents are those of t.
template <detail::shaped_reader X, detail::shaped_reader P>
  requires integer_element<detail::read_t<P>>
[[nodiscard]] auto take_along_axis(const X& t, const P& positions, index_arg on) {
  using T = detail::read_t<X>;
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::check_axis(on, held.rank());
  detail::check_taken_shape(held.shape(), positions.shape(), axis);
  const tensor<index_t> chosen = clone(cast<index_t>(positions));
  const tensor<const T> values = contiguous(held);  // row-major
  const detail::result_memory<T> made(detail::target_of_result<T>(held), chosen.shape());
  const index_t extent = held.extent(axis), taken = chosen.extent(axis), behind = detail::positions_behind(held.shape(), axis);
  const T* line = values.data();
  const index_t* position = chosen.data();
  T* out = made.data();
  for (index_t left = chosen.size(); left > 0; left -= taken * behind, line += extent * behind) {
    for (index_t i = 0; i < taken * behind; ++i, ++position) {
      if (*position < 0 || *position >= extent) detail::throw_taken_outside(*position, extent, axis);
      *out++ = line[*position * behind + i % behind];
    }
  }
  return made.result();
}

// Calls f(line) for every line along an axis, as a tensor<const T> of rank 1. Its results are the elements of a tensor without that axis.
template <detail::shaped_reader X, class F>
  requires std::invocable<F&, const detail::line_t<X>&>
[[nodiscard]] auto reduce_axis(const X& t, index_arg axis, F f) {
  using R = std::remove_cvref_t<std::invoke_result_t<F&, const detail::line_t<X>&>>;
  const auto held = detail::borrowed_handle(t);  // f may assign another tensor to that name
  const shape lines = detail::without_axis(held.shape(), axis);
  const detail::result_memory<R> made(detail::target_of_result<R>(held), lines);
  R* const out = made.data();
  for (index_t line = 0; line < lines.elements(); ++line) {
    const detail::line_t<X> at = detail::viewed(held, [&](const dims& map) { return detail::line_of(map, axis, line); });
    out[line] = f(at);
  }
  return made.result();
}

RAVEL_TAKES_INTO(map_axis)
RAVEL_TAKES_INTO(reduce_axis)
RAVEL_TAKES_INTO(take_along_axis)
RAVEL_FACES(map_axis)         // f takes a line, a tensor<const T> of rank 1, and gives one: map_axis(t, axis, f)
RAVEL_FACES(reduce_axis)      // f takes a line, a tensor<const T> of rank 1: reduce_axis(t, axis, f)
RAVEL_FACES(take_along_axis)  // by integers of the rank of t, such as argsort gives: take_along_axis(t, positions, axis)

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// one_hot: codes as a sparse matrix whose rows have a single 1, in the column of the code. Eager; threads share the work. Its cost depends
// on the number of codes, not of levels.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_no_level(index_t code, index_t place, index_t levels);

}  // namespace detail

// One column per level. The code no_position, -1, gives a row without a 1.
template <element T = double, detail::input R>
  requires detail::whole_element<detail::read_t<R>>
tensor<T> one_hot(const R& codes, index_arg levels) {
  const index_t width = detail::check_size(levels, "number of levels"), n = detail::size_of(codes);
  const index_t size = detail::mul_index(n, width);
  const auto wide = cast<index_t>(detail::borrowed_in_row(codes));
  const detail::node<index_t>& source = detail_access::node(wide);
  const auto add = [&](index_t begin, index_t end, detail::entry_list& list) {
    detail::entry_array<T> made(std::move(list));
    detail::each_span(source, begin, end - begin, [&](std::span<const index_t> block, index_t row) {
      made.make_room(std::ssize(block));
      index_t* const positions = made.positions() + made.size();
      index_t ones = 0;
      for (const index_t code : block) {
        if (code < -1 || code >= width) detail::throw_no_level(code, row, width);
        positions[ones] = row * width + code;
        ones += code >= 0;
        ++row;
      }
      std::fill_n(made.values() + made.size(), ones, T{1});
      made.grow_by(ones);
    });
    list = std::move(made);
  };
  auto entries = detail::entries_from_even_pieces(detail::element_room_of<T>, n, n, add);
  return detail::tensor_over(shape{n, width}, detail::sparse_buffer_of<T>(size, T{}, detail::entry_array<T>(std::move(entries))));
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// one_hot: codes as a sparse matrix whose rows have a single 1, in the column of the code. Eager. Its cost depends on the number of codes,
// not of levels.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/sparse/tensor.hpp>

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
  detail::entry_array<T> made(n);
  index_t row = 0;
  detail::each_element(cast<index_t>(detail::borrowed_in_row(codes)), [&](index_t code) {
    if (code < -1 || code >= width) detail::throw_no_level(code, row, width);
    if (code >= 0) made.add(row * width + code, T{1});
    ++row;
  });
  made.fit();
  return detail::tensor_over(shape{n, width}, detail::sparse_buffer_of<T>(size, T{}, std::move(made)));
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// parse for tensors of text. It keeps their shape and names an element that is not a number by its coordinates. The other functions of text
// (<ravel/lazy/words.hpp>) know no positions, and take tensors unchanged. Results own their operands, and any thread may read them.
#pragma once

#include <ravel/lazy/words.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_no_number_in(const shape& of, index_t position, std::string_view text, dtype type);

template <told_number T>
struct number_read_in {
  using is_pure = void;
  shape of;
  T operator()(std::string_view text, index_t position) const {
    canonical_t<T> value{};
    if (!read_number(text, value)) throw_no_number_in(of, position, text, dtype_of<T>());
    return static_cast<T>(value);
  }
};

}  // namespace detail

template <detail::told_number T, detail::word_reader R>
  requires detail::shaped_reader<R>
[[nodiscard]] auto parse(R&& r) {
  const shape of = r.shape();
  const tensor<const index_t> positions(dims::row_major(of), iota<index_t>(of.elements()));
  return map(detail::number_read_in<T>{of}, std::forward<R>(r), positions);
}

}  // namespace ravel

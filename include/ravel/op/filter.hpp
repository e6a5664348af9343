// SPDX-License-Identifier: BSL-1.0
// filter and compress: the elements that a predicate or a mask keeps, in order, as a new buffer. Eager, so that the predicate is called
// once for each element.
#pragma once

#include <ravel/lazy/fused.hpp>
#include <ravel/op/detail/one_shape.hpp>
#include <ravel/op/logic.hpp>
#include <ravel/op/refused.hpp>
#include <ravel/storage/list.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_mask_changed();

}  // namespace detail

template <detail::input R, detail::predicate_of<R> P>
buffer<detail::read_t<R>> filter(const R& r, P keeps) {
  using T = detail::read_t<R>;
  list<T> kept;
  detail::each_element(r, [&](const T& value) {
    if (keeps(value)) kept.push_back(value);
  });
  return kept.take();
}

// The mask is read twice, so that the result is made in one piece.
template <detail::input R, detail::mask M>
buffer<detail::read_t<R>> compress(const R& r, const M& mask) {
  using T = detail::read_t<R>;
  detail::check_one_shape("compress", r, mask);
  auto&& values = detail::peek(r);
  auto&& flags = detail::peek(mask);
  const detail::node<T>& source = values;
  const detail::node<bool>& chosen = flags;
  if (source.size() != chosen.size()) detail::throw_sizes_differ("compress", source.size(), chosen.size());
  const buffer<T> result = detail::unfilled_buffer<T>(detail::total_of(chosen));
  T* out = result.data();
  T* const end = out + result.size();
  const auto take = [&](index_t, index_t n, block<const T> b, block<const bool> flag) {
    for (index_t i = 0; i < n; ++i) {
      if (!flag.data[i * flag.step]) continue;
      if (out == end) detail::throw_mask_changed();
      *out++ = b.data[i * b.step];
    }
    return true;
  };
  detail::each_block_together(0, source.size(), take, source, chosen);
  if (out != end) detail::throw_mask_changed();
  return result;
}

}  // namespace ravel

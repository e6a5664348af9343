// SPDX-License-Identifier: BSL-1.0
// clone and to_vector: compute a lazy result into memory. The result owns fresh memory and depends on nothing. Any thread.
#pragma once

#include <ravel/reader/foreign.hpp>
#include <ravel/storage/buffer.hpp>

#include <vector>

namespace ravel {

namespace detail {

// The elements as a buffer, without their shape.
template <input R>
buffer<read_t<R>> elements_of(const R& r) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& node = source;
  const buffer<T> result = unfilled_buffer<T>(node.size());
  read_into(node, 0, node.size(), result.data());
  return result;
}

}  // namespace detail

template <detail::input R>
buffer<detail::read_t<R>> clone(const R& r) {
  return detail::elements_of(r);
}

template <detail::input R>
[[nodiscard]] std::vector<detail::read_t<R>> to_vector(const R& r) {
  using T = detail::read_t<R>;
  auto&& source = detail::node_for_call(r);
  const detail::node<T>& node = source;
  std::vector<T> result;
  result.reserve(static_cast<std::size_t>(node.size()));
  for (detail::source_blocks<T> blocks(node); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    if (b.step == 1) {
      result.insert(result.end(), b.data, b.data + n);
    } else {
      for (index_t i = 0; i < n; ++i) result.push_back(b.data[i * b.step]);
    }
  }
  return result;
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// index_of and last_index_of: where a value comes first or last, or nothing. They stop at the block that decides. Elements compare by
// value, so that NaN is nowhere.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/op/for_each.hpp>

#include <optional>

namespace ravel {

namespace detail {

template <class V, class R>
concept value_beside = input<R> && std::predicate<equals, element_ref<R>, const V&>;

}  // namespace detail

template <detail::input R, detail::value_beside<R> V>
std::optional<index_t> index_of(const R& r, const V& value) {
  index_t position = 0;
  const auto differs = [&](const detail::read_t<R>& x) -> bool { return !detail::equals{}(x, value) && ++position > 0; };
  return detail::each_element(r, differs) ? std::nullopt : std::optional(position);
}

template <detail::input R, detail::value_beside<R> V>
std::optional<index_t> last_index_of(const R& r, const V& value) {
  using T = detail::read_t<R>;
  auto&& source = detail::peek(r);
  const detail::node<T>& node = source;
  std::optional<index_t> found;
  for (index_t end = node.size(); end > 0 && !found;) {
    const index_t start = std::max<index_t>(0, end - detail::block_length<T>);
    detail::each_block(node, start, end - start, [&](block<const T> b, index_t, index_t n) {
      while (n > 0 && !detail::equals{}(b.data[(n - 1) * b.step], value)) --n;
      if (n > 0) found = start + n - 1;
    });
    end = start;
  }
  return found;
}

}  // namespace ravel

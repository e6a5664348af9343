// SPDX-License-Identifier: BSL-1.0
// concat: joins any number of readers of one element type end to end. Parts of a part that is a concatenation become parts of the result,
// so appending in a loop does not get deeper. Empty parts are dropped. A binary search finds the part of a position, once a block. Owns the
// parts. Any thread may read.
#pragma once

#include <ravel/lazy/refused.hpp>

namespace ravel {

namespace detail {

RAVEL_API shared_untyped concat_of(std::span<const shared_untyped> parts);  // null if there are none

}  // namespace detail

template <class R, class... Rs>
  requires detail::alike<R, Rs...>
[[nodiscard]] auto concat(R&& first, Rs&&... more) {
  using T = detail::read_t<R>;
  const detail::shared_untyped parts[] = {detail::owned_source(std::forward<R>(first)), detail::owned_source(std::forward<Rs>(more))...};
  return detail::reader_of<T>(detail::concat_of(parts));
}

template <detail::handle_range Parts>
[[nodiscard]] auto concat(const Parts& parts) {
  return detail::reader_of<detail::part_element_t<Parts>>(detail::concat_of(detail::own_each<detail::untyped_node>(parts)));
}

template <detail::rearrangeable R, detail::rearrangeable... Rs>
  requires(!detail::alike<R, Rs...>)
void concat(R&& first, Rs&&... more) = delete;  // the elements are of different types: concat(a, cast<T>(b)) gives them one

}  // namespace ravel

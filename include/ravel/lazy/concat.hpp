// SPDX-License-Identifier: BSL-1.0
// concat joins any number of readers of one element type end to end, interleave takes the first elements of all parts, then their second
// elements, and so on, and repeat reads all elements of a reader as many times as requested. Views that own their parts. Any thread may
// read.
#pragma once

#include <ravel/lazy/sources.hpp>

namespace ravel {

// concat: parts of a part that is a concatenation become parts of the result, so appending in a loop does not get deeper. Empty parts are
// dropped. A binary search finds the part of a position, once a block.

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
void concat(...) = delete;  // of elements of one type: concat(a, cast<T>(b)); along an axis, which comes first: concat(along(0), a, b)

// interleave: the parts have one size. Of k parts, element i is element i div k of part i mod k.

namespace detail {

RAVEL_API shared_untyped interleave_of(std::vector<shared_untyped> parts);  // null if there are none

}  // namespace detail

template <class R, class... Rs>
  requires detail::alike<R, Rs...>
[[nodiscard]] auto interleave(R&& first, Rs&&... more) {
  using T = detail::read_t<R>;
  return detail::reader_of<T>(
      detail::interleave_of({detail::owned_source(std::forward<R>(first)), detail::owned_source(std::forward<Rs>(more))...}));
}

template <detail::handle_range Parts>
[[nodiscard]] auto interleave(const Parts& parts) {
  return detail::reader_of<detail::part_element_t<Parts>>(detail::interleave_of(detail::own_each<detail::untyped_node>(parts)));
}

template <detail::rearrangeable R, detail::rearrangeable... Rs>
  requires(!detail::alike<R, Rs...>)
void interleave(R&& first, Rs&&... more) = delete;  // the elements are of different types: interleave(a, cast<T>(b)) gives them one

// repeat: reads each element once a block.

namespace detail {

RAVEL_API shared_untyped repeat_of(const shared_untyped& below, index_t times);

}  // namespace detail

template <detail::rearrangeable R>
reader<detail::read_t<R>> repeat(R&& r, index_arg times) {
  return detail::reader_of<detail::read_t<R>>(detail::repeat_of(detail::owned_source(std::forward<R>(r)), times));
}

void repeat(...) = delete;  // all elements so many times: repeat(r, 3); along axes: tile(t, {1, 3})

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// interleave: the first elements of all parts, then their second elements, and so on. The parts have one size and one element type. Of k
// parts, element i is element i div k of part i mod k. Owns the parts. Any thread may read.
#pragma once

#include <ravel/lazy/refused.hpp>

namespace ravel {

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

}  // namespace ravel

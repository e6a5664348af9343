// SPDX-License-Identifier: BSL-1.0
// Sized random-access ranges of the standard library and of range-v3, as readers. (A reader already is a range of both: it has
// random-access iterators and owns its source.) Owns the range: a view, or a container passed as an rvalue.
#pragma once

#include <ravel/reader/foreign.hpp>

#include <ranges>
#include <utility>

namespace ravel {

namespace detail {

// A view of a container does not own its elements. The user must keep them alive, as for std::span.
template <class R>
concept ownable_range =
    element_range<std::remove_cvref_t<R>> && (!std::is_lvalue_reference_v<R> || std::ranges::view<std::remove_cvref_t<R>>);

}  // namespace detail

// reader<T> of the values of a range: from_range(std::views::iota(0, 10) | std::views::transform(f)). As with map, f may be called never,
// once or often for a position, in any order. The range's size is read once.
template <detail::ownable_range R>
  requires(!readable<R>)
[[nodiscard]] auto from_range(R&& range) {
  return detail::make_reader<detail::range_node<std::remove_cvref_t<R>>>(std::forward<R>(range));
}

template <class R>
  requires(!detail::ownable_range<R> && !readable<R>)
void from_range(R&& range) = delete;  // a random-access range of known size, given away with std::move, or a view of one

}  // namespace ravel

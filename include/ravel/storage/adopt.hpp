// SPDX-License-Identifier: BSL-1.0
// adopt: turns a container of consecutive elements into a buffer without a copy. The container is first moved to its new owner and then
// asked for its memory.
#pragma once

#include <ravel/reader/foreign.hpp>
#include <ravel/storage/buffer.hpp>

#include <ranges>

namespace ravel {

namespace detail {

// A container passed as an rvalue that owns its elements.
template <class C>
concept adoptable = contiguous<C> && !std::is_lvalue_reference_v<C> && !std::is_const_v<C> && !readable<C> && !std::ranges::view<C>;

}  // namespace detail

template <detail::adoptable C>
[[nodiscard]] auto adopt(C&& container) {
  auto owner = detail::make_released<true, detail::kept<C>>(std::move(container));
  auto* const data = std::ranges::data(owner->x);
  const index_t n = detail::given_size(std::ranges::size(owner->x));
  detail::check_memory(data, n);
  return detail::memory_handle(data, n, std::move(owner));
}

// Takes over a user's reader as it is.
template <detail::keepable R>
  requires(!detail::handle<R>)
[[nodiscard]] auto adopt(R&& r) {
  return from(std::move(r));
}

template <class C>
void adopt(C& container) = delete;  // adopt takes over what it is given: write adopt(std::move(x)), or borrow(x) to look at it

template <class C>
void adopt(C&& container) = delete;  // no elements of its own in consecutive memory: clone(from(std::move(x))), or borrow(x)

}  // namespace ravel

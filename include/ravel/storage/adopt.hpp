// SPDX-License-Identifier: BSL-1.0
// adopt: turns a container of consecutive elements into a buffer without a copy. The container is first moved to its new owner and then
// asked for its memory. wrap: foreign memory, kept alive by an owner that Ravel takes over (an rvalue) or shares (a shared_ptr). The owner
// is destroyed exactly once: with the last handle, or by its caller if wrap throws before taking it.
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
void adopt(C&& container) = delete;  // no elements of its own in consecutive memory: clone(from(std::move(x))), or from(std::move(x)) alone

namespace detail {

template <class Owner>
concept owner = !std::is_lvalue_reference_v<Owner> || instance_of<std::remove_cvref_t<Owner>, std::shared_ptr>;

template <owner Owner>
std::shared_ptr<const void> keep_owner(Owner&& owner) {
  using X = std::remove_cvref_t<Owner>;
  return make_released<may_hold_handles<X>, kept<X>>(std::forward<Owner>(owner));
}

}  // namespace detail

// Writable memory gives a buffer, const memory a reader. wrap(p, {2, 3}, owner), in <ravel/tensor/make.hpp>, has a shape.
template <class E, detail::integer N, detail::owner Owner>
[[nodiscard]] auto wrap(E* data, N n, Owner&& owner) {
  const index_t size = detail::to_index(n);
  detail::check_memory(data, size);
  return detail::memory_handle(data, size, detail::keep_owner(std::forward<Owner>(owner)));
}

template <class E, detail::integer N, class Owner>
void wrap(E* data, N n, Owner&& owner) = delete;  // the owner is taken over: pass it with std::move or as a shared_ptr, or borrow

}  // namespace ravel

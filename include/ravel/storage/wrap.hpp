// SPDX-License-Identifier: BSL-1.0
// wrap: foreign memory, kept alive by an owner that Ravel takes over (an rvalue) or shares (a shared_ptr). The owner is destroyed exactly
// once: with the last handle, or by its caller if wrap throws before taking it.
#pragma once

#include <ravel/storage/buffer.hpp>

namespace ravel {

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

// SPDX-License-Identifier: BSL-1.0
// borrow: a look at memory that nobody hands over. The caller keeps the container alive and in place for as long as any handle or view of
// it lives; this is the one door through which a handle can dangle, so it takes no temporary.
#pragma once

#include <ravel/storage/adopt.hpp>

namespace ravel {

namespace detail {

// A container that goes on to live, or a look at one. (An array of arrays is a tensor: tensor/make.hpp borrows it.)
template <class C>
concept borrowable = contiguous<C> && !readable<C> && std::rank_v<std::remove_cvref_t<C>> < 2 &&
                     (std::is_lvalue_reference_v<C> || std::ranges::borrowed_range<C>);

}  // namespace detail

// A const container, or one of const elements, gives a reader; any other a buffer. Spans and string views may be temporaries themselves.
template <detail::borrowable C>
[[nodiscard]] auto borrow(C&& container) {
  auto* const data = std::ranges::data(container);
  const index_t n = detail::given_size(std::ranges::size(container));
  detail::check_memory(data, n);
  return detail::memory_handle(data, n, nullptr);
}

// A reader of the user's own; a writer, where it is one and not const.
template <detail::foreign_lvalue R>
[[nodiscard]] auto borrow(R&& r) {
  using X = std::remove_cvref_t<R>;
  using T = detail::read_t<R>;
  std::shared_ptr<const detail::node<T>> looking = std::make_shared<detail::foreign_node<X>>(std::as_const(r));
  if constexpr (writable<R> && !std::is_const_v<std::remove_reference_t<R>>) {
    return detail_access::wrap_writer(std::move(looking));
  } else {
    return detail_access::wrap(std::move(looking));
  }
}

template <class C>
void borrow(C&& container) = delete;  // only memory that stays can be borrowed: adopt(std::move(x)) takes a temporary over

}  // namespace ravel

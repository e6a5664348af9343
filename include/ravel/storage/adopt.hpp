// SPDX-License-Identifier: BSL-1.0
// adopt: turns a container of consecutive elements into a buffer without a copy. The container is first moved to its new owner and then
// asked for its memory. wrap: foreign memory, kept alive by an owner that Ravel takes over (an rvalue) or shares (a shared_ptr). The owner
// is destroyed exactly once: with the last handle, or by its caller if wrap throws before taking it. borrow: a view of memory that the
// caller keeps. The container must stay alive and in place as long as any handle or view of it lives. Handles can dangle only through
// borrow, so it takes no temporary.
#pragma once

#include <ravel/reader/foreign.hpp>
#include <ravel/storage/buffer.hpp>

#include <ranges>
#include <vector>

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

namespace detail {

// A container that is an lvalue, or a view of one. (tensor/make.hpp borrows arrays of arrays, as tensors.)
template <class C>
concept borrowable = contiguous<C> && !readable<C> && std::rank_v<std::remove_cvref_t<C>> < 2 &&
                     (std::is_lvalue_reference_v<C> || std::ranges::borrowed_range<C>);

// Bits have no addresses, so they are read and written one by one.
class borrowed_bits : public reader_base {
 public:
  explicit borrowed_bits(const std::vector<bool>& bits) : bits_(&bits) {}
  std::size_t size() const { return bits_->size(); }
  bool operator[](index_t i) const { return (*bits_)[static_cast<std::size_t>(i)]; }

 private:
  const std::vector<bool>* bits_;
};
class borrowed_writable_bits : public borrowed_bits {
 public:
  explicit borrowed_writable_bits(std::vector<bool>& bits) : borrowed_bits(bits), bits_(&bits) {}
  void write(index_t i, bool value) const { (*bits_)[static_cast<std::size_t>(i)] = value; }

 private:
  std::vector<bool>* bits_;
};

}  // namespace detail

// Gives a reader for a const container or const elements, else a buffer. Spans and string views may be temporaries.
template <detail::borrowable C>
[[nodiscard]] auto borrow(C&& container) {
  auto* const data = std::ranges::data(container);
  const index_t n = detail::given_size(std::ranges::size(container));
  detail::check_memory(data, n);
  return detail::memory_handle(data, n, nullptr);
}

// n elements behind a pointer; const elements give a reader. borrow(p, {2, 3}), in <ravel/tensor/make.hpp>, has a shape.
template <class E, detail::integer N>
  requires std::is_object_v<E>
[[nodiscard]] auto borrow(E* first, N n) {
  const index_t size = detail::check_size(detail::to_index(n));
  detail::check_memory(first, size);
  return detail::memory_handle(first, size, nullptr);
}

inline reader<bool> borrow(const std::vector<bool>& bits) { return from(detail::borrowed_bits(bits)); }
inline writer<bool> borrow(std::vector<bool>& bits) { return from(detail::borrowed_writable_bits(bits)); }
reader<bool> borrow(std::vector<bool>&& bits) =
    delete;  // only memory that stays can be borrowed: from(std::move(x)) takes a temporary over

// Borrows a user's reader; gives a writer if it is one and not const.
template <detail::foreign_lvalue R>
[[nodiscard]] auto borrow(R&& r) {
  using X = std::remove_cvref_t<R>;
  using T = detail::read_t<R>;
  std::shared_ptr<const detail::node<T>> looking = detail::make_node<detail::foreign_node<X>>(std::as_const(r));
  if constexpr (writable<R> && !std::is_const_v<std::remove_reference_t<R>>) {
    return detail_access::wrap<writer<T>>(std::move(looking));
  } else {
    return detail_access::wrap<reader<T>>(std::move(looking));
  }
}

template <class C>
  requires(std::is_lvalue_reference_v<C> && !detail::borrowable<C> && !readable<C>)
void borrow(C&& container) = delete;  // neither consecutive nor a reader_base: from(std::move(x)) takes it over, clone(x) copies a range

template <class C>
void borrow(C&& container) = delete;  // only memory that stays can be borrowed: adopt(std::move(x)) takes a temporary over, clone(x) copies

}  // namespace ravel

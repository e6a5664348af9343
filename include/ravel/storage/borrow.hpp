// SPDX-License-Identifier: BSL-1.0
// borrow: a view of memory that the caller keeps. The container must stay alive and in place as long as any handle or view of it lives.
// Handles can dangle only through borrow, so it takes no temporary.
#pragma once

#include <ravel/storage/adopt.hpp>

#include <vector>

namespace ravel {

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

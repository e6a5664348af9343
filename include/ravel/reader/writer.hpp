// SPDX-License-Identifier: BSL-1.0
// writer<T>: a reader that can also be written. A handle like any other: copying shares, const on the handle protects nothing. Threads may
// write different elements; a write beside a read of the same element is a race.
#pragma once

#include <ravel/element/fitting.hpp>
#include <ravel/reader/reader.hpp>

namespace ravel {

namespace detail {

// The values may stand among the elements that are written.
template <class T>
void store_block(const node<T>& target, index_t start, index_t n, const T* values) {
  const target_memory read{reinterpret_cast<const std::byte*>(values), sizeof(T), n, sizeof(T)};
  if (target.meets(read) == meeting::none) return target.store(start, n, values);
  arena from(scratch_need::room_for<T>(), n);
  const scratch<T> kept(from, n);
  std::copy_n(values, n, kept.data());
  target.store(start, n, kept.data());
}

}  // namespace detail

template <class T>
class writer : public reader<T> {
 public:
  writer() = default;
  template <class W>
    requires(writable<W> && !detail::handle<W> && !std::is_lvalue_reference_v<W> && std::same_as<detail::read_t<W>, T>)
  writer(W&& w) : reader<T>(std::forward<W>(w)) {}

  void write(index_t i, detail::value_for<T> value) const {
    detail::check_position(i, this->size());
    const T& fits = value;
    this->node().store(i, 1, &fits);
  }
  void write(index_t start, std::span<const T> values) const {
    const auto n = static_cast<index_t>(values.size());
    detail::check_range(start, n, this->size());
    if (n > 0) detail::store_block(this->node(), start, n, values.data());
  }

  std::optional<block<T>> memory() const {
    const auto& lent = this->node().memory();
    return lent.data ? std::optional(block<T>{const_cast<T*>(lent.data), lent.step}) : std::nullopt;
  }

  // Every element from an expression of the same size; right when it reads what it writes.
  template <detail::input R>
  const writer& assign(const R& source) const {
    copy(source, *this);
    return *this;
  }

 protected:
  friend struct detail_access;
  explicit writer(std::shared_ptr<const detail::node<T>> n) : reader<T>(std::move(n)) {}
};

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::writer<T>> = true;

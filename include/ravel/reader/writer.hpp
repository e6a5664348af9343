// SPDX-License-Identifier: BSL-1.0
// writer<T>: a reader that can also be written. A handle like any other: copies share, and const on the handle protects nothing. Threads
// may write different elements; reading an element while another thread writes it is a race.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/reader/reader.hpp>

namespace ravel {

namespace detail {

// The values may lie among the elements that are written.
template <class T>
void store_block(const node<T>& target, index_t start, index_t n, const T* values) {
  const target_memory read{reinterpret_cast<const std::byte*>(values), sizeof(T), n, sizeof(T)};
  if (target.meets(read) == overlap::none) return target.store(start, n, values);
  arena from(scratch_need::room_for<T>(), n);
  const scratch<T> kept(from, n);
  std::copy_n(values, n, kept.data());
  target.store(start, n, kept.data());
}

template <class T>
inline constexpr handle_kind writer_kind{"writer", only_node<nothing_node<T>>};

template <class R, class Handle>
concept handle_other_than =
    handle<R> && !std::derived_from<std::remove_cvref_t<R>, Handle> && !handle_of_other_elements<R, typename Handle::value_type>;

// Valid on the right of an assignment to a view: elements, or one value for all.
template <class X, class Target>
concept gives_elements = !std::same_as<X, read_t<Target>> && requires(const X& x, const Target& target) { copy(x, target); };
template <class X, class Target>
concept gives_value = !gives_elements<X, Target> && requires(const X& x, const Target& target) { fill(target, x); };
// One value for all. A name is then bound, not written to.
template <class X, class Target>
concept value_of = !readable<X> && !plain_range<X> && gives_value<X, Target>;
// Without the header of copy this accepts anything, so that the error says what to include.
template <class X, class Target>
concept written_to = gives_elements<X, Target> || gives_value<X, Target> || !requires(const Target& target) { copy(target, target); };

template <class X, class Target>
const Target& write_all(const X& x, const Target& target) {
  if constexpr (gives_elements<X, Target>) {
    copy(x, target);
  } else {
    static_assert(gives_value<X, Target>, "writing through a view needs <ravel/loop/copy.hpp>; of tensors <ravel/tensor/copy.hpp>");
    fill(target, x);
  }
  return target;
}

}  // namespace detail

template <class T>
class [[nodiscard]] writer : public reader<T> {
 public:
  writer() : writer(nullptr, detail::writer_kind<T>) {}
  writer(const writer& w) : writer(w, detail::writer_kind<T>) {}
  writer(writer&& w) noexcept : writer(std::move(w), detail::writer_kind<T>) {}
  template <class W>
    requires(writable<W> && !detail::handle<W> && !std::is_lvalue_reference_v<W> && std::same_as<detail::read_t<W>, T>)
  writer(W&& w) : writer(detail::owned_node(std::forward<W>(w))) {}

  // Assigning to a name binds it anew …
  writer& operator=(const writer& w) & {
    this->bind(w, detail::writer_kind<T>);
    return *this;
  }
  writer& operator=(writer&& w) & {
    this->bind(std::move(w), detail::writer_kind<T>);
    return *this;
  }
  template <detail::handle_other_than<writer> R>
  writer& operator=(const R& x) & = delete;  // w.assign(x) writes it; a name of what can only be read is a reader
  template <detail::handle_of_other_elements<T> R>
  writer& operator=(const R& x) & = delete;  // the elements are of another type: w.assign(cast<T>(x)) writes them, and checks each
  template <detail::value_of<writer> S>
  writer& operator=(const S& value) & = delete;  // a name is bound to writers: fill(w, value) writes
  // … and assigning to a temporary view writes through it.
  const writer& operator=(const writer& w) const&& { return assign(w); }
  template <detail::written_to<writer> X>
    requires(!std::same_as<X, writer>)
  const writer& operator=(const X& x) const&& {
    return detail::write_all(x, *this);
  }

  void write(index_arg i, detail::value_for<T> value) const {
    detail::check_position(i, this->size());
    const T& fits = value;
    this->node().store(i, 1, std::addressof(fits));
  }
  void write(index_arg start, std::span<const T> values) const {
    const auto n = static_cast<index_t>(values.size());
    detail::check_range(start, n, this->size());
    if (n > 0) detail::store_block(this->node(), start, n, values.data());
  }

  std::optional<block<T>> memory() const& {
    const auto& lent = this->node().memory();
    return lent.data ? std::optional(block<T>{const_cast<T*>(lent.data), lent.step}) : std::nullopt;
  }
  std::optional<block<T>> memory() const&& = delete;  // the pointer would outlive the handle: name the writer first

  // Sets every element from an expression of the same size. Correct if the expression reads what it writes.
  template <detail::input R>
  const writer& assign(const R& source) const {
    static_assert(
        requires(const writer& w) { copy(w, w); }, "assign needs <ravel/loop/copy.hpp>, which <ravel/loop.hpp> includes");
    copy(source, *this);
    return *this;
  }

 protected:
  friend struct detail_access;
  using typename reader<T>::kind;
  explicit writer(detail::shared_untyped n) noexcept : writer(std::move(n), detail::writer_kind<T>) {}
  writer(detail::shared_untyped n, const kind& is) noexcept : reader<T>(std::move(n), is) {}
  writer(const writer& w, const kind& is) : reader<T>(w, is) {}
  writer(writer&& w, const kind& is) noexcept : reader<T>(std::move(w), is) {}
};

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::writer<T>> = true;

// SPDX-License-Identifier: BSL-1.0
// reader<T>: a handle to anything that can be read at random: size, read one, read a block, and what else it knows of itself. Copying
// shares and owns; the elements may change only through a writer elsewhere. Reading from several threads is safe.
#pragma once

#include <ravel/element/dtype.hpp>
#include <ravel/reader/concept.hpp>
#include <ravel/reader/iterator.hpp>
#include <ravel/reader/read.hpp>

#include <optional>
#include <ranges>
#include <utility>

namespace ravel {

class index_range;
RAVEL_API index_range slice(index_t start, index_t count, index_t step);
template <class T>
class writer;

namespace detail {

[[noreturn]] RAVEL_API void throw_empty_handle();
[[noreturn]] RAVEL_API void throw_size_beyond(std::uint64_t size);

// A size that a user's type gives.
template <std::integral Size>
index_t given_size(Size size) {
  if (!std::in_range<index_t>(+size)) throw_size_beyond(static_cast<std::uint64_t>(size));
  return check_size(static_cast<index_t>(size));
}

template <class R>
auto keep(R&& r);  // a shared node that owns r

template <class X>
concept foreign_lvalue = readable<X> && !handle<X> && std::is_lvalue_reference_v<X>;

}  // namespace detail

template <class T>
class reader : public detail::handle_base {
  static_assert(std::same_as<T, std::remove_cvref_t<T>>, "reader<T> reads and never writes: T is named without const");

 public:
  using value_type = T;
  using iterator = detail::element_iterator<detail::node<T>, T>;

  reader() = default;

  template <detail::keepable R>
    requires(!std::derived_from<std::remove_cvref_t<R>, reader> && std::same_as<detail::read_t<R>, T>)
  reader(R&& r) : node_(detail::keep(std::forward<R>(r))) {}
  template <detail::foreign_lvalue R>
  reader(R&& r) = delete;  // not owned by Ravel: write borrow(x) to look at it, adopt(std::move(x)) to give it away, or clone(x)

  index_t size() const { return node().size(); }
  T operator[](index_t i) const { return node().at(detail::check_position(i, size())); }
  T unchecked(index_t i) const { return node_->at(i); }
  // As many elements from start on as out has room for. Where they are written to memory that they are read from, copy is right.
  void read(index_t start, std::span<T> out) const {
    detail::check_range(start, static_cast<index_t>(out.size()), size());
    detail::read_into(node(), start, static_cast<index_t>(out.size()), out.data());
  }

  iterator begin() const& { return {&node(), 0}; }
  iterator end() const& { return {&node(), size()}; }
  iterator begin() const&& = delete;  // the iterator would outlive the handle: name the reader first
  iterator end() const&& = delete;

  // What it knows of itself. A constant or an order is only claimed where nobody can write below.
  std::optional<block<const T>> memory() const {
    const auto& lent = node().memory();
    return lent.data ? std::optional(lent) : std::nullopt;
  }
  std::optional<T> constant() const {
    const auto& lent = node().memory();
    return lent.data && lent.step == 0 && node().fixed() ? std::optional<T>(*lent.data) : std::nullopt;
  }
  bool sorted() const { return node().sorted(); }
  template <class Range = index_range>
  std::optional<Range> as_range() const {
    Range (*const make)(index_t, index_t, index_t) = slice;  // complete for whoever includes index_range
    detail::progression found;
    return node().is_progression(found) ? std::optional<Range>(make(found.start, size(), found.step)) : std::nullopt;
  }
  static constexpr ravel::dtype dtype() { return dtype_of<T>(); }

  explicit operator bool() const = delete;  // a handle is not a truth value

 protected:
  friend struct detail_access;
  explicit reader(std::shared_ptr<const detail::node<T>> n) : node_(std::move(n)) {}
  const detail::node<T>& node() const {
    if (!node_) detail::throw_empty_handle();
    return *node_;
  }

  std::shared_ptr<const detail::node<T>> node_;
};

template <readable R>
reader(R&&) -> reader<detail::read_t<R>>;

// The door between handles and nodes, for the library's own use.
struct detail_access {
  template <class T>
  static const std::shared_ptr<const detail::node<T>>& shared(const reader<T>& r) {
    r.node();
    return r.node_;
  }
  template <class T>
  static const detail::node<T>& node(const reader<T>& r) {
    return r.node();
  }
  template <class T>
  static reader<T> wrap(std::shared_ptr<const detail::node<T>> n) {
    return reader<T>(std::move(n));
  }
  template <class T>
  static writer<T> wrap_writer(std::shared_ptr<const detail::node<T>> n) {
    return writer<T>(std::move(n));
  }
};

namespace detail {

template <class Node, class... Args>
auto make_reader(Args&&... args) {
  return detail_access::wrap(std::shared_ptr<const node<typename Node::element>>(make_node<Node>(std::forward<Args>(args)...)));
}

}  // namespace detail

// Do both handles share one source? (== compares elements, lazily.)
template <class T, class U>
bool same(const reader<T>& a, const reader<U>& b) {
  if constexpr (std::same_as<T, U>) {
    return &detail_access::node(a) == &detail_access::node(b);
  } else {
    return false;
  }
}

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::reader<T>> = true;

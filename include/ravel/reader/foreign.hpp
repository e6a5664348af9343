// SPDX-License-Identifier: BSL-1.0
// Makes a reader of any type with size() and operator[]: its node, from(), and how a node owns its source. It uses the type's own block
// reads and writes, if there are any. The size is read once and kept. Threads may read as far as the type allows it.
#pragma once

#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/writer.hpp>

#include <ranges>
#include <utility>

namespace ravel {

namespace detail {

// Element i, converted to the integer type that operator[] takes.
template <class X>
decltype(auto) element_of(const X& x, index_t i) {
  if constexpr (requires { x[{i}]; }) {
    return x[i];
  } else if constexpr (requires(std::size_t place) { x[{place}]; }) {
    return x[static_cast<std::size_t>(i)];
  } else {
    return x[static_cast<decltype(x.size())>(i)];
  }
}

[[noreturn]] RAVEL_API void throw_bad_entry(index_t position, index_t from, index_t size);
[[noreturn]] RAVEL_API void throw_too_many_entries(index_t given, index_t room);

// The entries that a user's type lists. Checks each block, and drops entries that equal the fill.
template <class X>
class foreign_entries final : public entry_stream {
  using T = value_t<X>;

 public:
  foreign_entries(const X& x, index_t size, const T& fill)
      : x_(x), size_(size), fill_(fill), values_(std::make_unique<T[]>(entry_block_length)) {}

  raw_entry_block next() override {
    while (from_ < size_) {
      const index_t got = read();
      if (got == 0) break;
      if (const index_t kept = without_fills(got); kept > 0) return {positions_, values_.get(), kept};
    }
    return {};
  }
  void seek(index_t position) override { from_ = std::max(from_, position); }

 private:
  index_t read() {
    const user_call inside;
    const auto room = static_cast<std::size_t>(entry_block_length);
    const auto got = static_cast<index_t>(x_.read_stored(from_, std::span<index_t>(positions_, room), std::span<T>(values_.get(), room)));
    if (got < 0 || got > entry_block_length) throw_too_many_entries(got, entry_block_length);
    for (index_t i = 0; i < got; ++i) {
      if (positions_[i] < from_ || positions_[i] >= size_) throw_bad_entry(positions_[i], from_, size_);
      from_ = positions_[i] + 1;
    }
    if (got == 0) from_ = size_;
    return got;
  }
  index_t without_fills(index_t got) {
    T* const values = values_.get();
    index_t kept = 0;
    for (index_t i = 0; i < got; ++i) {
      if (is_fill(values[i], fill_)) continue;
      if (kept != i) {
        positions_[kept] = positions_[i];
        values[kept] = std::move(values[i]);
      }
      ++kept;
    }
    return kept;
  }

  const X& x_;
  index_t size_;
  const T& fill_;
  index_t from_ = 0;
  index_t positions_[entry_block_length];
  std::unique_ptr<T[]> values_;
};

template <class X>
class foreign_node final : public node<value_t<X>> {
  using T = value_t<X>;

 public:
  static constexpr bool keeps_handles = true;

  explicit foreign_node(std::shared_ptr<const X> owner)
      : node<T>({.size = given_size(owner->size())}), x_(owner.get()), owner_(std::move(owner)) {
    ask_fill();
  }
  explicit foreign_node(const X& looked_at) : node<T>({.size = given_size(looked_at.size())}), x_(std::addressof(looked_at)) { ask_fill(); }

  T at(index_t i) const override {
    const user_call inside;
    return element_of(*x_, i);
  }
  void store(index_t start, index_t n, const void* given) const override {
    const user_call inside;
    [[maybe_unused]] const T* const values = static_cast<const T*>(given);
    if constexpr (requires(std::span<const T> in) { x_->write(start, in); }) {
      x_->write(start, std::span<const T>(values, static_cast<std::size_t>(n)));
    } else if constexpr (writes_elements<X>) {
      for (index_t i = 0; i < n; ++i) x_->write(start + i, values[i]);
    } else {
      node<T>::store(start, n, given);
    }
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // operator[] may read anything
  owned_stream entries(entry_pass& pass) const override {
    if constexpr (lists_stored<X, T>) return std::make_unique<foreign_entries<X>>(*x_, this->size(), *fill_);
    return node<T>::entries(pass);
  }
  index_t guess_stored() const override { return this->fill() ? std::min(this->size() / 8, index_t{1} << 20) : 0; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    const user_call inside;
    if constexpr (reads_blocks<X, T>) {
      x_->read(start, std::span<T>(out, static_cast<std::size_t>(n)));
    } else {
      for (index_t i = 0; i < n; ++i) out[i] = element_of(*x_, start + i);
    }
    return {out, 1};
  }

 private:
  void ask_fill() {
    if constexpr (lists_stored<X, T>) this->declare_fill(std::addressof(fill_.emplace(x_->fill())));
  }

  const X* x_;
  std::shared_ptr<const X> owner_;
  std::optional<T> fill_;
};

template <class R>
auto owned_node(R&& r) {
  using X = std::remove_cvref_t<R>;
  if constexpr (erasing<X>) {
    return detail_access::shared(std::forward<R>(r).erased());
  } else if constexpr (handle<X>) {
    return detail_access::shared(r);
  } else {
    return std::shared_ptr<const node<value_t<X>>>(make_node<foreign_node<X>>(std::make_shared<const X>(std::move(r))));
  }
}

// Holds a node, so that it outlives a handle that is bound anew.
template <class T>
struct kept_node {
  std::shared_ptr<const node<T>> source;
  operator const node<T>&() const { return *source; }
};
template <class T>
kept_node<T> hold_node(const reader<T>& handle) {
  return {detail_access::shared(handle)};
}

// An expression for the duration of one call. It is copied, because its name may be bound anew meanwhile. A type that cannot be copied,
// such as a lambda with captures, is borrowed.
template <class E>
class kept_expression : noncopyable {
  static constexpr bool is_bound_anew = std::copy_constructible<E> && std::assignable_from<E&, const E&>;

 public:
  // An operation that calls no user function needs the copy only if there is a watch.
  enum class beside : bool { watch, functions };
  explicit kept_expression(const E& e, beside whom = beside::functions) : looked_at_(&e) {
    if constexpr (is_bound_anew) {
      if (whom == beside::functions || current_watch) looked_at_ = &copy_.emplace(e);
    }
  }
  const E& operator*() const { return *looked_at_; }

 private:
  std::optional<E> copy_;
  const E* looked_at_;
};
// Computes an expression in place, as a node.
template <class E>
class node_in_place {
 public:
  explicit node_in_place(const E& e) : kept_(e), node_((*kept_).in_place()) {}
  operator const node<value_t<E>>&() const { return node_; }

 private:
  kept_expression<E> kept_;
  decltype(std::declval<const E&>().in_place()) node_;
};

// The size of a range. (That of std::views::iota over 64-bit integers has a wider type, and fits 64 bits.)
template <class X>
index_t size_of_range(const X& x) {
  using size = std::ranges::range_size_t<const X>;
  return given_size(static_cast<std::conditional_t<(sizeof(size) > sizeof(index_t)), std::uint64_t, size>>(std::ranges::size(x)));
}

// A node over elements that somebody else owns, for the duration of one call.
template <class T>
class lent_node final : public node<T> {
 public:
  template <plain_range X>
  explicit lent_node(const X& x) : node<T>({.size = size_of_range(x)}, {std::ranges::data(x), 1}) {}

  overlap meets(const target_memory& target) const override {
    const auto* const first = reinterpret_cast<const std::byte*>(this->memory().data);
    return meets_memory({first, sizeof(T), this->size(), sizeof(T)}, target);
  }

 protected:
  block<const T> produce(index_t, index_t, T* out, arena&) const override { return {out, 1}; }  // called only if there are no elements
};

// A node over a range of any kind. Makes one iterator per block, so that its cost is paid once. Owns the range, which may be a view.
template <class X>
class range_node final : public node<std::ranges::range_value_t<const X>> {
  using T = std::ranges::range_value_t<const X>;

 public:
  static constexpr bool keeps_handles = true;
  explicit range_node(X range) : node<T>({.size = size_of_range(range)}), range_(std::move(range)) {}

  T at(index_t i) const override {
    const user_call inside;
    return *iterator_at(i);
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // an iterator may read anything

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    const user_call inside;
    auto from = iterator_at(start);
    for (index_t i = 0; i < n; ++i, ++from) out[i] = *from;
    return {out, 1};
  }

 private:
  auto iterator_at(index_t i) const { return std::ranges::begin(range_) + static_cast<std::ranges::range_difference_t<const X>>(i); }

  X range_;
};

// The size of any input, of a user's own reader too.
template <input R>
index_t size_of(const R& r) {
  if constexpr (readable<R>) {
    return given_size(r.size());
  } else {
    return size_of_range(r);
  }
}

// A node that reads r; all eager operations read their arguments through it. It holds the node behind a handle until the operation ends, so
// that user functions that the operation calls may bind the handle anew. Bind it with auto&& and use it as a const node<T>&.
template <input R>
auto node_for_call(const R& r) {
  if constexpr (plain_range<R>) {
    return lent_node<read_t<R>>(r);
  } else if constexpr (foreign_range<R>) {
    return range_node(std::ranges::ref_view(r));
  } else if constexpr (fused_expression<R>) {
    return node_in_place<R>(r);
  } else if constexpr (erasing<R>) {
    return hold_node(r.erased());
  } else if constexpr (handle<R>) {
    return hold_node<read_t<R>>(r);
  } else {
    return foreign_node<R>(r);
  }
}

// A handle to r for the duration of one call. An eager operation that consists of lazy ones need not own its sources.
template <input R>
auto borrowed_handle(const R& r) {
  if constexpr (plain_range<R>) {
    return make_reader<lent_node<read_t<R>>>(r);
  } else if constexpr (foreign_range<R>) {
    return make_reader<range_node<std::ranges::ref_view<const R>>>(std::ranges::ref_view(r));
  } else if constexpr (handle<R> && std::copy_constructible<R>) {
    return r;
  } else if constexpr (handle<R>) {
    return r.erased();
  } else {
    return make_reader<foreign_node<R>>(r);
  }
}

// As borrowed_handle, but without the shape.
template <input R>
auto borrowed_in_row(const R& r) {
  if constexpr (shaped<R>) {
    return reader<read_t<R>>(borrowed_handle(r));
  } else {
    return borrowed_handle(r);
  }
}

}  // namespace detail

// Makes a reader over anything with size() and operator[], shared or taken over. The result is a writer if a const x has x.write(i, v).
template <detail::random_access X>
[[nodiscard]] auto from(std::shared_ptr<X> x) {
  using T = value_t<X>;
  if (!x) detail::throw_nothing_shared();
  std::shared_ptr<const detail::node<T>> n = detail::make_node<detail::foreign_node<std::remove_const_t<X>>>(std::move(x));
  if constexpr (detail::writes_elements<X>) {
    return detail_access::wrap<writer<T>>(std::move(n));
  } else {
    return detail_access::wrap<reader<T>>(std::move(n));
  }
}

// An rvalue with elements that does not opt in as a reader, and is no view of elements that somebody else owns.
template <class X>
  requires(!std::is_lvalue_reference_v<X> && detail::random_access<X> && !readable<X> &&
           !(std::ranges::contiguous_range<X> && std::ranges::borrowed_range<X>))
[[nodiscard]] auto from(X&& x) {
  return from(std::make_shared<const X>(std::move(x)));
}

template <detail::keepable R>
[[nodiscard]] auto from(R&& r) {
  using T = detail::read_t<R>;
  return std::conditional_t<writable<R>, writer<T>, reader<T>>(std::forward<R>(r));
}

template <class X>
void from(X&& x) = delete;  // from(std::move(x)) takes over what has size() and operator[]; borrow(x) looks at memory that others own

}  // namespace ravel

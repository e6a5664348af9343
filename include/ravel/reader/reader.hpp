// SPDX-License-Identifier: BSL-1.0
// reader<T>: a handle to anything that can be read at random. It gives a size, single elements, blocks, and facts about itself. Copies
// share and own the source; the elements change only through a writer. Reading from several threads is safe.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/reader/concept.hpp>
#include <ravel/reader/detail/read.hpp>

#include <iosfwd>
#include <memory>
#include <optional>
#include <ranges>
#include <utility>

namespace ravel {

// The untyped part of a handle: the node that it shares, and its kind. Copying, moving, binding and destroying handles is compiled once, in
// src/. Reading from several threads is safe.

namespace detail {

[[noreturn]] RAVEL_API void throw_bound_through_base(const char* base, const char* whole);

// The kind of a whole handle, of which a reader& may be a base, with the node of an unbound handle.
struct handle_kind {
  const char* name;
  shared_untyped (*nothing)();
};

}  // namespace detail

namespace adl_barrier {

class RAVEL_API untyped_handle : public handle_base {
 public:
  bool bound() const { return node_.use_count() > 0; }  // false: nothing was ever bound to it

 protected:
  using kind = detail::handle_kind;

  untyped_handle(detail::shared_untyped n, const kind& is) noexcept : node_(std::move(n)), kind_(&is) {}
  // Makes a handle of this kind from another handle.
  untyped_handle(const untyped_handle& h, const kind& is);
  untyped_handle(untyped_handle&& h, const kind& is) noexcept;
  ~untyped_handle();

  // Only the most derived handle may call this. Binding the reader part of a buffer alone would let the buffer write to read-only elements.
  void bind(untyped_handle&& h, const kind& is);
  void bind(const untyped_handle& h, const kind& is) { bind(untyped_handle(h, is), is); }
  detail::shared_untyped shared() const;
  const detail::untyped_node& node() const { return node_ ? *node_ : no_elements(); }

  detail::shared_untyped node_;

 private:
  // Pure, so that a loop over elements does not reload the node of this handle.
  [[gnu::noinline, gnu::cold, gnu::pure]] const detail::untyped_node& no_elements() const noexcept;

  const kind* kind_;
};

}  // namespace adl_barrier

template <class T>
class writer;

namespace detail {

[[noreturn]] RAVEL_API void throw_nothing_shared();
[[noreturn]] RAVEL_API void throw_size_beyond(std::uint64_t size);

// The size of a user's type, checked.
template <std::integral Size>
index_t given_size(Size size) {
  if (!std::in_range<index_t>(+size)) throw_size_beyond(static_cast<std::uint64_t>(size));
  return check_size(static_cast<index_t>(size));
}

template <class R>
auto owned_node(R&& r);  // makes a shared node that owns r

template <class X>
concept foreign_lvalue = readable<X> && !handle<X> && std::is_lvalue_reference_v<X>;

// The single Node without elements, made of these arguments. It is never released, so handles may outlive everything else. It has no owner,
// which tells it apart from all other nodes.
template <class Node, class... Args>
shared_untyped only_node(Args... args) {
  alignas(Node) static std::byte room[sizeof(Node)];
  static const Node* const made = std::construct_at(reinterpret_cast<Node*>(room), args...);
  return {shared_untyped(), made};
}

template <class T>
class nothing_node final : public node<T> {
 public:
  nothing_node() : node<T>({.immutable = true, .single_pass = true}) {}
  overlap meets(const target_memory&) const override { return overlap::none; }

 protected:
  block<const T> produce(index_t, index_t, T* out, arena&) const override { return {out, 1}; }
};

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API shared_untyped only_node<nothing_node<T>>();
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
inline constexpr handle_kind reader_kind{"reader", only_node<nothing_node<T>>};

}  // namespace detail

template <class T>
class [[nodiscard]] reader : public adl_barrier::untyped_handle {
  static_assert(std::same_as<T, std::remove_cvref_t<T>>, "reader<T> reads and never writes: T is named without const");

 public:
  using value_type = T;
  using iterator = detail::element_iterator<detail::node<T>, T>;

  // Unbound: has no elements until it is assigned, and again after a move.
  reader() : reader(nullptr, detail::reader_kind<T>) {}
  reader(const reader& r) : reader(r, detail::reader_kind<T>) {}
  reader(reader&& r) noexcept : reader(std::move(r), detail::reader_kind<T>) {}
  template <detail::keepable R>
    requires(!std::derived_from<std::remove_cvref_t<R>, reader> && std::same_as<detail::read_t<R>, T>)
  reader(R&& r) : reader(detail::owned_node(std::forward<R>(r))) {}
  template <class R>
    requires detail::plain_range<std::remove_cvref_t<R>>
  reader(R&& r) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies
  template <detail::foreign_lvalue R>
  reader(R&& r) = delete;  // not owned by Ravel: write borrow(x) to look at it, adopt(std::move(x)) to give it away, or clone(x)

  // Assigning to a name binds it anew …
  reader& operator=(const reader& r) & {
    bind(r, detail::reader_kind<T>);
    return *this;
  }
  reader& operator=(reader&& r) & {
    bind(std::move(r), detail::reader_kind<T>);
    return *this;
  }
  template <detail::handle_of_other_elements<T> R>
  reader& operator=(const R& r) & = delete;  // the elements are of another type: cast<T>(x) reads them as this one
  // … and assigning to a temporary view writes through it, if it can be written.
  template <class X>
  void operator=(const X&) const&& = delete;  // this can only be read, so that there is nothing to write to

  index_t size() const { return node().size(); }
  detail::given_t<T> operator[](index_arg i) const { return node().at(detail::check_position(i, size())); }
  detail::given_t<T> unchecked(index_arg i) const { return typed(*node_).at(i); }
  // Fills `out` with the elements from start on. If `out` overlaps the memory that is read, use copy.
  void read(index_arg start, std::span<T> out) const {
    detail::check_range(start, static_cast<index_t>(out.size()), size());
    const auto held = shared();  // user code below may bind this name anew
    detail::read_into(*held, start, static_cast<index_t>(out.size()), out.data());
  }
  template <class... Arguments>
  void write(const Arguments&... arguments) const = delete;  // this can only be read: write to a buffer, a writer, a tensor<T>

  iterator begin() const& { return {&node(), 0}; }
  iterator end() const& { return {&node(), size()}; }
  iterator begin() const&& = delete;  // the iterator would outlive the handle: name the reader first
  iterator end() const&& = delete;

  // Facts about the source. It claims to be constant or sorted only if nobody can write below.
  std::optional<block<const T>> memory() const& {
    const auto& lent = node().memory();
    return lent.data ? std::optional(lent) : std::nullopt;
  }
  std::optional<block<const T>> memory() const&& = delete;  // the pointer would outlive the handle: name the reader first
  std::optional<T> constant() const {
    const auto& lent = node().memory();
    return lent.data && lent.step == 0 && node().immutable() ? std::optional<T>(*lent.data) : std::nullopt;
  }
  // The element at every position that is not stored, if the source is sparse.
  std::optional<T> fill() const { return node().fill() ? std::optional<T>(*node().fill()) : std::nullopt; }
  bool sorted() const { return node().sorted(); }
  std::optional<index_range> as_range() const {
    detail::progression found;
    return node().is_progression(found) ? std::optional(slice(found.start, size(), found.step)) : std::nullopt;
  }
  static constexpr ravel::dtype dtype() { return dtype_of<T>(); }

  explicit operator bool() const = delete;  // a handle is not a truth value

 protected:
  friend struct detail_access;

  explicit reader(detail::shared_untyped n) noexcept : reader(std::move(n), detail::reader_kind<T>) {}
  reader(detail::shared_untyped n, const kind& is) noexcept : untyped_handle(std::move(n), is) {}
  reader(const reader& r, const kind& is) : untyped_handle(r, is) {}
  reader(reader&& r, const kind& is) noexcept : untyped_handle(std::move(r), is) {}

  static const detail::node<T>& typed(const detail::untyped_node& n) { return static_cast<const detail::node<T>&>(n); }
  std::shared_ptr<const detail::node<T>> shared() const {
    return std::static_pointer_cast<const detail::node<T>>(untyped_handle::shared());
  }
  const detail::node<T>& node() const { return typed(untyped_handle::node()); }
};

template <readable R>
reader(R&&) -> reader<detail::read_t<R>>;

// Converts between handles and nodes, for the library only.
struct detail_access {
  template <class T>
  static std::shared_ptr<const detail::node<T>> shared(const reader<T>& r) {
    return r.shared();
  }
  template <class T>
  static const detail::node<T>& node(const reader<T>& r) {
    return r.node();
  }
  // A handle of a kind that the node is made for.
  template <class Handle>
  static Handle wrap(detail::shared_untyped n) {
    return Handle(std::move(n));
  }
};

namespace detail {

template <class Node, class... Args>
auto make_reader(Args&&... args) {
  return detail_access::wrap<reader<typename Node::element>>(make_node<Node>(std::forward<Args>(args)...));
}

}  // namespace detail

// True if both handles share one source. (== compares elements, lazily.)
template <class T, class U>
[[nodiscard]] bool same(const reader<T>& a, const reader<U>& b) {
  if constexpr (std::same_as<T, U>) {
    return &detail_access::node(a) == &detail_access::node(b);
  } else {
    return false;
  }
}

namespace detail {

// All that <ravel/print.hpp> prints. It takes part by a conversion, so that a type's own operators win.
template <class X>
inline constexpr bool printed = enable_reader<X> || shaped<X>;
struct any_printed {
  template <class X>
    requires printed<X>
  any_printed(const X& x);  // never defined
};

}  // namespace detail

void operator<<(std::ostream& out, const detail::any_printed& x) = delete;  // printing needs #include <ravel/print.hpp>

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::reader<T>> = true;

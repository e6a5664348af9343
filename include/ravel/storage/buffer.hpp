// SPDX-License-Identifier: BSL-1.0
// buffer<T>: a handle to consecutive writable memory, made here or adopted. Copying shares the memory, clone() copies it. Pointers and
// spans are valid as long as some handle lives, so temporaries give none.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/reader/writer.hpp>

#include <cstdint>
#include <initializer_list>

namespace ravel::detail {

// Memory as a node: a pointer, a step, a size and an owner that keeps it alive. A view of memory is memory again and shares the owner, so
// views of views form no chain.

[[noreturn]] RAVEL_API void throw_bad_memory(const void* memory, index_t count, index_t alignment);

// Checks foreign memory: if it has elements, the pointer is not null and is aligned.
template <class T>
void check_memory(const T* memory, index_t count) {
  mul_index(check_size(count, "number of elements"), sizeof(T));  // steps between elements are counted in bytes, too
  if (count > 0 && (!memory || reinterpret_cast<std::uintptr_t>(memory) % alignof(T) != 0)) throw_bad_memory(memory, count, alignof(T));
}

template <class T>
class memory_node : public node<T> {
 public:
  memory_node(T* data, index_t step, index_t size, std::shared_ptr<const void> owner)
      : node<T>({.size = size}, {data ? data : no_elements(), step}), owner_(std::move(owner)) {}

  void store(index_t start, index_t n, const void* given) const override {
    const auto [data, step] = writable();
    const T* const values = static_cast<const T*>(given);
    T* out = data + start * step;
    if (step == 1) {
      std::copy_n(values, n, out);
    } else {
      for (index_t i = 0; i < n; ++i) out[i * step] = values[i];
    }
  }

  overlap meets(const target_memory& target) const override { return meets_memory(extent(), target); }

  shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped& self) const override {
    const auto [data, own_step] = writable();
    T* first = count > 0 ? data + start * own_step : data;
    return make_node<memory_node>(first, step * own_step, count, owner_ ? owner_ : self);
  }

  const std::shared_ptr<const void>& owner() const { return owner_; }
  block<T> writable() const { return {const_cast<T*>(this->memory().data), this->memory().step}; }
  target_memory extent() const {
    const auto& lent = this->memory();
    return {reinterpret_cast<const std::byte*>(lent.data), lent.step * index_t{sizeof(T)}, this->size(), sizeof(T)};
  }

 protected:
  block<const T> produce(index_t start, index_t, T*, arena&) const override {  // never asked: the memory is lent
    return {this->memory().data + start * this->memory().step, this->memory().step};
  }

  // The address of memory without elements, so that it still counts as memory.
  static T* no_elements() {
    alignas(T) static std::byte nothing[sizeof(T)];
    return reinterpret_cast<T*>(nothing);
  }

 private:
  std::shared_ptr<const void> owner_;  // null where the derived node owns, or nobody does
};

// Compiled once, in src/, for the elements of the closed set, instead of in every file that makes one.
#define RAVEL_DECLARE(T) extern template class RAVEL_API memory_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Memory of Ravel's own: allocated, constructed and destroyed with the node.
template <class T>
class owned_memory_node final : public memory_node<T> {
 public:
  static constexpr bool keeps_handles = may_hold_handles<T>;

  // construct(first, count) makes the elements; nothing leaks when it throws.
  template <class Construct>
  owned_memory_node(index_t count, Construct construct) : owned_memory_node(count, allocation(count), construct) {}
  ~owned_memory_node() override {
    const auto data = this->writable().data;
    std::destroy_n(data, this->size());
    if (this->size() > 0) free_elements(data, alignof(T));
  }

 private:
  struct allocation {
    explicit allocation(index_t count) : data(count == 0 ? nullptr : static_cast<T*>(allocate_elements(count, sizeof(T), alignof(T)))) {}
    allocation(allocation&& other) noexcept : data(std::exchange(other.data, nullptr)) {}
    ~allocation() {
      if (data) free_elements(data, alignof(T));
    }
    T* data;
  };
  // Elements are made before the base class looks at them; from then on the node itself is their owner.
  template <class Construct>
  static T* constructed(allocation& memory, index_t count, Construct& construct) {
    construct(memory.data, count);
    return std::exchange(memory.data, nullptr);
  }
  template <class Construct>
  owned_memory_node(index_t count, allocation memory, Construct& construct)
      : memory_node<T>(constructed(memory, count, construct), 1, count, nullptr) {}
};

}  // namespace ravel::detail

namespace ravel {

template <class T>
class buffer;

namespace detail {

// Copies n elements.
template <class T>
buffer<T> buffer_of(const T* values, index_t n);

template <class T>
shared_untyped nothing_in_memory() {
  return only_node<memory_node<T>>(nullptr, 1, 0, nullptr);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API shared_untyped nothing_in_memory<T>();
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE
template <class T>
inline constexpr handle_kind buffer_kind{"buffer", nothing_in_memory<T>};

}  // namespace detail

template <class T>
class [[nodiscard]] buffer : public writer<T> {
 public:
  buffer() : writer<T>(nullptr, detail::buffer_kind<T>) {}
  buffer(const buffer& b) : writer<T>(b, detail::buffer_kind<T>) {}
  buffer(buffer&& b) noexcept : writer<T>(std::move(b), detail::buffer_kind<T>) {}
  buffer(std::initializer_list<T> values) : buffer(detail::buffer_of(values.begin(), static_cast<index_t>(values.size()))) {}
  template <detail::handle_other_than<buffer> R>
  buffer(R&& r) = delete;  // it need not be memory: clone(x) makes a buffer of it, b.assign(x) writes it into this one
  template <detail::handle_of_other_elements<T> R>
  buffer(R&& r) = delete;  // the elements are of another type: clone(cast<T>(x)), which checks each

  template <class R>
    requires detail::plain_range<std::remove_cvref_t<R>>
  buffer(R&& r) = delete;  // nobody owns these elements: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies
  template <std::integral N, class... Value>
    requires(sizeof...(Value) < 2)
  explicit buffer(N size, const Value&... value) = delete;  // values are in braces; make_buffer<T>(size), make_buffer<T>(size, value)

  // Assigning to a variable rebinds it…
  buffer& operator=(const buffer& b) & {
    this->bind(b, detail::buffer_kind<T>);
    return *this;
  }
  buffer& operator=(buffer&& b) & noexcept {
    this->bind(std::move(b), detail::buffer_kind<T>);
    return *this;
  }
  template <detail::handle_other_than<buffer> R>
  buffer& operator=(const R& x) & = delete;  // b.assign(x) writes it, b = clone(x) binds the name to a copy
  template <detail::handle_of_other_elements<T> R>
  buffer& operator=(const R& x) & = delete;  // the elements are of another type: b = clone(cast<T>(x)), which checks each
  template <detail::value_of<buffer> S>
  buffer& operator=(const S& value) & = delete;  // a name is bound to buffers: fill(b, value) writes
  // …assigning to a temporary view writes through it.
  const buffer& operator=(const buffer& b) const&& { return detail::write_all(b, *this); }
  template <detail::written_to<buffer> X>
    requires(!std::same_as<X, buffer>)
  const buffer& operator=(const X& x) const&& {
    return detail::write_all(x, *this);
  }

  T* data() const& { return first(); }
  std::span<T> span() const& { return {first(), static_cast<std::size_t>(this->size())}; }
  T* begin() const& { return first(); }
  T* end() const& { return first() + this->size(); }
  T& operator[](index_arg i) const& { return first()[detail::check_position(i, this->size())]; }
  T& unchecked(index_arg i) const& { return first()[i]; }

  detail::given_t<T> operator[](index_arg i) const&& { return (*this)[i]; }
  detail::given_t<T> unchecked(index_arg i) const&& { return first()[i]; }
  T* data() const&& = delete;  // the pointer would outlive the buffer: name the buffer first
  std::span<T> span() const&& = delete;
  T* begin() const&& = delete;
  T* end() const&& = delete;
  operator std::span<const T>() && = delete;  // the span would outlive the buffer: name the buffer first
  operator std::span<const T>() const&& = delete;

 private:
  friend struct detail_access;
  explicit buffer(detail::shared_untyped n) noexcept : writer<T>(std::move(n), detail::buffer_kind<T>) {}
  T* first() const { return const_cast<T*>(this->node().memory().data); }
};

namespace detail {

// Memory kept alive by `owner`, or by nobody if it is null. Const elements give a reader, others a buffer.
template <class E>
auto memory_handle(E* data, index_t n, std::shared_ptr<const void> owner) {
  using T = std::remove_const_t<E>;
  constexpr bool can_be_read = std::semiregular<T>;
  static_assert(can_be_read, "elements are copied when they are read, and have a default: keep std::shared_ptr, not std::unique_ptr");
  if constexpr (can_be_read) {
    auto made = make_node<memory_node<T>>(const_cast<T*>(data), 1, n, std::move(owner));
    return detail_access::wrap<std::conditional_t<std::is_const_v<E>, reader<T>, buffer<T>>>(std::move(made));
  }
}

template <class T, class Construct>
buffer<T> construct_buffer(index_t n, Construct construct) {
  return detail_access::wrap<buffer<T>>(make_node<owned_memory_node<T>>(n, construct));
}

// For results that are overwritten at once: trivial elements stay uninitialised.
template <class T>
buffer<T> unfilled_buffer(index_t n) {
  return construct_buffer<T>(n, [](T* first, index_t count) { std::uninitialized_default_construct_n(first, count); });
}

// The same for the workspace of an operation.
template <class T>
buffer<T> workspace_buffer(index_t n, const char* reason) {
  const temporary_memory why(reason);
  return unfilled_buffer<T>(n);
}

}  // namespace detail

// A new buffer of n elements: zeros, or the value.
template <class T>
buffer<T> make_buffer(index_arg n) {
  return detail::construct_buffer<T>(n, [](T* first, index_t count) { std::uninitialized_value_construct_n(first, count); });
}

namespace detail {

template <class T>
buffer<T> filled_buffer(index_t n, const T& value) {
  return construct_buffer<T>(n, [&](T* first, index_t count) { std::uninitialized_fill_n(first, count, value); });
}

template <class T>
buffer<T> buffer_of(const T* values, index_t n) {
  return construct_buffer<T>(n, [&](T* first, index_t count) { std::uninitialized_copy_n(values, count, first); });
}

}  // namespace detail

// Compiled once, in src/, for the elements of the closed set, because every program makes buffers.
#define RAVEL_DECLARE(T)                                                        \
  extern template RAVEL_API buffer<T> detail::unfilled_buffer<T>(index_t);      \
  extern template RAVEL_API buffer<T> detail::buffer_of(const T*, index_t);     \
  extern template RAVEL_API buffer<T> detail::filled_buffer(index_t, const T&); \
  extern template RAVEL_API buffer<T> make_buffer<T>(index_arg);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
buffer<T> make_buffer(index_arg n, detail::value_for<T> value) {
  return detail::filled_buffer<T>(n, value);
}
template <detail::deduced = detail::deduced(), class T>
buffer<detail::kept_value_t<T>> make_buffer(index_arg n, const T& value) {
  return detail::filled_buffer<detail::kept_value_t<T>>(n, value);
}

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::buffer<T>> = true;

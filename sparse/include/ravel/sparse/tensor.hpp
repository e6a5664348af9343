// SPDX-License-Identifier: BSL-1.0
// sparse_buffer<T>: a handle to elements that stores only those that differ from one value, the fill. Copies share; clone() gives dense
// memory. Writes go to a log, which the next read of many elements merges. Threads may read at once, also right after a write, and may
// write different elements at once. No thread may read while another one writes. sparse_tensor: a tensor over a sparse buffer, in row-major
// order.
#pragma once

#include <ravel/loop/stored.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>
#include <ravel/tensor/tensor.hpp>

#include <string_view>

namespace ravel {

namespace detail {

template <class T>
inline constexpr handle_kind sparse_buffer_kind{"sparse buffer", only_node<nothing_node<T>>};

}  // namespace detail

template <class T>
class [[nodiscard]] sparse_buffer : public writer<T> {
 public:
  sparse_buffer() : writer<T>(nullptr, detail::sparse_buffer_kind<T>) {}
  sparse_buffer(const sparse_buffer& b) : writer<T>(b, detail::sparse_buffer_kind<T>) {}
  sparse_buffer(sparse_buffer&& b) noexcept : writer<T>(std::move(b), detail::sparse_buffer_kind<T>) {}
  template <detail::handle_other_than<sparse_buffer> R>
  sparse_buffer(R&& r) =
      delete;  // it may store every element: to_sparse(x) makes a sparse buffer of it, b.assign(x) writes it into this one
  template <class R>
    requires detail::plain_range<std::remove_cvref_t<R>>
  sparse_buffer(R&& r) = delete;  // these are all elements: to_sparse(x) makes a sparse buffer of them

  // Assigning to a name binds it anew …
  sparse_buffer& operator=(const sparse_buffer& b) & {
    this->bind(b, detail::sparse_buffer_kind<T>);
    return *this;
  }
  sparse_buffer& operator=(sparse_buffer&& b) & noexcept {
    this->bind(std::move(b), detail::sparse_buffer_kind<T>);
    return *this;
  }
  template <detail::handle_other_than<sparse_buffer> R>
  sparse_buffer& operator=(const R& x) & = delete;  // b.assign(x) writes it, b = to_sparse(x) binds the name to a copy
  // … and assigning to a temporary view writes through it.
  const sparse_buffer& operator=(const sparse_buffer& b) const&& { return detail::write_all(b, *this); }
  template <detail::written_to<sparse_buffer> X>
    requires(!std::same_as<X, sparse_buffer>)
  const sparse_buffer& operator=(const X& x) const&& {
    return detail::write_all(x, *this);
  }

 private:
  friend struct detail_access;
  friend constexpr std::string_view handle_name_of(const sparse_buffer*) { return "sparse_buffer"; }  // for printing
  explicit sparse_buffer(detail::shared_untyped n) : writer<T>(std::move(n), detail::sparse_buffer_kind<T>) {}
};

namespace detail {

// Precondition: the entries rise, and none equals the fill.
template <class T>
sparse_buffer<T> sparse_buffer_of(index_t n, const T& fill, std::shared_ptr<const entry_store<T>> entries) {
  return detail_access::wrap<sparse_buffer<T>>(make_node<sparse_node<T>>(n, fill, std::move(entries)));
}
template <class T>
sparse_buffer<T> sparse_buffer_of(index_t n, const T& fill, entry_array<T> entries) {
  return sparse_buffer_of<T>(n, fill, shared_store<T>(std::move(entries)));
}
template <class T>
sparse_buffer<T> empty_sparse_buffer(index_t n, const T& fill) {
  return sparse_buffer_of<T>(check_size(n, "number of elements"), fill, entry_array<T>());
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API sparse_buffer<T> sparse_buffer_of(index_t, const T&, entry_array<T>);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// A new sparse buffer of n elements without entries: all are the fill, which is 0 unless given.
template <class T>
sparse_buffer<T> make_sparse(index_arg n) {
  return detail::empty_sparse_buffer<T>(n, T());
}
template <class T>
sparse_buffer<T> make_sparse(index_arg n, detail::value_for<T> fill) {
  return detail::empty_sparse_buffer<T>(n, fill);
}
template <detail::deduced = detail::deduced(), class T>
sparse_buffer<detail::kept_value_t<T>> make_sparse(index_arg n, const T& fill) {
  return detail::empty_sparse_buffer<detail::kept_value_t<T>>(n, fill);
}

namespace detail {

template <class T>
tensor<T> tensor_over(const shape& extents, const sparse_buffer<T>& entries) {
  return tensor<T>(dims::row_major(extents), entries);
}

}  // namespace detail

// A tensor over a sparse buffer works like any tensor, and so do its views. Write an element by t.write({i, j}, v), because it may have no
// memory yet.
template <class T>
tensor<T> sparse_tensor(const shape& extents) {
  return detail::tensor_over(extents, make_sparse<T>(extents.elements()));
}
template <class T>
tensor<T> sparse_tensor(const shape& extents, detail::value_for<T> fill) {
  return detail::tensor_over(extents, detail::empty_sparse_buffer<T>(extents.elements(), fill));
}
template <detail::deduced = detail::deduced(), class T>
tensor<detail::kept_value_t<T>> sparse_tensor(const shape& extents, const T& fill) {
  return sparse_tensor<detail::kept_value_t<T>>(extents, fill);
}

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::sparse_buffer<T>> = true;

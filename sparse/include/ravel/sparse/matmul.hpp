// SPDX-License-Identifier: BSL-1.0
// sparse_matmul: the product of two sparse matrices, over a semiring, as a sparse matrix. It visits only pairs of entries that meet, and
// with a mask only those that the mask asks for. The core's matmul gives a dense product. Eager.
#pragma once

#include <ravel/sparse/detail/row_product.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

// sparse_matmul(a, b, where_stored{t}) gives the elements of the product at the entries of t, whatever their values; where_not_stored{t}
// gives all others. They share t, which has the shape of the product.
template <class T>
struct where_stored {
  template <detail::shaped_reader X>
  explicit where_stored(const X& x) : mask(detail::as_read_tensor(x)) {}

  tensor<const T> mask;
};
template <detail::shaped_reader X>
where_stored(const X&) -> where_stored<detail::read_t<X>>;
template <class T>
struct where_not_stored {
  template <detail::shaped_reader X>
  explicit where_not_stored(const X& x) : mask(detail::as_read_tensor(x)) {}

  tensor<const T> mask;
};
template <detail::shaped_reader X>
where_not_stored(const X&) -> where_not_stored<detail::read_t<X>>;

namespace detail {

RAVEL_API void check_sparse_product(const shape& a, const shape& b);
[[noreturn]] RAVEL_API void throw_dense_operand(const char* side);
// An entry that a semiring was tried with, and its result, as text if they have one.
struct tried_entry {
  const char* side;
  index_t position;
  index_t width;
  std::string value;
  std::string result;
};
template <class X, class T>
tried_entry tried(const char* side, const entry_block<X>& entries, index_t width, const T& result) {
  return {side, entries.positions[0], width, fill_text(entries.values[0]), fill_text(result)};
}
[[noreturn]] RAVEL_API void throw_wrong_fill(const char* side, const std::string& fill, const std::string& zero);
[[noreturn]] RAVEL_API void throw_no_annihilator(const char* product, const tried_entry& with);
[[noreturn]] RAVEL_API void throw_no_neutral_zero(const std::string& one, const std::string& sum);

RAVEL_API void check_mask(const shape& mask, const shape& product);
[[noreturn]] RAVEL_API void throw_dense_mask();

template <class X, class S>
void check_operand_fill(const tensor<const X>& x, const S& ring, const char* side) {
  const auto fill = x.fill();
  if (!fill) throw_dense_operand(side);
  const X zero = ring.template zero<X>();
  if (!is_fill(*fill, zero)) throw_wrong_fill(side, fill_text(*fill), fill_text(zero));
}

// Checks a user's semiring: an element that is not stored must not count, and sums begin as zero. Tries one entry of each side.
template <class T, class A, class B, class S>
void check_zero(const sparse_rows<A>& left, const sparse_rows<B>& right, const S& ring) {
  const entry_block<A>& a = left.all();
  const entry_block<B>& b = right.all();
  const T zero = ring.template zero<T>();
  if (b.count > 0) {
    const T product = ring.template times<T>(ring.template zero<A>(), b.values[0]);
    if (!is_fill(product, zero)) throw_no_annihilator("times(zero, x)", tried("right", b, right.width(), product));
  }
  if (a.count > 0) {
    const T product = ring.template times<T>(a.values[0], ring.template zero<B>());
    if (!is_fill(product, zero)) throw_no_annihilator("times(x, zero)", tried("left", a, left.width(), product));
  }
  if (a.count == 0 || b.count == 0) return;
  const T one = ring.template times<T>(a.values[0], b.values[0]), sum = ring.template plus<T>(zero, one);
  if (!is_fill(sum, one)) throw_no_neutral_zero(fill_text(one), fill_text(sum));
}
// Compiled once, in src/, for the elements of the closed set.
template <class T>
using own_product_t = plus_times_semiring::result<T, T>;
#define RAVEL_DECLARE(T)                                                                                                   \
  extern template RAVEL_API entry_array<own_product_t<T>> row_products(const sparse_rows<T>&, const sparse_rows<T>&,       \
                                                                       const plus_times_semiring&);                        \
  extern template RAVEL_API entry_array<own_product_t<T>> row_products_where(const sparse_rows<T>&, const sparse_rows<T>&, \
                                                                             const plus_times_semiring&, const found_rows&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The elements of a product that are asked for: those of a mask, or all of them.
struct whole_product {};
template <class M>
sparse_rows<M> rows_of_mask(const tensor<const M>& mask, const shape& extents) {
  check_mask(mask.shape(), extents);
  if (!mask.fill()) throw_dense_mask();
  entry_pass pass;
  return sparse_rows<M>(detail_access::node(mask), extents, pass, listed_columns::yes);
}
template <class T, class A, class B, class S>
entry_array<T> products_of(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const shape&, whole_product) {
  return row_products<T>(a, b, ring);
}
template <class T, class A, class B, class S, class M>
entry_array<T> products_of(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const shape& extents,
                           const where_stored<M>& where) {
  return row_products_where<T>(a, b, ring, rows_of_mask(where.mask, extents));
}
template <class T, class A, class B, class S, class M>
entry_array<T> products_of(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const shape& extents,
                           const where_not_stored<M>& where) {
  return row_products_where_not<T>(a, b, ring, rows_of_mask(where.mask, extents));
}

template <class A, class B, class S, class Where>
auto multiply_sparse(const tensor<const A>& a, const tensor<const B>& b, const S& ring, const Where& where) {
  using T = typename S::template result<A, B>;
  check_sparse_product(a.shape(), b.shape());
  check_operand_fill(a, ring, "left");
  check_operand_fill(b, ring, "right");
  entry_pass pass;
  const sparse_rows<A> left(detail_access::node(a), a.shape(), pass);
  sparse_rows<B> right(detail_access::node(b), b.shape(), pass, listed_columns::yes);
  if constexpr (instance_of<S, given_semiring>) check_zero<T>(left, right, ring);
  right.be_found();
  const shape extents{a.extent(0), b.extent(1)};
  auto entries = products_of<T>(left, right, ring, extents, where);
  return tensor_over(extents, sparse_buffer_of<T>(extents.elements(), ring.template zero<T>(), std::move(entries)));
}

template <class Option>
inline constexpr bool is_mask = false;
template <class M>
inline constexpr bool is_mask<where_stored<M>> = true;
template <class M>
inline constexpr bool is_mask<where_not_stored<M>> = true;

}  // namespace detail

template <detail::shaped_reader A, detail::shaped_reader B, class Semiring = detail::plus_times_semiring>
  requires(!detail::is_mask<Semiring>)
[[nodiscard]] auto sparse_matmul(const A& a, const B& b, const Semiring& ring = {}) {
  return detail::multiply_sparse(detail::as_read_tensor(a), detail::as_read_tensor(b), detail::as_semiring(ring), detail::whole_product());
}
// The elements of the product that the mask asks for; nothing else is computed.
template <detail::shaped_reader A, detail::shaped_reader B, class Mask>
  requires detail::is_mask<Mask>
[[nodiscard]] auto sparse_matmul(const A& a, const B& b, const Mask& where) {
  return detail::multiply_sparse(detail::as_read_tensor(a), detail::as_read_tensor(b), plus_times, where);
}
template <detail::shaped_reader A, detail::shaped_reader B, class Semiring, class Mask>
  requires(!detail::is_mask<Semiring> && detail::is_mask<Mask>)
[[nodiscard]] auto sparse_matmul(const A& a, const B& b, const Semiring& ring, const Mask& where) {
  return detail::multiply_sparse(detail::as_read_tensor(a), detail::as_read_tensor(b), detail::as_semiring(ring), where);
}

}  // namespace ravel

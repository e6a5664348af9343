// SPDX-License-Identifier: BSL-1.0
// sparse_matmul: the product of two sparse matrices, over a semiring, as a sparse matrix. It visits the pairs of entries that meet and
// nothing else; the core's matmul gives a dense product. Eager.
#pragma once

#include <ravel/sparse/detail/row_product.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/sparse/to_sparse.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_sparse_product(const shape& a, const shape& b);
[[noreturn]] RAVEL_API void throw_dense_operand(const char* side);
[[noreturn]] RAVEL_API void throw_wrong_fill(const char* side);
[[noreturn]] RAVEL_API void throw_no_annihilator(const char* side);

template <class X, class S>
void check_operand_fill(const tensor<const X>& x, const S& ring, const char* side) {
  const auto fill = x.fill();
  if (!fill) throw_dense_operand(side);
  if (!is_fill(*fill, ring.template zero<X>())) throw_wrong_fill(side);
}

// Of a user's semiring: what nobody stores must not count. Tried with one entry of each side.
template <class T, class A, class B, class S>
void check_zero(const entry_block<A>& a, const entry_block<B>& b, const S& ring) {
  const T zero = ring.template zero<T>();
  if (b.count > 0 && !is_fill(ring.template times<T>(ring.template zero<A>(), b.values[0]), zero)) throw_no_annihilator("times(zero, x)");
  if (a.count > 0 && !is_fill(ring.template times<T>(a.values[0], ring.template zero<B>()), zero)) throw_no_annihilator("times(x, zero)");
}
template <class S>
inline constexpr bool from_user = false;
template <class T, class Plus, class Times>
inline constexpr bool from_user<given_semiring<T, Plus, Times>> = true;

// Compiled once, in src/, for the elements of the closed set.
template <class T>
using own_product_t = plus_times_semiring::result<T, T>;
#define RAVEL_DECLARE(T)                                                                                                   \
  extern template RAVEL_API entry_array<own_product_t<T>> row_products(const matrix_entries<T>&, const matrix_entries<T>&, \
                                                                       const plus_times_semiring&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class A, class B, class S>
auto multiply_sparse(const tensor<const A>& a, const tensor<const B>& b, const S& ring) {
  using T = typename S::template result<A, B>;
  check_sparse_product(a.shape(), b.shape());
  check_operand_fill(a, ring, "left");
  check_operand_fill(b, ring, "right");
  entry_pass pass;
  const collected_entries<A> left(pass.of(detail_access::node(a)), 0, a.size());
  const collected_entries<B> right(pass.of(detail_access::node(b)), 0, b.size());
  if constexpr (from_user<S>) check_zero<T>(left.all(), right.all(), ring);
  const shape extents{a.extent(0), b.extent(1)};
  auto entries = row_products<T>(matrix_entries<A>{a.extent(0), a.extent(1), left.all()},
                                 matrix_entries<B>{b.extent(0), b.extent(1), right.all()}, ring);
  return tensor_over(extents, sparse_buffer_of<T>(extents.elements(), ring.template zero<T>(), std::move(entries)));
}

}  // namespace detail

template <detail::shaped_reader A, detail::shaped_reader B, class Semiring = detail::plus_times_semiring>
auto sparse_matmul(const A& a, const B& b, const Semiring& ring = {}) {
  const tensor<const detail::read_t<A>> x = detail::as_read_tensor(a);
  const tensor<const detail::read_t<B>> y = detail::as_read_tensor(b);
  return detail::multiply_sparse(x, y, detail::as_semiring(ring));
}

}  // namespace ravel

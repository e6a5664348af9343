// SPDX-License-Identifier: BSL-1.0
// Sparse matrices made of others entry by entry: triangular parts, and the Kronecker product. Eager. The cost is that of the entries read
// and made.
#pragma once

#include <ravel/lazy/words.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_sparse_matrix(const char* function, const shape& extents);
[[noreturn]] RAVEL_API void throw_no_zero_fill(const char* function, const char* which, const std::string& fill);

// The entries for which keep(row, column) is true, and the fill elsewhere.
template <class T, class Keep>
tensor<T> kept_entries(const tensor<const T>& whole, const Keep& keep) {
  entry_array<T> made;
  const index_t width = whole.extent(1);
  for (entry_blocks<T> blocks(detail_access::node(whole)); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    each_in_matrix(width, b.positions, b.count, [&](index_t i, index_t row, index_t column) {
      if (keep(row, column)) made.add(b.positions[i], b.values[i]);
    });
  }
  made.fit();
  return tensor_over(whole.shape(), sparse_buffer_of<T>(whole.size(), *whole.fill(), std::move(made)));
}

template <class T, class A, class B>
entry_array<T> kronecker_entries(const sparse_rows<A>& a, const sparse_rows<B>& b) {
  entry_array<T> made(mul_index(a.entries(), b.entries()));
  for (index_t i = 0; i < a.size(); ++i) {
    for (index_t k = 0; k < b.size(); ++k) {
      const entry_block<B> right = b.row_entries(k);
      const index_t row = (a.row(i) * b.height() + b.row(k)) * a.width() * b.width() - b.row(k) * b.width();
      for (index_t j = a.start(i); j < a.start(i + 1); ++j) {
        const index_t first = row + a.column(i, j) * b.width();
        for (index_t l = 0; l < right.count; ++l) {
          const T value = exact_product<T>(a.values()[j], right.values[l]);
          if (!is_fill(value, T())) made.add(first + right.positions[l], value);
        }
      }
    }
  }
  made.fit();
  return made;
}

template <class T>
void check_zero_fill(const char* function, const char* which, const tensor<const T>& x) {
  check_sparse_matrix(function, x.shape());
  if (!is_fill(*x.fill(), T())) throw_no_zero_fill(function, which, fill_text(*x.fill()));
}

}  // namespace detail

// The entries on the diagonal and above it, or from another diagonal on: upper(x, 1) leaves out the main one. (Of text, upper and lower are
// letters: lazy/words.hpp.)
template <detail::shaped_reader X>
  requires(!detail::word_reader<X>)
tensor<detail::read_t<X>> upper(const X& x, index_arg from = 0) {
  const tensor<const detail::read_t<X>> whole = detail::as_sparse_tensor(x);
  detail::check_sparse_matrix("upper", whole.shape());
  const index_t first = from;
  return detail::kept_entries(whole, [first](index_t row, index_t column) { return column - row >= first; });
}
// The entries on the diagonal and below it, or up to another one: lower(x, -1) leaves out the main one.
template <detail::shaped_reader X>
  requires(!detail::word_reader<X>)
tensor<detail::read_t<X>> lower(const X& x, index_arg to = 0) {
  const tensor<const detail::read_t<X>> whole = detail::as_sparse_tensor(x);
  detail::check_sparse_matrix("lower", whole.shape());
  const index_t last_one = to;
  return detail::kept_entries(whole, [last_one](index_t row, index_t column) { return column - row <= last_one; });
}

// Each element of a times all of b, as blocks. Both have the fill zero.
template <detail::shaped_reader A, detail::shaped_reader B>
  requires promotable<detail::read_t<A>, detail::read_t<B>>
[[nodiscard]] auto kron(const A& a, const B& b) {
  using X = detail::read_t<A>;
  using Y = detail::read_t<B>;
  using T = promote_t<X, Y>;
  const tensor<const X> x = detail::as_sparse_tensor(a);
  const tensor<const Y> y = detail::as_sparse_tensor(b);
  detail::check_zero_fill("kron", "the left matrix", x);
  detail::check_zero_fill("kron", "the right matrix", y);
  const shape extents{detail::mul_index(x.extent(0), y.extent(0)), detail::mul_index(x.extent(1), y.extent(1))};
  detail::entry_pass pass;
  auto entries = detail::kronecker_entries<T>(detail::sparse_rows<X>(detail_access::node(x), x.shape(), pass),
                                              detail::sparse_rows<Y>(detail_access::node(y), y.shape(), pass));
  return detail::tensor_over(extents, detail::sparse_buffer_of<T>(extents.elements(), T(), std::move(entries)));
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Sparse matrices made of others entry by entry: triangular parts, and the Kronecker product. Eager; each costs the entries that it reads
// and makes.
#pragma once

#include <ravel/lazy/words.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/detail/matrix_rows.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/tensor/describe.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_sparse_matrix(const char* function, const shape& extents);
[[noreturn]] RAVEL_API void throw_no_zero_fill(const char* function, const char* which, const std::string& fill);

// The entries that keep(row, column) says; elsewhere is the fill.
template <class T, class Keep>
tensor<T> kept_entries(const tensor<const T>& whole, const Keep& keep) {
  entry_array<T> made;
  const index_t width = whole.extent(1);
  for (entry_blocks<T> blocks(detail_access::node(whole)); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    for (index_t i = 0; i < b.count; ++i) {
      if (keep(b.positions[i] / width, b.positions[i] % width)) made.add(b.positions[i], b.values[i]);
    }
  }
  made.fit();
  return tensor_over(whole.shape(), sparse_buffer_of<T>(whole.size(), *whole.fill(), std::move(made)));
}

template <class T, class A, class B>
entry_array<T> kronecker_entries(const matrix_entries<A>& a, const matrix_entries<B>& b) {
  const matrix_rows left(a), right(b);
  entry_array<T> made(mul_index(a.entries.count, b.entries.count));
  for (index_t i = 0; i < left.size(); ++i) {
    for (index_t k = 0; k < right.size(); ++k) {
      const index_t row = (left.row(i) * b.rows + right.row(k)) * a.width * b.width;
      for (index_t j = left.start(i); j < left.start(i + 1); ++j) {
        for (index_t l = right.start(k); l < right.start(k + 1); ++l) {
          const T value = exact_product<T>(a.entries.values[j], b.entries.values[l]);
          if (!is_fill(value, T())) made.add(row + left.column(j) * b.width + right.column(l), value);
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

// Each element of a times all of b, in the places of blocks. Both have the fill zero.
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
  const auto left = detail::entries_collected(detail_access::node(x));
  const auto right = detail::entries_collected(detail_access::node(y));
  auto entries = detail::kronecker_entries<T>(detail::matrix_entries<X>{x.extent(0), x.extent(1), left.all()},
                                              detail::matrix_entries<Y>{y.extent(0), y.extent(1), right.all()});
  return detail::tensor_over(extents, detail::sparse_buffer_of<T>(extents.elements(), T(), std::move(entries)));
}

}  // namespace ravel

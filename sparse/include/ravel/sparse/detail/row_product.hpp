// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices row by row (Gustavson): a row of the product is the sum of rows of the right matrix. The terms of an element
// are added in their order, whatever gathers them. Threads share the rows; each gathers the sums of one row at a time.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/sparse/detail/masked_sums.hpp>

#include <memory>
#include <utility>

namespace ravel::detail {

// The rows are read in any order, so the first entries of the next rows are prefetched.
inline constexpr index_t rows_ahead = 3;

// The place of each column of `a`'s entries among the rows of b that have entries, or -1. Also counts the products of entries.
struct RAVEL_API met_rows {
  met_rows(const found_rows& a, const found_rows& b);

  // Rows between which the rows of a are cut, so that each part has about the same number of products.
  std::vector<index_t> cuts() const;
  index_t products() const;  // at most the largest index

  index_t rows;
  owned_elements<index_t> places;  // of each entry, and `rows_ahead` times -1
  owned_elements<index_t> terms;   // products of each row
};

template <class B>
void fetch(const index_t* columns, const B* values) {
  __builtin_prefetch(columns);
  __builtin_prefetch(values);
  __builtin_prefetch(columns + 8);
  __builtin_prefetch(values + 8);
}

// Adds rows of a product to a list. Each belongs to one thread.
class product_rows {
 public:
  virtual ~product_rows() = default;
  // Adds those of the rows [begin, end) of the left matrix, of which it counts only rows with entries.
  virtual void add(index_t begin, index_t end, entry_list& list) = 0;
};

// All rows of a product of two matrices, by what make(met) makes for each thread. It has `most` entries at most.
RAVEL_API entry_list all_product_rows(const element_room& kind, const found_rows& a, const found_rows& b, index_t most,
                                      function_ref<std::unique_ptr<product_rows>(const met_rows& met)> make);

// The sums of a row are gathered by a Row.
template <class T, class Row, class A, class B, class S>
class product_rows_in final : public product_rows {
 public:
  product_rows_in(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const met_rows& met, Row row)
      : a_(a), b_(b), ring_(ring), met_(met), row_(std::move(row)) {}

  void add(index_t begin, index_t end, entry_list& list) override {
    entry_array<T> made(std::move(list));
    watched_loop loop;
    for (index_t i = begin; i < end; ++i) {
      loop.at(a_.start(i), a_.entries());
      add_row(i, made);
    }
    list = std::move(made);
  }

 private:
  void add_row(index_t i, entry_array<T>& made) {
    const auto plus = [&](const T& x, const T& y) { return ring_.plus(x, y); };
    const B* const values = b_.values();
    const index_t* const places = met_.places.get();
    const index_t terms = met_.terms[i];
    if (terms == 0 || !row_.start(a_.row(i), terms)) return;
    for (index_t k = a_.start(i); k < a_.start(i + 1); ++k) {
      if (places[k] < 0) continue;
      if (const index_t next = places[k + rows_ahead]; next >= 0) fetch(b_.columns(next), values + b_.start(next));
      const A& factor = a_.values()[k];
      const B* const factors = values + b_.start(places[k]);
      row_.add(
          b_.columns(places[k]), b_.length(places[k]), [&](index_t l) { return ring_.template times<T>(factor, factors[l]); }, plus);
    }
    row_.drain(a_.row(i) * b_.width(), made);
  }

  const sparse_rows<A>& a_;
  const sparse_rows<B>& b_;
  const S& ring_;
  const met_rows& met_;
  Row row_;
};

// Row is made of `of`, a width and a zero.
template <class T, class Row, class A, class B, class S, class... Of>
entry_array<T> row_products_in(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, index_t most, const Of&... of) {
  const auto make = [&](const met_rows& met) -> std::unique_ptr<product_rows> {
    return std::make_unique<product_rows_in<T, Row, A, B, S>>(a, b, ring, met, Row(of..., b.width(), ring.template zero<T>()));
  };
  return entry_array<T>(all_product_rows(element_room_of<T>, a, b, most, make));
}

template <class T, class A, class B, class S>
entry_array<T> row_products(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring) {
  if (b.width() <= wide_row<T>::widest) return row_products_in<T, wide_row<T>>(a, b, ring, index_limit);
  return row_products_in<T, hashed_row<T>>(a, b, ring, index_limit);
}
// At the entries of the mask.
template <class T, class A, class B, class S>
entry_array<T> row_products_where(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  return row_products_in<T, row_where<T>>(a, b, ring, mask.start(mask.size()), mask);
}
// Everywhere else.
template <class T, class A, class B, class S>
entry_array<T> row_products_where_not(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  if (b.width() <= wide_row<T>::widest) return row_products_in<T, row_where_not<T, wide_row<T>>>(a, b, ring, index_limit, mask);
  return row_products_in<T, row_where_not<T, hashed_row<T>>>(a, b, ring, index_limit, mask);
}

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices row by row (Gustavson): a row of the product is the sum of rows of the right matrix. The terms of an element
// are added in their order, whatever gathers them. All of it belongs to one product on one thread.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/sparse/detail/masked_sums.hpp>

namespace ravel::detail {

// The place of each column of `a`'s entries among the rows of b that have entries, or -1; and the number of products of entries, at most
// the largest index.
struct RAVEL_API met_rows {
  met_rows(const found_rows& a, const found_rows& b);

  index_t place(index_t entry) const { return entry < std::ssize(places) ? places[static_cast<std::size_t>(entry)] : -1; }

  std::vector<index_t> places;
  index_t products = 0;
};

// The rows of the right matrix are read in any order, so the first entries of the next rows are prefetched.
inline constexpr index_t rows_ahead = 3;
template <class B>
void fetch(const index_t* columns, const B* values) {
  __builtin_prefetch(columns);
  __builtin_prefetch(values);
  __builtin_prefetch(columns + 8);
  __builtin_prefetch(values + 8);
}

template <class T, class Row, class A, class B, class S>
void add_row_products(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, Row row, index_t most, entry_array<T>& made) {
  const met_rows met(a, b);
  if (std::min(most, met.products) <= index_t{1} << 22)
    made.reserve(std::min(most, met.products));  // memory that is not written costs nothing
  const auto plus = [&](const T& x, const T& y) { return ring.plus(x, y); };
  const B* const values = b.values();
  watched_loop loop;
  for (index_t i = 0; i < a.size(); ++i) {
    loop.at(a.start(i), a.entries());
    const index_t* const places = met.places.data();
    index_t terms = 0;
    for (index_t k = a.start(i); k < a.start(i + 1); ++k) terms += places[k] < 0 ? 0 : b.length(places[k]);
    if (terms == 0 || !row.start(a.row(i), terms)) continue;
    for (index_t k = a.start(i); k < a.start(i + 1); ++k) {
      if (places[k] < 0) continue;
      if (const index_t next = met.place(k + rows_ahead); next >= 0) fetch(b.columns(next), values + b.start(next));
      const A& factor = a.values()[k];
      const B* const factors = values + b.start(places[k]);
      row.add(
          b.columns(places[k]), b.length(places[k]), [&](index_t l) { return ring.template times<T>(factor, factors[l]); }, plus);
    }
    row.drain(a.row(i) * b.width(), made);
  }
  made.fit();
}

template <class T, class A, class B, class S>
entry_array<T> row_products(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring) {
  entry_array<T> made;
  const T zero = ring.template zero<T>();
  if (b.width() <= wide_row<T>::widest) {
    add_row_products(a, b, ring, wide_row<T>(b.width(), zero), index_limit, made);
  } else {
    add_row_products(a, b, ring, hashed_row<T>(b.width(), zero), index_limit, made);
  }
  return made;
}
// At the entries of the mask.
template <class T, class A, class B, class S>
entry_array<T> row_products_where(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  entry_array<T> made;
  add_row_products(a, b, ring, row_where<T>(mask, b.width(), ring.template zero<T>()), mask.start(mask.size()), made);
  return made;
}
// Everywhere else.
template <class T, class A, class B, class S>
entry_array<T> row_products_where_not(const sparse_rows<A>& a, const sparse_rows<B>& b, const S& ring, const found_rows& mask) {
  entry_array<T> made;
  const T zero = ring.template zero<T>();
  if (b.width() <= wide_row<T>::widest) {
    add_row_products(a, b, ring, row_where_not<T, wide_row<T>>(mask, b.width(), zero), index_limit, made);
  } else {
    add_row_products(a, b, ring, row_where_not<T, hashed_row<T>>(mask, b.width(), zero), index_limit, made);
  }
  return made;
}

}  // namespace ravel::detail

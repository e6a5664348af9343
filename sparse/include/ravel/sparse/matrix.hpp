// SPDX-License-Identifier: BSL-1.0
// Sparse matrices made of others entry by entry: triangular parts and the Kronecker product, which are eager, and the factors of rows and
// columns, which are lazy. Threads share the work. The cost is that of the entries read and made.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/lazy/words.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/sparse/coo.hpp>
#include <ravel/sparse/semiring.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor/describe.hpp>

#include <algorithm>

namespace ravel {

namespace detail {

RAVEL_API void check_sparse_matrix(const char* function, const shape& extents);
[[noreturn]] RAVEL_API void throw_no_zero_fill(const char* function, const char* which, const std::string& fill);

// Appends the entries of a block whose column minus row is in [low, high].
RAVEL_API void append_diagonals(const raw_entry_block& block, index_t width, index_t low, index_t high, entry_list& list);

// The entries on the diagonals from `low` to `high`, and the fill elsewhere.
template <class T>
tensor<T> kept_diagonals(const tensor<const T>& whole, index_t low, index_t high) {
  const auto append = [=, width = whole.extent(1)](const raw_entry_block& block, entry_list& list) {
    append_diagonals(block, width, low, high, list);
  };
  return tensor_over(whole.shape(),
                     sparse_buffer_of<T>(whole.size(), *whole.fill(), entries_collected(detail_access::node(whole), append)));
}

// The beginning of some products of a Kronecker product: those of entry j, in row i on the left, with all of row k on the right. Products
// rise by i, then by k, then by j.
struct kronecker_place {
  index_t i;
  index_t k;
  index_t j;
  index_t product;
};
// The first such place at a product or behind it.
RAVEL_API kronecker_place kronecker_place_of(const found_rows& a, const found_rows& b, index_t product);

// Entries at the places of some products, of which those that are zero are left out.
struct kronecker_piece {
  index_t begin = 0;
  index_t count = 0;
};

// Writes the products of entries on the left whose first one is in [begin, end).
template <class T, class A, class B>
kronecker_piece write_kronecker(const sparse_rows<A>& a, const sparse_rows<B>& b, index_t begin, index_t end, index_t* positions,
                                T* values) {
  if (begin == end) return {};
  auto [i, k, j, product] = kronecker_place_of(a, b, begin);
  kronecker_piece made{product};
  positions += product;
  values += product;
  watched_steps steps;
  while (product < end) {
    const entry_block<B> right = b.row_entries(k);
    const index_t row = (a.row(i) * b.height() + b.row(k)) * a.width() * b.width() - b.row(k) * b.width();
    index_t behind = a.start(i + 1);
    if ((behind - j) * right.count > end - product) behind = j + (end - product - 1) / right.count + 1;
    steps.at(product - made.begin, end - made.begin, (behind - j) * right.count);
    for (product += (behind - j) * right.count; j < behind; ++j) {
      const index_t first = row + a.column(i, j) * b.width();
      for (index_t l = 0; l < right.count; ++l) {
        values[made.count] = exact_product<T>(a.values()[j], right.values[l]);
        positions[made.count] = first + right.positions[l];
        made.count += !is_fill(values[made.count], T());
      }
    }
    if (++k == b.size()) k = 0, ++i;
    j = a.start(i);
  }
  return made;
}

// Threads write pieces of the products at their places. Nearly all products are no zeros, and stay there.
template <class T, class A, class B>
entry_array<T> kronecker_entries(const sparse_rows<A>& a, const sparse_rows<B>& b) {
  const index_t products = mul_index(a.entries(), b.entries());
  entry_array<T> made(products);
  index_t* const positions = made.positions();
  T* const values = made.values();
  const auto write = [&](index_t begin, index_t end) { return write_kronecker<T>(a, b, begin, end, positions, values); };
  for (const kronecker_piece& one : made_in_pieces(products, 1, write)) {
    if (one.begin != made.size()) {
      std::copy_n(positions + one.begin, one.count, positions + made.size());
      std::move(values + one.begin, values + one.begin + one.count, values + made.size());
    }
    made.grow_by(one.count);
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
  return detail::kept_diagonals(whole, from, index_limit);
}
// The entries on the diagonal and below it, or up to another one: lower(x, -1) leaves out the main one.
template <detail::shaped_reader X>
  requires(!detail::word_reader<X>)
tensor<detail::read_t<X>> lower(const X& x, index_arg to = 0) {
  const tensor<const detail::read_t<X>> whole = detail::as_sparse_tensor(x);
  detail::check_sparse_matrix("lower", whole.shape());
  return detail::kept_diagonals(whole, -index_limit, to);
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

namespace detail {

RAVEL_API void check_factors(const char* function, const char* lines, const shape& matrix, const shape& factors);

// Multiplies an element by its factor. Positions without an entry stay as they are, whatever the factor.
struct scaled {
  using is_pure = void;
  template <class A, class V>
  auto operator()(const A& value, const V& factor) const {
    using T = std::remove_cvref_t<decltype(times()(value, factor))>;
    return is_fill(value, A()) ? T() : times()(value, factor);
  }
};
template <>
inline constexpr bool zero_annihilates<scaled> = true;

enum class lines : bool { rows, columns };

// The factor of each element of a matrix, in row-major order. It claims to be finite, because `scaled` reads factors at entries only.
template <class V, lines Lines>
class factors_node final : public node<V> {
 public:
  factors_node(const shape& matrix, const source<V>& of) : node<V>(facts(matrix, of)), along_(std::max<index_t>(1, matrix[1])), of_(of) {}

  V at(index_t i) const override {
    const index_t line = line_of(i);
    const auto& memory = of_->memory();
    return memory.data ? memory.data[line * memory.step] : of_->at(line);
  }
  overlap meets(const target_memory& target) const override { return rearranged(of_->meets(target)); }
  void each_operand(shared_blocks& found) const override { found.elsewhere(*of_); }

 protected:
  block<const V> produce(index_t start, index_t n, V* out, arena& from) const override {
    for (index_t done = 0, count = 0; done < n; done += count) {
      const auto [row, column] = along_.divmod(start + done);
      count = std::min(n - done, along_.by() - column);
      if constexpr (Lines == lines::rows) {
        std::fill_n(out + done, count, of_->at(row));
      } else {
        spread(of_->pull(column, count, out + done, from), count, out + done);
      }
    }
    return {out, 1};
  }

 private:
  static node_facts facts(const shape& matrix, const source<V>& of) {
    node_facts facts = facts_through(matrix.elements(), of);
    facts.never_stores = false;
    facts.finite = true;
    return facts;
  }
  index_t line_of(index_t i) const {
    const auto [row, column] = along_.divmod(i);
    return Lines == lines::rows ? row : column;
  }

  divider along_;
  source<V> of_;
};

template <lines Lines, class X, class V>
auto scale_lines(const char* function, const X& x, const V& factors) {
  const tensor<const read_t<X>> matrix = as_sparse_tensor(x);
  check_zero_fill(function, "the matrix", matrix);
  const tensor<const read_t<V>> given = as_read_tensor(factors);
  check_factors(function, Lines == lines::rows ? "rows" : "columns", matrix.shape(), given.shape());
  const auto of_all = make_reader<factors_node<read_t<V>, Lines>>(matrix.shape(), detail_access::shared(reader<read_t<V>>(given)));
  return map(scaled(), matrix, as_tensor(of_all, matrix.shape()));
}

}  // namespace detail

// Multiplies row i by factors[i]. Factors may be infinite or NaN, unlike in t * assume_finite(factors), because only entries are
// multiplied.
template <detail::shaped_reader X, readable V>
  requires detail::handle<V> && promotable<detail::read_t<X>, detail::read_t<V>>
[[nodiscard]] auto scale_rows(const X& x, const V& factors) {
  return detail::scale_lines<detail::lines::rows>("scale_rows", x, factors);
}
// Multiplies column i by factors[i].
template <detail::shaped_reader X, readable V>
  requires detail::handle<V> && promotable<detail::read_t<X>, detail::read_t<V>>
[[nodiscard]] auto scale_columns(const X& x, const V& factors) {
  return detail::scale_lines<detail::lines::columns>("scale_columns", x, factors);
}

template <detail::shaped_reader X, class V>
  requires(!detail::handle<V>)
void scale_rows(const X& x,  // the factors are kept: borrow(v) looks at them, adopt(std::move(v)) takes them over
                const V& factors) = delete;
template <detail::shaped_reader X, class V>
  requires(!detail::handle<V>)
void scale_columns(const X& x,  // the factors are kept: borrow(v) looks at them, adopt(std::move(v)) takes them over
                   const V& factors) = delete;

}  // namespace ravel

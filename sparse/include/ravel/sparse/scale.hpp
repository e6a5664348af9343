// SPDX-License-Identifier: BSL-1.0
// scale_rows and scale_columns: multiply the entries of a sparse matrix by a factor for each row or column. Lazy: the result shares the
// matrix and the factors, and computes an entry when it is read. Safe to read from any thread.
#pragma once

#include <ravel/sparse/matrix.hpp>

namespace ravel {

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

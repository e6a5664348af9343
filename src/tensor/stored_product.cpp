// SPDX-License-Identifier: BSL-1.0
// Products of matrices by what is stored: each entry of a sparse operand meets the row or the column of the other that it belongs to. The
// terms of an element are added in their order, as without entries.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/reader/detail/row_entries.hpp>
#include <ravel/tensor/detail/matrix.hpp>
#include <ravel/walk/turn.hpp>

#include <algorithm>
#include <vector>

namespace ravel::detail {

namespace {

// sum += a * b; false where that does not fit.
template <class T>
bool add_term(T& sum, const T& a, const T& b) {
  if constexpr (integer_element<T>) {
    T product{};
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(sum, product, &sum);
  } else {
    sum = add_values(sum, multiply_values(a, b));
    return true;
  }
}

template <class T>
bool sparse_matrix(const node<T>& stack) {
  return by_entries(stack) && *stack.fill() == T{};
}

// A sparse stack of matrices, and how it is gone through: row by row, or column by column.
template <class T>
struct entry_side {
  std::shared_ptr<const tensor_node<T>> rows;  // turned: of the turned matrices
  bool turned;
};

template <class T>
std::shared_ptr<const tensor_node<T>> turned_view(const tensor_node<T>& of) {
  return of.viewed(of.map().swap_axes(-2, -1));
}

// A view in the order of its base lists entries as they lie, without sorting them; others are listed as they stood before a product turned
// them.
template <class T>
entry_side<T> side_of(std::shared_ptr<const tensor_node<T>> view, bool stood_turned) {
  const auto in_order = [](const tensor_node<T>& of) { return of.facts().in_sequence(); };
  if (in_order(*view)) return {std::move(view), false};
  auto other = turned_view(*view);
  const bool turned = stood_turned || in_order(*other);
  return {turned ? std::move(other) : std::move(view), turned};
}

// As it lies in the matrix that a view shows whole rows of; without starts where there is none.
template <class T>
lent_rows<T> rows_lent(const tensor_node<T>& view, index_t width) {
  const auto* const base = dynamic_cast<const lends_rows<T>*>(view.base().get());
  if (!base || !view.facts().in_sequence()) return {};
  lent_rows<T> rows = base->rows();
  if (rows.width != width || view.facts().first % width != 0) return {};
  rows.starts += view.facts().first / width;
  return rows;
}

// f as in each_listed_row
template <class T, class F>
bool each_row(const tensor_node<T>& view, index_t width, const F& f) {
  const lent_rows<T> lent = rows_lent(view, width);
  if (!lent.starts) return each_listed_row<T>(view, width, f);
  const index_t count = view.size() / width;
  return lent.narrow ? each_lent_row(lent, lent.narrow, count, f) : each_lent_row(lent, lent.wide, count, f);
}

// A stack in memory, or copied there; only where all of it is finite, since the zeros that are not stored wipe it out.
template <class T>
class dense_stack {
 public:
  // Rows of many elements have them one after the other.
  explicit dense_stack(const tensor_node<T>& of) {
    const auto& memory = of.base_memory();
    const index_t width = of.extents()[of.extents().rank() - 1];
    if (memory.data && of.facts().affine && (width == 1 || of.facts().strides.back() * memory.step == 1)) {
      first_ = memory.data + of.facts().first * memory.step;
      for (const index_t stride : of.facts().strides) strides_.push_back(stride * memory.step);
    } else {
      copy_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(of.size()));
      read_into<T>(of, 0, of.size(), copy_.get());
      first_ = copy_.get();
      index_t stride = of.size();
      for (const index_t extent : of.extents()) strides_.push_back(stride /= extent);
    }
  }
  const T* matrix(const shape& batch, index_t place) const {
    const T* at = first_;
    for (index_t k = batch.rank(); k-- > 0; place /= batch[k]) at += place % batch[k] * strides_[static_cast<std::size_t>(k)];
    return at;
  }
  index_t row() const { return strides_[strides_.size() - 2]; }

 private:
  std::unique_ptr<T[]> copy_;
  const T* first_ = nullptr;
  small_vector<index_t, 6> strides_;
};

template <class T>
bool all_finite(const node<T>& of) {
  if (always_finite<T> || of.finite()) return true;
  return each_block(of, 0, of.size(), [](block<const T> b, index_t, index_t n) {
    bool finite = true;
    for (index_t i = 0; i < n; ++i) finite &= is_finite{}(b.data[i * b.step]);
    return finite;
  });
}

// out[j] += factor * row[j]; false where an integer does not fit.
template <class T>
[[gnu::always_inline]] inline bool add_multiples(T* __restrict out, T factor, const T* __restrict row, index_t n) {
  bool fits = true;
  for (index_t j = 0; j < n; ++j) fits &= add_term(out[j], factor, row[j]);
  return fits;
}
#define RAVEL_ADD_MULTIPLE(T) \
  RAVEL_KERNEL bool add_multiple(T* out, T factor, const T* row, index_t n) { return add_multiples(out, factor, row, n); }
RAVEL_ADD_MULTIPLE(std::int64_t)
RAVEL_ADD_MULTIPLE(std::uint64_t)
RAVEL_ADD_MULTIPLE(float)
RAVEL_ADD_MULTIPLE(double)
RAVEL_ADD_MULTIPLE(std::complex<float>)
RAVEL_ADD_MULTIPLE(std::complex<double>)
#undef RAVEL_ADD_MULTIPLE

// The entries of a row, and what they do: how many there were, or 0 where a sum does not fit.
template <class T, class Row, class F>
[[gnu::always_inline]] inline index_t each_in_row(const Row& entries, F f) {
  bool fits = true;
  index_t k = 0;
  for (; entries.has(k); ++k) fits &= f(k, entries.column(k));
  return fits ? k : 0;
}

// c = a b, where each entry of a row of `a` brings a row of b: the sum of one element stays in a register.
template <class T>
bool gather_rows(const tensor_node<T>& a, const product_plan& plan, const dense_stack<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  index_t place = 0;
  const T* from = b.matrix(plan.batch, 0);
  return each_row<T>(a, k, [&](index_t row, const auto& entries, const T* values) {
    if (row >= (place + 1) * m) from = b.matrix(plan.batch, place = row / m);
    const T* const right = from;
    const index_t step = b.row();
    T* const out = c + row * n;
    if (n == 1) {
      T sum = *out;
      const index_t taken =
          each_in_row<T>(entries, [&](index_t i, index_t column) { return add_term(sum, values[i], right[column * step]); });
      *out = sum;
      return taken;
    }
    return each_in_row<T>(entries, [&](index_t i, index_t column) { return add_multiple(out, values[i], right + column * step, n); });
  });
}

// c = a b, where the rows of the turned `a` each meet one row of b.
template <class T>
bool scatter_rows(const tensor_node<T>& turned_a, const product_plan& plan, const dense_stack<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  index_t place = 0;
  const T* from = b.matrix(plan.batch, 0);
  return each_row<T>(turned_a, m, [&](index_t row, const auto& entries, const T* values) {
    if (row >= (place + 1) * k) from = b.matrix(plan.batch, place = row / k);
    const T* const right = from + (row - place * k) * b.row();
    T* const out = c + place * m * n;
    if (n == 1) return each_in_row<T>(entries, [&](index_t i, index_t column) { return add_term(out[column], values[i], *right); });
    return each_in_row<T>(entries, [&](index_t i, index_t column) { return add_multiple(out + column * n, values[i], right, n); });
  });
}

template <class T>
bool sparse_by_dense(const product_plan& plan, std::shared_ptr<const tensor_node<T>> a, const tensor_node<T>& b, T* c,
                     bool a_turned = false) {
  if (!all_finite<T>(b)) return false;
  const dense_stack<T> right(b);
  const entry_side<T> left = side_of<T>(std::move(a), a_turned);
  return left.turned ? scatter_rows(*left.rows, plan, right, c) : gather_rows(*left.rows, plan, right, c);
}

// The turned product of the turned factors.
template <class T>
bool dense_by_sparse(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  const product_plan turned{plan.batch, {n, m, k}, plan.result};
  if (m == 1 || n == 1) return sparse_by_dense<T>(turned, turned_view(b), *turned_view(a), c, true);
  const auto product = std::make_unique<T[]>(static_cast<std::size_t>(plan.result.elements()));
  if (!sparse_by_dense<T>(turned, turned_view(b), *turned_view(a), product.get(), true)) return false;
  constexpr auto bytes = static_cast<index_t>(sizeof(T));
  for (index_t place = 0; place < plan.batch.elements(); ++place) {
    turn(reinterpret_cast<const std::byte*>(product.get() + place * m * n), bytes, m * bytes,
         reinterpret_cast<std::byte*>(c + place * m * n), n * bytes, m, n, bytes);
  }
  return true;
}

template <class T>
bool has_only_finite_entries(const entry_block<T>& all) {
  return std::all_of(all.values, all.values + all.count, [](const T& value) { return is_finite{}(value); });
}

// Where the entries of each row of a stack begin. Of far more rows than `looks` those that are looked for are searched.
template <class T>
class row_search {
 public:
  row_search(const entry_block<T>& all, index_t rows, index_t width, index_t looks) : all_(all), width_(width) {
    if (rows / 8 > looks + all.count) return;
    starts_.reserve(static_cast<std::size_t>(rows + 1));
    index_t k = 0;
    for (index_t row = 0; row <= rows; ++row) {
      while (k < all.count && all.positions[k] < row * width) ++k;
      starts_.push_back(k);
    }
  }
  entry_block<T> row(index_t at) const {
    if (starts_.empty()) {
      const entry_block<T> behind = all_.from(all_.find(at * width_));
      return behind.first(behind.first(std::min(behind.count, width_)).find((at + 1) * width_));
    }
    const auto start = starts_.begin() + at;
    return all_.from(start[0]).first(start[1] - start[0]);
  }

 private:
  entry_block<T> all_;
  index_t width_;
  std::vector<index_t> starts_;  // of each row, and behind the last
};

template <class T>
bool sparse_by_sparse(const product_plan& plan, const node<T>& a, const node<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  entry_pass pass;
  const collected_entries<T> left(pass.of(a), 0, a.size()), right(pass.of(b), 0, b.size());
  if (!has_only_finite_entries(left.all()) || !has_only_finite_entries(right.all())) return false;
  const row_search<T> rows(right.all(), b.size() / n, n, left.all().count);
  return each_listed_row<T>(a, k, [&](index_t row, const auto& entries, const T* values) {
    T* const out = c + row * n;
    return each_in_row<T>(entries, [&](index_t i, index_t column) {
      const index_t at = row / m * k + column;
      const entry_block<T> its = rows.row(at);
      bool fits = true;
      for (index_t j = 0; j < its.count; ++j) fits &= add_term(out[its.positions[j] - at * n], values[i], its.values[j]);
      return fits;
    });
  });
}

}  // namespace

template <class T>
bool multiply_stored(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c) {
  const bool sparse_a = sparse_matrix<T>(a), sparse_b = sparse_matrix<T>(b);
  if (!sparse_a && !sparse_b) return false;
  std::fill_n(c, plan.result.elements(), T{});
  if (plan.size.k == 0 || plan.result.elements() == 0) return true;
  const auto left = a.viewed(stacked_left(a.map(), plan)), right = b.viewed(stacked_right(b.map(), plan));
  if (sparse_a && sparse_b) return sparse_by_sparse<T>(plan, *left, *right, c);
  return sparse_a ? sparse_by_dense<T>(plan, left, *right, c) : dense_by_sparse<T>(plan, *left, *right, c);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API bool multiply_stored(const product_plan&, const tensor_node<T>&, const tensor_node<T>&, T*);
RAVEL_INSTANTIATE(std::int64_t)
RAVEL_INSTANTIATE(std::uint64_t)
RAVEL_INSTANTIATE(float)
RAVEL_INSTANTIATE(double)
RAVEL_INSTANTIATE(std::complex<float>)
RAVEL_INSTANTIATE(std::complex<double>)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Products of matrices by what is stored: each entry of a sparse operand meets the row or the column of the other that it belongs to. The
// terms of an element are added in their order, as without entries.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/tensor/detail/matrix.hpp>

#include <algorithm>

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

// Where an entry stands in a stack of matrices: the row, counted over all of them, and the column.
struct matrix_place {
  index_t row;
  index_t column;
};

// f(place, value) for all entries, whose rows are found by going on from one to the next.
template <class T, class F>
bool each_matrix_entry(const node<T>& stack, index_t columns, F f) {
  const divider along(columns);
  index_t row = 0, first = 0;
  return each_entry_block(stack, [&](const entry_block<T>& b) {
    for (index_t i = 0; i < b.count; ++i) {
      const index_t from_row = b.positions[i] - first;
      if (from_row >= columns) {
        const index_t rows = from_row < 2 * columns ? 1 : along.divide(from_row);
        row += rows;
        first += rows * columns;
      }
      if (!f(matrix_place{row, b.positions[i] - first}, b.values[i])) return false;
    }
    return true;
  });
}

template <class T>
bool sparse_matrix(const node<T>& stack) {
  return by_entries(stack) && *stack.fill() == T{};
}

// A stack in memory, or copied there; only where all of it is finite, since the zeros that are not stored wipe it out.
template <class T>
class dense_stack {
 public:
  explicit dense_stack(const tensor_node<T>& of) {
    const auto& memory = of.base_memory();
    if (memory.data && of.facts().affine) {
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
  index_t column() const { return strides_.back(); }

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

// A row after the other, each in a register.
template <class T>
bool sparse_by_vector(const node<T>& a, const T* vector, index_t step, index_t columns, T* c) {
  index_t row = 0, first = 0;
  T sum{};
  bool fits = each_entry_block(a, [&](const entry_block<T>& b) {
    bool all_fit = true;
    for (index_t i = 0; i < b.count; ++i) {
      if (b.positions[i] - first >= columns) {
        c[row] = sum;
        row = b.positions[i] / columns;
        first = row * columns;
        sum = T{};
      }
      all_fit &= add_term(sum, b.values[i], vector[(b.positions[i] - first) * step]);
    }
    return all_fit;
  });
  c[row] = sum;
  return fits;
}

template <class T>
bool sparse_by_dense(const product_plan& plan, const node<T>& a, const tensor_node<T>& b, T* c) {
  if (!all_finite<T>(b)) return false;
  const dense_stack<T> right(b);
  const auto [m, n, k] = plan.size;
  if (n == 1 && plan.batch.elements() == 1) return sparse_by_vector(a, right.matrix(plan.batch, 0), right.row(), k, c);
  const index_t row_step = right.row(), step = right.column();
  index_t place = 0;
  const T* matrix = right.matrix(plan.batch, 0);
  return each_matrix_entry(a, k, [&](matrix_place at, const T& value) {
    if (at.row >= (place + 1) * m) matrix = right.matrix(plan.batch, place = at.row / m);
    const T* const row = matrix + at.column * row_step;
    T* const out = c + at.row * n;
    bool fits = true;
    for (index_t j = 0; j < n; ++j) fits &= add_term(out[j], value, row[j * step]);
    return fits;
  });
}

template <class T>
bool dense_by_sparse(const product_plan& plan, const tensor_node<T>& a, const node<T>& b, T* c) {
  if (!all_finite<T>(a)) return false;
  struct entry {
    matrix_place at;
    T value;
  };
  std::vector<entry> entries;
  each_matrix_entry(b, plan.size.n, [&](matrix_place at, const T& value) {
    entries.push_back({at, value});
    return true;
  });
  const dense_stack<T> left(a);
  const auto [m, n, k] = plan.size;
  auto begin = entries.begin();
  for (index_t place = 0; place < plan.batch.elements(); ++place) {
    const auto end = std::find_if(begin, entries.end(), [&, last = (place + 1) * k](const entry& one) { return one.at.row >= last; });
    const T* row = left.matrix(plan.batch, place);
    for (index_t i = 0; i < m; ++i, row += left.row(), c += n) {
      bool fits = true;
      for (auto one = begin; one != end; ++one)
        fits &= add_term(c[one->at.column], row[(one->at.row - place * k) * left.column()], one->value);
      if (!fits) return false;
    }
    begin = end;
  }
  return true;
}

template <class T>
bool has_only_finite_entries(const entry_block<T>& all) {
  return std::all_of(all.values, all.values + all.count, [](const T& value) { return is_finite{}(value); });
}

template <class T>
bool sparse_by_sparse(const product_plan& plan, const node<T>& a, const node<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  entry_pass pass;
  const collected_entries<T> left(pass.of(a), 0, a.size()), right(pass.of(b), 0, b.size());
  const entry_block<T>& all = right.all();
  if (!has_only_finite_entries(left.all()) || !has_only_finite_entries(all)) return false;
  return each_matrix_entry(a, k, [&](matrix_place at, const T& value) {
    const index_t first = (at.row / m * k + at.column) * n;
    bool fits = true;
    for (index_t i = all.find(first); i < all.count && all.positions[i] < first + n; ++i)
      fits &= add_term(c[at.row * n + all.positions[i] - first], value, all.values[i]);
    return fits;
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
  return sparse_a ? sparse_by_dense<T>(plan, *left, *right, c) : dense_by_sparse<T>(plan, *left, *right, c);
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

// SPDX-License-Identifier: BSL-1.0
// Products of matrices by what is stored: each entry of a sparse operand meets the row or the column of the other that it belongs to. The
// terms of an element are added in their order, as without entries. Zeros that are not stored matter only where they meet what is not
// finite: there the element is NaN. Integers that do not fit on the way are added up once more, in sums that hold them.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/reader/detail/sparse_rows.hpp>
#include "op/fold/add_multiple.hpp"
#include "walk/turn.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

namespace ravel::detail {

namespace {

template <class T>
bool sparse_matrix(const node<T>& stack) {
  return by_entries(stack) && *stack.fill() == T{};
}

// A sparse stack of matrices, and how it is gone through: row by row, or column by column.
template <class T>
using shared_tensor = std::shared_ptr<const tensor_node<T>>;
template <class T>
shared_tensor<T> viewed_tensor(const tensor_node<T>& of, dims map) {
  return std::static_pointer_cast<const tensor_node<T>>(of.viewed(std::move(map)));
}

template <class T>
struct entry_side {
  shared_tensor<T> rows;  // turned: of the turned matrices
  bool turned;
};

// A function of tensors is turned by turning these.
template <class T>
shared_tensor<T> turned_view(const tensor_node<T>& of) {
  const auto turned = [](const dims& map) { return map.swap_axes(-2, -1); };
  return std::static_pointer_cast<const tensor_node<T>>(of.untyped_tensor::viewed(change_of(turned)));
}

// A view in the order of what it reads lists entries as they lie, without sorting them; others are listed as they stood before a product
// turned them.
template <class T>
entry_side<T> side_of(shared_tensor<T> view, bool stood_turned) {
  const auto in_order = [](const tensor_node<T>& of) {
    std::vector<laid_map> maps;
    of.add_maps(maps);
    return of.facts().in_sequence() && std::ranges::all_of(maps, [](const laid_map& m) { return map_facts(*m.map).in_sequence(); });
  };
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

// A stack in memory, or copied there.
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
  for (source_blocks<T> blocks(of); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    bool finite = true;
    for (index_t i = 0; i < n; ++i) finite &= is_finite{}(b.data[i * b.step]);
    if (!finite) return false;
  }
  return true;
}

// The entries of a row, and what they do: how many there were, or 0 where a sum does not fit.
template <class Row, class T, class F>
[[gnu::always_inline]] inline index_t add_row(const Row& entries, const T* values, F f) {
  bool fits = true;
  const index_t count = each_in_row(entries, values, [&](index_t k, index_t column) { fits &= f(k, column); });
  return fits ? count : 0;
}

// part(each) for parts of the rows of a view, in which each(f) goes over them: threads share rows that are lent as they lie. True when none
// was stopped.
template <class T, class Part>
bool each_part_of_rows(const tensor_node<T>& view, index_t width, index_t products, const Part& part) {
  const lent_rows<T> lent = rows_lent(view, width);
  const index_t rows = view.size() / width;
  const auto go_over = [&](index_t begin, index_t end) {
    return part([&](const auto& f) { return lent.starts ? each_lent_row(lent, begin, end, f) : each_listed_row<T>(view, width, f); });
  };
  if (!current_executor || !lent.starts || rows == 0) return go_over(0, rows);
  std::atomic<bool> goes_on = true;
  in_pieces(rows, (lent.starts[rows] - lent.starts[0]) / rows * products, [&](index_t begin, index_t end) {
    if (!go_over(begin, end)) goes_on = false;
  });
  return goes_on;
}

// c += a b, where each entry of a row of `a` brings a row of b: the sum of one element stays in a register.
template <class T, class S>
bool gather_rows(const tensor_node<T>& a, const product_plan& plan, const dense_stack<T>& b, S* c) {
  const index_t m = plan.size.m, n = plan.size.n;
  return each_part_of_rows<T>(a, plan.size.k, n, [&](const auto& each) {
    index_t place = 0;
    const T* from = b.matrix(plan.batch, 0);
    return each([&](index_t row, const auto& entries, const T* values) {
      if (row >= (place + 1) * m) from = b.matrix(plan.batch, place = row / m);
      const T* const right = from;
      const index_t step = b.row();
      S* const out = c + row * n;
      if (n == 1) {
        S sum = *out;
        const index_t taken =
            add_row(entries, values, [&](index_t i, index_t column) { return add_term(sum, values[i], right[column * step]); });
        *out = sum;
        return taken;
      }
      return add_row(entries, values, [&](index_t i, index_t column) { return add_multiple(out, values[i], right + column * step, n); });
    });
  });
}

// c += a b, where the rows of the turned `a` each meet one row of b.
template <class T, class S>
bool scatter_rows(const tensor_node<T>& turned_a, const product_plan& plan, const dense_stack<T>& b, S* c) {
  const auto [m, n, k] = plan.size;
  index_t place = 0;
  const T* from = b.matrix(plan.batch, 0);
  const auto add = [&](index_t row, const auto& entries, const T* values) {
    if (row >= (place + 1) * k) from = b.matrix(plan.batch, place = row / k);
    const T* const right = from + (row - place * k) * b.row();
    S* const out = c + place * m * n;
    if (n == 1) return add_row(entries, values, [&](index_t i, index_t column) { return add_term(out[column], values[i], *right); });
    return add_row(entries, values, [&](index_t i, index_t column) { return add_multiple(out + column * n, values[i], right, n); });
  };
  const lent_rows<T> lent = rows_lent(turned_a, m);
  return lent.starts ? each_lent_row(lent, 0, turned_a.size() / m, add) : each_listed_row<T>(turned_a, m, add);
}

// Adds up c by `add`, from zeros. If an integer does not fit, it adds again to sums that hold all values. The error then names the first
// sum that does not fit, by its place in the product that was asked for. This product may be the transpose of that one.
template <class T, class F>
void add_up(const product_plan& plan, bool turned, T* c, const F& add) {
  const index_t count = plan.result.elements();
  std::fill_n(c, count, T{});
  if (add(c)) return;
  if constexpr (integer_element<T>) {
    const auto sums = std::make_unique<product_sum<T>[]>(static_cast<std::size_t>(count));
    add(sums.get());
    const index_t size = plan.size.m * plan.size.n, width = turned ? plan.size.m : plan.size.n, height = size / width;
    for (index_t i = 0; i < count; ++i) {
      const index_t row = i % size / width, column = i % width;
      const index_t at = turned ? i - i % size + column * height + row : i;
      c[at] = sums[static_cast<std::size_t>(at)].at(row, column);
    }
  }
}

// Counts the elements that are not finite in a row of a stack of matrices b, and in all rows of one of them: met[j] grows by one for each
// in column j.
template <class T>
class odd_in_stack {
 public:
  odd_in_stack(const product_plan& plan, const dense_stack<T>& of) : plan_(plan), of_(of) {}

  void add_row(index_t place, index_t row, index_t* met) const { add(of_.matrix(plan_.batch, place) + row * of_.row(), met); }
  void add_all(index_t place, index_t* met) const {
    const T* row = of_.matrix(plan_.batch, place);
    for (index_t l = 0; l < plan_.size.k; ++l, row += of_.row()) add(row, met);
  }

 private:
  void add(const T* row, index_t* met) const {
    for (index_t j = 0; j < plan_.size.n; ++j) met[j] += !is_finite{}(row[j]);
  }

  const product_plan& plan_;
  const dense_stack<T>& of_;
};

template <class T>
class odd_in_entries {
 public:
  odd_in_entries(const product_plan& plan, const sparse_rows<T>& rows) : size_(plan.size), rows_(rows) {}

  void add_row(index_t place, index_t row, index_t* met) const {
    if (const index_t i = rows_.find(place * size_.k + row); i >= 0) add(rows_.row_entries(i), met);
  }
  void add_all(index_t place, index_t* met) const {
    const index_t matrix = size_.k * size_.n;
    const entry_block<T> here = rows_.all().from(rows_.all().find(place * matrix));
    add(here.first(here.find((place + 1) * matrix)), met);
  }

 private:
  void add(const entry_block<T>& entries, index_t* met) const {
    for (index_t i = 0; i < entries.count; ++i) met[entries.positions[i] % size_.n] += !is_finite{}(entries.values[i]);
  }

  product_size size_;
  const sparse_rows<T>& rows_;
};

// 0 times what is not finite is NaN: so is element i, j of a product where a zero of row i of the sparse `a` that is not stored meets
// something odd in column j. The elements of the product stand as far apart as `down` and `across` say.
template <class T, class Odd>
void let_zeros_meet(const product_plan& plan, const node<T>& a, const Odd& odd, T* c, index_t down, index_t across) {
  const auto [m, n, k] = plan.size;
  T nan = std::numeric_limits<real_of_t<T>>::quiet_NaN();
  if constexpr (complex_element<T>) nan = T(nan.real(), nan.real());
  entry_pass pass;
  const auto entries = all_entries<T>(a, pass);
  entry_block<T> left = entries.all();
  std::vector<index_t> all(static_cast<std::size_t>(n)), met(all);
  for (index_t place = 0; place < plan.batch.elements(); ++place) {
    std::fill(all.begin(), all.end(), 0);
    odd.add_all(place, all.data());
    for (index_t i = 0; i < m; ++i) {
      check_stop();
      std::fill(met.begin(), met.end(), 0);
      const index_t first = (place * m + i) * k;
      for (; left.count > 0 && left.positions[0] < first + k; left = left.from(1))
        odd.add_row(place, left.positions[0] - first, met.data());
      T* out = c + place * m * n + i * down;
      for (std::size_t j = 0; j < met.size(); ++j, out += across) {
        if (met[j] < all[j]) *out = nan;
      }
    }
  }
}

template <class T>
void sparse_by_dense(const product_plan& plan, shared_tensor<T> a, const tensor_node<T>& b, T* c, bool turned = false) {
  const dense_stack<T> right(b);
  const entry_side<T> left = side_of<T>(a, turned);
  add_up(plan, turned, c, [&](auto* sums) {
    return left.turned ? scatter_rows(*left.rows, plan, right, sums) : gather_rows(*left.rows, plan, right, sums);
  });
  if constexpr (!always_finite<T>) {
    if (!all_finite<T>(b)) let_zeros_meet<T>(plan, *a, odd_in_stack<T>(plan, right), c, plan.size.n, 1);
  }
}

product_plan turned_plan(const product_plan& plan) { return {plan.batch, {plan.size.n, plan.size.m, plan.size.k}, plan.result}; }

// The turned product of the turned factors.
template <class T>
void dense_by_sparse(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  const product_plan turned = turned_plan(plan);
  if (m == 1 || n == 1) return sparse_by_dense<T>(turned, turned_view(b), *turned_view(a), c, true);
  const auto product = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(plan.result.elements()));
  sparse_by_dense<T>(turned, turned_view(b), *turned_view(a), product.get(), true);
  constexpr auto bytes = static_cast<index_t>(sizeof(T));
  for (index_t place = 0; place < plan.batch.elements(); ++place) {
    turn(reinterpret_cast<const std::byte*>(product.get() + place * m * n), bytes, m * bytes,
         reinterpret_cast<std::byte*>(c + place * m * n), n * bytes, m, n, bytes);
  }
}

template <class T>
bool has_only_finite_entries(const entry_block<T>& all) {
  return std::all_of(all.values, all.values + all.count, [](const T& value) { return is_finite{}(value); });
}

template <class T>
void sparse_by_sparse(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c) {
  const auto [m, n, k] = plan.size;
  entry_pass pass;
  const sparse_rows<T> left(a, {a.size() / k, k}, pass);
  sparse_rows<T> right(b, {b.size() / n, n}, pass);
  right.be_found();
  add_up(plan, false, c, [&](auto* sums) {
    bool fits = true;
    watched_loop loop;
    for (index_t i = 0; i < left.size() && fits; ++i) {
      loop.at(left.start(i), left.entries());
      auto* const out = sums + left.row(i) * n;
      for (index_t e = left.start(i); e < left.start(i + 1); ++e) {
        const index_t at = left.row(i) / m * k + left.column(i, e), place = right.find(at);
        if (place < 0) continue;
        const entry_block<T> its = right.row_entries(place);
        for (index_t j = 0; j < its.count; ++j) fits &= add_term(out[its.positions[j] - at * n], left.values()[e], its.values[j]);
      }
    }
    return fits;
  });
  if constexpr (!always_finite<T>) {
    if (!has_only_finite_entries(right.all())) let_zeros_meet<T>(plan, a, odd_in_entries<T>(plan, right), c, n, 1);
    if (!has_only_finite_entries(left.all())) {
      const product_plan turned = turned_plan(plan);
      sparse_rows<T> odd(*turned_view(a), {a.size() / m, m}, pass);
      odd.be_found();
      let_zeros_meet<T>(turned, *turned_view(b), odd_in_entries<T>(turned, odd), c, 1, n);
    }
  }
}

}  // namespace

template <class T>
bool multiply_stored(const product_plan& plan, const tensor_node<T>& a, const tensor_node<T>& b, T* c) {
  const bool sparse_a = sparse_matrix<T>(a), sparse_b = sparse_matrix<T>(b);
  if (!sparse_a && !sparse_b) return false;
  if (plan.size.k == 0 || plan.result.elements() == 0) {
    std::fill_n(c, plan.result.elements(), T{});
    return true;
  }
  const auto left = viewed_tensor(a, stacked_left(a.map(), plan)), right = viewed_tensor(b, stacked_right(b.map(), plan));
  if (sparse_a && sparse_b) {
    sparse_by_sparse<T>(plan, *left, *right, c);
  } else if (sparse_a) {
    sparse_by_dense<T>(plan, left, *right, c);
  } else {
    dense_by_sparse<T>(plan, *left, *right, c);
  }
  return true;
}

#define RAVEL_INSTANTIATE(T) template bool multiply_stored(const product_plan&, const tensor_node<T>&, const tensor_node<T>&, T*);
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail

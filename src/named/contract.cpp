// SPDX-License-Identifier: BSL-1.0
// Contracts in pairs. Dims of both factors that no other needs are summed by a matrix product; needed ones form a stack of matrices. If
// there are no matrices, the product is summed as it is computed, and integer products never wrap. The same code reports its plan: with a
// report, nothing is computed, and ones stand for intermediate results.
#include <ravel/base/error.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/named/einsum.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/elementwise.hpp>
#include "named/contraction_report.hpp"

#include <algorithm>
#include <limits>

namespace ravel::detail {

namespace {

// Values with numbered axes.
template <class S>
struct factor {
  tensor<const S> values;
  axis_numbers axes;

  dim_set dims() const {
    dim_set all = 0;
    for (const std::size_t k : axes) all |= dim_set{1} << k;
    return all;
  }
};

std::vector<index_t> places_of(dim_set dims, const axis_numbers& axes) {
  std::vector<index_t> found;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (has(dims, axes[k])) found.push_back(static_cast<index_t>(k));
  }
  return found;
}

// The dims in memory order, farthest apart first, so that they join without a copy.
template <class S>
axis_numbers in_memory_order(dim_set dims, const factor<S>& x) {
  axis_numbers order;
  const auto strides = x.values.strides();
  std::vector<index_t> places = places_of(dims, x.axes);
  if (strides) {
    const auto distance = [&](index_t k) { return std::abs((*strides)[static_cast<std::size_t>(k)]); };
    // Windows have two axes of equal stride; the longer one gives longer runs.
    const auto before = [&](index_t a, index_t b) {
      return distance(a) != distance(b) ? distance(a) > distance(b) : x.values.extent(a) < x.values.extent(b);
    };
    std::stable_sort(places.begin(), places.end(), before);
  }
  for (const index_t k : places) order.push_back(x.axes[static_cast<std::size_t>(k)]);
  return order;
}

axis_numbers joined_numbers(std::initializer_list<axis_numbers> lists) {
  axis_numbers all;
  for (const axis_numbers& one : lists) all.insert(all.end(), one.begin(), one.end());
  return all;
}

// The values with all their axes in this order.
template <class S>
tensor<const S> turned(const factor<S>& x, const axis_numbers& to) {
  if (x.axes == to) return x.values;
  std::vector<index_t> order;
  order.reserve(to.size());
  for (const std::size_t axis : to) order.push_back(std::find(x.axes.begin(), x.axes.end(), axis) - x.axes.begin());
  return viewed(x.values, [&](const dims& map) { return map.transpose(order); });
}

// True for sparse values with default value 0, which matrix products visit by entries.
template <class S>
bool is_stored(const factor<S>& x) {
  const node<S>& values = detail_access::node(x.values);
  return by_entries(values) && *values.fill() == S();
}

// Stands for a result that is not computed.
template <class S>
factor<S> stand_in(const axis_numbers& axes, const dim_table& table) {
  const shape of(extents_in(axes, table));
  return {tensor<const S>(dims::row_major(of), constant<S>(of.elements(), S(1))), axes};
}

template <class S>
factor<S> summed(const factor<S>& x, dim_set gone, const dim_table& table, contraction_report* report) {
  const std::vector<index_t> along = places_of(gone, x.axes);
  if (along.empty()) return x;
  axis_numbers left;
  for (const std::size_t k : x.axes) {
    if (!has(gone, k)) left.push_back(k);
  }
  if (!report) return {sum(x.values, along), left};
  report->add(text() << "sum of " << report->dims(x.axes) << " over " << report->dims(gone, x.axes));
  return stand_in<S>(left, table);
}

template <class S>
class pair_contraction {
 public:
  // `last`: this pair makes the final result.
  pair_contraction(const factor<S>& a, const factor<S>& b, dim_set needed, bool last, const dim_table& table, contraction_report* report)
      : a_(rows_last(a, b, needed) ? b : a),
        b_(&a_ == &a ? b : a),
        table_(table),
        both_(a.dims() & b.dims() & needed),
        gone_(a.dims() & b.dims() & ~needed),
        last_(last),
        report_(report) {}

  factor<S> result() const {
    if (report_) report_->multiplies(static_cast<double>(table_.volume(a_.dims() | b_.dims())));
    if (gone_ == 0) {
      const bool by_entries = is_stored(a_) || is_stored(b_), at_once = integer_element<S> && last_ && !by_entries;
      if (report_) report_->add(pair() << ": elementwise, " << (by_entries ? "of stored entries" : at_once ? "at once" : "as it is read"));
      factor<S> product = elementwise_product();
      if (at_once && !report_) product.values = clone(product.values);  // overflow is found here
      return product;
    }
    if (as_matrices()) return product_of_matrices();
    const factor<S> product = elementwise_product();
    if (!report_) return summed(product, gone_, table_, nullptr);
    report_->add(pair() << " over " << report_->dims(gone_, product.axes) << ": summed as it is computed");
    return stand_in<S>(left_of(product.axes), table_);
  }

 private:
  // Puts the factor whose rows lie along the summed dims first.
  static bool rows_last(const factor<S>& a, const factor<S>& b, dim_set needed) {
    const auto lies_along = [&](const factor<S>& x) {
      const auto order = in_memory_order(x.dims(), x);
      return !order.empty() && has(a.dims() & b.dims() & ~needed, order.back());
    };
    return lies_along(b) && !lies_along(a);
  }
  // Batched vectors and scalars gain nothing from matrix products: sum them as they are computed.
  bool as_matrices() const {
    const index_t m = table_.volume(a_.dims() & ~b_.dims()), n = table_.volume(b_.dims() & ~a_.dims());
    if ((m > 1 || n > 1) && (is_stored(a_) || is_stored(b_))) return true;
    return matrices_pay(table_.volume(both_), m, table_.volume(gone_), n);
  }

  factor<S> elementwise_product() const {
    const axis_numbers all = joined_numbers({in_memory_order(a_.dims(), a_), in_memory_order(b_.dims() & ~a_.dims(), b_)});
    const tensor<const S> left = spread(a_, all), right = spread(b_, all);
    if constexpr (integer_element<S>) return {checked_mul(left, right), all};
    if constexpr (!integer_element<S>) return {left * right, all};
  }
  // The values over all these axes, with extent 1 for missing ones.
  static tensor<const S> spread(const factor<S>& x, const axis_numbers& to) {
    axis_numbers own;
    for (const std::size_t k : to) {
      if (has(x.dims(), k)) own.push_back(k);
    }
    tensor<const S> values = turned(x, own);
    return viewed(values, [&](const dims& map) {
      dims view = map;
      for (std::size_t k = 0; k < to.size(); ++k) {
        if (!has(x.dims(), to[k])) view = view.new_axis(static_cast<index_t>(k));
      }
      return view;
    });
  }

  factor<S> product_of_matrices() const {
    const bool by_a = table_.volume(a_.dims()) >= table_.volume(b_.dims());
    const axis_numbers stack = in_memory_order(both_, by_a ? a_ : b_), inner = in_memory_order(gone_, by_a ? a_ : b_);
    const axis_numbers rows = in_memory_order(a_.dims() & ~b_.dims(), a_), columns = in_memory_order(b_.dims() & ~a_.dims(), b_);
    const axis_numbers axes = joined_numbers({stack, rows, columns});
    const bool gram = is_gram(stack, rows, inner, columns);
    if (report_) {
      report_->add(pair() << " over " << report_->dims(inner) << ": " << matrix_work(stack, rows, inner, columns, gram));
      return stand_in<S>(axes, table_);
    }
    const auto left = gram ? stored(matrices(a_, stack, rows, inner)) : matrices(a_, stack, rows, inner);
    const auto right = gram ? swap_axes(left, -2, -1) : matrices(b_, stack, inner, columns);
    const tensor<const S> made = matmul(left, right);
    if (rows.size() == 1 && columns.size() == 1) return {made, axes};
    return {reshape(made, extents_in(axes, table_)), axes};
  }
  // True for a matrix and its transpose: both factors show the same elements in the same order.
  bool is_gram(const axis_numbers& stack, const axis_numbers& rows, const axis_numbers& inner, const axis_numbers& columns) const {
    if (rows.size() != columns.size() || is_stored(a_) || !same(a_.values.base(), b_.values.base())) return false;
    return turned(a_, joined_numbers({stack, rows, inner})).dims() == turned(b_, joined_numbers({stack, columns, inner})).dims();
  }

  // ---- the report

  text pair() const { return text() << report_->dims(a_.axes) << " by " << report_->dims(b_.axes); }
  axis_numbers left_of(const axis_numbers& all) const {
    axis_numbers left;
    for (const std::size_t k : all) {
      if (!has(gone_, k)) left.push_back(k);
    }
    return left;
  }
  // "8 times gemm 64 x 32 by 32 x 16, the first is copied"
  std::string matrix_work(const axis_numbers& stack, const axis_numbers& rows, const axis_numbers& inner, const axis_numbers& columns,
                          bool gram) const {
    const index_t times = table_.volume(stack), m = table_.volume(rows), k = table_.volume(inner), n = table_.volume(columns);
    text line;
    if (is_stored(a_) || is_stored(b_)) return line << "matrices of stored entries, " << times << " of " << m << " x " << k << " x " << n;
    if (times != 1) line << times << " times ";
    const bool blas = by_blas<S>({m, n, k});
    if (!blas)
      line << "the blocked loop";
    else
      line << (m == 1 || n == 1 ? "gemv" : gram ? "syrk" : "gemm") << (blas_keeps_nan() ? "" : " if all are finite, else the blocked loop");
    line << ", " << m << " x " << k << " by " << k << " x " << n;
    const bool first = copies(a_, stack, rows, inner, blas), second = !gram && copies(b_, stack, inner, columns, blas);
    if (first || second) line << (first && second ? ", both are copied" : first ? ", the first is copied" : ", the second is copied");
    return line;
  }
  // True if the factor must be copied: it has no strides, is not in memory, or does not suit BLAS.
  bool copies(const factor<S>& x, const axis_numbers& stack, const axis_numbers& down, const axis_numbers& across, bool blas) const {
    const tensor<const S> view = stacked(x, stack, down, across);
    const auto strides = view.strides();
    if (!strides || (view.layout() == layout::computed && !is_made(x))) return true;
    if (!blas) return false;
    const std::size_t last = strides->size() - 1;
    const index_t rows = view.extent(-2), columns = view.extent(-1);
    const index_t row = rows == 1 ? columns : (*strides)[last - 1], column = columns == 1 ? 1 : (*strides)[last];
    return !blas_takes(rows, columns, row, rows == 1 && column != 1 ? 1 : column);
  }
  static bool is_made(const factor<S>& x) { return x.values.base().constant().has_value(); }
  // Stack axes, then one axis for `down` and one for `across`. If that needs a copy, copies along the longest runs.
  tensor<const S> matrices(const factor<S>& x, const axis_numbers& stack, const axis_numbers& down, const axis_numbers& across) const {
    const tensor<const S> view = stacked(x, stack, down, across);
    if (view.strides() || is_stored(x) || run(x, down) <= run(x, across)) return view;
    const temporary_memory why("an operand of a contraction has no stride for its rows");
    return swap_axes(tensor<const S>(clone(stacked(x, stack, across, down))), -2, -1);
  }
  tensor<const S> stacked(const factor<S>& x, const axis_numbers& stack, const axis_numbers& down, const axis_numbers& across) const {
    const tensor<const S> view = turned(x, joined_numbers({stack, down, across}));
    if (down.size() == 1 && across.size() == 1) return view;
    std::vector<index_t> extents = extents_in(stack, table_);
    extents.push_back(table_.volume(down));
    extents.push_back(table_.volume(across));
    return reshape(view, extents);
  }
  // The number of elements side by side along the last of the axes.
  index_t run(const factor<S>& x, const axis_numbers& axes) const {
    const auto strides = x.values.strides();
    if (axes.empty() || !strides) return 1;
    const auto at = std::find(x.axes.begin(), x.axes.end(), axes.back()) - x.axes.begin();
    return std::abs((*strides)[static_cast<std::size_t>(at)]) == 1 ? table_.extents[axes.back()] : 1;
  }

  const factor<S>&a_, &b_;
  const dim_table& table_;
  dim_set both_, gone_;
  bool last_;
  contraction_report* report_;
};

// Gives positional axes dims, the last axis first. Drops axes of extent 1 beside longer ones.
template <class S>
struct named_positions {
  explicit named_positions(const std::vector<labelled<S>>& factors) {
    for (const auto& f : factors) widen_shape(joint, positional(f));
    for (index_t k = 0; k < joint.rank(); ++k) names.emplace_back("an axis");
  }

  static shape positional(const labelled<S>& f) {
    const shape all = f.values.shape();
    return shape(ints(std::span(all.data() + f.labels.size(), static_cast<std::size_t>(all.rank()) - f.labels.size())));
  }
  labelled<S> named(labelled<S> f) const {
    const shape own = positional(f);
    const index_t missing = joint.rank() - own.rank();
    for (index_t k = 0; k < own.rank(); ++k) {
      if (own[k] == joint[k + missing])
        f.labels.push_back(names[static_cast<std::size_t>(k + missing)]);
      else
        f.values = select(f.values, static_cast<index_t>(f.labels.size()), 0);
    }
    return f;
  }

  shape joint;
  std::vector<dim> names;
};

double volume_of(dim_set dims, const dim_table& table) {
  double product = 1;
  for (std::size_t k = 0; k < table.extents.size(); ++k) {
    if (has(dims, k)) product *= static_cast<double>(table.extents[k]);
  }
  return product;
}

// Drops an axis of a factor that repeats its elements, if another factor has the axis, too. It would only make a stack of matrices, or
// repeated columns.
template <class S>
void drop_stretched(std::vector<factor<S>>& factors) {
  for (std::size_t f = 0; f < factors.size(); ++f) {
    dim_set others = 0;
    for (std::size_t k = 0; k < factors.size(); ++k) others |= k == f ? 0 : factors[k].dims();
    factor<S>& x = factors[f];
    const auto strides = x.values.strides();
    for (std::size_t axis = strides ? x.axes.size() : 0; axis-- > 0;) {
      const auto at = static_cast<index_t>(axis);
      if ((*strides)[axis] != 0 || x.values.extent(at) < 2 || !has(others, x.axes[axis])) continue;
      x.values = select(x.values, at, 0);
      x.axes.erase(x.axes.begin() + at);
    }
  }
}

template <class S>
factor<S> product_of(std::vector<factor<S>> factors, const dim_table& table, dim_set left, contraction_report* report) {
  drop_stretched(factors);
  const auto needed_beside = [&](std::size_t a, std::size_t b) {
    dim_set needed = left;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      if (k != a && k != b) needed |= factors[k].dims();
    }
    return needed;
  };
  // The smallest unsummed product of this factor with another.
  const auto fewest_in_products = [&](std::size_t k) {
    double fewest = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < factors.size(); ++other) {
      const dim_set a = factors[k].dims(), b = factors[other].dims();
      if (other != k) fewest = std::min(fewest, volume_of((a | b) & (needed_beside(k, other) | ~(a & b)), table));
    }
    return fewest;
  };
  // The sum of a sparse factor is dense. It does not pay if it is larger than the entries, the result, and every product that could replace
  // it.
  const auto pays = [&](std::size_t k, dim_set needed) {
    const factor<S>& x = factors[k];
    if (factors.size() == 1 || !is_stored(x)) return true;
    const double most = volume_of(x.dims() & needed, table);
    return most <= volume_of(left, table) || most <= fewest_in_products(k) || most <= static_cast<double>(stored_count(x.values));
  };
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const dim_set needed = needed_beside(k, k);
    if (pays(k, needed)) factors[k] = summed(factors[k], factors[k].dims() & ~needed, table, report);
  }
  std::vector<dim_set> sets;
  for (const auto& f : factors) sets.push_back(f.dims());
  for (const auto [a, b] : plan_contraction(sets, table.extents, left)) {
    factor<S> made = pair_contraction<S>(factors[a], factors[b], needed_beside(a, b), factors.size() == 2, table, report).result();
    made = summed(made, made.dims() & ~needed_beside(a, b), table, report);
    factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(b));
    factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(a));
    factors.push_back(std::move(made));
  }
  return factors.front();
}

// With a report, no values are computed.
template <class S>
labelled<S> contract_all(std::vector<labelled<S>> given, const std::vector<dim>& left, const std::vector<index_t>& summed_axes,
                         std::string* report) {
  const named_positions<S> positions(given);
  dim_table table;
  std::vector<factor<S>> factors;
  for (labelled<S>& f : given) {
    const labelled<S> x = positions.named(std::move(f));
    factor<S> numbered{x.values, {}};
    for (std::size_t k = 0; k < x.labels.size(); ++k) numbered.axes.push_back(table.number(x.labels[k], x.values.extent(k)));
    factors.push_back(std::move(numbered));
  }
  std::vector<dim> kept = left;
  const std::size_t named = left.size();
  for (std::size_t k = 0; k < positions.names.size(); ++k) {
    if (std::find(summed_axes.begin(), summed_axes.end(), static_cast<index_t>(k)) == summed_axes.end()) kept.push_back(positions.names[k]);
  }
  dim_set left_set = 0;
  axis_numbers order;
  for (const dim& d : kept) {
    order.push_back(table.number(d, 1));
    left_set |= dim_set{1} << order.back();
  }
  contraction_report told(table);
  const factor<S> made = product_of(std::move(factors), table, left_set, report ? &told : nullptr);
  if (report) *report = told.all();
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(named), kept.end());
  return {turned(made, order), kept};
}

// The factors over the loops of the plan.
template <class S>
std::vector<labelled<S>> values_of_factors(const factors<S>& of, const dims_plan& plan) {
  const lowering to(plan.whole.dims, plan.whole.positional);
  std::vector<labelled<S>> all;
  all.reserve(of.size());
  for (const named<S>& f : of) {
    const labelled<S>* const there = named_access::node(f).at_hand();
    all.push_back(there ? *there : lowered_inside(f, to, loops_of(f.of(), plan.along)));
  }
  return all;
}

}  // namespace

template <class S>
labelled<S> contracted(std::vector<labelled<S>> factors, const std::vector<dim>& left, const std::vector<index_t>& summed_axes) {
  return contract_all(std::move(factors), left, summed_axes, nullptr);
}

template <class S>
std::string contraction_text(std::vector<labelled<S>> factors, const std::vector<dim>& left, const std::vector<index_t>& summed_axes) {
  std::string told;
  contract_all(std::move(factors), left, summed_axes, &told);
  return told;
}

template <class S>
std::string contraction_text(const factors<S>& of, const dims_plan& plan) {
  return contraction_text<S>(values_of_factors(of, plan), names(plan.whole.dims), plan.positional);
}

template <class S>
named<S> contraction(const factors<S>& of, const dims_plan& plan) {
  const auto later = [&] { return named_access::make<named<S>, contracted_node<S>>(of, plan); };
  const auto now = [&] { return bound<S>(contracted<S>(values_of_factors(of, plan), names(plan.whole.dims), plan)); };
  return now_or_later(plan.whole, now, later);
}

template <class S>
std::shared_ptr<const named_node<S>> product_in_src(const lazy_named<adl_barrier::times_of, named<S>, named<S>>& e) {
  return make_released<false, lazy_node<lazy_named<adl_barrier::times_of, named<S>, named<S>>>>(e);
}

#define RAVEL_INSTANTIATE(S)                                                                                                 \
  template RAVEL_API labelled<S> contracted(std::vector<labelled<S>>, const std::vector<dim>&, const std::vector<index_t>&); \
  template RAVEL_API named<S> contraction(const factors<S>&, const dims_plan&);                                              \
  template std::string contraction_text(std::vector<labelled<S>>, const std::vector<dim>&, const std::vector<index_t>&);     \
  template std::string contraction_text(const factors<S>&, const dims_plan&);                                                \
  template RAVEL_API std::shared_ptr<const named_node<S>> product_in_src(const lazy_named<adl_barrier::times_of, named<S>, named<S>>&);
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail

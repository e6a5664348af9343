// SPDX-License-Identifier: BSL-1.0
// Reductions along axes of tensors, dense and sparse, for the closed set.
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/sum.hpp>
#include "op/fold/bands.hpp"
#include "op/fold/fold_choice.hpp"

namespace ravel::detail {

namespace {

// The columns of a band if there are more than widest_band.
constexpr index_t cut_band = 1024;
// The columns of a band if several threads take one band each.
constexpr index_t shared_band = 512;

// Fills the results of lines without elements.
template <class Op, class R>
void fill_with_none(R* out, index_t n, const shape& of) {
  if constexpr (requires { Op::template of_none<R>(); }) {
    std::fill_n(out, n, Op::template of_none<R>());
  } else {
    if (n > 0) throw_no_elements(Op::name, of);
  }
}

// Takes one row per result in each pass.
template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing_in_passes(const axis_plan& plan, axis_result_t<Op, T>* out) {
  std::vector<std::unique_ptr<element_sink<T>>> takers;
  for (index_t i = 0; i < plan.outer; ++i) takers.push_back(reducing<Op, T>({plan.inner, 1, 1}, out + i));
  return in_passes(std::move(takers), plan.inner / plan.passes);
}

// The size of a band: the extent of the axes behind the worked ones, if these stand side by side, else 1. Lines in a band lie side by side.
index_t band_behind(const shape& of, const axis_list& worked) {
  const index_t first = worked.front(), end = worked.back() + 1;
  if (end - first != std::ssize(worked)) return 1;
  index_t band = 1;
  for (index_t k = end; k < of.rank(); ++k) band *= of[k];
  return band;
}

// Results in row-major order of memory, and the order in which their axes are shown; empty for no change.
template <class R>
struct results_of {
  tensor<R> values;
  axis_list order = {};

  tensor<R> shown() const { return order.empty() ? values : in_axis_order(values, order); }
};

// Converts results to the type of the reduction, after it was computed in a wider one.
template <class R, class C>
results_of<R> narrowed(const results_of<C>& computed) {
  if constexpr (std::same_as<R, C>) {
    return computed;
  } else {
    const tensor<R> made = empty_tensor<R>(computed.values.shape());
    const C* const from = tensor_data(computed.values);
    std::transform(from, from + made.size(), tensor_data(made), [](const C& value) { return promoted<R>(value); });
    return {made, computed.order};
  }
}

// Goes over the entries as they lie if all partial results cost less than bringing each line together; else line after line.
template <class Op, class T>
results_of<axis_result_t<Op, T>> reduced_entries(const tensor<const T>& x, const axis_list& worked) {
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<axis_result_t<Op, T>> made = empty_tensor<axis_result_t<Op, T>>(plan.kept);
  auto* const out = tensor_data(made);
  if (plan.length == 0) {
    fill_with_none<Op>(out, made.size(), x.shape());
  } else if (made.size() > 0) {
    const node<T>& of = detail_access::node(x);
    const index_t band = band_behind(x.shape(), worked);
    if (band > 1 && bands_pay<Op>(*of.fill(), plan.length, of.about_stored() / made.size())) {
      reduce_entries<Op, T>(of, plan.length, band, out);
    } else {
      const tensor<const T> lines = transpose(x, as_span(plan.order));
      reduce_entries<Op, T>(detail_access::node(lines), plan.length, 1, out);
    }
  }
  return {made};
}

// The first row of a band in memory, and the distance of rows. Null if there are several bands, or rows are not equally spaced.
template <class T>
struct rows_of_band {
  const T* first = nullptr;
  index_t apart = 0;

  rows_of_band(const tensor<const T>& band, const axis_plan& plan) {
    const tensor_node<T>& node = tensor_node_of<T>(band);
    const shape& of = node.extents();
    const auto& memory = node.base_memory();
    if (!memory.data || !node.facts().affine || plan.outer > 1) return;
    // True if the axes from `begin` to `end` form one axis of elements that far apart.
    const auto one_axis = [&](index_t begin, index_t end, index_t step) {
      for (index_t k = end; k-- > begin; step *= of[k]) {
        if (of[k] > 1 && node.facts().strides[static_cast<std::size_t>(k)] * memory.step != step) return false;
      }
      return true;
    };
    const index_t worked = plan.outer_axes, behind = worked + plan.worked_axes;
    apart = behind > 0 ? node.facts().strides[static_cast<std::size_t>(behind - 1)] * memory.step : 0;
    if (one_axis(behind, of.rank(), 1) && one_axis(worked, behind, apart)) first = memory.data + node.facts().first * memory.step;
  }
};

}  // namespace

template <class T>
void give_bands(const tensor<const T>& view, const axis_plan& plan,
                function_ref<std::unique_ptr<element_sink<T>>(index_t width, index_t start)> sink_of) {
  const auto give = [&](const tensor<const T>& band, index_t width, index_t start) {
    const auto sink = sink_of(width, start);
    if (plan.band > 1 && plan.passes == 1) {
      const rows_of_band<T> rows(band, plan);
      if (rows.first && sink->take_rows(rows.first, rows.apart)) return;
    }
    each_piece(band, [&](block<const T> b, index_t n) { sink->take(b, n); });
  };
  const bool cut = plan.band > widest_band;
  if (!cut && (!current_executor || plan.band == 1)) return give(view, plan.band, 0);
  const index_t axis = plan.outer_axes + plan.worked_axes, extent = view.extent(axis), rest = plan.band / extent;
  const index_t most = cut ? std::max<index_t>(1, cut_band / rest) : extent;
  const auto give_part = [&](index_t begin, index_t end) {
    for (index_t start = begin; start < end; start += most) {
      const index_t count = std::min(most, end - start);
      give(count == extent ? view : slice(view, axis, start, count), count * rest, start * rest);
    }
  };
  in_pieces(extent, plan.inner * rest, give_part, (shared_band - 1) / rest + 1);
}
#define RAVEL_INSTANTIATE(T) \
  template void give_bands<T>(const tensor<const T>&, const axis_plan&, function_ref<std::unique_ptr<element_sink<T>>(index_t, index_t)>);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

namespace {

template <class Op, class T>
results_of<axis_result_t<Op, T>> reduced_elements(const tensor<const T>& x, const axis_list& worked) {
  const memory_order memory = memory_order_of(x);
  axis_plan plan = plan_axes(x.shape(), worked, memory, widest_band);
  if (!current_executor) plan_passes(plan, x.shape(), worked, memory);  // passes are for one thread
  const tensor<axis_result_t<Op, T>> made = empty_tensor<axis_result_t<Op, T>>(plan.results);
  auto* const out = tensor_data(made);
  if (plan.inner == 0) {
    fill_with_none<Op>(out, made.size(), x.shape());
  } else if (made.size() > 0) {
    const tensor<const T> view = in_order_of(x, plan);
    const bool lines = plan.band == 1 && plan.passes == 1;
    const auto reduce = [&](const tensor<const T>& part, index_t first) {
      auto* const to = out + first;
      if (lines && add_up_lines<Op, T>(detail_access::node(part), plan.inner, to)) return;
      give_bands<T>(part, plan, [&](index_t width, index_t start) {
        return plan.passes > 1 ? reducing_in_passes<Op, T>(plan, to) : reducing<Op, T>({plan.inner, width, plan.band}, to + start);
      });
    };
    each_outer_part<T>(view, plan, reduce);
  }
  return {made, plan.back};
}

// One line overflowed: computes one after the other, and the error of the first names its line.
template <class Op, class T>
void throw_at_line(const tensor<const T>& x, const axis_list& worked) {
  const auto of_line = [](const reader<T>& line) -> T {
    if constexpr (std::same_as<Op, multiplying>) {
      return product(line);
    } else {
      return sum(line);
    }
  };
  (void)reduced_lines_in_src<T, T>(x, worked, worked_on::each, of_line);
}

template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_in_any_order(const tensor<const T>& x, const axis_list& worked) {
  using R = axis_result_t<Op, T>;
  using entries = computed_of_entries<Op, T>;
  using elements = computed_in<Op, T>;
  if (by_entries(detail_access::node(x))) return narrowed<R>(reduced_entries<Op, entries>(widened_tensor<entries>(x), worked)).shown();
  return narrowed<R>(reduced_elements<Op, elements>(widened_tensor<elements>(x), worked)).shown();
}

}  // namespace

template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_axes(const tensor<const T>& x, const axis_list& worked) {
  if constexpr (integer_element<T> && (std::same_as<Op, summing> || std::same_as<Op, multiplying>)) {
    try {
      return reduced_in_any_order<Op>(x, worked);
    } catch (const overflow_error&) {
      throw_at_line<Op>(widened_tensor<sum_t<T>>(x), worked);
      throw;
    }
  } else {
    return reduced_in_any_order<Op>(x, worked);
  }
}

#define RAVEL_INSTANTIATE(Op, T) \
  template RAVEL_API tensor<axis_result_t<Op, T>> reduced_axes<Op, T>(const tensor<const T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE_SUMS)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE_PICKS)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API tensor<axis_result_t<multiplying, T>> reduced_axes<multiplying, T>(const tensor<const T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

tensor<bool> decided(const tensor<const bool>& mask, const ints& axes, decision decide, bool keeps) {
  const axis_list worked = worked_axes(axes, mask.rank());
  index_t of = 1;
  for (const index_t axis : worked) of = mul_index(of, mask.extent(axis));
  const tensor<index_t> found = reduced<summing>(mask, worked);
  const tensor<bool> made = empty_tensor<bool>(found.shape());
  const index_t* const counts = tensor_data(found);
  std::transform(counts, counts + found.size(), tensor_data(made), [&](index_t count) { return decide(count, of); });
  return keeps ? keeping_axes(made, worked) : made;
}

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Reductions along axes of tensors, dense and sparse, for the closed set.
#include <ravel/tensor/reduce.hpp>
#include "op/reduction_way.hpp"

namespace ravel::detail {

namespace {

// Up to so many columns memory is read from end to end; where there are more, strips whose partial sums fit a cache.
constexpr index_t widest_strip = 16384, cut_strip = 4096;

// Of lines without elements in a tensor of such a shape.
template <class Op, class R>
void fill_with_none(R* out, index_t n, const shape& of) {
  if constexpr (requires { Op::template of_none<R>(); }) {
    std::fill_n(out, n, Op::template of_none<R>());
  } else {
    if (n > 0) throw_no_elements(Op::name, of);
  }
}

// A row of each round for every result.
template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing_in_rounds(const axis_plan& plan, axis_result_t<Op, T>* out) {
  std::vector<std::unique_ptr<element_sink<T>>> takers;
  for (index_t i = 0; i < plan.outer; ++i) takers.push_back(reducing<Op, T>({plan.inner, 1, 1}, out + i));
  return in_rounds(std::move(takers), plan.inner / plan.rounds);
}

// Where axes that are worked along stand side by side before others, those are a strip, in which lines lie beside each other.
index_t strip_behind(const shape& of, const axis_list& worked) {
  const index_t first = worked.front(), end = worked.back() + 1;
  if (end - first != std::ssize(worked)) return 1;
  index_t strip = 1;
  for (index_t k = end; k < of.rank(); ++k) strip *= of[k];
  return strip;
}

// Entries as they lie where all partial results cost less than bringing each line together, else line after line.
template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_entries(const tensor<const T>& x, const axis_list& worked) {
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<axis_result_t<Op, T>> made = empty_tensor<axis_result_t<Op, T>>(plan.kept);
  auto* const out = tensor_access::data(made);
  if (plan.length == 0) {
    fill_with_none<Op>(out, made.size(), x.shape());
  } else if (made.size() > 0) {
    const node<T>& of = detail_access::node(x);
    const index_t strip = strip_behind(x.shape(), worked);
    constexpr index_t entries_a_result = 8;  // worth the partial results of a strip
    if (strip > 1 && made.size() < of.about_stored() / entries_a_result) {
      reduce_entries<Op, T>(of, plan.length, strip, out);
    } else {
      const tensor<const T> lines = transpose(x, as_span(plan.order));
      reduce_entries<Op, T>(detail_access::node(lines), plan.length, 1, out);
    }
  }
  return made;
}

}  // namespace

template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_axes(const tensor<const T>& x, const axis_list& worked) {
  const node<T>& of = detail_access::node(x);
  if (by_entries(of)) return reduced_entries<Op, T>(x, worked);
  const memory_order memory = memory_order_of(x);
  axis_plan plan = plan_axes(x.shape(), worked, memory, widest_strip);
  plan_rounds(plan, x.shape(), worked, memory);
  const tensor<axis_result_t<Op, T>> made = empty_tensor<axis_result_t<Op, T>>(plan.results);
  auto* const out = tensor_access::data(made);
  if (plan.inner == 0) {
    fill_with_none<Op>(out, made.size(), x.shape());
  } else if (made.size() > 0) {
    const auto reduce_strip = [&](const tensor<const T>& view, index_t width, index_t start) {
      const auto sink =
          plan.rounds > 1 ? reducing_in_rounds<Op, T>(plan, out) : reducing<Op, T>({plan.inner, width, plan.strip}, out + start);
      each_piece(view, [&](block<const T> b, index_t n) { sink->take(b, n); });
    };
    const tensor<const T> view = in_order_of(x, plan);
    const bool lines = plan.strip == 1 && plan.rounds == 1;
    if (lines && add_up_lines<Op, T>(detail_access::node(view), plan.inner, out)) return in_axis_order(made, plan.back);
    if (plan.strip <= widest_strip) {
      reduce_strip(view, plan.strip, 0);
    } else {
      const index_t axis = plan.outer_axes + plan.worked_axes, extent = view.extent(axis), rest = plan.strip / extent;
      const index_t most = std::max<index_t>(1, cut_strip / rest);
      for (index_t start = 0; start < extent; start += most) {
        const index_t count = std::min(most, extent - start);
        reduce_strip(slice(view, axis, start, count), count * rest, start * rest);
      }
    }
  }
  return in_axis_order(made, plan.back);
}

#define RAVEL_INSTANTIATE(Op, T) \
  template RAVEL_API tensor<axis_result_t<Op, T>> reduced_axes<Op, T>(const tensor<const T>&, const axis_list&);
RAVEL_INSTANTIATE_REDUCTIONS
#undef RAVEL_INSTANTIATE

tensor<bool> decided(const tensor<const bool>& mask, const ints& axes, decision decide, bool keeps) {
  const axis_list worked = worked_axes(axes, mask.rank());
  index_t of = 1;
  for (const index_t axis : worked) of = mul_index(of, mask.extent(axis));
  const tensor<index_t> found = reduced<summing>(mask, worked);
  const tensor<bool> made = empty_tensor<bool>(found.shape());
  const index_t* const counts = tensor_access::data(found);
  std::transform(counts, counts + found.size(), tensor_access::data(made), [&](index_t count) { return decide(count, of); });
  return keeps ? keeping_axes(made, worked) : made;
}

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Reductions of tensors whose elements are there, dense or sparse, for the closed set.
#include <ravel/op/detail/reduction_way.hpp>
#include <ravel/tensor/reduce.hpp>

namespace ravel::detail {

namespace {

// Where axes that are worked along stand side by side before others, those are a strip, in which lines lie beside each other.
index_t strip_behind(const shape& of, const axis_list& worked) {
  const index_t first = worked.front(), end = worked.back() + 1;
  if (end - first != std::ssize(worked)) return 1;
  index_t strip = 1;
  for (index_t k = end; k < of.rank(); ++k) strip *= of[k];
  return strip;
}

}  // namespace

tensor<bool> decided_of(const tensor<index_t>& found, index_t of, decision decide) {
  const tensor<bool> made = empty_tensor<bool>(found.shape());
  const index_t* const counts = tensor_access::data(found);
  std::transform(counts, counts + found.size(), tensor_access::data(made), [&](index_t count) { return decide(count, of); });
  return made;
}

template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing_in_rounds(const axis_plan& plan, axis_result_t<Op, T>* out) {
  std::vector<std::unique_ptr<element_sink<T>>> takers;
  for (index_t i = 0; i < plan.outer; ++i) takers.push_back(reducing<Op, T>({plan.inner, 1, 1}, out + i));
  return in_rounds(std::move(takers), plan.inner / plan.rounds);
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

template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_in_src(const tensor<const T>& x, const axis_list& worked) {
  return reduced_axes<Op>(x, worked);
}

#define RAVEL_INSTANTIATE(Op, T)                                                                                          \
  template RAVEL_API std::unique_ptr<element_sink<T>> reducing_in_rounds<Op, T>(const axis_plan&, axis_result_t<Op, T>*); \
  template RAVEL_API tensor<axis_result_t<Op, T>> reduced_entries<Op, T>(const tensor<const T>&, const axis_list&);       \
  template RAVEL_API tensor<axis_result_t<Op, T>> reduced_in_src<Op, T>(const tensor<const T>&, const axis_list&);
RAVEL_INSTANTIATE_REDUCTIONS
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail

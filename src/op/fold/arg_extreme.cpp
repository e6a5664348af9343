// SPDX-License-Identifier: BSL-1.0
// Positions of the extremes of a tensor and of its lines, for the closed set.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/tensor/compute.hpp>

namespace ravel::detail {

template <class Before>
constexpr const char* name_of_place = std::same_as<Before, least> ? "argmin" : "argmax";

template <class Before, class T>
index_t place_of(const tensor<const T>& x) {
  check_not_empty(x, name_of_place<Before>);
  const node<T>& of = detail_access::node(x);
  if (by_entries(of)) return place_among_entries<Before, false>(of);
  best_element<T> best;
  index_t position = 0;
  each_piece(x, [&](block<const T> b, index_t n) {
    look_for_extreme<Before, false>(best, b, position, n);
    position += n;
  });
  return best.place;
}

// Lines one after the other are searched whole. Lines of a band are searched side by side, one element of each at a time.
template <class Before, class T>
tensor<index_t> places_along(const tensor<const T>& x, const axis_list& worked) {
  if (by_entries<T>(detail_access::node(x))) {
    return reduced_lines(x, worked, [](const auto& line) { return arg_extreme<Before, false>(line, name_of_place<Before>); });
  }
  const axis_plan plan = plan_axes(x.shape(), worked, memory_order_of(x), index_limit);
  const tensor<index_t> made = empty_tensor<index_t>(plan.results);
  if (made.size() == 0) return in_axis_order(made, plan.back);
  if (plan.inner == 0) throw_no_elements(name_of_place<Before>, x.shape());
  index_t* out = tensor_data(made);
  const auto best = std::make_unique<best_element<T>[]>(static_cast<std::size_t>(plan.band));
  row_cut rows(plan);
  each_piece(in_order_of(x, plan), [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (plan.band == 1) {
        if (row == 0) best[0] = {};
        look_for_extreme<Before, false>(best[0], part, row, count);
        if (row + count == plan.inner) *out++ = best[0].place;
        return;
      }
      for (index_t j = 0; j < count; ++j) {
        const T& value = part.data[j * part.step];
        auto& found = best[static_cast<std::size_t>(column + j)];
        const bool better = Before{}(value, found.value) || ((value != value) & (found.value == found.value));
        if (row == 0 || better) found = {value, row};
        if (row + 1 == plan.inner) *out++ = found.place;
      }
    });
  });
  return in_axis_order(made, plan.back);
}

#define RAVEL_INSTANTIATE_BY(Before, T)                                   \
  template RAVEL_API index_t place_of<Before, T>(const tensor<const T>&); \
  template RAVEL_API tensor<index_t> places_along<Before, T>(const tensor<const T>&, const axis_list&);
#define RAVEL_INSTANTIATE(T)     \
  RAVEL_INSTANTIATE_BY(least, T) \
  RAVEL_INSTANTIATE_BY(greatest, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_INSTANTIATE_BY

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// argmin and argmax: where the least or greatest element stands, as a row-major position, or along an axis; coordinates turns a position
// into one index for each axis. The first of several equal ones; NaN is the least and the greatest wherever it is, as in min and max.
#pragma once

#include <ravel/op/arg_extreme.hpp>
#include <ravel/tensor/reduce.hpp>

#include <vector>

namespace ravel {

namespace detail {

// Its elements as those of the closed set that they are.
template <class X>
decltype(auto) as_canonical(const X& x) {
  using C = canonical_t<read_t<X>>;
  if constexpr (std::same_as<read_t<X>, C>) {
    return (x);
  } else {
    return map(widened<C>{}, x);
  }
}

template <class Before, class X>
index_t place_of(const X& x) {
  check_not_empty(x, Before::name);
  const auto& values = as_canonical(x);
  using T = read_t<decltype(values)>;
  auto&& source = peek(values);
  const node<T>& of = source;
  if (by_entries(of)) return place_among_entries<Before, false>(of);
  best_element<T> best;
  index_t position = 0;
  each_piece(values, [&](block<const T> b, index_t n) {
    look_for_extreme<Before, false>(best, b, position, n);
    position += n;
  });
  return best.place;
}

// Lines one after the other are looked through whole; those of a strip side by side, an element of each at a time.
template <class Before, class X>
tensor<index_t> places_of_lines(const X& values, const axis_list& worked) {
  using T = read_t<X>;
  auto&& source = peek(values);
  const node<T>& of = source;
  if (by_entries(of)) {
    return reduced_lines(values, worked, [](const auto& line) { return arg_extreme<Before, false>(line, Before::name); });
  }
  const axis_plan plan = plan_axes(values.shape(), worked, memory_order_of(values), index_limit);
  const tensor<index_t> made = empty_tensor<index_t>(plan.results);
  if (made.size() == 0) return in_axis_order(made, plan.back);
  if (plan.inner == 0) throw_no_elements(Before::name, values.shape());
  index_t* out = tensor_access::data(made);
  const auto best = std::make_unique<best_element<T>[]>(static_cast<std::size_t>(plan.strip));
  row_cut rows(plan);
  each_piece(in_order_of(values, plan), [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (plan.strip == 1) {
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
template <class Before, class T>
tensor<index_t> places_in_src(const tensor<const T>& values, const axis_list& worked);  // defined in src/

template <class Before, class X>
tensor<index_t> places_along(const X& x, const axis_list& worked) {
  using C = canonical_t<read_t<X>>;
  if constexpr (std::derived_from<X, tensor<const C>>) {
    return places_in_src<Before, C>(x, worked);
  } else {
    return places_of_lines<Before>(as_canonical(x), worked);
  }
}

RAVEL_API std::vector<index_t> checked_coordinates(const shape& of, index_t position);

}  // namespace detail

template <detail::ordered_reader X>
  requires detail::ordered_tensor<X>
index_t argmin(const X& t) {
  return detail::place_of<detail::least>(t);
}
template <detail::ordered_reader X>
  requires detail::ordered_tensor<X>
index_t argmax(const X& t) {
  return detail::place_of<detail::greatest>(t);
}

namespace detail {

// The places in their lines; with a policy or an order of the user's those that verb(line, …) gives.
template <class Before, class X, class Verb, class... Options>
auto arg_along(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  const index_t axis = one_axis(operation, axes, x.rank());
  if constexpr (!element<read_t<X>> || (order_of<Options, X> || ...) || is_given<nan_policy, Options...>) {
    return reduced_by(x, axis, verb, options...);
  } else if constexpr (is_given<keep_t, Options...>) {
    return keeping_axes(places_along<Before>(x, {axis}), {axis});
  } else {
    return places_along<Before>(x, {axis});
  }
}

template <class Option, class X>
concept arg_option = among<Option, keep_t, nan_policy> || order_of<Option, X>;

}  // namespace detail

#define RAVEL_ARG(name, Before)                                                                     \
  template <detail::shaped_reader X, detail::arg_option<X>... Options>                              \
  tensor<index_t> name(const X& t, const ints& axis, Options... options) {                          \
    const auto of_line = [](const auto& line, auto... rest) { return ravel::name(line, rest...); }; \
    return detail::arg_along<detail::Before>(#name, t, axis, of_line, options...);                  \
  }
RAVEL_ARG(argmin, least)
RAVEL_ARG(argmax, greatest)
#undef RAVEL_ARG

#define RAVEL_ARG_LAST(name)                                                                        \
  template <detail::shaped_reader X, detail::arg_option<X>... Options>                              \
  tensor<index_t> name(const X& t, const ints& axis, Options... options) {                          \
    const auto of_line = [](const auto& line, auto... rest) { return ravel::name(line, rest...); }; \
    return detail::reduced_by(t, detail::one_axis(#name, axis, t.rank()), of_line, options...);     \
  }
RAVEL_ARG_LAST(argmin_last)
RAVEL_ARG_LAST(argmax_last)
#undef RAVEL_ARG_LAST

// The coordinates of a row-major position.
inline std::vector<index_t> coordinates(const shape& of, index_t position) { return detail::checked_coordinates(of, position); }

}  // namespace ravel

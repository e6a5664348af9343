// SPDX-License-Identifier: BSL-1.0
// scan, and the running sum, product, least and greatest. Element i of the result takes in elements 0 to i, in order, of a reader or of
// every line along an axis. Integers are exact in 64 bits or throw; floating types add up in double precision, by chunks. A NaN stays in
// all later results unless a policy says otherwise. Eager, with fresh results.
#pragma once

#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/fold/detail/running_lines.hpp>
#include <ravel/op/fold/reduce.hpp>

#include <functional>

namespace ravel {

namespace detail {

template <class F, class T>
concept combines_in_kind = called_with<F, T, const T&> && std::same_as<combined_t<F, T, T>, T>;

}  // namespace detail

// result[0] = r[0], result[i] = f(result[i - 1], r[i])
template <detail::line_input R, detail::combines_in_kind<detail::read_t<R>> F>
[[nodiscard]] auto scan(const R& r, F f) {
  using T = detail::read_t<R>;
  auto&& source = detail::node_for_call(r);
  const detail::node<T>& line = source;
  const buffer<T> results = detail::unfilled_buffer<T>(line.size());
  detail::running_line at(detail::running_function<T, F>{std::move(f)});
  detail::run_in_order(std::move(at), line, 0, line.size(), results.data());
  return results;
}

template <detail::input R, detail::called_with<detail::read_t<R>, const detail::read_t<R>&> F>
  requires(!detail::combines_in_kind<F, detail::read_t<R>>)
void scan(const R& r, F f) = delete;  // the function must give the reader's element type: scan(cast<int>(r), f) where it gives int
template <detail::shaped_reader X, detail::combines_in_kind<detail::read_t<X>> F>
[[nodiscard]] auto scan(const X& t, F f, const ints& axes) {
  const index_t axis = detail::one_axis("scan", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::scan(line, std::ref(f)); }, detail::as_many);
}

RAVEL_FACES(scan)  // f gives an element of two: scan(x, f); along an axis, which stays: scan(t, f, axis)

#define RAVEL_RUNNING(name, takes, running, by)                                                                                           \
  template <detail::takes R, detail::among<nan_policy>... Options>                                                                        \
    requires detail::line_input<R>                                                                                                        \
  [[nodiscard]] auto name(const R& r, Options... options) {                                                                               \
    return detail::running_as<detail::running<detail::by, detail::read_t<R>>>(#name, r, detail::option_or(nan_policy::keep, options...)); \
  }                                                                                                                                       \
  template <detail::shaped_reader X, detail::among<nan_policy>... Options>                                                                \
    requires detail::takes<X>                                                                                                             \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                                                             \
    const index_t axis = detail::one_axis(#name, axes, t.rank());                                                                         \
    if constexpr (sizeof...(Options) > 0 || !element<detail::read_t<X>>) {                                                                \
      return detail::changed_lines(                                                                                                       \
          t, axis, [&](const auto& line) { return ravel::name(line, options...); }, detail::as_many, detail::worked_on::each_shared);     \
    } else {                                                                                                                              \
      return detail::running_along<detail::running<detail::by, detail::read_t<X>>>(t, axis);                                              \
    }                                                                                                                                     \
  }

RAVEL_RUNNING(cumsum, element_reader, running_total, checked_plus)    // the sum up to each element; integers are exact or throw
RAVEL_RUNNING(cumprod, element_reader, running_total, checked_times)  // the product up to each element; integers are exact or throw
RAVEL_RUNNING(cummin, ordered_reader, running_extreme, least)         // the least element up to each
RAVEL_RUNNING(cummax, ordered_reader, running_extreme, greatest)      // the greatest element up to each
#undef RAVEL_RUNNING

// Scans of durations are taken of their ticks.
template <detail::line_input R>
  requires duration_element<detail::read_t<R>>
[[nodiscard]] auto cumsum(const R& r) {
  const auto totals = cumsum(ticks(detail::borrowed_handle(r)));
  return detail::elements_of(from_ticks<detail::counted_in_t<detail::read_t<decltype(totals)>, detail::read_t<R>>>(totals));
}
template <detail::durations_tensor X>
[[nodiscard]] auto cumsum(const X& t, const ints& axes) {
  return detail::as_durations<detail::read_t<X>>(cumsum(ticks(t), axes));
}

RAVEL_FACES(cumsum)   // of elements that have a sum; of a tensor along one axis, which stays: cumsum(t, axis, nan_policy::skip)
RAVEL_FACES(cumprod)  // of elements that have a product; of a tensor along one axis, which stays: cumprod(t, axis, nan_policy::skip)
RAVEL_FACES(cummin)   // of elements with an order; of a tensor along one axis, which stays: cummin(t, axis, nan_policy::skip)
RAVEL_FACES(cummax)   // of elements with an order; of a tensor along one axis, which stays: cummax(t, axis, nan_policy::skip)

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Work that goes along one axis: cumsum, cumprod, cummin, cummax, sort and argsort keep the shape, reduce_axis makes one value of each
// line. All are eager and give fresh tensors; a line has the bits that the same work on it alone would give.
#pragma once

#include <ravel/op/scan.hpp>
#include <ravel/op/sort.hpp>
#include <ravel/tensor/arg.hpp>

#include <numeric>

namespace ravel {

namespace detail {

// Tensors made in the order of the view, with the axes of the operand.
template <class R>
tensor<R> in_axis_order_of_view(const tensor<R>& made, const axis_list& order) {
  axis_list back(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) back[static_cast<std::size_t>(order[k])] = static_cast<index_t>(k);
  return in_axis_order(made, back);
}

// The first of a line is begin(element), the next step(what was carried on, element).
template <class Out, class X, class Begin, class Step>
tensor<Out> running_along(const X& x, index_t axis, Begin begin, Step step) {
  using T = read_t<X>;
  using carried = std::invoke_result_t<Begin&, const T&>;
  const stretches plan = plan_stretches(x.shape(), worked_axes(axis, x.rank()), operands_apart(x), index_limit);
  const auto view = in_stretches(x, plan);
  const tensor<Out> made = empty_tensor<Out>(view.shape());
  Out* out = tensor_access::data(made);
  const auto carry = std::make_unique<carried[]>(static_cast<std::size_t>(std::max<index_t>(plan.strip, 1)));
  row_cut rows(plan);
  each_piece(view, [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (plan.strip == 1) {
        carried now = row == 0 ? begin(*part.data) : step(carry[0], *part.data);  // a local, so that it can stay in a register
        out[0] = static_cast<Out>(now);
        for (index_t i = 1; i < count; ++i) out[i] = static_cast<Out>(now = step(now, part.data[i * part.step]));
        carry[0] = now;
      } else {
        carried* const before = carry.get() + column;
        for (index_t j = 0; j < count; ++j) {
          const T& value = part.data[j * part.step];
          out[j] = static_cast<Out>(before[j] = row == 0 ? begin(value) : step(before[j], value));
        }
      }
      out += count;
    });
  });
  return in_axis_order_of_view(made, plan.order);
}

template <class Step, class X>
auto running_total_along(const X& x, index_t axis) {
  using T = read_t<X>;
  using A = accumulator_t<T>;
  return running_along<sum_t<T>>(
      x, axis, [](const T& first) { return promoted<A>(first); },
      [](A total, const T& value) { return Step{}(total, promoted<A>(value)); });
}

template <class Before, class X>
auto running_extreme_along(const X& x, index_t axis) {
  using T = read_t<X>;
  return running_along<T>(
      x, axis, [](const T& first) { return first; }, [](T found, const T& value) { return preferred<Before>(found, value); });
}

// The axes but one, in front of it.
RAVEL_API axis_list with_axis_last(index_t axis, index_t rank);
// The view of one line: position `line` of the axes but one.
RAVEL_API dims line_of(const dims& map, index_t axis, index_t line);
RAVEL_API shape without_axis(const shape& of, index_t axis);

// work(line, n) for each line along the last axis.
template <class R, class Work>
void each_line(const tensor<R>& made, Work work) {
  const index_t n = made.extent(-1);
  R* const first = tensor_access::data(made);
  for (index_t start = 0; start < made.size(); start += n) work(first + start, n);
}

template <class X, class Work>
auto worked_lines(const X& x, index_t axis, Work work) {
  const axis_list order = with_axis_last(axis, x.rank());
  const auto made = clone(transpose(x, as_span(order)));
  each_line(made, work);
  return in_axis_order_of_view(made, order);
}

template <class X>
concept sortable_tensor = shaped_reader<X> && sortable<X>;
template <class X>
concept unsortable_tensor = shaped_reader<X> && !sortable<X>;

// In this order NaN comes last.
struct numbers_first {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    if constexpr (real_element<T>) {
      return a < b || (a == a && b != b);
    } else {
      return a < b;
    }
  }
};

template <class X, class Less>
tensor<index_t> sorted_places(const X& x, index_t axis, Less less) {
  const axis_list order = with_axis_last(axis, x.rank());
  const auto values = clone(transpose(x, as_span(order)));
  const auto* line = tensor_access::data(values);
  const tensor<index_t> made = empty_tensor<index_t>(values.shape());
  each_line(made, [&](index_t* first, index_t n) {
    std::iota(first, first + n, index_t{0});
    std::stable_sort(first, first + n, [&](index_t a, index_t b) { return less(line[a], line[b]); });
    line += n;
  });
  return in_axis_order_of_view(made, order);
}

}  // namespace detail

// Element i of a line takes in its elements 0 to i. Integers are exact in 64 bits or throw; NaN stays from where it was met.
template <detail::element_tensor X>
auto cumsum(const X& t, index_t axis) {
  return detail::running_total_along<detail::checked_plus>(t, axis);
}
template <detail::element_tensor X>
auto cumprod(const X& t, index_t axis) {
  return detail::running_total_along<detail::checked_times>(t, axis);
}
template <detail::ordered_tensor X>
auto cummin(const X& t, index_t axis) {
  return detail::running_extreme_along<detail::least>(t, axis);
}
template <detail::ordered_tensor X>
auto cummax(const X& t, index_t axis) {
  return detail::running_extreme_along<detail::greatest>(t, axis);
}

// f(line) for every line along an axis, as a tensor<const T> of rank 1; its values are the elements of a tensor without that axis.
template <detail::shaped_reader X, class F>
  requires std::invocable<F&, const tensor<const detail::read_t<X>>&>
auto reduce_axis(const X& t, index_t axis, F f) {
  using T = detail::read_t<X>;
  using R = std::remove_cvref_t<std::invoke_result_t<F&, const tensor<const T>&>>;
  const tensor<R> made = detail::empty_tensor<R>(detail::without_axis(t.shape(), axis));
  R* const out = detail::tensor_access::data(made);
  for (index_t line = 0; line < made.size(); ++line) {
    const tensor<const T> at = detail::viewed(t, [&](const dims& map) { return detail::line_of(map, axis, line); });
    out[line] = f(at);
  }
  return made;
}

// Every line in ascending order, NaN last; or by an order of the user's, where equal elements keep theirs.
template <detail::sortable_tensor X>
auto sort(const X& t, index_t axis) {
  using T = detail::read_t<X>;
  return detail::worked_lines(t, axis, [](T* first, index_t n) {
    if constexpr (element<T> && std::same_as<T, canonical_t<T>>) {
      detail::sort_elements(first, n);
    } else {
      std::stable_sort(first, first + n);
    }
  });
}
template <detail::shaped_reader X, detail::order_of<X> Less>
auto sort(const X& t, index_t axis, Less less) {
  return detail::worked_lines(t, axis, [&](auto* first, index_t n) { std::stable_sort(first, first + n, less); });
}

// Where in its line each element of the sorted line stood. Equal elements keep their order.
template <detail::sortable_tensor X>
tensor<index_t> argsort(const X& t, index_t axis) {
  return detail::sorted_places(t, axis, detail::numbers_first{});
}
template <detail::shaped_reader X, detail::order_of<X> Less>
tensor<index_t> argsort(const X& t, index_t axis, Less less) {
  return detail::sorted_places(t, axis, less);
}

template <detail::sortable_tensor X>
void sort(const X& t) = delete;  // along which axis? sort(t, axis); all elements together are sort(flat(t), 0)
template <detail::shaped_reader X, detail::order_of<X> Less>
void sort(const X& t, Less less) = delete;  // along which axis? sort(t, axis, less); all elements together are sort(flat(t), 0, less)
template <detail::unsortable_tensor X>
void sort(const X& t, index_t axis) = delete;  // the elements have no order of their own: sort(x, axis, less)
template <detail::unsortable_tensor X>
void argsort(const X& t, index_t axis) = delete;  // the elements have no order of their own: argsort(x, axis, less)

}  // namespace ravel

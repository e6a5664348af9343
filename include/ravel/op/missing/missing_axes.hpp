// SPDX-License-Identifier: BSL-1.0
// fill_missing and fill_gaps of tensors: neighbours are those in the line along an axis, each line alone as the operation on that line.
// Which elements are missing is said by row-major positions. Eager, with fresh results.
#pragma once

#include <ravel/op/fold/detail/axis_lines.hpp>
#include <ravel/op/missing/fill_gaps.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel {

template <class T>
struct [[nodiscard]] filled_along {
  tensor<T> values;
  index_set missing;  // still, for want of a neighbour; row-major positions
};
template <class K, class T>
struct filled_gaps_along {
  buffer<K> keys;
  tensor<T> values;
  index_set inserted;  // places along the axis, the same in every line
};

namespace detail {

// Whether each element is missing, and back: which are.
RAVEL_API tensor<bool> mask_of_lines(const index_set& missing, const shape& of, const axis_list& order);
RAVEL_API index_set positions_of(const tensor<bool>& mask, const axis_list& order);
// The next elements in a row that are missing, from one on; empty at the end.
RAVEL_API missing_run next_run(std::span<const bool> mask, index_t from);

template <class T, class Places>
filled_along<T> fill_lines(tensor<const T> x, const index_set& missing, fill_policy policy, index_t axis, const Places& places) {
  if constexpr (!real_or_complex<T>) {
    if (policy == fill_policy::linear) throw_not_between("fill_missing");
  }
  const axis_list order = with_axis_last(axis, x.rank());
  const tensor<bool> mask = mask_of_lines(missing, x.shape(), order);
  const tensor<T> made = clone(transpose(x, as_span(order)));
  const index_t n = x.extent(axis);
  bool* missed = tensor_access::data(mask);
  T* line = tensor_access::data(made);
  watched_loop loop;
  for (index_t done = 0; done < made.size(); done += n, missed += n, line += n) {
    loop.at(done, made.size());
    const std::span<const bool> of_line(missed, static_cast<std::size_t>(n));
    for (missing_run run = next_run(of_line, 0); run.first < run.end; run = next_run(of_line, run.end)) {
      if (fill_run(line, n, run, policy, places)) std::fill(missed + run.first, missed + run.end, false);
    }
  }
  return {in_axis_order_of_view(made, order), positions_of(mask, order)};
}

}  // namespace detail

// One value for all.
template <detail::shaped_reader X, detail::put_in_place_of<detail::read_t<X>> V>
tensor<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, const V& value) {
  return detail::shaped_like(t, [&](const auto& row) { return fill_missing(row, missing, value); });
}

template <detail::shaped_reader X>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, fill_policy policy, const ints& axes) {
  const index_t axis = detail::one_axis("fill_missing", axes, t.rank());
  return detail::fill_lines<detail::read_t<X>>(t, missing, policy, axis, detail::by_position{});
}
template <detail::shaped_reader X>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, fill_policy policy) {
  return fill_missing(t, missing, policy, detail::only_axis("fill_missing", t.shape()));
}

// By the distance of sorted keys, one for each place along the axis.
template <detail::shaped_reader X, detail::distant_keys Keys>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, const Keys& keys, fill_policy policy, const ints& axes) {
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("fill_missing", detail::size_of(keys), t.shape(), axes);
  return detail::with_keys("fill_missing", keys, held.extent(axis), [&]<class K>(std::span<const K> row) {
    return detail::fill_lines<detail::read_t<X>>(held, missing, policy, axis, detail::by_key<K>{row.data()});
  });
}
template <detail::shaped_reader X, detail::distant_keys Keys>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, const Keys& keys, fill_policy policy) {
  return fill_missing(t, missing, keys, policy, detail::only_axis("fill_missing", t.shape()));
}

// The filling is a value for all, or a policy.
template <detail::distant_keys Keys, detail::shaped_reader X, detail::step_of<detail::read_t<Keys>> S, class Filling>
  requires std::same_as<Filling, fill_policy> || detail::put_in_place_of<Filling, detail::read_t<X>>
[[nodiscard]] auto fill_gaps(const Keys& keys, const X& t, const S& step, const Filling& filling, const ints& axes) {
  using T = detail::read_t<X>;
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("fill_gaps", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const auto of_line = [&](const reader<T>& line) { return ravel::fill_gaps(row, line, step, filling); };
  const auto of_zeros = of_line(make_buffer<T>(row.size()));
  const auto values = detail::changed_lines(
      held, axis, [&](const auto& line) { return of_line(line).values; }, [&](index_t) { return of_zeros.keys.size(); });
  return filled_gaps_along<detail::read_t<Keys>, T>{of_zeros.keys, values, of_zeros.inserted};
}
template <detail::distant_keys Keys, detail::shaped_reader X, detail::step_of<detail::read_t<Keys>> S, class Filling>
  requires std::same_as<Filling, fill_policy> || detail::put_in_place_of<Filling, detail::read_t<X>>
[[nodiscard]] auto fill_gaps(const Keys& keys, const X& t, const S& step, const Filling& filling) {
  return fill_gaps(keys, t, step, filling, detail::only_axis("fill_gaps", t.shape()));
}

}  // namespace ravel

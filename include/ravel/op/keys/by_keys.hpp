// SPDX-License-Identifier: BSL-1.0
// rolling_by and resample along an axis: sorted keys say where the elements of every line lie. Each line alone is as the operation on that
// line. Eager, with fresh results.
#pragma once

#include <ravel/op/keys/resample.hpp>
#include <ravel/op/windows/neighbours.hpp>

namespace ravel {

template <detail::distant_keys Keys, detail::shaped_reader X, detail::span_of<detail::read_t<Keys>> S, detail::rolls_over<X> F,
          detail::ranges_option<closed_ends>... Options>
[[nodiscard]] auto rolling_by(const Keys& keys, const X& t, const S& span, const F& f, const ints& axes, Options... options) {
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("rolling_by", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const auto checked = [&](index_t n) {  // where there are no lines
    return detail::with_ranges_by(row, n, span, closed_ends::right, [](const detail::window_ranges& windows) { return windows.count(); });
  };
  return detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::rolling_by(row, line, span, f, options...); }, checked, detail::lines_under<F, X>);
}

RAVEL_TAKES_INTO_BESIDE_KEYS(rolling_by)

template <class K, class T>
struct resampled_along {
  buffer<K> keys;    // from, from + step, … before `to`
  tensor<T> values;  // of each line, along the axis
};
template <class K, class T>
struct resampled_points_along {
  buffer<K> keys;
  tensor<T> values;
  index_set missing;  // places along the axis, the same in every line
};

template <detail::distant_keys Keys, detail::shaped_reader X, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S, detail::rolls_over<X> F, detail::ranges_option<>... Options>
[[nodiscard]] auto resample(const Keys& keys, const X& t, const From& from, const To& to, const S& step, const F& f, const ints& axes,
                            Options... options) {
  using K = detail::read_t<Keys>;
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("resample", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const buffer<K> regular = detail::regular_keys(detail::key_from<K>(from), detail::key_from<K>(to), step);
  const auto checked = [&](index_t n) {  // where there are no lines
    return detail::with_keys("resample", row, n, [&](auto) { return regular.size(); });
  };
  const auto values = detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::resample(row, line, from, to, step, f, options...).values; }, checked,
      detail::lines_under<F, X>);
  return resampled_along<K, detail::read_t<decltype(values)>>{regular, values};
}

template <detail::distant_keys Keys, detail::shaped_reader X, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S>
[[nodiscard]] auto resample(const Keys& keys, const X& t, const From& from, const To& to, const S& step, fill_policy policy,
                            const ints& axes) {
  using K = detail::read_t<Keys>;
  using T = detail::read_t<X>;
  const auto held = detail::look_at(t);
  const index_t axis = detail::axis_of_keys("resample", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const auto of_line = [&](const reader<T>& line) { return ravel::resample(row, line, from, to, step, policy); };
  const auto of_zeros = of_line(make_buffer<T>(row.size()));
  const auto values = detail::changed_lines(
      held, axis, [&](const auto& line) { return of_line(line).values; }, [&](index_t) { return of_zeros.keys.size(); },
      detail::worked_on::each_shared);
  return resampled_points_along<K, T>{of_zeros.keys, values, of_zeros.missing};
}

}  // namespace ravel

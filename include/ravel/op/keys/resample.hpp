// SPDX-License-Identifier: BSL-1.0
// resample gives values with sorted keys at regular steps from one key up to another. A reducer or a function makes one value of all that
// lie within a step; a fill_policy takes values from the neighbours of each step. The result owns fresh memory.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/rolling_by.hpp>

namespace ravel {

// The result of resample along an axis, by a reducer or a function.
template <class K, class T>
struct resampled_along {
  buffer<K> keys;    // from, from + step, … before `to`
  tensor<T> values;  // of each line, along the axis
};

// The result of resample along an axis, by a fill_policy.
template <class K, class T>
struct resampled_points_along {
  buffer<K> keys;
  tensor<T> values;
  index_set missing;  // places along the axis, the same in every line
};

// The result of resample by a reducer or a function.
template <class K, class T>
struct resampled {
  buffer<K> keys;  // from, from + step, … before `to`; none unless `to` is behind `from`
  buffer<T> values;
};
// The result of resample by a fill_policy.
template <class K, class T>
struct resampled_points {
  buffer<K> keys;
  buffer<T> values;
  index_set missing;  // steps without a neighbour; their values are NaN, or T() if there is no NaN
};

namespace detail {

[[noreturn]] RAVEL_API void throw_no_end(const std::string& from, const std::string& to);

// A key at which the steps begin or end: checked to fit the keys.
template <class E, class Keys>
concept end_of = put_in_place_of<E, read_t<Keys>>;
template <class K, class E>
K key_from(const E& end) {
  const value_for<K> fits(end);
  return static_cast<const K&>(fits);
}

template <class K, class S>
buffer<K> regular_keys(const K& from, const K& to, const S& step) {
  check_step("resample", "step", step);
  if (differs_from_itself(from) || differs_from_itself(to)) throw_no_end(text_of_value(from), text_of_value(to));
  const index_t count = from < to ? add_index(steps_between("resample", from, to, step), 1) : 0;
  const buffer<K> made = unfilled_buffer<K>(count);
  for (index_t i = 0; i < count; ++i) made.unchecked(i) = key_after(from, step, i);
  return made;
}

// The rows whose keys lie in [regular key, next one), the last before `to`. The keys must outlive this.
template <class K>
class rows_of_steps final : public window_ranges {
 public:
  rows_of_steps(std::span<const K> keys, const buffer<K>& regular, const K& to)
      : window_ranges(regular.size()), keys_(keys), regular_(regular), to_(to) {}

  void make(index_t from, index_t n, row_range* out, place& at) const override {
    if (at.next != from) at.first = std::lower_bound(keys_.begin(), keys_.end(), regular_.unchecked(from)) - keys_.begin();
    for (index_t i = from; i < from + n; ++i, ++out) {
      out->first = pass(at.first, regular_.unchecked(i));
      out->end = at.first = pass(out->first, i + 1 < count() ? regular_.unchecked(i + 1) : to_);
    }
    at.next = from + n;
  }
  std::string name(index_t i) const override { return named_by_key("step", i, regular_.unchecked(i)); }

 private:
  index_t pass(index_t row, const K& up_to) const {
    while (row < std::ssize(keys_) && keys_[static_cast<std::size_t>(row)] < up_to) ++row;
    return row;
  }

  std::span<const K> keys_;
  const buffer<K>& regular_;
  const K& to_;
};

template <class T>
T without_value() {
  if constexpr (real_or_complex<T>) {
    return T(std::numeric_limits<real_of_t<T>>::quiet_NaN());
  } else {
    return T();
  }
}

// The value at a key, between the rows before and behind it, of which at least one exists.
template <class K, class T>
std::optional<T> value_at_step(const K& at, std::span<const K> keys, std::span<const T> values, index_t behind, fill_policy policy) {
  const auto n = std::ssize(keys);
  const auto key = [&](index_t i) -> const K& { return keys[static_cast<std::size_t>(i)]; };
  const auto value = [&](index_t i) -> const T& { return values[static_cast<std::size_t>(i)]; };
  const index_t before = behind - 1;  // the last key that is not greater
  const bool has_before = before >= 0, has_behind = behind < n;
  if (has_before && !(key(before) < at)) return value(before);
  if (policy == fill_policy::forward) return has_before ? std::optional(value(before)) : std::nullopt;
  if (policy == fill_policy::backward) return has_behind ? std::optional(value(behind)) : std::nullopt;
  if (policy == fill_policy::nearest && (!has_before || !has_behind)) return value(has_before ? before : behind);
  if (!has_before || !has_behind) return std::nullopt;
  const auto gone = distance_of(key(before), at);
  if (policy == fill_policy::nearest) return value(distance_of(at, key(behind)) < gone ? behind : before);
  if constexpr (real_or_complex<T>)
    return on_the_way<T>(value(before), value(behind), as_number(gone) / as_number(distance_of(key(before), key(behind))));
  throw_not_between("resample");
}

template <class K, class T>
resampled_points<K, T> values_at(const buffer<K>& regular, std::span<const K> keys, std::span<const T> values, fill_policy policy) {
  if constexpr (!real_or_complex<T>) {
    if (policy == fill_policy::linear) throw_not_between("resample");
  }
  resampled_points<K, T> made{regular, unfilled_buffer<T>(regular.size()), {}};
  std::vector<index_t> missing;
  index_t behind = 0;
  for (index_t i = 0; i < regular.size(); ++i) {
    while (behind < std::ssize(keys) && !(regular.unchecked(i) < keys[static_cast<std::size_t>(behind)])) ++behind;
    const auto found = keys.empty() ? std::nullopt : value_at_step(regular.unchecked(i), keys, values, behind, policy);
    made.values.unchecked(i) = found ? *found : without_value<T>();
    if (!found) missing.push_back(i);
  }
  made.missing = index_set(missing);
  return made;
}

}  // namespace detail

// Reduces the values whose keys lie within a step: the key of the step belongs to it, the next one does not.
template <detail::distant_keys Keys, detail::columns Values, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S, detail::reduces_columns<Values> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto resample(const Keys& keys, const Values& values, const From& from, const To& to, const S& step, const Reducer& reducer,
                            const Options&... options) {
  using K = detail::read_t<Keys>;
  detail::check_rows_of_one_shape("resample", keys, values);
  const auto held = detail::hold_columns(values);
  const index_t rows = detail::rows_of(held);
  const K end = detail::key_from<K>(to);
  const buffer<K> regular = detail::regular_keys(detail::key_from<K>(from), end, step);
  const auto made = detail::with_keys("resample", keys, rows, [&](auto row) {
    return detail::with_columns(held, [&](const auto&... columns) {
      return detail::reduce_windows_of("resample", rows, reducer, detail::rows_of_steps<K>(row, regular, end), std::tuple(options...),
                                       columns...);
    });
  });
  return resampled<K, detail::read_t<decltype(made)>>{regular, made};
}

// Calls f(values within a step) with a reader. The reader may be empty unless when_empty{v} gives the value then.
template <detail::distant_keys Keys, detail::input Values, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S, class F, detail::told_among<nan_policy>... Options>
  requires(!detail::reduces<F, Values> && std::invocable<F&, const reader<detail::read_t<Values>>&>)
[[nodiscard]] auto resample(const Keys& keys, const Values& values, const From& from, const To& to, const S& step, F f,
                            const Options&... options) {
  using K = detail::read_t<Keys>;
  detail::check_rows_of_one_shape("resample", keys, values);
  const K end = detail::key_from<K>(to);
  const buffer<K> regular = detail::regular_keys(detail::key_from<K>(from), end, step);
  const reader<detail::read_t<Values>> elements = detail::elements_of(values);
  const auto made = detail::with_keys("resample", keys, elements.size(), [&](auto row) {
    return detail::call_on_windows("resample", elements, detail::rows_of_steps<K>(row, regular, end), f, options...);
  });
  return resampled<K, detail::read_t<decltype(made)>>{regular, made};
}

// The value at each step: that of its key (the last of equal ones), or one from its neighbours by the policy.
template <detail::distant_keys Keys, detail::input Values, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S>
[[nodiscard]] auto resample(const Keys& keys, const Values& values, const From& from, const To& to, const S& step, fill_policy policy) {
  using K = detail::read_t<Keys>;
  using T = detail::read_t<Values>;
  detail::check_rows_of_one_shape("resample", keys, values);
  const auto regular = detail::regular_keys(detail::key_from<K>(from), detail::key_from<K>(to), step);
  auto&& peeked = detail::node_for_call(values);
  const detail::node<T>& source = peeked;
  return detail::with_keys("resample", keys, source.size(),
                           [&](auto row) { return detail::values_at(regular, row, detail::elements_in_row<T>(source).span(), policy); });
}

template <detail::distant_keys Keys, detail::shaped_reader X, detail::end_of<Keys> From, detail::end_of<Keys> To,
          detail::step_of<detail::read_t<Keys>> S, detail::rolls_over<X> F, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto resample(const Keys& keys, const X& t, const From& from, const To& to, const S& step, const F& f, const ints& axes,
                            Options... options) {
  using K = detail::read_t<Keys>;
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::axis_of_keys("resample", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const buffer<K> regular = detail::regular_keys(detail::key_from<K>(from), detail::key_from<K>(to), step);
  const auto checked = [&](index_t n) {  // for tensors without lines
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
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::axis_of_keys("resample", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const auto of_line = [&](const reader<T>& line) { return ravel::resample(row, line, from, to, step, policy); };
  const auto of_zeros = of_line(make_buffer<T>(row.size()));
  const auto values = detail::changed_lines(
      held, axis, [&](const auto& line) { return of_line(line).values; }, [&](index_t) { return of_zeros.keys.size(); },
      detail::worked_on::each_shared);
  return resampled_points_along<K, T>{of_zeros.keys, values, of_zeros.missing};
}

RAVEL_FACES(resample)  // sorted keys, values, from, to, step, then a reducer, f(reader) or fill_policy: resample(keys, x, 0, 10, 1, f)

}  // namespace ravel

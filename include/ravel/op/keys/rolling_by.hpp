// SPDX-License-Identifier: BSL-1.0
// rolling_by: the results of a reducer or a function over the rows whose keys lie within a span before each key. expanding: over all
// elements up to each. A reducer merges every element twice, however wide the windows are; nothing is taken out of a state, as in rolling.
// Eager, with fresh results.
#pragma once

#include <ravel/op/detail/columns.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>
#include <ravel/op/windows/rolling.hpp>

namespace ravel {

// The ends of the window from key - span to key that belong to it.
enum class closed_ends : unsigned char { right, left, both, neither };

namespace detail {

// The rows up to each position.
class RAVEL_API expanding_ranges final : public window_ranges {
 public:
  using window_ranges::window_ranges;
  void make(index_t from, index_t n, row_range* out, place& at) const override;
};

// "window 3, of key 17", if the key can be shown.
template <class K>
std::string named_by_key(const char* what, index_t i, const K& key) {
  const std::string shown = text_of_value(key);
  text named;
  named << what << " " << i;
  return shown.empty() ? named : named << ", of key " << shown;
}

// The rows whose keys lie within a span before the key of each. The keys must outlive this. Rows with one key have one window.
template <class K, class S>
class ranges_by_keys final : public window_ranges {
 public:
  ranges_by_keys(std::span<const K> keys, const S& span, closed_ends closed)
      : window_ranges(std::ssize(keys)),
        key_(keys.data()),
        span_(span),
        left_(closed == closed_ends::left || closed == closed_ends::both),
        right_(closed == closed_ends::right || closed == closed_ends::both) {}

  void make(index_t from, index_t n, row_range* out, place& at) const override {
    const K* const key = key_;
    auto [next, first, begin, end] = at.next == from ? at : place_of(from);
    for (index_t i = from; i < from + n; ++i) {
      if (i == end) {
        begin = i;
        while (end < count() && !(key[i] < key[end])) ++end;
        first = begin_of_window(first, begin, key[i]);
      }
      *out++ = {first, right_ ? end : begin};
    }
    at = {from + n, first, begin, end};
  }
  std::string name(index_t i) const override { return named_by_key("window", i, key_[i]); }

 private:
  // The place before window i: the first row of its window, and the first and the last row with its key.
  place place_of(index_t i) const {
    const K& of = key_[i];
    const auto below = [](const K& key, const K& value) { return key < value; };
    const index_t begin = std::lower_bound(key_, key_ + i, of, below) - key_;
    const K* const end = std::upper_bound(key_ + i, key_ + count(), of, below);
    const K* const first = std::partition_point(key_, key_ + begin, [&](const K& key) { return is_out(key, of); });
    return {i, first - key_, begin, end - key_};
  }
  bool is_out(const K& key, const K& of) const { return !lies_within(key, of, span_, left_); }  // infinities have no distance

  // The number of rows that leave a window is unpredictable, so it counts four rows at a time, without a branch on each.
  index_t begin_of_window(index_t first, index_t last, const K& of) const {
    constexpr index_t some = 4;
    for (index_t out = some; out == some && last - first >= some; first += out) {
      out = 0;
      for (index_t k = 0; k < some; ++k) out += is_out(key_[first + k], of);
    }
    while (first < last && is_out(key_[first], of)) ++first;
    return first;
  }

  const K* key_;
  S span_;
  bool left_, right_;
};

// The results of a reducer over each window, for columns that are readers of `rows` rows.
template <class Reducer, class... Rs, class... Options>
auto reduce_windows_of(const char* operation, index_t rows, const Reducer& reducer, const window_ranges& windows,
                       const std::tuple<Options...>& options, const Rs&... columns) {
  using types = rolled_rows<Reducer, read_t<Rs>...>;
  using Out = reduced_t<Reducer, typename types::template type<read_t<Rs>>...>;
  const buffer<Out> result = unfilled_buffer<Out>(windows.count());
  const auto policy = std::apply([](const auto&... each) { return option_or(nan_policy::keep, each...); }, options);
  const auto told = std::apply([](const auto&... each) { return told_value<Out>(each...); }, options);
  const auto in_a_row = [&]<class R>(const R& column) {
    return with_widened<typename types::template type<read_t<R>>>(column, [&]<class T>(const node<T>& source) {
      if (source.size() != rows) throw_sizes_differ(operation, rows, source.size());
      if (policy == nan_policy::refuse) refuse_nan_in_any(operation, source);
      return elements_in_row<T>(source);
    });
  };
  const auto held = std::tuple(in_a_row(columns)...);
  std::apply([&](const auto&... row) { reduce_windows(reducer, windows, policy, told, result.data(), rows, row.span().data()...); }, held);
  return result;
}

// Calls operation(the windows by these keys).
template <distant_keys Keys, class S, class Operation>
auto with_ranges_by(const Keys& keys, index_t rows, const S& span, closed_ends closed, Operation operation) {
  check_step("rolling_by", "span", span);
  return with_keys("rolling_by", keys, rows,
                   [&]<class K>(std::span<const K> row) { return operation(ranges_by_keys<K, S>(row, span, closed)); });
}

}  // namespace detail

// The rows from key - span to key. The key belongs to the window and key - span does not, unless closed_ends says otherwise.
template <detail::distant_keys Keys, detail::columns Values, detail::step_of<detail::read_t<Keys>> S,
          detail::reduces_columns<Values> Reducer, detail::told_among<nan_policy, closed_ends>... Options>
[[nodiscard]] auto rolling_by(const Keys& keys, const Values& values, const S& span, const Reducer& reducer, const Options&... options) {
  detail::check_rows_of_one_shape("rolling_by", keys, values);
  const auto held = detail::hold_columns(values);
  const index_t rows = detail::rows_of(held);
  const auto reduce = [&](const detail::window_ranges& windows) {
    return detail::with_columns(held, [&](const auto&... columns) {
      return detail::reduce_windows_of("rolling_by", rows, reducer, windows, std::tuple(options...), columns...);
    });
  };
  return detail::with_ranges_by(keys, rows, span, detail::option_or(closed_ends::right, options...), reduce);
}

// f(window) gets a reader of the values. The reader may be empty unless when_empty{v} gives the value then.
template <detail::distant_keys Keys, detail::input Values, detail::step_of<detail::read_t<Keys>> S, class F,
          detail::told_among<nan_policy, closed_ends>... Options>
  requires(!detail::reduces<F, Values> && std::invocable<F&, const reader<detail::read_t<Values>>&>)
[[nodiscard]] auto rolling_by(const Keys& keys, const Values& values, const S& span, F f, const Options&... options) {
  detail::check_rows_of_one_shape("rolling_by", keys, values);
  const reader<detail::read_t<Values>> elements = detail::elements_of(values);
  const auto call = [&](const detail::window_ranges& windows) {
    return detail::call_on_windows("rolling_by", elements, windows, f, options...);
  };
  return detail::with_ranges_by(keys, elements.size(), span, detail::option_or(closed_ends::right, options...), call);
}

// Reduces the first element, the first two, and so on.
template <detail::line_input R, detail::reduces<R> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto expanding(const R& r, const Reducer& reducer, const Options&... options) {
  const auto held = detail::borrowed_handle(r);
  const index_t rows = held.size();
  return detail::reduce_windows_of("expanding", rows, reducer, detail::expanding_ranges(rows), std::tuple(options...), held);
}

template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto expanding(const X& t, const Reducer& reducer, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("expanding", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::expanding(line, reducer, options...); }, detail::as_many,
      detail::worked_on::each_shared);
}

template <detail::distant_keys Keys, detail::shaped_reader X, detail::step_of<detail::read_t<Keys>> S, detail::rolls_over<X> F,
          detail::told_among<nan_policy, closed_ends>... Options>
[[nodiscard]] auto rolling_by(const Keys& keys, const X& t, const S& span, const F& f, const ints& axes, Options... options) {
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::axis_of_keys("rolling_by", detail::size_of(keys), t.shape(), axes);
  const auto row = detail::elements_of(keys);
  const auto checked = [&](index_t n) {  // for tensors without lines
    return detail::with_ranges_by(row, n, span, closed_ends::right, [](const detail::window_ranges& windows) { return windows.count(); });
  };
  return detail::changed_lines(
      held, axis, [&](const auto& line) { return ravel::rolling_by(row, line, span, f, options...); }, checked, detail::lines_under<F, X>);
}

RAVEL_TAKES_INTO_BESIDE_KEYS(rolling_by)

RAVEL_FACES(expanding)  // then a reducer of these, with nan_policy::skip, when_empty{v}: expanding(x, f), expanding(t, f, axis)

RAVEL_FACES(rolling_by)  // sorted keys, values, a span of keys, a reducer or f(reader): rolling_by(keys, x, span, f), (…, axis)

}  // namespace ravel

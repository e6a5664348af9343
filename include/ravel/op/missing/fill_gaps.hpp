// SPDX-License-Identifier: BSL-1.0
// fill_gaps: sorted keys and their values, with rows inserted a step apart where neighbours are further apart than a step. The inserted
// values are one for all, or come from the neighbours. The result owns fresh memory.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/detail/key_step.hpp>
#include <ravel/op/missing/missing.hpp>

namespace ravel {

// The result of fill_gaps along an axis.
template <class K, class T>
struct filled_gaps_along {
  buffer<K> keys;
  tensor<T> values;
  index_set inserted;  // places along the axis, the same in every line
};

// The result of fill_gaps.
template <class K, class T>
struct filled_gaps {
  buffer<K> keys;
  buffer<T> values;
  index_set inserted;  // positions in the result
};

namespace detail {

// The number of rows to insert behind each row, and in total.
struct gap_plan {
  std::vector<index_t> behind;
  index_t inserted = 0;
};

template <class K, class S>
gap_plan plan_gaps(std::span<const K> keys, const S& step) {
  gap_plan plan;
  plan.behind.reserve(keys.size());
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    plan.behind.push_back(steps_between("fill_gaps", keys[i], keys[i + 1], step));
    plan.inserted = add_index(plan.inserted, plan.behind.back());
  }
  if (!keys.empty()) plan.behind.push_back(0);
  return plan;
}

// Leaves room for inserted values, which are not filled yet.
template <class K, class T, class S>
filled_gaps<K, T> spread_rows(std::span<const K> keys, std::span<const T> values, const S& step) {
  const gap_plan plan = plan_gaps(keys, step);
  const index_t size = add_index(std::ssize(keys), plan.inserted);
  filled_gaps<K, T> made{unfilled_buffer<K>(size), make_buffer<T>(size), {}};
  const buffer<index_t> inserted = unfilled_buffer<index_t>(plan.inserted);
  index_t at = 0, *place = inserted.data();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    made.keys.unchecked(at) = keys[i];
    made.values.unchecked(at++) = values[i];
    for (index_t n = 1; n <= plan.behind[i]; ++n) {
      made.keys.unchecked(at) = key_after(keys[i], step, n);
      *place++ = at++;
    }
  }
  made.inserted = index_set(inserted);
  return made;
}

// Calls fill(the rows) with both sides consecutive in memory.
template <class Keys, class Values, class S, class Fill>
auto fill_gaps_by(const Keys& keys, const Values& values, const S& step, Fill fill) {
  check_step("fill_gaps", "step", step);
  auto&& peeked = node_for_call(values);
  const node<read_t<Values>>& source = peeked;
  return with_keys("fill_gaps", keys, source.size(), [&](auto row) {
    const elements_in_row<read_t<Values>> of(source);
    auto made = spread_rows(row, of.span(), step);
    fill(made);
    return made;
  });
}

}  // namespace detail

// Inserts the same value everywhere.
template <detail::distant_keys Keys, detail::line_input Values, detail::step_of<detail::read_t<Keys>> S,
          detail::put_in_place_of<detail::read_t<Values>> V>
[[nodiscard]] auto fill_gaps(const Keys& keys, const Values& values, const S& step, const V& value) {
  return detail::fill_gaps_by(keys, values, step, [&](auto& made) { made.values = fill_missing(made.values, made.inserted, value); });
}

// Inserts values from the neighbours, by the distance of keys.
template <detail::distant_keys Keys, detail::line_input Values, detail::step_of<detail::read_t<Keys>> S>
[[nodiscard]] auto fill_gaps(const Keys& keys, const Values& values, const S& step, fill_policy policy) {
  return detail::fill_gaps_by(keys, values, step, [&](auto& made) {
    using places = detail::by_key<detail::read_t<Keys>>;
    made.values = detail::fill_by("fill_gaps", made.values, made.inserted, policy, places{made.keys.data()}).values;
  });
}

// Fills with one value, or by a policy.
template <detail::distant_keys Keys, detail::shaped_reader X, detail::step_of<detail::read_t<Keys>> S, class Filling>
  requires std::same_as<Filling, fill_policy> || detail::put_in_place_of<Filling, detail::read_t<X>>
[[nodiscard]] auto fill_gaps(const Keys& keys, const X& t, const S& step, const Filling& filling, const ints& axes) {
  using T = detail::read_t<X>;
  const auto held = detail::borrowed_handle(t);
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

RAVEL_FACES(fill_gaps)  // sorted keys, values, a step of the keys, a value or a fill_policy, then an axis: fill_gaps(keys, x, step, 0)

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Missing values are an index_set beside a reader, never a special value among the elements. missing_where makes the set from NaN;
// fill_missing and drop_missing give new buffers without missing elements. A fill from neighbours may find none at an end, and then reports
// what is still missing. fill_gaps inserts rows a step apart where sorted keys are further apart. Eager, with fresh results.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <vector>

namespace ravel {

// The result of fill_missing along an axis.
template <class T>
struct [[nodiscard]] filled_along {
  tensor<T> values;
  index_set missing;  // still missing, for lack of a neighbour; row-major positions
};

// forward: from the last element before. backward: from the first one behind. nearest: from the nearer of both, of equally near ones the
// former. linear: on the straight line between both.
enum class fill_policy : unsigned char { forward, backward, nearest, linear };

// The result of fill_missing from neighbours.
template <class T>
struct [[nodiscard]] filled_values {
  buffer<T> values;
  index_set missing;  // still missing, for lack of a neighbour; their elements are unchanged
};

namespace detail {

// A run of missing elements: first to end - 1.
struct missing_run {
  index_t first;
  index_t end;
};
RAVEL_API std::vector<missing_run> missing_runs(const index_set& missing, index_t n);
[[noreturn]] RAVEL_API void throw_not_between(const char* operation);

// The share of position i on the way from one position to another.
struct by_position {
  static double share(index_t before, index_t i, index_t behind) {
    return static_cast<double>(i - before) / static_cast<double>(behind - before);
  }
  static bool nearer_behind(index_t before, index_t i, index_t behind) { return behind - i < i - before; }
};
template <class K>
struct by_key {
  const K* keys;

  // Between equal keys, it is at the former.
  double share(index_t before, index_t i, index_t behind) const {
    const double way = as_number(distance_of(keys[before], keys[behind]));
    return way == 0 ? 0 : as_number(distance_of(keys[before], keys[i])) / way;
  }
  bool nearer_behind(index_t before, index_t i, index_t behind) const {
    return distance_of(keys[i], keys[behind]) < distance_of(keys[before], keys[i]);
  }
};

template <class T>
T on_the_way(const T& a, const T& b, double share) {
  if constexpr (complex_element<T>) {
    using R = typename T::value_type;
    return T(on_the_way<R>(a.real(), b.real(), share), on_the_way<R>(a.imag(), b.imag(), share));
  } else {
    return static_cast<T>(between_two(static_cast<double>(a), static_cast<double>(b), share));
  }
}

// Fills elements first to end - 1, between two present ones.
template <class T, class Places>
void fill_between(T* values, missing_run run, fill_policy policy, const Places& places) {
  const index_t before = run.first - 1, behind = run.end;
  for (index_t i = run.first; i < run.end; ++i) {
    if (policy == fill_policy::nearest) {
      values[i] = values[places.nearer_behind(before, i, behind) ? behind : before];
    } else if constexpr (real_or_complex<T>) {
      values[i] = on_the_way<T>(values[before], values[behind], places.share(before, i, behind));
    }
  }
}

// False if there is no neighbour to fill from.
template <class T, class Places>
bool fill_run(T* values, index_t n, missing_run run, fill_policy policy, const Places& places) {
  const bool has_before = run.first > 0, has_behind = run.end < n;
  const bool both = policy == fill_policy::nearest || policy == fill_policy::linear;
  if (both && has_before && has_behind) return fill_between(values, run, policy, places), true;
  if (policy == fill_policy::linear) return false;
  if (has_before && policy != fill_policy::backward) return std::fill(values + run.first, values + run.end, values[run.first - 1]), true;
  if (has_behind && policy != fill_policy::forward) return std::fill(values + run.first, values + run.end, values[run.end]), true;
  return false;
}

template <class T, class Places>
filled_values<T> fill_by(const char* operation, const buffer<T>& values, const index_set& missing, fill_policy policy,
                         const Places& places) {
  if constexpr (!real_or_complex<T>) {
    if (policy == fill_policy::linear) throw_not_between(operation);
  }
  index_set left;
  for (const missing_run run : missing_runs(missing, values.size())) {
    if (!fill_run(values.data(), values.size(), run, policy, places)) left = left | index_set(slice(run.first, run.end - run.first));
  }
  return {values, left};
}

// Calls operation(the consecutive keys), as many as there are values.
template <class Keys, class Operation>
auto with_keys(const char* name, const Keys& keys, index_t values, Operation operation) {
  using K = read_t<Keys>;
  auto&& peeked = node_for_call(keys);
  const node<K>& source = peeked;
  if (source.size() != values) throw_sizes_differ(name, source.size(), values);
  const elements_in_row<K> row(source);
  check_keys(name, row.span());
  return operation(row.span());
}

}  // namespace detail

// The elements that are NaN, or for which a predicate holds.
template <detail::input R>
  requires detail::real_or_complex<detail::read_t<R>>
index_set missing_where(const R& r) {
  return index_set(argfilter(r, detail::is_nan{}));
}
template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
index_set missing_where(const R& r, P is_missing) {
  return index_set(argfilter(r, std::move(is_missing)));
}

// Fills with one value.
template <detail::line_input R, detail::put_in_place_of<detail::read_t<R>> V>
buffer<detail::read_t<R>> fill_missing(const R& r, const index_set& missing, const V& value) {
  using T = detail::read_t<R>;
  const buffer<T> values = detail::elements_of(r);
  const detail::value_for<T> fits(value);
  const T& filling = fits;
  for (const detail::missing_run run : detail::missing_runs(missing, values.size()))
    std::fill(values.data() + run.first, values.data() + run.end, filling);
  return values;
}

// Fills from present neighbours, by the distance of positions.
template <detail::line_input R>
filled_values<detail::read_t<R>> fill_missing(const R& r, const index_set& missing, fill_policy policy) {
  return detail::fill_by("fill_missing", detail::elements_of(r), missing, policy, detail::by_position{});
}

// Fills by the distance of sorted keys, one for each element.
template <detail::line_input R, detail::distant_keys Keys>
filled_values<detail::read_t<R>> fill_missing(const R& r, const index_set& missing, const Keys& keys, fill_policy policy) {
  const auto held = detail::borrowed_handle(r);
  return detail::with_keys("fill_missing", keys, held.size(), [&]<class K>(std::span<const K> row) {
    return detail::fill_by("fill_missing", detail::elements_of(held), missing, policy, detail::by_key<K>{row.data()});
  });
}

// The elements that are not missing, in order.
template <detail::input R>
buffer<detail::read_t<R>> drop_missing(const R& r, const index_set& missing) {
  using T = detail::read_t<R>;
  auto&& peeked = detail::node_for_call(r);
  const detail::node<T>& source = peeked;
  const auto runs = detail::missing_runs(missing, source.size());
  const detail::elements_in_row<T> row(source);
  const buffer<T> kept = detail::unfilled_buffer<T>(source.size() - missing.size());
  const T* from = row.span().data();
  const T* const begin = from;
  T* out = kept.data();
  for (const detail::missing_run run : runs) {
    out = std::copy(from, begin + run.first, out);
    from = begin + run.end;
  }
  std::copy(from, begin + source.size(), out);
  return kept;
}

void missing_where(...) = delete;  // elements that are never NaN: missing_where(r, predicate)
void drop_missing(...) = delete;   // drop_missing(r, missing) with an index_set

namespace detail {

// Converts the set of missing positions to a mask, and back.
RAVEL_API tensor<bool> mask_of_lines(const index_set& missing, const shape& of, const axis_list& order);
RAVEL_API index_set positions_of(const tensor<bool>& mask, const axis_list& order);
// The next run of missing elements, beginning at `from`; empty at the end.
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
  bool* missed = tensor_data(mask);
  T* line = tensor_data(made);
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

// Fills with one value.
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

// Fills by the distance of sorted keys, one for each place along the axis.
template <detail::shaped_reader X, detail::distant_keys Keys>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, const Keys& keys, fill_policy policy, const ints& axes) {
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::axis_of_keys("fill_missing", detail::size_of(keys), t.shape(), axes);
  return detail::with_keys("fill_missing", keys, held.extent(axis), [&]<class K>(std::span<const K> row) {
    return detail::fill_lines<detail::read_t<X>>(held, missing, policy, axis, detail::by_key<K>{row.data()});
  });
}

template <detail::shaped_reader X, detail::distant_keys Keys>
filled_along<detail::read_t<X>> fill_missing(const X& t, const index_set& missing, const Keys& keys, fill_policy policy) {
  return fill_missing(t, missing, keys, policy, detail::only_axis("fill_missing", t.shape()));
}

RAVEL_FACES(fill_missing)  // fill_missing(r, missing_where(r), value or fill_policy), with keys, an axis

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

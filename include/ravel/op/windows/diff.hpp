// SPDX-License-Identifier: BSL-1.0
// diff: the difference of each element and the one before it, of any order, along an axis. gradient: the slope at each element, as in
// NumPy: from both neighbours inside, one-sided at the ends, in double precision, or float for floats. Eager, with fresh results; threads
// share lines. NaN and infinity follow arithmetic.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/storage/list.hpp>

namespace ravel {

namespace detail {

template <class T>
struct difference : std::type_identity<std::int64_t> {};
template <class T>
  requires real_or_complex<T>
struct difference<T> : std::type_identity<T> {};
template <class T>
using difference_t = typename difference<T>::type;

RAVEL_API void check_order(index_t order);

// Exact for integers, or an overflow_error.
struct value_difference {
  using is_pure = void;
  template <class T>
  difference_t<T> operator()(const T& before, const T& after) const {
    if constexpr (!integer_element<T>) {
      return subtract_values(after, before);
    } else {
      std::int64_t exact = 0;
      if (__builtin_sub_overflow(after, before, &exact)) throw_arithmetic_overflow(as_widest(after), '-', as_widest(before), dtype_of<T>());
      return exact;
    }
  }
};

// Defined in src/ for every element type but bool.
template <class T>
buffer<difference_t<T>> differences_of(const node<T>& source, index_t order);

}  // namespace detail

// diff(x, order{2}) takes differences of differences. (A template, because order(e, i, j) is of a type of this name: see named/order.hpp.)
template <class T = void>
class order;
template <>
class order<void> {
 public:
  index_arg value = 1;
};
template <detail::integer Int>
order(Int) -> order<>;
order(index_arg) -> order<>;

// diff(x, prepend{0}) begins with the first element, as if 0 were before it; append{v} puts v behind the last.
template <class V>
struct prepend {
  V value;
};
template <class V>
prepend(V) -> prepend<V>;
template <class V>
struct append {
  V value;
};
template <class V>
append(V) -> append<V>;

namespace detail {

// Puts a number of no higher kind before the elements or behind them.
template <class Option, class T>
inline constexpr bool adds_beside = false;
template <template <class> class Option, element V, element T>
  requires(instance_of<Option<V>, ravel::prepend> || instance_of<Option<V>, ravel::append>)
inline constexpr bool adds_beside<Option<V>, T> = kind_v<V> <= kind_v<T>;

template <class Option, class R>
concept diff_option = among<Option, order<>> || adds_beside<Option, read_t<R>>;

template <template <class> class Wanted, class T, class Option>
void add_value(list<T>& to, const Option& option) {
  if constexpr (instance_of<Option, Wanted>) to.push_back(option.value);
}

}  // namespace detail

// The differences of neighbours, taken order times, which leaves order fewer elements. Integers give exact int64, or an overflow_error.
template <detail::input R, detail::diff_option<R>... Options>
  requires(detail::line_input<R> && detail::number<detail::read_t<R>>)
[[nodiscard]] auto diff(const R& r, Options... options) {
  const order<> taken = detail::option_or(order<>(), options...);
  detail::check_order(taken.value);
  if constexpr ((detail::adds_beside<Options, detail::read_t<R>> || ...)) {
    list<detail::read_t<R>> joined;
    (detail::add_value<prepend>(joined, options), ...);
    joined.append(detail::borrowed_handle(r));
    (detail::add_value<append>(joined, options), ...);
    return diff(joined.take(), taken);
  } else {
    return detail::on_canonical(r, [&](const auto& source) { return detail::differences_of(source, taken.value); });
  }
}

// Differences of times are durations.
template <detail::line_input R, std::same_as<order<>>... Options>
  requires time_element<detail::read_t<R>> && (sizeof...(Options) < 2)
[[nodiscard]] auto diff(const R& r, Options... options) {
  using T = detail::read_t<R>;
  const auto steps = diff(ticks(detail::borrowed_handle(r)), options...);
  return detail::elements_of(from_ticks<detail::counted_in_t<detail::read_t<decltype(steps)>, duration_of_t<T>>>(steps));
}

namespace detail {

// Along each line, an element minus the one before it, order times. Defined in src/ for every element type but bool.
template <class T>
tensor<difference_t<T>> differences_along(const tensor<const T>& x, index_t axis, index_t order, const tensor<difference_t<T>>* given);

}  // namespace detail

template <detail::shaped_reader X, detail::diff_option<X>... Options>
  requires(detail::number<detail::read_t<X>> || time_element<detail::read_t<X>>)
[[nodiscard]] auto diff(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("diff", axes, t.rank());
  if constexpr (time_element<T>) {
    return detail::as_durations<duration_of_t<T>>(diff(ticks(t), axis, options...));
  } else if constexpr ((detail::adds_beside<Options, T> || ...)) {
    return detail::changed_lines(
        t, axis, [&](const auto& line) { return ravel::diff(line, options...); }, detail::worked_on::each_shared);
  } else {
    return detail::differences_along<canonical_t<T>>(detail::widened_tensor<canonical_t<T>>(t), axis,
                                                     detail::option_or(order<>(), options...).value,
                                                     detail::target_of_result<detail::difference_t<canonical_t<T>>>(t));
  }
}

RAVEL_FACES(diff)  // of numbers but bools, or times: diff(x, order{2}, prepend{v}, append{v}); along an axis: diff(t, axis, order{2})

namespace detail {

RAVEL_API void gradient_at_steps(std::span<const double> values, double spacing, bool second_order_ends, double* out);
RAVEL_API void gradient_at_places(std::span<const double> values, std::span<const double> places, bool second_order_ends, double* out);

template <class R, class Compute>
buffer<slope_t<R>> slopes(const R& r, Compute compute) {
  const buffer<double> values = clone_as_doubles(r), found = unfilled_buffer<double>(values.size());
  compute(values.span(), found.data());
  return as_rounded<slope_t<R>>(found);
}

}  // namespace detail

// The distance between neighbouring elements of gradient. Give places that are not evenly spaced as a reader.
struct spacing {
  double value = 1;
};

// The number of neighbours that the slopes at the two ends use: one or two.
enum class gradient_ends : unsigned char { first_order, second_order };

template <detail::number_line R, detail::among<spacing, gradient_ends>... Options>
[[nodiscard]] auto gradient(const R& r, Options... options) {
  return detail::slopes(r, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_steps(values, detail::option_or(spacing{}, options...).value, second_order, out);
  });
}

// For places that need not be evenly spaced.
template <detail::number_line R, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const R& r, const Places& places, Options... options) {
  const auto held = detail::borrowed_handle(r);
  const buffer<double> at = detail::clone_as_doubles(places);
  return detail::slopes(held, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_places(values, at.span(), second_order, out);
  });
}

template <detail::real_tensor X, detail::among<spacing, gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("gradient", axes, t.rank());
  const double apart = detail::option_or(spacing{}, options...).value;
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(t, axis, t.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_steps(line, apart, second_order, out);
  });
}

template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, const ints& axes, Options... options) {
  const auto held = detail::borrowed_handle(t);
  const buffer<double> at = detail::list_in_doubles("gradient", "places", places);
  const index_t axis = detail::one_axis("gradient", axes, held.rank());
  const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
  return detail::written_lines<detail::slope_t<X>, double>(held, axis, held.extent(axis), [&](std::span<const double> line, double* out) {
    detail::gradient_at_places(line, at.span(), second_order, out);
  });
}

template <detail::real_tensor X, detail::number_reader Places, detail::among<gradient_ends>... Options>
[[nodiscard]] auto gradient(const X& t, const Places& places, Options... options) {
  return gradient(t, places, detail::only_axis("gradient", t.shape()), options...);
}

RAVEL_FACES(gradient)  // of numbers with an order; with spacing{0.5}, or gradient(x, places); along an axis: gradient(t, axis)

}  // namespace ravel

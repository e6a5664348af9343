// SPDX-License-Identifier: BSL-1.0
// diff: what each element is more than the one before, of any order. gradient: the slope at each element, as NumPy takes it: from both
// neighbours inside, one-sided at the ends. Both are buffers of their own; NaN and infinity meet as in arithmetic.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/storage/list.hpp>

namespace ravel {

namespace detail {

template <class T>
struct difference {
  using type = std::int64_t;
};
template <class T>
  requires real_or_complex<T>
struct difference<T> {
  using type = T;
};
template <class T>
using difference_t = typename difference<T>::type;

template <class T>
concept subtracts = integer_element<T> || real_or_complex<T>;

RAVEL_API void check_order(index_t order);

// Of integers exact, or an overflow_error.
struct value_difference {
  using looks_at_arguments_only = void;
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

RAVEL_API void gradient_at_steps(std::span<const double> values, double spacing, bool second_order_ends, double* out);
RAVEL_API void gradient_at_places(std::span<const double> values, std::span<const double> places, bool second_order_ends, double* out);

template <class R>
using slope_t = std::conditional_t<std::same_as<read_t<R>, float>, float, double>;

template <class R, class Compute>
buffer<slope_t<R>> slopes(const R& r, Compute compute) {
  const buffer<double> values = clone_as_doubles(r), found = unfilled_buffer<double>(values.size());
  compute(values.span(), found.data());
  if constexpr (std::same_as<slope_t<R>, double>) {
    return found;
  } else {
    return elements_of(map([](double slope) { return static_cast<slope_t<R>>(slope); }, found));
  }
}

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

// diff(x, prepend{0}) begins with the first element, as if 0 stood before it; append{v} puts v behind the last.
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

// A number that is of no higher kind.
template <class V, class T>
inline constexpr bool fits_beside = false;
template <element V, element T>
inline constexpr bool fits_beside<V, T> = kind_v<V> <= kind_v<T>;

template <class Option, class T>
inline constexpr bool adds_beside = false;
template <class V, class T>
inline constexpr bool adds_beside<ravel::prepend<V>, T> = fits_beside<V, T>;
template <class V, class T>
inline constexpr bool adds_beside<ravel::append<V>, T> = fits_beside<V, T>;

template <class Option, class R>
concept diff_option = among<Option, order<>> || adds_beside<Option, read_t<R>>;

template <class T, class V>
void add_before(list<T>& to, const ravel::prepend<V>& one) {
  to.push_back(one.value);
}
template <class T, class V>
void add_behind(list<T>& to, const ravel::append<V>& one) {
  to.push_back(one.value);
}
template <class T>
void add_before(list<T>&, const auto&) {}
template <class T>
void add_behind(list<T>&, const auto&) {}

}  // namespace detail

// The differences of neighbours, taken order times: so many elements fewer. Of integers they are exact in int64, or an overflow_error.
template <detail::input R, detail::diff_option<R>... Options>
  requires(detail::line_input<R> && detail::subtracts<detail::read_t<R>>)
[[nodiscard]] auto diff(const R& r, Options... options) {
  const order<> taken = detail::option_or(order<>(), options...);
  detail::check_order(taken.value);
  if constexpr ((detail::adds_beside<Options, detail::read_t<R>> || ...)) {
    list<detail::read_t<R>> joined;
    (detail::add_before(joined, options), ...);
    joined.append(detail::look_at(r));
    (detail::add_behind(joined, options), ...);
    return diff(joined.take(), taken);
  } else {
    return detail::on_canonical(r, [&](const auto& source) { return detail::differences_of(source, taken.value); });
  }
}

// Times differ by durations.
template <detail::line_input R, std::same_as<order<>>... Options>
  requires time_element<detail::read_t<R>> && (sizeof...(Options) < 2)
[[nodiscard]] auto diff(const R& r, Options... options) {
  using T = detail::read_t<R>;
  const auto steps = diff(ticks(detail::look_at(r)), options...);
  return detail::elements_of(from_ticks<detail::counted_in_t<detail::read_t<decltype(steps)>, duration_of_t<T>>>(steps));
}

template <class... Others>
void diff(detail::any_line r, Others... others) = delete;  // of numbers but bools, with order{2}, prepend{v}, append{v}

// How far apart the elements of gradient are; places that are not evenly spaced are given as a reader.
struct spacing {
  double value = 1;
};

// What the slopes at the two ends are taken from: one neighbour, or two.
enum class gradient_ends : unsigned char { first_order, second_order };

template <detail::number_reader R, detail::among<spacing, gradient_ends>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto gradient(const R& r, Options... options) {
  return detail::slopes(r, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_steps(values, detail::option_or(spacing{}, options...).value, second_order, out);
  });
}

// At places that need not be evenly spaced.
template <detail::number_reader R, detail::number_reader Places, detail::among<gradient_ends>... Options>
  requires detail::line_input<R>
[[nodiscard]] auto gradient(const R& r, const Places& places, Options... options) {
  const auto held = detail::look_at(r);
  const buffer<double> at = detail::clone_as_doubles(places);
  return detail::slopes(held, [&](std::span<const double> values, double* out) {
    const bool second_order = detail::option_or(gradient_ends::first_order, options...) == gradient_ends::second_order;
    detail::gradient_at_places(values, at.span(), second_order, out);
  });
}

template <class... Others>
void gradient(detail::any_line r, Others... others) = delete;  // of numbers with an order; with spacing{0.5}, or gradient(x, places)

}  // namespace ravel

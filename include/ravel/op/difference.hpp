// SPDX-License-Identifier: BSL-1.0
// diff: what each element is more than the one before, of any order. gradient: the slope at each element, as NumPy takes it: from both
// neighbours inside, one-sided at the ends. Both are buffers of their own; NaN and infinity meet as in arithmetic.
#pragma once

#include <ravel/op/statistics.hpp>

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
    return clone(map([](double slope) { return static_cast<slope_t<R>>(slope); }, found));
  }
}

}  // namespace detail

// The differences of neighbours, taken order times: so many elements fewer. Of integers they are exact in int64, or an overflow_error.
template <detail::input R>
  requires detail::subtracts<detail::read_t<R>>
auto diff(const R& r, index_t order = 1) {
  detail::check_order(order);
  return detail::on_canonical(r, [&](const auto& source) { return detail::differences_of(source, order); });
}

template <detail::input R>
  requires(!detail::subtracts<detail::read_t<R>>)
void diff(const R& r, index_t order = 1) = delete;  // the elements have no difference: of bools, diff(cast<int>(x))

// What the slopes at the two ends are taken from: one neighbour, or two.
enum class gradient_ends : unsigned char { first_order, second_order };

template <detail::number_reader R>
auto gradient(const R& r, double spacing = 1, gradient_ends ends = gradient_ends::first_order) {
  return detail::slopes(r, [&](std::span<const double> values, double* out) {
    detail::gradient_at_steps(values, spacing, ends == gradient_ends::second_order, out);
  });
}

// At places that need not be evenly spaced.
template <detail::number_reader R, detail::number_reader Places>
auto gradient(const R& r, const Places& places, gradient_ends ends = gradient_ends::first_order) {
  const buffer<double> at = detail::clone_as_doubles(places);
  return detail::slopes(r, [&](std::span<const double> values, double* out) {
    detail::gradient_at_places(values, at.span(), ends == gradient_ends::second_order, out);
  });
}

template <detail::no_number_reader R, class... Options>
void gradient(const R& r, const Options&... options) = delete;  // the elements are no numbers with an order

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// sum, product and dot of all elements; sum and product along axes too. Integers are exact in 64 bits or throw overflow_error. Floating
// types add up in double precision by chunks of 256 elements, whose totals join in one order, so the result depends only on the values.
// Durations add up as their ticks. The sum of an expression is one loop and allocates nothing. norm: the Euclidean length of all elements,
// or of every slice along axes; of single precision, a float. Safe to call from any thread.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/reduced.hpp>
#include <ravel/tensor/copy.hpp>

#include <cmath>

namespace ravel {

namespace detail {

// Defined in src/ for every element type; floating totals are in double precision.
template <class T>
accumulator_t<T> total_of(const node<T>& source);
template <class T>
accumulator_t<T> product_of(const node<T>& source);
// An integer dot product is exact.
struct exact_times {
  using is_pure = void;
  template <element A, element B>
    requires promotable<A, B>
  auto operator()(const A& a, const B& b) const {
    using S = sum_t<promote_t<A, B>>;
    return checked_times{}(promoted<S>(a), promoted<S>(b));
  }
};

// Elements of the closed set, and every type that starts at T{} and has a +.
template <class R>
concept summable_reader =
    input<R> && (element<read_t<R>> || requires(read_t<R> total, const read_t<R>& value) { read_t<R>(std::move(total) + value); });

// The sum before it is rounded to the element's precision.
template <class R>
auto total(const R& r) {
  using T = read_t<R>;
  if constexpr (added_by_chunks<T> && fused_expression<R>) {
    const kept_expression<R> kept(r, kept_expression<R>::beside::watch);
    return total_of<T>((*kept).in_place_to_add());
  } else {
    return on_canonical(r, [](const auto& source) { return total_of(source); });
  }
}

}  // namespace detail

template <detail::summable_reader R>
[[nodiscard]] auto sum(const R& r) {
  using T = detail::read_t<R>;
  if constexpr (element<T>) {
    return static_cast<sum_t<T>>(detail::total(r));
  } else if constexpr (duration_element<T>) {
    const auto total = sum(ticks(detail::borrowed_handle(r)));
    return detail::counted_in_t<std::remove_const_t<decltype(total)>, T>(total);
  } else {
    T total{};
    detail::each_element(r, [&](const T& value) { total = T(std::move(total) + value); });
    return total;
  }
}

template <detail::element_reader R>
[[nodiscard]] auto product(const R& r) {
  return static_cast<sum_t<detail::read_t<R>>>(detail::on_canonical(r, [](const auto& source) { return detail::product_of(source); }));
}

// The sum of products, in the type that * gives; integers are exact. (Complex numbers are not conjugated. Tensors have a dot of their own.)
template <detail::input A, detail::input B>
  requires(!shaped<A> && !shaped<B>) && promotable<detail::read_t<A>, detail::read_t<B>>
[[nodiscard]] auto dot(const A& a, const B& b) {
  if constexpr (detail::real_or_complex<promote_t<detail::read_t<A>, detail::read_t<B>>>) {
    return sum(map(detail::times{}, detail::borrowed_handle(a), detail::borrowed_handle(b)));
  } else {
    return sum(map(detail::exact_times{}, detail::borrowed_handle(a), detail::borrowed_handle(b)));
  }
}

void dot(...) = delete;  // of numbers: dot(a, b); of tensors as matmul(a, b)

template <detail::summable_reader R, std::same_as<nan_policy> Policy>
  requires detail::minds_nan<R>
[[nodiscard]] auto sum(const R& r, Policy policy) {
  return detail::under_policy(
      r, policy, "sum", [] { return detail::read_t<R>{}; }, [](const auto& x) { return sum(x); });
}

template <detail::element_reader R, std::same_as<nan_policy> Policy>
[[nodiscard]] auto product(const R& r, Policy policy) {
  return detail::under_policy(
      r, policy, "product", [] { return detail::read_t<R>{1}; }, [](const auto& x) { return product(x); });
}

RAVEL_FACES(sum)      // of elements that have a +: sum(x, nan_policy::skip); a tensor has axes: sum(t, axes, nan_policy::skip, keep)
RAVEL_FACES(product)  // of numbers: product(x, nan_policy::skip); a tensor has axes: product(t, axes, nan_policy::skip, keep)
RAVEL_FACES_ALONE(sum)

namespace detail {

struct squared_size {
  using is_pure = void;
  template <element T>
  double operator()(const T& value) const {
    if constexpr (complex_element<T>) {
      const double re = value.real(), im = value.imag();
      return rounded_product(re, re) + rounded_product(im, im);
    } else {
      return rounded_product(static_cast<double>(value), static_cast<double>(value));
    }
  }
};

template <class T>
struct rooted {
  using is_pure = void;
  template <class S>
  T operator()(const S& squares) const {
    return static_cast<T>(std::sqrt(squares));
  }
};

template <class T>
using length_t = std::conditional_t<std::same_as<real_of_t<T>, float>, float, double>;

}  // namespace detail

template <detail::element_reader R>
[[nodiscard]] auto norm(const R& r) {
  return static_cast<detail::length_t<detail::read_t<R>>>(std::sqrt(sum(map(detail::squared_size{}, detail::borrowed_handle(r)))));
}

template <detail::shaped_reader X, detail::among<keep_t>... Options>
  requires detail::element_reader<X>
[[nodiscard]] auto norm(const X& t, const ints& axes, Options... options) {
  using length = detail::length_t<detail::read_t<X>>;
  const tensor<double> squares = detail::reduced<detail::summing>(map(detail::squared_size{}, t), axes, options...);
  const auto roots = map(detail::rooted<length>{}, squares);
  if constexpr (std::same_as<length, double>) {
    copy(roots, squares);  // reuses the memory: untouched memory costs more than the roots
    return squares;
  } else {
    return clone(roots);
  }
}

RAVEL_FACES(norm)  // of numbers; along axes: norm(t, axes, keep)

}  // namespace ravel

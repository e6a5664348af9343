// SPDX-License-Identifier: BSL-1.0
// Semirings: the addition and multiplication of a product of sparse matrices, and their zero, which is not stored. Values without state,
// except for a user's own. Any thread.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/op/fold/sum.hpp>

#include <limits>

namespace ravel {

// A user's semiring. times(zero, x) and times(x, zero) must be zero, and plus(zero, x) must be x.
template <class T, class Plus, class Times>
struct semiring {
  T zero;
  Plus plus;
  Times times;
};
template <class T, class Plus, class Times>
semiring(T, Plus, Times) -> semiring<T, Plus, Times>;

namespace detail {

// Multiplies an element of the left matrix by one of the right, as a T. Integers are exact, or an overflow_error.
template <class T, class A, class B>
T exact_product(const A& a, const B& b) {
  if constexpr (integer_element<T>) {
    return multiply_checked<T>(static_cast<T>(a), static_cast<T>(b));
  } else if constexpr (real_or_complex<T>) {
    return multiply_values(static_cast<T>(a), static_cast<T>(b));  // rounded before it is added
  } else if constexpr (element<T>) {
    return static_cast<T>(a) * static_cast<T>(b);
  } else {
    return a * b;
  }
}
template <class T>
T exact_sum(const T& a, const T& b) {
  if constexpr (integer_element<T>) {
    return add_checked<T>(a, b);
  } else {
    return a + b;
  }
}

template <class T>
constexpr T farthest_up() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template <class T>
constexpr T farthest_down() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}

// The lesser value. If one is NaN, the result is NaN.
template <class T>
T lesser_of(const T& a, const T& b) {
  return a != a || a < b ? a : b;
}
template <class T>
T greater_of(const T& a, const T& b) {
  return a != a || b < a ? a : b;
}

template <class A, class B>
struct element_product : std::type_identity<decltype(std::declval<const A&>() * std::declval<const B&>())> {};
template <class A, class B>
  requires promotable<A, B>
struct element_product<A, B> : std::type_identity<sum_t<promote_t<A, B>>> {};

}  // namespace detail

namespace adl_barrier {

// The semirings below have result<A, B>, the type of the entries of a product, and zero<X>(), the fill of an operand or of the product.
struct plus_times_semiring {
  template <class A, class B>
  using result = typename detail::element_product<A, B>::type;
  template <class X>
  static X zero() {
    return X();
  }
  template <class T>
  static T plus(const T& a, const T& b) {
    return detail::exact_sum(a, b);
  }
  template <class T, class A, class B>
  static T times(const A& a, const B& b) {
    return detail::exact_product<T>(a, b);
  }
};
struct min_plus_semiring {
  template <class A, class B>
  using result = promote_t<A, B>;
  template <class X>
  static X zero() {
    return detail::farthest_up<X>();
  }
  template <class T>
  static T plus(const T& a, const T& b) {
    return detail::lesser_of(a, b);
  }
  template <class T, class A, class B>
  static T times(const A& a, const B& b) {
    return detail::exact_sum(static_cast<T>(a), static_cast<T>(b));
  }
};
struct max_plus_semiring {
  template <class A, class B>
  using result = promote_t<A, B>;
  template <class X>
  static X zero() {
    return detail::farthest_down<X>();
  }
  template <class T>
  static T plus(const T& a, const T& b) {
    return detail::greater_of(a, b);
  }
  template <class T, class A, class B>
  static T times(const A& a, const B& b) {
    return detail::exact_sum(static_cast<T>(a), static_cast<T>(b));
  }
};
struct max_min_semiring : max_plus_semiring {
  template <class T, class A, class B>
  static T times(const A& a, const B& b) {
    return detail::lesser_of(static_cast<T>(a), static_cast<T>(b));
  }
};
struct or_and_semiring {
  template <class A, class B>
  using result = bool;
  template <class X>
  static X zero() {
    return X();
  }
  template <class T>
  static T plus(const T& a, const T& b) {
    return a || b;
  }
  template <class T, class A, class B>
  static T times(const A& a, const B& b) {
    return a != A() && b != B();
  }
};
struct plus_first_semiring : plus_times_semiring {
  template <class A, class B>
  using result = sum_t<A>;
  template <class T, class A, class B>
  static T times(const A& a, const B&) {
    return static_cast<T>(a);
  }
};
struct plus_pair_semiring {
  template <class A, class B>
  using result = index_t;
  template <class X>
  static X zero() {
    return X();
  }
  template <class T>
  static T plus(const T& a, const T& b) {
    return a + b;
  }
  template <class T, class A, class B>
  static T times(const A&, const B&) {
    return 1;
  }
};

}  // namespace adl_barrier

namespace detail {

using adl_barrier::plus_times_semiring;

// A user's semiring with the same interface.
template <class T, class Plus, class Times>
struct given_semiring {
  const semiring<T, Plus, Times>& given;

  template <class A, class B>
  using result = T;
  template <class X>
  X zero() const {
    return static_cast<X>(given.zero);
  }
  template <class R>
    requires called_with<const Plus, R, R>
  R plus(const R& a, const R& b) const {
    return given.plus(a, b);
  }
  template <class R, class A, class B>
    requires called_with<const Times, A, B>
  R times(const A& a, const B& b) const {
    return given.times(a, b);
  }
};

template <class S>
const S& as_semiring(const S& s) {
  return s;
}
template <class T, class Plus, class Times>
given_semiring<T, Plus, Times> as_semiring(const semiring<T, Plus, Times>& s) {
  return {s};
}

}  // namespace detail

inline constexpr adl_barrier::plus_times_semiring plus_times{};  // sums of products
inline constexpr adl_barrier::min_plus_semiring min_plus{};      // shortest paths; the zero is infinity, or the greatest integer
inline constexpr adl_barrier::max_plus_semiring max_plus{};      // longest paths; the zero is minus infinity, or the least integer
inline constexpr adl_barrier::max_min_semiring max_min{};        // widest paths; the zero of max_plus
inline constexpr adl_barrier::or_and_semiring or_and{};          // whether there is a path; gives bools
inline constexpr adl_barrier::plus_first_semiring plus_first{};  // sums of the left elements of pairs
inline constexpr adl_barrier::plus_pair_semiring plus_pair{};    // the number of pairs

}  // namespace ravel

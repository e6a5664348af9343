// SPDX-License-Identifier: BSL-1.0
// Elements of time: durations and points in time, which compute as their ticks. They are recognised by the form of std::chrono's types, so
// that only users of times include <chrono>. Compile-time, and plain values.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/types.hpp>

#include <type_traits>

namespace ravel {

// A number of ticks of a fixed length in seconds, as std::chrono::duration.
template <class T>
concept duration_element = requires(const T& value) {
  typename T::rep;
  T::period::num;
  T::period::den;
  { value.count() } -> std::same_as<typename T::rep>;
} && (integer_element<typename T::rep> || real_element<typename T::rep>)&&std::is_trivially_copyable_v<T>;

// A duration since the epoch of a clock, as std::chrono::time_point.
template <class T>
concept point_element = requires(const T& value) {
  typename T::clock;
  { value.time_since_epoch() } -> std::same_as<typename T::duration>;
} && duration_element<typename T::duration> && std::is_constructible_v<T, typename T::duration> && std::is_trivially_copyable_v<T>;

// A duration or a point of time.
template <class T>
concept time_element = duration_element<T> || point_element<T>;

namespace detail {

template <class T>
struct duration_of : std::type_identity<T> {};
template <point_element T>
struct duration_of<T> : std::type_identity<typename T::duration> {};

// The same unit with another tick type.
template <class Rep, class D>
struct counted_in;
template <class Rep, template <class, class> class D, class Old, class Period>
struct counted_in<Rep, D<Old, Period>> : std::type_identity<D<Rep, Period>> {};

}  // namespace detail

// For a point the duration since its epoch; for a duration itself.
template <time_element T>
using duration_of_t = typename detail::duration_of<T>::type;
// The type of the number in which a duration or a point of time counts.
template <time_element T>
using ticks_t = typename duration_of_t<T>::rep;

// The number of ticks of a duration, or of a point since its epoch.
template <time_element T>
[[nodiscard]] constexpr ticks_t<T> ticks_of(const T& value) {
  if constexpr (point_element<T>) {
    return value.time_since_epoch().count();
  } else {
    return value.count();
  }
}

template <time_element T>
[[nodiscard]] constexpr T from_ticks(ticks_t<T> ticks) {
  return T(duration_of_t<T>(ticks));
}

namespace detail {

template <class Rep, duration_element D>
using counted_in_t = typename counted_in<Rep, D>::type;

// A type that holds only its tick count, which may be read and written in place.
template <class T>
concept counted_in_place = time_element<T> && sizeof(T) == sizeof(ticks_t<T>) && std::is_standard_layout_v<T>;

template <class T>
inline constexpr bool has_whole_ticks = false;
template <time_element T>
inline constexpr bool has_whole_ticks<T> = integer_element<ticks_t<T>>;

// The number of ticks of the finer unit in one of the other. The common unit of two units divides both.
template <duration_element Finer, time_element T>
constexpr index_t ticks_in_one() {
  using period = typename duration_of_t<T>::period;
  static_assert(period::num % Finer::period::num == 0 && Finer::period::den % period::den == 0);
  return (period::num / Finer::period::num) * (Finer::period::den / period::den);
}

[[noreturn]] RAVEL_API void throw_unit_overflow(std::int64_t ticks, index_t by);

// The value in ticks of a finer unit; a plain number stays as it is. Throws if the ticks overflow, since that is another time.
template <duration_element Unit, class X>
constexpr typename Unit::rep in_ticks_of(const X& x) {
  using rep = typename Unit::rep;
  if constexpr (time_element<X>) {
    constexpr index_t by = ticks_in_one<Unit, X>();
    if constexpr (by == 1) {
      return static_cast<rep>(ticks_of(x));
    } else {
      rep ticks{};
      if (__builtin_mul_overflow(ticks_of(x), by, &ticks)) throw_unit_overflow(static_cast<std::int64_t>(ticks_of(x)), by);
      return ticks;
    }
  } else {
    return static_cast<rep>(x);
  }
}

// The unit that two operands are computed in: their common unit, or the result's if one is a number.
template <class R, class A, class B>
struct meeting_unit : duration_of<R> {};
template <class R, time_element A, time_element B>
struct meeting_unit<R, A, B> : std::common_type<duration_of_t<A>, duration_of_t<B>> {};

// Arithmetic of whole ticks; R is the result type in C++.
template <class R, class A, class B>
concept whole_ticks = (time_element<A> || time_element<B>)&&(!time_element<A> || has_whole_ticks<A>)&&(
    !time_element<B> || has_whole_ticks<B>)&&(has_whole_ticks<R> || integer_element<R>);

template <class R, class A, class B, class Compute>
constexpr R combine_ticks(const A& a, const B& b, Compute compute) {
  using unit = typename meeting_unit<R, A, B>::type;
  const auto result = compute(in_ticks_of<unit>(a), in_ticks_of<unit>(b));
  if constexpr (time_element<R>) {
    return from_ticks<R>(result);
  } else {
    return static_cast<R>(result);
  }
}

// For times with different units or tick types, which compare exactly.
template <class A, class B, class X>
constexpr int128 exact_ticks(const X& x) {
  using unit = std::common_type_t<duration_of_t<A>, duration_of_t<B>>;
  return int128{ticks_of(x)} * ticks_in_one<unit, X>();
}

}  // namespace detail
}  // namespace ravel

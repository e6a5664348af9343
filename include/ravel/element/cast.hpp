// SPDX-License-Identifier: BSL-1.0
// Casts of a value, or of a block of values, in three forms: checked throws if the value does not fit, wrap reduces integers modulo 2^n,
// and saturate clamps. All three truncate towards zero, round to the nearest floating value, and refuse values without an answer: NaN as an
// integer, an imaginary part as a real number. An element and a block give the same values.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/index.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/dtype.hpp>

#include <bit>
#include <concepts>
#include <string>

namespace ravel {

// The treatment of a value that does not fit: an error, the value modulo 2^n, or the nearest value that fits.
enum class cast_mode : unsigned char { checked, wrap, saturate };

namespace detail {

// Throws "300 does not fit uint8". The value is behind the pointer and has the type `from`.
[[noreturn]] RAVEL_API void throw_misfit(const void* value, dtype from, dtype to);
// The same of a number beside elements of the type `to`.
[[noreturn]] RAVEL_API void throw_weak_misfit(const void* value, dtype from, dtype to);

// Each function below computes a cast, and clears `fits` if the result is not valid. It still computes a value, without undefined
// behaviour. Conditions are joined by & instead of branches, so that a loop over casts vectorises.

// A double x truncates to a value of D exactly when below_range < x < beyond_range.
template <class D>
inline constexpr double beyond_range = 2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<D>::digits - 1));
template <class D>
inline constexpr double below_range = !std::is_signed_v<D> ? -1.0
                                      : sizeof(D) == 8     ? -0x1.0000000000001p63  // the next double below -2^63
                                                           : -beyond_range<D> - 1.0;

template <cast_mode M, class D, class S>
constexpr D integer_to_integer(S value, bool& fits) {
  constexpr D lowest = std::numeric_limits<D>::min();
  constexpr D highest = std::numeric_limits<D>::max();
  const bool low = values_below<false>(value, lowest);
  const bool high = values_below<false>(highest, value);
  if constexpr (M == cast_mode::checked) fits &= !(low | high);
  if constexpr (M == cast_mode::saturate)
    return low ? lowest : high ? highest : static_cast<D>(value);
  else
    return static_cast<D>(value);
}

// Truncates modulo 2^64; 0 for NaN and infinities.
constexpr std::uint64_t truncate_modulo(double x) {
  if (x > -0x1p63 && x < 0x1p63) return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  const auto pattern = std::bit_cast<std::uint64_t>(x);  // sign, 11 bits of exponent, 52 of a mantissa that starts with a hidden 1
  const auto shift = static_cast<int>((pattern >> 52) & 0x7ff) - 1075;
  if (shift >= 64) return 0;
  const std::uint64_t magnitude = ((pattern & 0xfffffffffffff) | 0x10000000000000) << shift;
  return x < 0 ? 0 - magnitude : magnitude;
}

template <cast_mode M, class D>
constexpr D real_to_integer(double x, bool& fits) {
  if constexpr (M == cast_mode::wrap) {
    fits &= x - x == 0;
    return static_cast<D>(truncate_modulo(x));
  } else {
    using machine_t = std::conditional_t<(sizeof(D) < 4), std::int32_t, D>;  // the width that vector units convert to
    const bool inside = (x > below_range<D>)&(x < beyond_range<D>);
    const auto whole = static_cast<machine_t>(inside ? x : 0.0);
    const machine_t nearest = x < 0 ? std::numeric_limits<D>::min() : std::numeric_limits<D>::max();
    fits &= M == cast_mode::checked ? inside : x == x;
    return static_cast<D>(inside || M == cast_mode::checked ? whole : nearest);
  }
}

template <cast_mode M>
constexpr float double_to_float(double x, bool& fits) {
  constexpr double beyond_float = 0x1.ffffffp127;  // from here up, it would round to infinity
  const double size = __builtin_fabs(x);
  const bool too_large = (size >= beyond_float) & (size <= std::numeric_limits<double>::max());
  if constexpr (M == cast_mode::checked) fits &= !too_large;
  const double nearest = __builtin_copysign(std::numeric_limits<float>::max(), x);
  return static_cast<float>(too_large && M == cast_mode::saturate ? nearest : x);
}

template <cast_mode M, class S>
constexpr bool to_bool(S value, bool& fits) {
  if constexpr (M == cast_mode::checked)
    fits &= (value == 0) | (value == 1);
  else if constexpr (M == cast_mode::wrap)
    fits &= value - value == 0;
  else
    fits &= value == value;
  return M == cast_mode::saturate ? value >= 1 : value != 0;
}

// Casts among bool, integers and reals.
template <cast_mode M, class D, class S>
constexpr D cast_real(S value, bool& fits) {
  if constexpr (std::is_same_v<S, D>)
    return value;
  else if constexpr (boolean_element<D>)
    return to_bool<M>(value, fits);
  else if constexpr (std::is_same_v<S, double> && real_element<D>)
    return double_to_float<M>(value, fits);
  else if constexpr (real_element<D>)
    return static_cast<D>(value);
  else if constexpr (real_element<S>)
    return real_to_integer<M, D>(value, fits);
  else
    return integer_to_integer<M, D>(value, fits);
}

// Casts in the whole set. A complex number is two reals; a real is a complex number without imaginary part.
template <cast_mode M, element D, element S>
constexpr D cast_any(S value, bool& fits) {
  using R = real_of_t<D>;
  if constexpr (!complex_element<S>) {
    return D(cast_real<M, R>(value, fits));
  } else if constexpr (!complex_element<D>) {
    fits &= value.imag() == 0;
    return cast_real<M, R>(value.real(), fits);
  } else {
    return D(cast_real<M, R>(value.real(), fits), cast_real<M, R>(value.imag(), fits));
  }
}

[[noreturn]] RAVEL_API void throw_time_misfit(std::int64_t ticks, std::int64_t num, std::int64_t den);

constexpr std::int64_t common_divisor(std::int64_t a, std::int64_t b) { return b == 0 ? a : common_divisor(b, a % b); }

// Casts between durations, or points of one clock, with whole ticks, by converting units.
template <class S, class D>
concept changes_unit =
    has_whole_ticks<S> && has_whole_ticks<D> &&
    ((duration_element<S> && duration_element<D>) ||
     (point_element<S> && point_element<D> && requires { requires std::same_as<typename S::clock, typename D::clock>; }));

template <class D, class S>
constexpr D cast_time(cast_mode mode, const S& value) {
  using from = typename duration_of_t<S>::period;
  using to = typename duration_of_t<D>::period;
  using limits = std::numeric_limits<ticks_t<D>>;
  constexpr std::int64_t nums = common_divisor(from::num, to::num), dens = common_divisor(from::den, to::den);
  const int128 ticks = int128{ticks_of(value)} * (from::num / nums * (to::den / dens)) / (from::den / dens * (to::num / nums));
  const bool fits = ticks >= limits::min() && ticks <= limits::max();
  if (mode == cast_mode::checked && !fits) throw_time_misfit(static_cast<std::int64_t>(ticks_of(value)), from::num, from::den);
  if (mode == cast_mode::saturate && !fits) return from_ticks<D>(ticks < 0 ? limits::min() : limits::max());
  return from_ticks<D>(static_cast<ticks_t<D>>(ticks));
}

template <cast_mode M, class D, class S>
constexpr D cast_element(const S& value);

// Reads half floats as float, and rounds a double to a half. A finite double that becomes infinite does not fit.
template <cast_mode M, class D, class S>
constexpr D cast_half(const S& value) {
  if constexpr (half_element<S>) {
    return cast_element<M, D>(static_cast<float>(value));
  } else {
    const auto real = cast_element<M, double>(value);
    const D made(real);
    const bool fits = static_cast<float>(made) - static_cast<float>(made) == 0 || real - real != 0;
    if (!fits && M == cast_mode::checked) throw_misfit(&value, dtype_of<S>(), dtype_of<D>());
    return fits || M == cast_mode::wrap ? made : real < 0 ? D(-static_cast<float>(D::max())) : D::max();
  }
}
template <class D, class S>
constexpr D cast_half(cast_mode mode, const S& value) {
  if constexpr (std::same_as<S, D>) {
    return value;
  } else {
    return mode == cast_mode::checked ? cast_half<cast_mode::checked, D>(value)
           : mode == cast_mode::wrap  ? cast_half<cast_mode::wrap, D>(value)
                                      : cast_half<cast_mode::saturate, D>(value);
  }
}
// True if both are halves, or one is and the other is an element.
template <class S, class D>
concept casts_half = (half_element<S> && (half_element<D> || element<D>)) || (half_element<D> && element<S>);

// Casts outside the set.
template <class D, class S>
constexpr D cast_other(cast_mode mode, const S& value) {
  if constexpr (casts_half<S, D>) {
    return cast_half<D>(mode, value);
  } else if constexpr (changes_unit<S, D>) {
    return cast_time<D>(mode, value);
  } else {
    return static_cast<D>(value);
  }
}

template <cast_mode M, class D, class S>
constexpr D cast_element(const S& value) {
  if constexpr (element<D> && element<S>) {
    bool fits = true;
    const D result = cast_any<M, D>(value, fits);
    if (!fits) throw_misfit(&value, dtype_of<S>(), dtype_of<D>());
    return result;
  } else {
    return cast_other<D>(M, value);
  }
}

RAVEL_API void cast_block(cast_mode mode, dtype from, const void* in, index_t step, dtype to, void* out, index_t n);

// out[i] = in[i * step] for n elements. The ranges do not overlap; step may be 0 or negative. After a throw, out is unspecified.
template <class S, class D>
void cast_block(cast_mode mode, const S* in, index_t step, D* out, index_t n) {
  if constexpr (element<S> && element<D>) {
    cast_block(mode, dtype_of<S>(), in, step, dtype_of<D>(), out, n);
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = cast_other<D>(mode, in[i * step]);
  }
}

}  // namespace detail

// Types that cast to each other: all elements, times of any unit, and types that C++ converts explicitly.
template <class S, class D>
concept castable = (element<S> && element<D>) || detail::casts_half<S, D> || detail::changes_unit<S, D> ||
                   requires(const S& value) { static_cast<D>(value); };

// Throws type_error if the value does not fit. bool accepts only 0 and 1.
template <class D, class S>
  requires castable<S, D>
[[nodiscard]] constexpr D cast_value(const S& value) {
  return detail::cast_element<cast_mode::checked, D>(value);
}

// Truncates, then reduces modulo 2^n; throws for infinities. bool is value != 0. A double too large for float becomes infinite.
template <class D, class S>
  requires castable<S, D>
[[nodiscard]] constexpr D wrap_value(const S& value) {
  return detail::cast_element<cast_mode::wrap, D>(value);
}

// Truncates and clamps to the range. Infinities stay infinite in a floating type.
template <class D, class S>
  requires castable<S, D>
[[nodiscard]] constexpr D saturate_value(const S& value) {
  return detail::cast_element<cast_mode::saturate, D>(value);
}

// The scalar in the type it takes beside a reader of T: weak_scalar<std::uint8_t>(300) throws "300 does not fit uint8, …", and what to
// write.
template <element T, element S>
[[nodiscard]] constexpr weak_scalar_t<T, S> weak_scalar(const S& scalar) {
  using D = weak_scalar_t<T, S>;
  bool fits = true;
  const D converted = detail::cast_any<cast_mode::checked, D>(scalar, fits);
  if (!fits) detail::throw_weak_misfit(&scalar, dtype_of<S>(), dtype_of<D>());
  return converted;
}

}  // namespace ravel

namespace ravel::detail {

// The parameter type for one value of elements of T. It takes a T, or a scalar of another type, which is checked to fit. A scalar of a
// higher kind (2.5 for int) does not compile. Types that are no elements (strings, structs) convert by the rules of C++. A value.

template <element T>
class fitting {
 public:
  constexpr fitting() : value_{} {}

  template <element S>
    requires(kind_v<S> <= kind_v<T>)
  constexpr fitting(const S& value) : value_(cast_value<T>(value)) {}
  template <element S>
    requires(kind_v<S> > kind_v<T>)
  constexpr fitting(const S& value) = delete;  // the value could be cut: cast_value<T>(value) checks

  // Takes types that C++ converts to T without narrowing: an enumerator, a reference to a bit.
  template <class S>
    requires(!element<S> && requires(const S& value) { T{value}; })
  constexpr fitting(const S& value) : value_{value} {}

  template <element Re, element Im>
    requires(complex_element<T> && !complex_element<Re> && !complex_element<Im>)
  constexpr fitting(const Re& re, const Im& im) : value_(cast_value<real_of_t<T>>(re), cast_value<real_of_t<T>>(im)) {}

  constexpr operator const T&() const { return value_; }

 private:
  T value_;
};

template <class T>
struct value_parameter : std::type_identity<const T&> {};
template <element T>
struct value_parameter<T> : std::type_identity<fitting<T>> {};

// The parameter type for such a value. T is not deduced from it: void fill(const writer<T>& target, value_for<T> value).
template <class T>
using value_for = typename value_parameter<T>::type;
// The types that may be passed for it.
template <class V, class T>
concept put_in_place_of = std::convertible_to<const V&, value_for<T>>;

// The first template parameter of functions that deduce T from their arguments. In full<T>(shape, value), the named type takes its place.
enum class deduced : unsigned char {};

// The type that stores a value of a deduced type. A pointer to characters is stored as a string, since its owner may free them.
template <class T>
concept c_string = std::is_pointer_v<std::decay_t<T>> && std::same_as<std::remove_cv_t<std::remove_pointer_t<std::decay_t<T>>>, char>;
template <class T>
using kept_value_t = std::conditional_t<c_string<T>, std::string, T>;

}  // namespace ravel::detail

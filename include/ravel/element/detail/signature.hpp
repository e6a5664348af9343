// SPDX-License-Identifier: BSL-1.0
// signature: the parameter types of a user's function, if they can be seen, and whether they hold every element: C++ would silently cut 3e9
// to an int. Operations refuse a function that would cut elements. Compile-time only.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/element/types.hpp>

#include <concepts>
#include <tuple>

namespace ravel::detail {

template <class Function>
struct signature {
  using parameters = void;  // overloaded, or a template
};
template <class... Ps>
struct signature_of {
  using parameters = std::tuple<std::remove_cvref_t<Ps>...>;
};
template <class R, class... Ps>
struct signature<R(Ps...)> : signature_of<Ps...> {};
template <class R, class... Ps>
struct signature<R(Ps...) noexcept> : signature_of<Ps...> {};
template <class Function>
struct signature<Function*> : signature<Function> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) const> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) const noexcept> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) const&> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) const & noexcept> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...)> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) noexcept> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...)&> : signature_of<Ps...> {};
template <class R, class X, class... Ps>
struct signature<R (X::*)(Ps...) & noexcept> : signature_of<Ps...> {};
template <class Function>
  requires requires { &Function::operator(); }
struct signature<Function> : signature<decltype(&Function::operator())> {};

// True if every value of From is a value of To. Elements follow promotion, so an int64 may round to a double.
template <class From, class To>
constexpr bool keeps_every_value() {
  if constexpr (half_element<From>) {
    return std::same_as<From, To> || keeps_every_value<float, To>();
  } else if constexpr (element<From> && element<To>) {
    return widens_to<From, To>;
  } else if constexpr (std::is_arithmetic_v<From> && std::is_arithmetic_v<To>) {
    using from = std::numeric_limits<From>;
    using to = std::numeric_limits<To>;
    if constexpr (from::is_integer == to::is_integer) return from::digits <= to::digits && (to::is_signed || !from::is_signed);
    return from::is_integer && to::digits >= 53;
  } else if constexpr (duration_element<From> && duration_element<To>) {
    return keeps_every_value<typename From::rep, typename To::rep>();
  } else if constexpr (point_element<From> && point_element<To>) {
    return keeps_every_value<typename From::duration, typename To::duration>();
  } else {
    return true;
  }
}

template <class Parameters, class... Values>
inline constexpr bool parameters_keep = true;
template <class... Ps, class... Values>
  requires(sizeof...(Ps) == sizeof...(Values))
inline constexpr bool parameters_keep<std::tuple<Ps...>, Values...> = (keeps_every_value<Values, Ps>() && ...);
template <class P, class... Ps, class Value>  // the others have defaults
  requires(sizeof...(Ps) > 0)
inline constexpr bool parameters_keep<std::tuple<P, Ps...>, Value> = keeps_every_value<Value, P>();

template <class Function, class... Values>
struct asks_for_whole_values {
  static_assert(parameters_keep<typename signature<Function>::parameters, std::remove_cvref_t<Values>...>,
                "a parameter of this function cannot hold every element: let it take const auto&, or give it cast<T>(x), which checks");
  static constexpr bool value = true;
};

// True if a function that accepts these values takes them without loss.
template <class Function, class... Values>
concept takes_whole = asks_for_whole_values<std::remove_cvref_t<Function>, Values...>::value;
// Stands for a position, which is checked when the function is passed.
struct checked_position {};
template <class Function, class... Values>
concept predicate_on = std::predicate<Function&, Values...> && takes_whole<Function, Values...>;
template <class Function, class... Values>
concept called_with = std::invocable<Function&, Values...> && takes_whole<Function, Values...>;

}  // namespace ravel::detail

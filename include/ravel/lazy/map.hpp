// SPDX-License-Identifier: BSL-1.0
// map(f, a, b, …): a lazy function of one or more readers. An argument that is not a reader is a value, the same for every element. A map
// of a map is still one loop. Owns its readers; f must be pure. Any thread may read.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/lazy/fused.hpp>

namespace ravel {

namespace detail {

template <class X>
concept lazy_reader = readable<X> && !shaped<std::remove_cvref_t<X>>;

template <class X>
using operand_t = decltype(as_operand(std::declval<X>()));

template <class X>
struct operand_value : std::type_identity<std::decay_t<X>> {};
template <readable X>
struct operand_value<X> : std::type_identity<read_t<X>> {};
template <class X>
using operand_value_t = typename operand_value<X>::type;

// The type that a parameter of the function must hold: every element of a reader; for a weak value, its kind. The value itself is checked
// when the function is given.
template <class X>
struct asked_to_hold : std::type_identity<operand_value_t<X>> {};
template <class X>
  requires(!readable<X> && element<std::decay_t<X>>)
struct asked_to_hold<X> {
  static constexpr element_kind kind = kind_v<std::decay_t<X>>;
  using real = std::conditional_t<kind == element_kind::complex, std::complex<float>, float>;
  using type = std::conditional_t<(kind > element_kind::integer), real, bool>;
};

template <class Parameters, std::size_t N>
inline constexpr bool has_as_many = false;
template <class... Ps, std::size_t N>
inline constexpr bool has_as_many<std::tuple<Ps...>, N> = sizeof...(Ps) == N;
template <class Parameters, std::size_t K, std::size_t N>
struct parameter_of : std::type_identity<void> {};
template <class Parameters, std::size_t K, std::size_t N>
  requires has_as_many<Parameters, N>
struct parameter_of<Parameters, K, N> : std::tuple_element<K, Parameters> {};

// Converts x to the argument of the function. A value becomes the element type of the parameter, checked. Characters behind a pointer are
// copied, unless the results may be pointers to them.
template <class Parameter, class Result, class X>
decltype(auto) as_given(X&& x) {
  if constexpr (!readable<X> && element<std::decay_t<X>> && element<Parameter>) {
    return cast_value<Parameter>(x);
  } else if constexpr (c_string<X> && self_contained<Result>) {
    return text_operand<std::decay_t<X>>(x);
  } else {
    return std::forward<X>(x);
  }
}

template <class Function, class... Xs>
auto fuse_operands(Function function, Xs&&... xs) {
  return typename fused<Function, operand_t<Xs>...>::expression(std::move(function), std::in_place, std::forward<Xs>(xs)...);
}
template <class Function, class... Xs>
inline constexpr bool fused_as_given =
    (c_string<Xs> || ...) || ((!readable<Xs> || ...) && has_as_many<typename signature<Function>::parameters, sizeof...(Xs)>);

template <class Function, class... Xs>
auto fuse(Function function, Xs&&... xs) {
  if constexpr (fused_as_given<Function, Xs...>) {
    using parameters = typename signature<Function>::parameters;
    using result = std::remove_cvref_t<std::invoke_result_t<const Function&, const operand_value_t<Xs>&...>>;
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return fuse_operands(std::move(function),
                           as_given<typename parameter_of<parameters, K, sizeof...(Xs)>::type, result>(std::forward<Xs>(xs))...);
    }(std::index_sequence_for<Xs...>());
  } else {
    return fuse_operands(std::move(function), std::forward<Xs>(xs)...);
  }
}

template <class X>
concept stored_as_element = std::semiregular<std::remove_cvref_t<X>>;

// A const function that takes these values and returns a possible element.
template <class Function, class... Values>
concept gives_element = requires(const Function& f, const Values&... values) {
  { f(values...) } -> stored_as_element;
};

// An array that is no string. It is no value: it would become a pointer to elements that somebody else owns.
template <class X>
concept array_of_elements = std::is_array_v<std::remove_cvref_t<X>> && !character_string<std::remove_cvref_t<X>>;

// At least one reader, none of them with a shape or owned by somebody else.
template <class... Xs>
concept lazy_among = (lazy_reader<Xs> || ...) && ((!shaped<std::remove_cvref_t<Xs>> && !foreign_lvalue<Xs> && !array_of_elements<Xs>)&&...);

template <class Function, class... Xs>
concept maps =
    lazy_among<Xs...> && gives_element<Function, operand_value_t<Xs>...> && takes_whole<Function, typename asked_to_hold<Xs>::type...>;

// A function that does not fit its operands, at least one of which is a reader.
template <class... All>
inline constexpr bool maps_none = false;
template <class Function, class... Xs>
inline constexpr bool maps_none<Function, Xs...> =
    (readable<Xs> || ...) && (!foreign_lvalue<const Xs&> && ...) && !gives_element<std::decay_t<Function>, operand_value_t<Xs>...>;

// A function that only converts to a wider type.
template <class To>
struct widened {
  using is_pure = void;
  template <class From>
  To operator()(const From& value) const {
    return promoted<To>(value);
  }
};

}  // namespace detail

template <class Function, class... Xs>
  requires detail::maps<std::decay_t<Function>, Xs...>
[[nodiscard]] auto map(Function&& f, Xs&&... xs) {
  return detail::fuse<std::decay_t<Function>>(std::forward<Function>(f), std::forward<Xs>(xs)...);
}

// (The function is one of the pack, so that an overload of another layer, for operands of its own, matches better.)
template <class... All>
  requires detail::maps_none<All...>
void map(const All&... operands) = delete;  // f takes one element of each and gives a value: [](double x, double y) { return x * y; }

template <readable X, class F, class... Xs>
  requires(!readable<std::remove_cvref_t<F>>)
void map(const X& x, const F& f, const Xs&... xs) = delete;  // the function leads: map(f, a, b)

template <class Member, class S, class... Xs>
void map(Member S::*member, Xs&&... xs) = delete;  // field(r, &S::member) is the reader of a member

}  // namespace ravel

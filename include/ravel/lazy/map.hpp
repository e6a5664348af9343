// SPDX-License-Identifier: BSL-1.0
// map(f, a, b, …): a function of one or more readers, lazily. What is not a reader is a value, the same for every element. A map of a map
// is still one loop.
#pragma once

#include <ravel/lazy/fused.hpp>

namespace ravel {

namespace detail {

template <class X>
concept lazy_reader = readable<X> && !shaped<std::remove_cvref_t<X>>;

template <class X>
using operand_t = decltype(as_operand(std::declval<X>()));

template <class X>
struct operand_value {
  using type = std::decay_t<X>;
};
template <readable X>
struct operand_value<X> {
  using type = read_t<X>;
};
template <class X>
using operand_value_t = typename operand_value<X>::type;

template <class Function, class... Xs>
auto fuse(Function function, Xs&&... xs) {
  return typename fused<Function, operand_t<Xs>...>::expression(std::move(function), std::in_place, std::forward<Xs>(xs)...);
}

template <class X>
concept stored_as_element = std::semiregular<std::remove_cvref_t<X>>;

// A function that is called, as const, with such values and gives what can be an element.
template <class Function, class... Values>
concept gives_element = requires(const Function& f, const Values&... values) {
  { f(values...) } -> stored_as_element;
};

// At least one reader, and none of them with a shape, or owned by somebody else.
template <class... Xs>
concept lazy_among = (lazy_reader<Xs> || ...) && ((!shaped<std::remove_cvref_t<Xs>> && !foreign_lvalue<Xs>)&&...);

template <class Function, class... Xs>
concept maps = lazy_among<Xs...> && gives_element<Function, operand_value_t<Xs>...>;

// A function that only changes the type, where that keeps the value.
template <class To>
struct widened {
  using looks_at_arguments_only = void;
  template <class From>
  To operator()(const From& value) const {
    return promoted<To>(value);
  }
};

}  // namespace detail

template <class Function, class... Xs>
  requires detail::maps<std::decay_t<Function>, Xs...>
auto map(Function&& f, Xs&&... xs) {
  return detail::fuse<std::decay_t<Function>>(std::forward<Function>(f), std::forward<Xs>(xs)...);
}

template <class Function, class... Xs>
  requires(detail::lazy_among<Xs...> && !detail::gives_element<std::decay_t<Function>, detail::operand_value_t<Xs>...>)
void map(Function&& f, Xs&&... xs) = delete;  // f takes one element of each and gives a value: [](double x, double y) { return x * y; }

template <readable X, class F, class... Xs>
  requires(!readable<std::remove_cvref_t<F>>)
void map(const X& x, const F& f, const Xs&... xs) = delete;  // the function leads: map(f, a, b)

template <class Member, class S, class... Xs>
void map(Member S::*member, Xs&&... xs) = delete;  // field(r, &S::member) is the reader of a member

}  // namespace ravel

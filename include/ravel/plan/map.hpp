// SPDX-License-Identifier: BSL-1.0
// map and filter of planned values by a function of the program, which gets its types by as<T>(x). The function is pure, is called by any
// thread, and is kept by the step. No two calls are joined, and none can be saved as text.
#pragma once

#include <ravel/any/copy.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_read_as(const recorded& step, dtype type);
RAVEL_API planned record_map(dtype type, step_function run, std::vector<shared_recorded> operands);
RAVEL_API planned record_filter(step_function run, const shared_recorded& x);

}  // namespace detail

// A planned value whose elements a function takes as T. It has no operators: they are those of the value.
template <detail::held_element T>
class RAVEL_API_RESULT planned_as {
 public:
  explicit planned_as(const planned& of) : value_(of) { detail::check_read_as(*detail::planned_access::step(of), dtype_of<T>()); }
  const planned& value() const& { return value_; }
  planned value() const&& { return value_; }

 private:
  planned value_;
};
template <class T>
inline constexpr bool shaped<planned_as<T>> = true;
// A function that fits takes its elements, so that map does not refuse it.
template <class T>
struct detail::operand_value<planned_as<T>> : std::type_identity<T> {};

// type_error if the elements have another type; cast<T>(x) converts them.
template <detail::held_element T, detail::planned_handle X>
planned_as<T> as(const X& x) {
  return planned_as<T>(x);
}

namespace detail {

// Stands for an argument of map in a run: the typed tensor of a planned value; the argument itself, which is a reader or a value.
template <class X>
struct map_argument {
  using type = X;
  static void add_operand(const X&, std::vector<shared_recorded>&) {}
  static const X& in_run(const X& given, const operand_values&, std::size_t&) { return given; }
};
template <class T>
struct map_argument<planned_as<T>> {
  using type = tensor<const T>;
  static void add_operand(const planned_as<T>& x, std::vector<shared_recorded>& operands) {
    operands.push_back(planned_access::step(x.value()));
  }
  static type in_run(const planned_as<T>&, const operand_values& operands, std::size_t& next) { return as<T>(operands.tensor(next++)); }
};
template <shaped_reader X>
struct map_argument<X> {
  using type = tensor<const read_t<X>>;
  static void add_operand(const X& x, std::vector<shared_recorded>& operands) { operands.push_back(planned_argument(x).step); }
  static type in_run(const X&, const operand_values& operands, std::size_t& next) { return as<read_t<X>>(operands.tensor(next++)); }
};

// At least one is a planned value of a known type. The others are tensors, which each run reads, and values.
template <class... Xs>
concept planned_as_among =
    (instance_of<Xs, planned_as> || ...) && ((instance_of<Xs, planned_as> || shaped_reader<Xs> || !readable<Xs>)&&...);

template <class F, class... Xs>
using mapped_t = decltype(map(std::declval<const F&>(), std::declval<const typename map_argument<Xs>::type&>()...));
template <class F, class... Xs>
concept maps_planned = planned_as_among<Xs...> && requires { typename mapped_t<F, Xs...>; } && element<read_t<mapped_t<F, Xs...>>>;
// A string is held, but is no element.
template <class F, class... Xs>
concept maps_planned_to_text =
    planned_as_among<Xs...> && requires { typename mapped_t<F, Xs...>; } && std::same_as<read_t<mapped_t<F, Xs...>>, std::string>;

template <class R>
any_tensor as_held(const R& result) {
  if constexpr (held_element<read_t<R>>) {
    return tensor<const read_t<R>>(result);
  } else {
    return tensor<const canonical_t<read_t<R>>>(cast<canonical_t<read_t<R>>>(result));
  }
}

}  // namespace detail

// f takes one element of each and gives a number, a bool or a string: map(f, as<double>(x), as<float>(y)). Elementwise work.
template <class F, class... Xs>
  requires(detail::maps_planned<std::decay_t<F>, Xs...> || detail::maps_planned_to_text<std::decay_t<F>, Xs...>)
[[nodiscard]] planned map(F&& f, const Xs&... xs) {
  using function = std::decay_t<F>;
  std::vector<detail::shared_recorded> operands;
  (detail::map_argument<Xs>::add_operand(xs, operands), ...);
  const auto run = [function = function(std::forward<F>(f)), ... given = xs](const detail::operand_values& values, const extent_values&) {
    std::size_t next = 0;
    const std::tuple<typename detail::map_argument<Xs>::type...> arguments{detail::map_argument<Xs>::in_run(given, values, next)...};
    return std::apply([&](const auto&... each) { return detail::as_held(map(function, each...)); }, arguments);
  };
  return detail::record_map(dtype_of<canonical_t<detail::read_t<detail::mapped_t<function, Xs...>>>>(), run, std::move(operands));
}

template <class F, class... Xs>
  requires(detail::planned_as_among<Xs...> && !detail::maps_planned<std::decay_t<F>, Xs...> &&
           !detail::maps_planned_to_text<std::decay_t<F>, Xs...>)
void map(F&& f, const Xs&... xs) = delete;  // f takes one element of each and gives a number, a bool or a string

// The elements for which a condition holds, in order. Their number is an extent of its own.
template <class T, class F>
  requires std::predicate<const F&, const T&>
[[nodiscard]] planned filter(const planned_as<T>& x, F holds) {
  const auto run = [holds](const detail::operand_values& values, const extent_values&) {
    return any_reader(filter(as<T>(values.tensor(0)), holds)).as_tensor();
  };
  return detail::record_filter(run, detail::planned_access::step(x.value()));
}

}  // namespace ravel

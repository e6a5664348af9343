// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values by a function or a reducer of the program: map, filter, reduce, scan, reduce_axis, map_axis, and
// group_reduce(as<int>(keys), as<double>(values), reducer). The value tells the type that the function reads, as<double>(x). The function
// is pure, is called by any thread, and is kept by the step; recording does not call it. No two calls are joined, and none can be saved as
// text. convolve and correlate with a planned window may read as<T>(window), too.
#pragma once

#include <ravel/any/convolve.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/views.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/op/fold/reduce.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/plan/verbs.hpp>
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
  planned value() const { return value_; }

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
// A string is held, but is no element.
template <class F, class... Xs>
concept maps_planned = planned_as_among<Xs...> && requires { typename mapped_t<F, Xs...>; } &&
                       (element<read_t<mapped_t<F, Xs...>>> || std::same_as<read_t<mapped_t<F, Xs...>>, std::string>);

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
  requires detail::maps_planned<std::decay_t<F>, Xs...>
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
  requires(detail::planned_as_among<Xs...> && !detail::maps_planned<std::decay_t<F>, Xs...>)
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

namespace detail {

RAVEL_API planned record_fold(const char* verb, const planned& x, const verb_axes& axes, dtype type,
                              std::function<any_tensor(const any_tensor& t)> run);

// f(tensor<const T>) gives a value or a tensor.
template <class T, class F>
planned record_typed_fold(const char* verb, const planned_as<T>& x, const verb_axes& axes, const F& f) {
  using result = std::remove_cvref_t<decltype(f(std::declval<const tensor<const T>&>()))>;
  if constexpr (readable<result>) {
    const auto run = [f](const any_tensor& t) { return as_held(f(as<T>(t))); };
    return record_fold(verb, x.value(), axes, dtype_of<canonical_t<read_t<result>>>(), run);
  } else {
    const auto run = [f](const any_tensor& t) { return any_tensor(scalar_tensor<canonical_t<result>>(f(as<T>(t)))); };
    return record_fold(verb, x.value(), axes, dtype_of<canonical_t<result>>(), run);
  }
}

}  // namespace detail

// f takes the result so far and one element: reduce(as<double>(x), 0.0, f); along axes: reduce(as<double>(x), 0.0, f, axes, keep).
template <class T, element A, class F>
  requires requires(const tensor<const T>& t, const A& init, const F& f) { reduce(t, init, f); }
[[nodiscard]] planned reduce(const planned_as<T>& x, const A& init, const F& f) {
  return detail::record_typed_fold("reduce", x, {detail::axes_become::gone, nullptr, false, {}},
                                   [init, f](const tensor<const T>& t) { return reduce(t, init, f); });
}
template <class T, element A, class F, detail::among<keep_t>... Options>
  requires requires(const tensor<const T>& t, const A& init, const F& f, const ints& axes) { reduce(t, init, f, axes); }
[[nodiscard]] planned reduce(const planned_as<T>& x, const A& init, const F& f, const ints& axes, Options... options) {
  return detail::record_typed_fold("reduce", x, {detail::axes_become::gone, &axes, sizeof...(Options) > 0, {}},
                                   [init, f, axes, options...](const tensor<const T>& t) { return reduce(t, init, f, axes, options...); });
}

// f gives an element of two: of one axis, or along an axis.
template <class T, class F>
  requires requires(const tensor<const T>& t, const F& f) { scan(t, f); }
[[nodiscard]] planned scan(const planned_as<T>& x, const F& f) {
  return detail::record_typed_fold("scan", x, {detail::axes_become::kept, nullptr, false, {}},
                                   [f](const tensor<const T>& t) { return scan(t, f); });
}
template <class T, class F>
  requires requires(const tensor<const T>& t, const F& f, const ints& axis) { scan(t, f, axis); }
[[nodiscard]] planned scan(const planned_as<T>& x, const F& f, const ints& axis) {
  return detail::record_typed_fold("scan", x, {detail::axes_become::kept, &axis, false, {}},
                                   [f, axis](const tensor<const T>& t) { return scan(t, f, axis); });
}

// f takes a line, a tensor<const T> of rank 1, and gives a value; or a line, whose length is an extent of its own.
template <class T, class F>
  requires requires(const tensor<const T>& t, index_arg axis, const F& f) { reduce_axis(t, axis, f); }
[[nodiscard]] planned reduce_axis(const planned_as<T>& x, index_arg axis, const F& f) {
  const ints along(index_t{axis});
  return detail::record_typed_fold("reduce_axis", x, {detail::axes_become::gone, &along, false, {}},
                                   [f, axis](const tensor<const T>& t) { return reduce_axis(t, axis, f); });
}
template <class T, class F>
  requires requires(const tensor<const T>& t, index_arg axis, const F& f) { map_axis(t, axis, f); }
[[nodiscard]] planned map_axis(const planned_as<T>& x, index_arg axis, const F& f) {
  const ints along(index_t{axis});
  return detail::record_typed_fold("map_axis", x, {detail::axes_become::changed, &along, false, {}},
                                   [f, axis](const tensor<const T>& t) { return map_axis(t, axis, f); });
}

// The keys of the groups, in the order of first occurrence, and a result for each. Their number is an extent of its own.
struct [[nodiscard]] planned_groups {
  planned keys;
  planned values;
};

namespace detail {

using groups_function = std::function<std::vector<any_tensor>(const operand_values& operands)>;
RAVEL_API planned_groups record_groups(groups_function run, std::vector<shared_recorded> operands, dtype of_results);

template <class K, class V, class... Arguments>
using grouped_t =
    decltype(group_reduce(std::declval<const reader<K>&>(), std::declval<const reader<V>&>(), std::declval<const Arguments&>()...));

}  // namespace detail

// One reducer, or one function of the values of a group, with group_order, nan_policy and when_empty{v}.
template <class K, class V, class... Arguments>
  requires(requires { typename detail::grouped_t<K, V, Arguments...>; } &&
           detail::held_element<canonical_t<detail::read_t<decltype(detail::grouped_t<K, V, Arguments...>::values)>>>)
planned_groups group_reduce(const planned_as<K>& keys, const planned_as<V>& values, const Arguments&... arguments) {
  const auto run = [arguments...](const detail::operand_values& operands) -> std::vector<any_tensor> {
    const reader<K> k = as<K>(flat(operands.tensor(0)));
    const reader<V> v = as<V>(flat(operands.tensor(1)));
    const auto found = group_reduce(k, v, arguments...);
    return {detail::as_held(as_tensor(found.keys, found.keys.size())), detail::as_held(as_tensor(found.values, found.values.size()))};
  };
  using result = canonical_t<detail::read_t<decltype(detail::grouped_t<K, V, Arguments...>::values)>>;
  return detail::record_groups(run, {detail::planned_access::step(keys.value()), detail::planned_access::step(values.value())},
                               dtype_of<result>());
}

namespace detail {

RAVEL_API planned record_windowed(const char* verb, const planned_argument& x, const planned& window, const ints* axis,
                                  call_arguments arguments, std::function<any_tensor(const any_tensor& t, const any_tensor& w)> call);

}  // namespace detail

// Along an axis, by a window of rank 1; or over all axes, by a window of as many. The length is an extent of its own. as<T>(window) checks
// its type.
#define RAVEL_PLANNED_WINDOWED(name)                                                                                                       \
  template <class X, detail::planned_handle W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                        \
    requires detail::planned_tensors_among<X, W>                                                                                           \
  [[nodiscard]] planned name(const X& x, const W& window, const Options&... options) {                                                     \
    return detail::record_windowed(#name, x, window, nullptr, detail::arguments_of_verb<sizeof...(Options)>(options...),                   \
                                   [options...](const any_tensor& t, const any_tensor& w) { return name(t, w, options...); });             \
  }                                                                                                                                        \
  template <class X, detail::planned_handle W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>                        \
    requires detail::planned_tensors_among<X, W>                                                                                           \
  [[nodiscard]] planned name(const X& x, const W& window, const ints& axis, const Options&... options) {                                   \
    return detail::record_windowed(#name, x, window, &axis, detail::arguments_of_verb<sizeof...(Options)>(axis, options...),               \
                                   [axis, options...](const any_tensor& t, const any_tensor& w) { return name(t, w, axis, options...); }); \
  }                                                                                                                                        \
  template <class X, class T, class... Arguments>                                                                                          \
    requires requires(const X& x, const planned& window, const Arguments&... arguments) { name(x, window, arguments...); }                 \
  [[nodiscard]] planned name(const X& x, const planned_as<T>& window, const Arguments&... arguments) {                                     \
    return name(x, window.value(), arguments...);                                                                                          \
  }
RAVEL_PLANNED_WINDOWED(convolve)
RAVEL_PLANNED_WINDOWED(correlate)
#undef RAVEL_PLANNED_WINDOWED

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Verbs of planned values by a function or a reducer of the program: reduce, scan, reduce_axis, map_axis, and group_reduce(as<int>(keys),
// as<double>(values), reducer). The value tells the type that the function reads, as<double>(x). Recording does not call the function. No
// two calls are joined, and none can be saved as text.
#pragma once

#include <ravel/any/views.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/op/fold/reduce.hpp>
#include <ravel/op/fold/reduce_axis.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/plan/map.hpp>
#include <ravel/plan/verbs.hpp>

#include <tuple>

namespace ravel {

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
template <class K, class V, class... Arguments>
concept groups_planned = requires { typename grouped_t<K, V, Arguments...>; } &&
                         held_element<canonical_t<read_t<decltype(grouped_t<K, V, Arguments...>::values)>>>;

}  // namespace detail

// One reducer, or one function of the values of a group, with group_order, nan_policy and when_empty{v}.
template <class K, class V, class... Arguments>
  requires detail::groups_planned<K, V, Arguments...>
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

}  // namespace ravel

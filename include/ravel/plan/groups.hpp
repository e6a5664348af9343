// SPDX-License-Identifier: BSL-1.0
// group_reduce of planned values by reducers and functions of the program: group_reduce(as<int>(keys), as<double>(values), reducer). The
// values tell the types that these read. Recording calls none of them, no two calls are joined, and none can be saved as text.
#pragma once

#include <ravel/any/views.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/plan/map.hpp>

#include <tuple>

namespace ravel {

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

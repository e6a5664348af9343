// SPDX-License-Identifier: BSL-1.0
// Groups of data of run-time type: positions of equal elements, counts of values, and group_reduce, the results of a reducer or a function
// for each key. Works on all elements in row-major order, or along axes. NaN counts as one value, and so do the two zeros. Eager, with
// fresh results.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/keys/group_transform.hpp>

#include <tuple>
#include <vector>

namespace ravel {

// The distinct elements in the order of first occurrence, with the ascending positions of each.
struct [[nodiscard]] any_groups {
  any_tensor keys;
  std::vector<reader<index_t>> positions;
};
RAVEL_API any_groups arggroup(const detail::any_data& x);

// The distinct values, the most frequent first. Equally frequent ones ascend.
struct [[nodiscard]] any_counted_values {
  any_tensor values;
  tensor<index_t> counts;
};
RAVEL_API any_counted_values value_counts(const detail::any_data& x);
RAVEL_API any_scalar most_common(const detail::any_data& x);
RAVEL_API any_tensor most_common(const detail::any_data& x, const ints& axes);
RAVEL_API any_tensor most_common(const detail::any_data& x, const ints& axes, keep_t);
[[nodiscard]] RAVEL_API index_t count_unique(const detail::any_data& x);
[[nodiscard]] RAVEL_API tensor<index_t> count_unique(const detail::any_data& x, const ints& axes);
[[nodiscard]] RAVEL_API tensor<index_t> count_unique(const detail::any_data& x, const ints& axes, keep_t);

namespace detail {

// The keys of the groups in the order of the results, and for each row the place of its group among them.
struct numbered_keys {
  any_tensor keys;
  buffer<key_number> numbers;
};
RAVEL_API numbered_keys number_keys(const any_data& keys, group_order order);
RAVEL_API std::string name_of_any_group(const any_tensor& keys, index_t group);

// Numbers of keys of run-time type, with the shape that the keys have.
template <class Keys>
auto rows_like(const Keys& keys, const buffer<key_number>& numbers) {
  if constexpr (std::derived_from<Keys, any_tensor>) {
    return as_tensor(numbers, keys.shape());
  } else {
    return numbers;
  }
}

// The results as data of run-time type: a buffer, a tensor, or one for each of several reducers.
template <class R>
any_tensor any_results(const R& results)
  requires std::convertible_to<const R&, any_tensor>
{
  return results;
}
template <class... Rs>
  requires(std::convertible_to<const buffer<Rs>&, any_tensor> && ...)
auto any_results(const std::tuple<buffer<Rs>...>& results) {
  return std::apply([](const auto&... each) { return std::tuple{any_tensor(each)...}; }, results);
}

// Calls results_of(call, keys, values): call(keys, g) gives the names of the groups.
template <class Keys, class Values, class Reduce>
auto reduce_any_groups(const Keys& keys, const Values& values, group_order order, const Reduce& results_of) {
  if constexpr (any_handle<Keys>) {
    const numbered_keys known = number_keys(keys, order);
    const auto call = [&](const buffer<key_number>& numbers, index_t g) { return name_of_any_group(known.keys, numbers.unchecked(g)); };
    const auto by_number = [&](const auto&, const auto& rows, const auto& x) -> decltype(results_of(call, rows, x)) {
      return results_of(call, rows, x);
    };
    const auto found = reduce_any_groups(rows_like(keys, known.numbers), values, order, by_number);
    return group_results<any_tensor, decltype(found.values)>{known.keys, found.values};
  } else if constexpr (any_handle<Values>) {
    const auto of_type = [&](const auto& x) -> decltype(results_of(called_by_keys{}, keys, x)) {
      return results_of(called_by_keys{}, keys, x);
    };
    using of_doubles = decltype(of_type(std::declval<const tensor<const double>&>()));
    using result = group_results<decltype(of_doubles::keys), decltype(any_results(of_doubles::values))>;
    return visit(any_data(values).values, [&]<class T>(const tensor<const T>& x) -> result {
      if constexpr (requires { any_results(of_type(x).values); }) {
        const auto found = of_type(x);
        return {found.keys, any_results(found.values)};
      } else {
        throw_no_operation("group_reduce", dtype_of<T>());
      }
    });
  } else {
    return results_of(called_by_keys{}, keys, values);
  }
}

template <class X>
using numbers_or_typed_t = std::conditional_t<any_handle<X>, buffer<key_number>, X>;

}  // namespace detail

// Keys become numbers first, so the call compiles a loop for each type of values, whatever the keys.
// group_reduce(keys, values, reducer, …, options…), or by a function of the values of each group. Keys of a type stay of it, and so do
// values; several columns of keys are those of a table.
template <class Keys, class Values, class... Arguments>
  requires(detail::any_handle_among<Keys, Values> && detail::without_axes<Arguments...> &&
           requires(const detail::numbers_or_typed_t<Keys>& k, const detail::doubles_of_t<Values>& v, const Arguments&... arguments) {
             group_reduce(k, v, arguments...);
           })
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const Arguments&... arguments) {
  const auto results_of = [&](const auto& call, const auto& rows, const auto& x) -> decltype(group_reduce(rows, x, arguments...)) {
    detail::check_rows_of_one_shape("group_reduce", rows, x);
    if constexpr (detail::reducers_and_options<std::remove_cvref_t<decltype(x)>, Arguments...>) {
      return detail::reduce_groups_called(call, rows, x, arguments...);
    } else {
      return detail::call_on_groups(call, rows, x, arguments...);
    }
  };
  return detail::reduce_any_groups(keys, values, detail::option_or(group_order::first_seen, arguments...), results_of);
}
// Along an axis, which has the keys.
template <class Keys, class Values, class F, class... Options>
  requires(detail::any_handle_among<Keys, Values> &&
           requires(const detail::numbers_or_typed_t<Keys>& k, const detail::doubles_of_t<Values>& v, const F& f, const ints& axes,
                    const Options&... options) { group_reduce(k, v, f, axes, options...); })
[[nodiscard]] auto group_reduce(const Keys& keys, const Values& values, const F& f, const ints& axes, const Options&... options) {
  const auto results_of = [&](const auto& call, const auto& rows, const auto& x) -> decltype(group_reduce(rows, x, f, axes, options...)) {
    return detail::reduce_groups_along(call, rows, x, f, axes, options...);
  };
  return detail::reduce_any_groups(keys, values, detail::option_or(group_order::first_seen, options...), results_of);
}

}  // namespace ravel

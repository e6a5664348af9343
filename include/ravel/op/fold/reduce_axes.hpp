// SPDX-License-Identifier: BSL-1.0
// Reductions along some axes: sum, product, mean, min, max, all_of, any_of, none_of, count, reduce, reduce_with. The result is a tensor of
// the axes that are left, each element the bits that the reduction of its slice alone would give. An expression is reduced as it is
// computed.
#pragma once

#include <ravel/op/fold/detail/line_reduction.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/reducer.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <functional>

namespace ravel {

namespace detail {

// The axes are ascending. Defined in src/ for the closed set.
template <class Op, class T>
tensor<axis_result_t<Op, T>> reduced_axes(const tensor<const T>& x, const axis_list& worked);

template <class Op, class X>
auto reduced(const X& x, const axis_list& worked) {
  using T = read_t<X>;
  using C = canonical_t<T>;
  if constexpr (std::same_as<T, C>) {
    return reduced_axes<Op, T>(x, worked);
  } else {
    const auto made = reduced_axes<Op, C>(map(widened<C>{}, x), worked);
    using R = axis_result_t<Op, T>;
    if constexpr (std::same_as<R, axis_result_t<Op, C>>) {
      return made;
    } else {
      return clone(map(widened<R>{}, made));
    }
  }
}

// verb(line, …) says what a policy about NaN makes of a line, and what there is of elements outside the set.
template <class Op, class X, class Verb, class... Options>
auto reduced(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  const axis_list worked = worked_axes(axes, x.rank());
  const auto results = [&] {
    if constexpr (!element<read_t<X>>) {
      return reduced_each(x, worked, [&](const auto& line) {
        if constexpr (is_given<nan_policy, Options...> && may_be_nan<read_t<X>>) {
          return verb(line, option_or(nan_policy::keep, options...));
        } else {
          return verb(line);
        }
      });
    }
    if constexpr (real_or_complex<read_t<X>> && is_given<nan_policy, Options...>) {
      const nan_policy policy = option_or(nan_policy::keep, options...);
      if (policy == nan_policy::skip) return reduced_lines(x, worked, [&](const auto& line) { return verb(line, policy); });
      if (policy == nan_policy::refuse) refuse_nan(x, operation);
    }
    if constexpr (element<read_t<X>>) return reduced<Op>(x, worked);
  };
  if constexpr (is_given<keep_t, Options...>) {
    return keeping_axes(results(), worked);
  } else {
    return results();
  }
}
template <class Op, class X, class... Keep>
auto reduced(const X& x, const ints& axes, const Keep&... kept) {
  return reduced<Op>(
      "", x, axes, [](const auto&...) {}, kept...);
}

// How many are true is all that there is to know of bools.
using decision = bool (*)(index_t found, index_t of);
RAVEL_API tensor<bool> decided(const tensor<const bool>& mask, const ints& axes, decision decide, bool keeps);

template <class X>
concept element_tensor = shaped_reader<X> && element_reader<X>;
template <class X>
concept ordered_tensor = element_tensor<X> && ordered_reader<X>;
template <class X>
concept comparable_tensor = shaped_reader<X> && ordered_reader<X>;
template <class X>
concept summable_tensor = shaped_reader<X> && summable_value<read_t<X>>;
template <class X>
concept unordered_tensor = shaped_reader<X> && !ordered_reader<X>;
template <class X>
concept mask_tensor = shaped_reader<X> && mask<X>;
template <class X>
concept number_tensor = shaped_reader<X> && !mask<X>;

}  // namespace detail

#define RAVEL_AXIS_REDUCTION(name, takes, Op)                                                                   \
  template <detail::takes X, detail::among<keep_t, nan_policy>... Options>                                      \
  [[nodiscard]] auto name(const X& t, const ints& axes, Options... options) {                                   \
    return detail::reduced<detail::Op>(                                                                         \
        #name, t, axes, [](const auto& line, auto... rest) { return ravel::name(line, rest...); }, options...); \
  }

RAVEL_AXIS_REDUCTION(sum, summable_tensor, summing)
RAVEL_AXIS_REDUCTION(product, element_tensor, multiplying)
RAVEL_AXIS_REDUCTION(mean, element_tensor, averaging)
RAVEL_AXIS_REDUCTION(min, comparable_tensor, least)
RAVEL_AXIS_REDUCTION(max, comparable_tensor, greatest)
#undef RAVEL_AXIS_REDUCTION

// As of one line of durations.
template <detail::durations_tensor X, detail::among<keep_t>... Options>
auto mean(const X& t, const ints& axes, Options... options) {
  return detail::as_durations<detail::read_t<X>>(mean(ticks(t), axes, options...));
}

template <detail::mask_tensor X, detail::among<keep_t>... Options>
tensor<index_t> count(const X& t, const ints& axes, Options... options) {
  return detail::reduced<detail::summing>(t, axes, options...);
}

#define RAVEL_AXIS_DECISION(name, decision)                                                                                  \
  template <detail::mask_tensor X, detail::among<keep_t>... Options>                                                         \
  tensor<bool> name(const X& t, const ints& axes, Options...) {                                                              \
    return detail::decided(                                                                                                  \
        t, axes, [](index_t found, [[maybe_unused]] index_t of) { return decision; }, detail::is_given<keep_t, Options...>); \
  }

RAVEL_AXIS_DECISION(all_of, found == of)
RAVEL_AXIS_DECISION(any_of, found > 0)
RAVEL_AXIS_DECISION(none_of, found == 0)
#undef RAVEL_AXIS_DECISION

// Of the elements that a predicate holds for.
#define RAVEL_AXIS_PREDICATE(name)                                                                  \
  template <detail::shaped_reader X, detail::predicate_of<X> P, detail::among<keep_t>... Options>   \
  auto name(const X& t, P holds, const ints& axes, Options... options) {                            \
    return detail::reduced_each_by(                                                                 \
        t, axes, [&](const auto& line) { return ravel::name(line, std::ref(holds)); }, options...); \
  }

RAVEL_AXIS_PREDICATE(all_of)
RAVEL_AXIS_PREDICATE(any_of)
RAVEL_AXIS_PREDICATE(none_of)
RAVEL_AXIS_PREDICATE(count)
#undef RAVEL_AXIS_PREDICATE

// f(… f(f(init, first), second) …) of every line; a reducer over it.
template <detail::shaped_reader X, class A, detail::combines_into<A, detail::read_t<X>> F, detail::among<keep_t>... Options>
auto reduce(const X& t, const A& init, F f, const ints& axes, Options... options) {
  return detail::reduced_each_by(
      t, axes, [&](const auto& line) { return ravel::reduce(line, init, std::ref(f)); }, options...);
}
template <detail::shaped_reader X, detail::reduces<X> Reducer, detail::among<keep_t, nan_policy>... Options>
auto reduce_with(const X& t, const Reducer& reducer, const ints& axes, Options... options) {
  const auto of_line = [&](const auto& line, auto... rest) { return ravel::reduce_with(line, reducer, rest...); };
  using T = canonical_t<detail::read_t<X>>;
  if constexpr (detail::repeats_all<Reducer, T>) {
    return detail::reduced_by(t, axes, of_line, options...);
  } else {
    return detail::reduced_each_by(t, axes, of_line, options...);
  }
}

template <detail::unordered_tensor X, class... Others>
void min(const X& t, const ints& axes, Others... others) = delete;  // the elements have no order: of complex numbers, min(abs(x), axes)
template <detail::unordered_tensor X, class... Others>
void max(const X& t, const ints& axes, Others... others) = delete;  // the elements have no order: of complex numbers, max(abs(x), axes)
template <detail::number_tensor X, class... Others>
void all_of(const X& t, const ints& axes, Others... others) = delete;  // the elements are no bools: all_of(x != 0, axes)
template <detail::number_tensor X, class... Others>
void any_of(const X& t, const ints& axes, Others... others) = delete;  // the elements are no bools: any_of(x != 0, axes)
template <detail::number_tensor X, class... Others>
void none_of(const X& t, const ints& axes, Others... others) = delete;  // the elements are no bools: none_of(x != 0, axes)
template <detail::number_tensor X, class... Others>
void count(const X& t, const ints& axes, Others... others) = delete;  // the elements are no bools: count(x != 0, axes)

// Behind all of these.
template <class... Others>
void sum(detail::any_shaped t, const ints& axes, Others... others) = delete;  // of what has a +; behind the axes: nan_policy::skip, keep
template <class... Others>
void product(detail::any_shaped t, const ints& axes, Others... others) = delete;  // of numbers; behind the axes: nan_policy::skip, keep
template <class... Others>
void mean(detail::any_shaped t, const ints& axes, Others... others) = delete;  // behind the axes: nan_policy::skip, weights{w}, keep
template <class... Others>
void min(detail::any_shaped t, const ints& axes, Others... others) = delete;  // behind the axes: nan_policy::skip, keep
template <class... Others>
void max(detail::any_shaped t, const ints& axes, Others... others) = delete;  // behind the axes: nan_policy::skip, keep

}  // namespace ravel

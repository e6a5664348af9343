// SPDX-License-Identifier: BSL-1.0
// Reductions along axes by the engine's kernels: sums, products, means and extremes. Each result has the bits of the reduction of its line
// alone. An expression is reduced while it is computed. Eager, with fresh results; any thread may call.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/fold/detail/line_reduction.hpp>

namespace ravel::detail {

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

// Reduces each line. verb(line, …) handles policies about NaN and elements outside the closed set.
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

// The kernel of each verb of the form `gathers`.
using kernel_of_sum = summing;
using kernel_of_product = multiplying;
using kernel_of_mean = averaging;
using kernel_of_min = least;
using kernel_of_max = greatest;

// Runs the kernel, or verb(line, options…) if there are options that kernels do not know.
template <class Op, class X, class Verb, class... Options>
auto gathered(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  if constexpr ((among<Options, keep_t, nan_policy> && ...)) {
    return reduced<Op>(operation, x, axes, verb, options...);
  } else {
    return reduced_by(x, axes, verb, options...);
  }
}

}  // namespace ravel::detail

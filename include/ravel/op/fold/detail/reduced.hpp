// SPDX-License-Identifier: BSL-1.0
// Reductions along axes by the engine's kernels: sums, products, means and extremes. Each result has the bits of the reduction of its line
// alone. An expression is reduced while it is computed. Eager, with fresh results; any thread may call.
#pragma once

#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <memory>
#include <vector>

namespace ravel::detail {

// Reductions of lines. A sink takes elements piece by piece and gives a result for each line, or for each line of a band of lines side by
// side. The result has the bits that the reduction of the line alone has. Knows no shapes; one thread uses a sink.

// The product of integers on its way: exact, and parts multiply in any order. Beyond 128 bits, only a factor of 0 brings the product back
// into range.
struct integer_factors {
  int128 product = 1;
  bool zero = false, beyond = false;

  void multiply(const integer_factors& more) {
    zero = zero || more.zero;
    beyond = beyond || more.beyond || (!zero && __builtin_mul_overflow(product, more.product, &product));
  }
  // 64 bits, or an overflow_error. Defined in src/.
  template <class S>
  S result() const;
};

// Defined in src/ for the canonical integers and bool.
template <class T>
integer_factors integer_factors_of(const node<T>& source);

// The reductions of the engine, beside `least` and `greatest`: the result type of each for a T, and its value without elements.
struct summing {
  template <element T>
  using result = sum_t<T>;
  template <class R>
  static R of_none() {
    return R{};
  }
};
struct multiplying {
  template <element T>
  using result = sum_t<T>;
  template <class R>
  static R of_none() {
    return R{1};
  }
};
struct averaging {
  static constexpr const char* name = "mean";
  template <element T>
  using result = std::conditional_t<real_or_complex<T>, T, double>;
};

template <class Op, class T>
struct axis_result : std::type_identity<T> {};
template <class Op, class T>
  requires requires { typename Op::template result<T>; }
struct axis_result<Op, T> : std::type_identity<typename Op::template result<T>> {};
template <class Op, class T>
using axis_result_t = typename axis_result<Op, T>::type;

// Takes the elements of a view piece by piece, in row-major order.
template <class T>
class element_sink {
 public:
  virtual ~element_sink() = default;
  virtual void take(block<const T> b, index_t n) = 0;
  // Takes all rows of a band, which lie `apart` in memory. False if they have to come piece by piece.
  virtual bool take_rows(const T*, index_t /*apart*/) { return false; }
};

// Gives each sink one row in turn, and then starts again with the first. Defined in src/ for every element type.
template <class T>
std::unique_ptr<element_sink<T>> in_passes(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row);

// Takes rows of `band` elements, `inner` rows for a line. Writes the results of each band of lines, `pitch` after those of the band before.
// Defined in src/ for every element type.
struct line_sizes {
  index_t inner, band, pitch;
};
template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const line_sizes& of, axis_result_t<Op, T>* out);

// Adds up each line of a node in a loop that writes no elements. False if the node has no such loop. Defined in src/ for every element
// type.
template <class Op, class T>
bool add_up_lines(const node<T>& lines, index_t inner, axis_result_t<Op, T>* out);

// bands_pay: true if bands of several lines of a sparse node are worth it at so many entries per result. reduce_entries reduces rows of
// `band` elements as above, with `pitch` equal to `band`. Defined in src/ for every element type.
template <class Op, class T>
bool bands_pay(const T& fill, index_t inner, index_t entries);
template <class Op, class T>
void reduce_entries(const node<T>& rows, index_t inner, index_t band, axis_result_t<Op, T>* out);

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
auto reduced_under_policy(const X& x, const ints& axes, Verb verb, const Options&... options) {
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
      // Where NaN is refused, the first line that has one is named.
      const bool by_lines = policy == nan_policy::skip || (policy == nan_policy::refuse && has_nan(x));
      if (by_lines) return reduced_lines(x, worked, [&](const auto& line) { return verb(line, policy); });
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
  return reduced_under_policy<Op>(
      x, axes, [](const auto&...) {}, kept...);
}

// The kernel of each verb of the form `gathers`.
using kernel_of_sum = summing;
using kernel_of_product = multiplying;
using kernel_of_mean = averaging;
using kernel_of_min = least;
using kernel_of_max = greatest;

// Runs the kernel, or verb(line, options…) if there are options that kernels do not know.
template <class Op, class X, class Verb, class... Options>
auto gathered(const X& x, const ints& axes, Verb verb, const Options&... options) {
  if constexpr ((among<Options, keep_t, nan_policy> && ...)) {
    return reduced_under_policy<Op>(x, axes, verb, options...);
  } else {
    return reduced_by(x, axes, verb, options...);
  }
}

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Reductions along some axes: sum, product, mean, min, max, all_of, any_of, none_of, count. The result is a tensor of the axes that are
// left, each element the bits that the reduction of its slice alone would give. An expression is reduced as it is computed.
#pragma once

#include <ravel/op/extreme.hpp>
#include <ravel/op/logic.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/tensor/stretches.hpp>

namespace ravel {

// sum(t, {0}, keep): the axes stay, with extent 1.
struct keep_t {};
inline constexpr keep_t keep{};

namespace detail {

// The reductions of the engine, beside `least` and `greatest`: the element each gives for a T, and what it is of nothing.
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
// A mean that is not rounded to the element's type.
struct centring {
  static constexpr const char* name = "var";
  template <element T>
  using result = std::conditional_t<complex_element<T>, std::complex<double>, double>;
};

template <class Op, class T>
struct axis_result {
  using type = T;
};
template <class Op, class T>
  requires requires { typename Op::template result<T>; }
struct axis_result<Op, T> {
  using type = typename Op::template result<T>;
};
template <class Op, class T>
using axis_result_t = typename axis_result<Op, T>::type;

// Up to so many columns memory is read from end to end; where there are more, strips whose partial sums fit a cache.
inline constexpr index_t widest_strip = 16384, cut_strip = 4096;

// Takes rows of `strip` elements, `inner` of them for a stretch, and writes the results of each stretch, `pitch` after those of the one
// before. Defined in src/ for every element type.
struct stretch_sizes {
  index_t inner, strip, pitch;
};
template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const stretch_sizes& of, axis_result_t<Op, T>* out);

// A row of each turn for every result.
template <class Op, element T>
std::unique_ptr<element_sink<T>> reducing_in_turns(const stretches& plan, axis_result_t<Op, T>* out) {
  std::vector<std::unique_ptr<element_sink<T>>> takers;
  for (index_t i = 0; i < plan.outer; ++i) takers.push_back(reducing<Op, T>({plan.inner, 1, 1}, out + i));
  return in_turns(std::move(takers), plan.inner / plan.turns);
}

template <class Op, class R>
void fill_with_none(R* out, index_t n) {
  if constexpr (requires { Op::template of_none<R>(); }) {
    std::fill_n(out, n, Op::template of_none<R>());
  } else {
    if (n > 0) throw_no_elements(Op::name);
  }
}

// The axes are ascending.
template <class Op, class X>
auto reduced_axes(const X& x, const axis_list& worked) {
  using T = read_t<X>;
  const auto operands = operands_apart(x);
  stretches plan = plan_stretches(x.shape(), worked, operands, widest_strip);
  take_turns(plan, x.shape(), worked, operands);
  const tensor<axis_result_t<Op, T>> made = empty_tensor<axis_result_t<Op, T>>(plan.results);
  auto* const out = tensor_access::data(made);
  if (plan.inner == 0) {
    fill_with_none<Op>(out, made.size());
  } else if (made.size() > 0) {
    const auto reduce_strip = [&](const auto& view, index_t width, index_t start) {
      const auto sink =
          plan.turns > 1 ? reducing_in_turns<Op, T>(plan, out) : reducing<Op, T>({plan.inner, width, plan.strip}, out + start);
      each_piece(view, [&](block<const T> b, index_t n) { sink->take(b, n); });
    };
    const auto view = in_stretches(x, plan);
    if (plan.strip <= widest_strip) {
      reduce_strip(view, plan.strip, 0);
    } else {
      const index_t axis = plan.outer_axes + plan.worked_axes, extent = view.extent(axis), rest = plan.strip / extent;
      const index_t most = std::max<index_t>(1, cut_strip / rest);
      for (index_t start = 0; start < extent; start += most) {
        const index_t count = std::min(most, extent - start);
        reduce_strip(slice(view, axis, start, count), count * rest, start * rest);
      }
    }
  }
  return in_axis_order(made, plan.back);
}

template <class Op, class X>
auto reduced(const X& x, const axis_list& worked) {
  using T = read_t<X>;
  using C = canonical_t<T>;
  if constexpr (std::same_as<T, C>) {
    return reduced_axes<Op>(x, worked);
  } else {
    const auto made = reduced_axes<Op>(map(widened<C>{}, x), worked);
    using R = axis_result_t<Op, T>;
    if constexpr (std::same_as<R, axis_result_t<Op, C>>) {
      return made;
    } else {
      return clone(map(widened<R>{}, made));
    }
  }
}
template <class Op, class X>
auto reduced(const X& x, const ints& axes) {
  return reduced<Op>(x, worked_axes(axes, x.rank()));
}
template <class Op, class X>
auto reduced(const X& x, const ints& axes, keep_t) {
  const axis_list worked = worked_axes(axes, x.rank());
  return keeping_axes(reduced<Op>(x, worked), worked);
}

// How many are true is all that there is to know of bools.
template <class X, class Decide, class... Keep>
auto decided(const X& mask, const ints& axes, Decide decide, Keep... kept) {
  const tensor<index_t> found = reduced<summing>(mask, axes, kept...);
  index_t of = 1;
  for (const index_t axis : worked_axes(axes, mask.rank())) of = mul_index(of, mask.extent(axis));
  return clone(map(decide, found, of));
}

template <class X>
concept element_tensor = shaped_reader<X> && element_reader<X>;
template <class X>
concept ordered_tensor = element_tensor<X> && ordered_reader<X>;
template <class X>
concept unordered_tensor = element_tensor<X> && !ordered_reader<X>;
template <class X>
concept mask_tensor = shaped_reader<X> && mask<X>;
template <class X>
concept number_tensor = shaped_reader<X> && !mask<X>;

}  // namespace detail

#define RAVEL_AXIS_REDUCTION(name, takes, Op)            \
  template <detail::takes X>                             \
  auto name(const X& t, const ints& axes) {              \
    return detail::reduced<detail::Op>(t, axes);         \
  }                                                      \
  template <detail::takes X>                             \
  auto name(const X& t, const ints& axes, keep_t kept) { \
    return detail::reduced<detail::Op>(t, axes, kept);   \
  }

RAVEL_AXIS_REDUCTION(sum, element_tensor, summing)
RAVEL_AXIS_REDUCTION(product, element_tensor, multiplying)
RAVEL_AXIS_REDUCTION(mean, element_tensor, averaging)
RAVEL_AXIS_REDUCTION(min, ordered_tensor, least)
RAVEL_AXIS_REDUCTION(max, ordered_tensor, greatest)
RAVEL_AXIS_REDUCTION(count, mask_tensor, summing)
#undef RAVEL_AXIS_REDUCTION

#define RAVEL_AXIS_DECISION(name, decision)                                                               \
  template <detail::mask_tensor X>                                                                        \
  tensor<bool> name(const X& t, const ints& axes) {                                                       \
    return detail::decided(t, axes, [](index_t found, [[maybe_unused]] index_t of) { return decision; }); \
  }                                                                                                       \
  template <detail::mask_tensor X>                                                                        \
  tensor<bool> name(const X& t, const ints& axes, keep_t kept) {                                          \
    return detail::decided(                                                                               \
        t, axes, [](index_t found, [[maybe_unused]] index_t of) { return decision; }, kept);              \
  }

RAVEL_AXIS_DECISION(all_of, found == of)
RAVEL_AXIS_DECISION(any_of, found > 0)
RAVEL_AXIS_DECISION(none_of, found == 0)
#undef RAVEL_AXIS_DECISION

template <detail::unordered_tensor X, class... Keep>
void min(const X& t, const ints& axes, Keep... kept) = delete;  // the elements have no order: of complex numbers, min(abs(x), axes)
template <detail::unordered_tensor X, class... Keep>
void max(const X& t, const ints& axes, Keep... kept) = delete;  // the elements have no order: of complex numbers, max(abs(x), axes)
template <detail::number_tensor X, class... Keep>
void all_of(const X& t, const ints& axes, Keep... kept) = delete;  // the elements are no bools: all_of(x != 0, axes)
template <detail::number_tensor X, class... Keep>
void any_of(const X& t, const ints& axes, Keep... kept) = delete;  // the elements are no bools: any_of(x != 0, axes)
template <detail::number_tensor X, class... Keep>
void none_of(const X& t, const ints& axes, Keep... kept) = delete;  // the elements are no bools: none_of(x != 0, axes)
template <detail::number_tensor X, class... Keep>
void count(const X& t, const ints& axes, Keep... kept) = delete;  // the elements are no bools: count(x != 0, axes)

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Verbs along dims that do more than the tensor verb: sum and mean, which contract a product of expressions; quantile, reduce, reduce_with,
// scan, softmax, logsumexp; apply_along for any function; and describe_sum, the plan of a sum as text. named/verbs.hpp stamps all others.
// Values are those of the verb on a tensor. Any thread may read results.
#pragma once

#include <ravel/named/einsum.hpp>
#include <ravel/named/verbs.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/fold/softmax.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>

#include <string>

namespace ravel {

namespace detail {

template <class T>
using real_result_t = std::conditional_t<real_element<T>, T, double>;

template <class E>
concept real_named = named_operand<E> && (integer_element<named_value_t<E>> || real_element<named_value_t<E>>);

template <class T>
named<sum_t<T>> sum_along(const named<T>& e, const named_axes& axes) {
  const dims_plan plan = plan_dims("sum", e.of(), axes, axes_are::gone);
  const factors<sum_t<T>> of = factors_of(e);
  if (!of.empty()) return contraction(of, plan);
  return along_axes(e, plan, [](const tensor<const T>& t, const ints& on) -> tensor<const sum_t<T>> {
    if (on.size() == t.rank()) return scalar_tensor<sum_t<T>>(ravel::sum(t));
    return ravel::sum(t, on);
  });
}

template <class T>
using mean_t = std::conditional_t<real_or_complex<T>, T, double>;

// The number of elements that make one result.
RAVEL_API index_t elements_along(const form& of, const dims_plan& plan);

template <class T>
named<mean_t<T>> mean_along(const named<T>& e, const named_axes& axes) {
  using R = mean_t<T>;
  const dims_plan plan = plan_dims("mean", e.of(), axes, axes_are::gone);
  const index_t count = elements_along(e.of(), plan);
  if (const auto of = factors_of(e); !of.empty() && count > 0) {
    const auto share = [by = promoted<R>(count)](const sum_t<T>& total) { return promoted<R>(total) / by; };
    const auto shares = [share](const tensor<const sum_t<T>>& totals, const ints&) { return tensor<const R>(clone(map(share, totals))); };
    const named<sum_t<T>> totals = contraction(of, plan);
    return along_axes(totals, plan_dims("mean", totals.of(), std::vector<dim>{}, axes_are::kept), shares);
  }
  return along_axes(e, plan, [](const tensor<const T>& t, const ints& on) { return tensor<const R>(ravel::mean(t, on)); });
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                                                          \
  extern template RAVEL_API named<sum_t<T>> sum_along(const named<T>& e, const named_axes& axes); \
  extern template RAVEL_API named<mean_t<T>> mean_along(const named<T>& e, const named_axes& axes);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

RAVEL_API shape shape_behind(const shape& axes, index_t another);
// Joins the axes to one, after all others.
RAVEL_API dims with_one_axis(const dims& map, const ints& axes);
template <class T>
tensor<const T> as_one_axis(const tensor<const T>& t, const ints& axes) {
  return viewed(t, [&](const dims& map) { return with_one_axis(map, axes); });
}

// Converts to the type of the function's result.
template <class E>
auto as_real(const E& e) {
  return as_elements<real_result_t<named_value_t<E>>>(e);
}

}  // namespace detail

template <detail::named_operand E, class... Options>
  requires requires(const E& e, const named_axes& axes, const Options&... o) { standard_deviation(e, axes, o...); }
[[nodiscard]] auto std(const E& e, const named_axes& axes, const Options&... options) {
  return standard_deviation(e, axes, options...);
}

// The quantile q of each line.
template <detail::named_operand E, std::floating_point Q, detail::no_keep... Options>
  requires requires(const detail::named_tensor_t<E>& t, const ints& on, Q q, Options... o) { ravel::quantile(t, q, on, o...); }
[[nodiscard]] auto quantile(const E& e, Q q, const named_axes& axes, Options... options) {
  return detail::named_gone("quantile", e, axes, [=](const auto& t, const ints& on) { return ravel::quantile(t, q, on, options...); });
}

// Several quantiles of each line: a positional axis after all others, which e(q) names.
template <detail::named_operand E, detail::number_reader Q = buffer<double>, detail::no_keep... Options>
  requires requires(const detail::named_tensor_t<E>& t, const buffer<double>& q, const ints& on, Options... o) {
    ravel::quantile(t, q, on, o...);
  }
[[nodiscard]] auto quantile(const E& e, const Q& q, const named_axes& axes, Options... options) {
  const buffer<double> shares = detail::clone_as_doubles(q);
  const named<detail::named_value_t<E>> x(e);
  detail::dims_plan plan = detail::plan_dims("quantile", x.of(), axes, detail::axes_are::gone);
  plan.whole.positional = detail::shape_behind(plan.whole.positional, shares.size());
  const auto of = [shares, options...](const tensor<const detail::named_value_t<E>>& t, const ints& on) {
    return ravel::quantile(detail::as_one_axis(t, on), shares, -1, options...);
  };
  return detail::along_axes(x, plan, of);
}

template <detail::named_operand E, detail::no_keep... Options>
  requires requires(const detail::named_tensor_t<E>& t, const ints& on, Options... o) { ravel::sum(t, on, o...); }
[[nodiscard]] auto sum(const E& e, const named_axes& axes, Options... options) {
  if constexpr (element<detail::named_value_t<E>> && sizeof...(Options) == 0) {
    return detail::sum_along<detail::named_value_t<E>>(e, axes);
  } else {
    return detail::named_gone("sum", e, axes, [=](const auto& t, const ints& on) { return ravel::sum(t, on, options...); });
  }
}
// The mean of a product is its sum divided by the number of elements.
template <detail::named_operand E, detail::no_keep... Options>
  requires requires(const detail::named_tensor_t<E>& t, const ints& on, Options... o) { ravel::mean(t, on, o...); }
[[nodiscard]] auto mean(const E& e, const named_axes& axes, Options... options) {
  if constexpr (element<detail::named_value_t<E>> && sizeof...(Options) == 0) {
    return detail::mean_along<detail::named_value_t<E>>(e, axes);
  } else {
    return detail::named_gone("mean", e, axes, [=](const auto& t, const ints& on) { return ravel::mean(t, on, options...); });
  }
}

// exp(e) divided by its sum along the dims; in double for integers. NaN and infinity give the result of that quotient.
template <detail::real_named E>
[[nodiscard]] auto softmax(const E& e, const named_axes& axes) {
  using T = detail::real_result_t<detail::named_value_t<E>>;
  const auto of = [](const tensor<const T>& t, const ints& on) { return detail::softmax_along<T>(t, on, nullptr); };
  return detail::named_kept("softmax", detail::as_real(e), axes, of);
}
// log(sum(exp(e))), without intermediate overflow.
template <detail::real_named E>
[[nodiscard]] auto logsumexp(const E& e, const named_axes& axes) {
  using T = detail::real_result_t<detail::named_value_t<E>>;
  return detail::named_gone("logsumexp", detail::as_real(e), axes, detail::logsumexp_along<T>);
}

// Applies f(tensor, ints) along dims: apply_along(e, k, [](const auto& t, const ints& on) { return diff(t, on); }). If f keeps the axes,
// the dims stay, with the extents that f gives; if f drops them, the dims go. Computed at once.
template <detail::named_operand E, class F>
  requires requires(const F& f, const detail::named_tensor_t<E>& t, const ints& on) {
    { f(t, on) } -> detail::shaped_reader;
  }
[[nodiscard]] auto apply_along(const E& e, const named_axes& axes, const F& f) {
  return detail::named_changed("apply_along", e, axes, f);
}

template <detail::has_dims E, class Q = buffer<double>, class... Options>
  requires detail::is_given<keep_t, Options...>
void quantile(const E& e, const Q& q, const named_axes& axes, Options... o) = delete;  // leave out keep: dims stretch by themselves

// clang-format off
RAVEL_STAMP_0(RAVEL_NAMED_REFUSALS_gone, sum)        // over which dims? several dims are one list: sum(e, {i, k}); leave out keep
RAVEL_STAMP_0(RAVEL_NAMED_REFUSALS_gone, mean)       // over which dims? several dims are one list: mean(e, {i, k}); leave out keep
RAVEL_STAMP_0(RAVEL_NAMED_REFUSALS_gone, logsumexp)  // over which dims? several dims are one list: logsumexp(e, {i, k}); leave out keep
RAVEL_STAMP_0(RAVEL_NAMED_REFUSALS_kept, softmax)    // along which dim? softmax(e, i)
// Left fold within each line: f(… f(first, second) …) up to each element.
RAVEL_STAMP_1(RAVEL_NAMED_CALLS, scan, kept)         // along which dim? scan(e, f, i)
// By a reducer, which may be a user's; or f(… f(f(init, first), second) …) along the dims.
RAVEL_STAMP_1(RAVEL_NAMED_CALLS, reduce_with, gone)  // over which dims? reduce_with(e, reducer, i); leave out keep
RAVEL_STAMP_2(RAVEL_NAMED_CALLS, reduce, gone)       // over which dims? reduce(e, init, f, i); leave out keep
// clang-format on

namespace detail {

template <class T>
std::string sum_text(const named<T>& e, const dims_plan& plan);

template <class S>
std::string einsum_text(std::string_view subscripts, const std::vector<tensor<const S>>& operands);

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API std::string sum_text(const named<T>& e, const dims_plan& plan);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// The plan of sum(e, k), without computing it: the order of pairs, the matrix products with their sizes and routines, the copies made for
// them, and the number of multiplications. The code that runs also makes the plan; only routine and copies of a product are predicted.
// Every extent must be known; otherwise a shape_error.
template <detail::named_operand E>
  requires element<detail::named_value_t<E>>
[[nodiscard]] std::string describe_sum(const E& e, const named_axes& axes) {
  const named<detail::named_value_t<E>> x(e);
  return detail::sum_text(x, detail::plan_dims("describe_sum", x.of(), axes, detail::axes_are::gone));
}

// The plan of einsum(subscripts, operands…), as text, as describe_sum gives it.
template <class... Xs>
  requires(sizeof...(Xs) > 0 && (detail::input<Xs> && ...) && requires { typename detail::joined_element_t<detail::read_t<Xs>...>; })
[[nodiscard]] std::string describe_einsum(std::string_view subscripts, const Xs&... operands) {
  using S = sum_t<detail::joined_element_t<detail::read_t<Xs>...>>;
  return detail::einsum_text<S>(subscripts, {detail::as_element<S>(operands)...});
}
template <detail::tensor_range Operands>
[[nodiscard]] std::string describe_einsum(std::string_view subscripts, const Operands& operands) {
  using S = sum_t<detail::read_t<std::ranges::range_value_t<const Operands>>>;
  return detail::einsum_text<S>(subscripts, detail::all_as_element<S>(operands));
}

}  // namespace ravel

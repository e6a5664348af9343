// SPDX-License-Identifier: BSL-1.0
// sum, product, mean, min, max, count, any_of, all_of, none_of, var, std, norm, median, quantile, argmin, argmax, reduce over dims, which
// are gone then; cumsum, cumprod, cummin, cummax, scan, sort, argsort, softmax along one, which stays; logsumexp; apply_along for any other
// function. A sum or a mean of a product of several expressions is a contraction.
#pragma once

#include <ravel/named/detail/contract.hpp>
#include <ravel/op/fold/axis.hpp>
#include <ravel/op/fold/lines_when_empty.hpp>
#include <ravel/op/fold/softmax.hpp>
#include <ravel/op/stats/variance.hpp>

namespace ravel {

namespace detail {

template <class T>
using real_result_t = std::conditional_t<real_element<T>, T, double>;

template <class E>
concept real_named = named_operand<E> && (integer_element<named_value_t<E>> || real_element<named_value_t<E>>);

template <class E, class F>
auto named_along(const char* operation, const E& e, const named_axes& axes, axes_are then, F f) {
  const named<named_value_t<E>> x(e);
  return along_axes(x, plan_dims(operation, x.of(), axes, then), std::move(f));
}

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

// So many elements make one result.
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
// The axes as one, behind all others.
RAVEL_API dims with_one_axis(const dims& map, const ints& axes);
template <class T>
tensor<const T> as_one_axis(const tensor<const T>& t, const ints& axes) {
  return viewed(t, [&](const dims& map) { return with_one_axis(map, axes); });
}

template <class F, class T>
concept works_along = requires(const F& f, const tensor<const T>& t, const ints& on) {
  { f(t, on) } -> shaped_reader;
};
// The names of what a function makes of values along axes, all others of which it leaves as they are.
RAVEL_API std::vector<dim> labels_along(const dims_plan& plan, std::vector<dim> labels, const shape& before, const shape& after);

template <class Option>
concept no_keep = !std::same_as<Option, keep_t>;

// In the type that the function gives.
template <class E>
auto as_real(const E& e) {
  return as_elements<real_result_t<named_value_t<E>>>(e);
}

}  // namespace detail

#define RAVEL_NAMED_REDUCTION(name)                                                                                                \
  template <detail::named_operand E, detail::no_keep... Options>                                                                   \
    requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on, Options... o) { ravel::name(t, on, o...); } \
  [[nodiscard]] auto name(const E& e, const named_axes& axes, Options... options) {                                                \
    const auto of = [options...](const tensor<const detail::named_value_t<E>>& t, const ints& on) {                                \
      return ravel::name(t, on, options...);                                                                                       \
    };                                                                                                                             \
    return detail::named_along(#name, e, axes, detail::axes_are::gone, of);                                                        \
  }

RAVEL_NAMED_REDUCTION(product)
RAVEL_NAMED_REDUCTION(min)
RAVEL_NAMED_REDUCTION(max)
RAVEL_NAMED_REDUCTION(count)
RAVEL_NAMED_REDUCTION(all_of)
RAVEL_NAMED_REDUCTION(any_of)
RAVEL_NAMED_REDUCTION(none_of)
RAVEL_NAMED_REDUCTION(var)
RAVEL_NAMED_REDUCTION(std)
RAVEL_NAMED_REDUCTION(norm)
RAVEL_NAMED_REDUCTION(median)
RAVEL_NAMED_REDUCTION(argmin)
RAVEL_NAMED_REDUCTION(argmax)
#undef RAVEL_NAMED_REDUCTION

// The quantile q of each line.
template <detail::named_operand E, std::floating_point Q, detail::no_keep... Options>
  requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on, Q q, Options... o) { ravel::quantile(t, q, on, o...); }
[[nodiscard]] auto quantile(const E& e, Q q, const named_axes& axes, Options... options) {
  const auto of = [q, options...](const tensor<const detail::named_value_t<E>>& t, const ints& on) {
    return ravel::quantile(t, q, on, options...);
  };
  return detail::named_along("quantile", e, axes, detail::axes_are::gone, of);
}

// Several quantiles of each line: a positional axis, behind all others, which e(q) gives a name.
template <detail::named_operand E, detail::number_reader Q = buffer<double>, detail::no_keep... Options>
  requires requires(const tensor<const detail::named_value_t<E>>& t, const buffer<double>& q, const ints& on, Options... o) {
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

template <detail::named_operand E>
  requires element<detail::named_value_t<E>>
[[nodiscard]] auto sum(const E& e, const named_axes& axes) {
  return detail::sum_along<detail::named_value_t<E>>(e, axes);
}
template <detail::named_operand E, detail::no_keep Option, detail::no_keep... Options>
  requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on, Option p, Options... o) { ravel::sum(t, on, p, o...); }
[[nodiscard]] auto sum(const E& e, const named_axes& axes, Option option, Options... options) {
  const auto of = [=](const tensor<const detail::named_value_t<E>>& t, const ints& on) { return ravel::sum(t, on, option, options...); };
  return detail::named_along("sum", e, axes, detail::axes_are::gone, of);
}

// Of a product: what its sum is, by the number of elements.
template <detail::named_operand E>
  requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on) { ravel::mean(t, on); }
[[nodiscard]] auto mean(const E& e, const named_axes& axes) {
  using T = detail::named_value_t<E>;
  if constexpr (element<T>) {
    return detail::mean_along<T>(e, axes);
  } else {
    const auto of = [](const tensor<const T>& t, const ints& on) { return ravel::mean(t, on); };
    return detail::named_along("mean", e, axes, detail::axes_are::gone, of);
  }
}
template <detail::named_operand E, detail::no_keep Option, detail::no_keep... Options>
  requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on, Option p, Options... o) {
    ravel::mean(t, on, p, o...);
  }
[[nodiscard]] auto mean(const E& e, const named_axes& axes, Option option, Options... options) {
  const auto of = [=](const tensor<const detail::named_value_t<E>>& t, const ints& on) { return ravel::mean(t, on, option, options...); };
  return detail::named_along("mean", e, axes, detail::axes_are::gone, of);
}

#define RAVEL_NAMED_RUNNING(name)                                                                                                  \
  template <detail::named_operand E, class... Options>                                                                             \
    requires requires(const tensor<const detail::named_value_t<E>>& t, const ints& on, Options... o) { ravel::name(t, on, o...); } \
  [[nodiscard]] auto name(const E& e, const named_axes& axis, Options... options) {                                                \
    const auto of = [options...](const tensor<const detail::named_value_t<E>>& t, const ints& on) {                                \
      return ravel::name(t, on, options...);                                                                                       \
    };                                                                                                                             \
    return detail::named_along(#name, e, axis, detail::axes_are::kept, of);                                                        \
  }

#define RAVEL_ALONG_WHICH_DIM(name)  \
  template <detail::named_operand E> \
  void name(const E& e) = delete;  // along which dim? sort(e, i)

#define RAVEL_FOR_EACH_RUNNING(X) X(cumsum) X(cumprod) X(cummin) X(cummax) X(sort) X(argsort)
RAVEL_FOR_EACH_RUNNING(RAVEL_NAMED_RUNNING)
RAVEL_FOR_EACH_RUNNING(RAVEL_ALONG_WHICH_DIM)
RAVEL_ALONG_WHICH_DIM(softmax)
#undef RAVEL_FOR_EACH_RUNNING
#undef RAVEL_ALONG_WHICH_DIM
#undef RAVEL_NAMED_RUNNING

// f(… f(first, second) …) up to each element of a line.
template <detail::named_operand E, class F>
  requires requires(const tensor<const detail::named_value_t<E>>& t, F f, const ints& on) { ravel::scan(t, f, on); }
[[nodiscard]] auto scan(const E& e, F f, const named_axes& axis) {
  const auto of = [f](const tensor<const detail::named_value_t<E>>& t, const ints& on) { return ravel::scan(t, f, on); };
  return detail::named_along("scan", e, axis, detail::axes_are::kept, of);
}

// exp(e) by its sum along the dims; in double for integers. NaN and infinity go through as in that quotient.
template <detail::real_named E>
[[nodiscard]] auto softmax(const E& e, const named_axes& axes) {
  using T = detail::real_result_t<detail::named_value_t<E>>;
  const auto of = [](const tensor<const T>& t, const ints& on) { return detail::softmax_along<T>(t, on, nullptr); };
  return detail::named_along("softmax", detail::as_real(e), axes, detail::axes_are::kept, of);
}
// log(sum(exp(e))) that does not overflow on the way.
template <detail::real_named E>
[[nodiscard]] auto logsumexp(const E& e, const named_axes& axes) {
  using T = detail::real_result_t<detail::named_value_t<E>>;
  return detail::named_along("logsumexp", detail::as_real(e), axes, detail::axes_are::gone, detail::logsumexp_along<T>);
}

// f(… f(f(init, first), second) …) along the dims.
template <detail::named_operand E, class A, detail::combines_into<A, detail::named_value_t<E>> F>
[[nodiscard]] auto reduce(const E& e, const A& init, F f, const named_axes& axes) {
  const auto of = [init, f](const tensor<const detail::named_value_t<E>>& t, const ints& on) { return ravel::reduce(t, init, f, on); };
  return detail::named_along("reduce", e, axes, detail::axes_are::gone, of);
}
// By a reducer, one of a user's too.
template <detail::named_operand E, detail::reduces<tensor<const detail::named_value_t<E>>> Reducer, detail::no_keep... Options>
[[nodiscard]] auto reduce_with(const E& e, const Reducer& by, const named_axes& axes, Options... options) {
  const auto of = [by, options...](const tensor<const detail::named_value_t<E>>& t, const ints& on) {
    return ravel::reduce_with(t, by, on, options...);
  };
  return detail::named_along("reduce_with", e, axes, detail::axes_are::gone, of);
}

// A function f(tensor, ints) along axes goes along dims: apply_along(e, k, [](const auto& t, const ints& on) { return diff(t, on); }). The
// dims stay, of whatever extents it gives them, or are gone where it gives no axes for them. Computed at once.
template <detail::named_operand E, detail::works_along<detail::named_value_t<E>> F>
[[nodiscard]] auto apply_along(const E& e, const named_axes& axes, const F& f) {
  using T = detail::named_value_t<E>;
  using R = detail::read_t<std::invoke_result_t<const F&, const tensor<const T>&, const ints&>>;
  const named<T> x(e);
  const detail::dims_plan plan = detail::plan_dims("apply_along", x.of(), axes, detail::axes_are::kept);
  detail::check_known(plan.whole);
  const detail::loops others = detail::without(plan.whole.dims, plan.along);
  const detail::labelled<T> given = detail::lowered_inside(x, detail::lowering(others, shape()), plan.along);
  detail::labelled<R> made = detail::worked<R>(given, plan, f);
  made.labels = detail::labels_along(plan, given.labels, given.values.shape(), made.values.shape());
  return detail::bound<R>(std::move(made));
}

#define RAVEL_FOR_EACH_REDUCTION_OVER_DIMS(X) \
  X(sum)                                      \
  X(product) X(mean) X(min) X(max) X(count) X(all_of) X(any_of) X(none_of) X(var) X(std) X(norm) X(median) X(argmin) X(argmax) X(logsumexp)

// What is reduced stretches along a dim that is gone, and an axis that is kept would have no name. (Compilers show the name of the macro.)
#define RAVEL_LEAVE_OUT_KEEP_SINCE_DIMS_STRETCH(name)  \
  template <detail::named_operand E, class... Options> \
    requires detail::is_given<keep_t, Options...>      \
  void name(const E& e, const named_axes& axes, Options... options) = delete;  // leave out keep: dims stretch by themselves
#define RAVEL_TAKES_DIMS_IN_BRACES(name)            \
  template <detail::named_operand E, class... Dims> \
  void name(const E& e, const dim& first, const dim& second, const Dims&... more) = delete;  // several dims are one list: sum(e, {i, k})
#define RAVEL_OVER_WHICH_DIMS(name)  \
  template <detail::named_operand E> \
  void name(const E& e) = delete;  // over which dims? Over all: sum(e, dims_of(e))

RAVEL_FOR_EACH_REDUCTION_OVER_DIMS(RAVEL_LEAVE_OUT_KEEP_SINCE_DIMS_STRETCH)
RAVEL_FOR_EACH_REDUCTION_OVER_DIMS(RAVEL_TAKES_DIMS_IN_BRACES)
RAVEL_FOR_EACH_REDUCTION_OVER_DIMS(RAVEL_OVER_WHICH_DIMS)
#undef RAVEL_OVER_WHICH_DIMS
#undef RAVEL_TAKES_DIMS_IN_BRACES
#undef RAVEL_LEAVE_OUT_KEEP_SINCE_DIMS_STRETCH
#undef RAVEL_FOR_EACH_REDUCTION_OVER_DIMS

template <detail::named_operand E, class Q = buffer<double>, class... Options>
  requires detail::is_given<keep_t, Options...>
void quantile(const E& e, const Q& q, const named_axes& axes, Options... o) = delete;  // leave out keep: dims stretch by themselves
template <detail::named_operand E, class By, class... Options>
  requires detail::is_given<keep_t, Options...>
void reduce_with(const E& e, const By& by, const named_axes& axes, Options... o) = delete;  // leave out keep: dims stretch by themselves
template <detail::named_operand E, class A, class F, class... Options>
  requires detail::is_given<keep_t, Options...>
void reduce(const E& e, const A& init, F f, const named_axes& axes, Options... o) = delete;  // leave out keep: dims stretch by themselves

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Verbs along dims, stamped from the table op/verbs.hpp: rolling(e, 3, reducer::mean, i) is what rolling does along the axis that i binds.
// Done at once where every extent is known. Values are those of the verb on a tensor; whoever reads them may do so from any thread.
#pragma once

#include <ravel/named/axes.hpp>
#include <ravel/named/elementwise.hpp>
#include <ravel/op/detail/pairs.hpp>
#include <ravel/op/verbs.hpp>

namespace ravel {

namespace detail {

template <class Option>
concept no_keep = !std::same_as<Option, keep_t>;

template <class E>
using named_tensor_t = tensor<const named_value_t<E>>;

// f(values, axes): the dims along which it goes are gone, or stay with the extents that they have.
template <class E, class F>
auto named_gone(const char* operation, const E& e, const named_axes& axes, F f) {
  const expression_t<E> x(e);
  return along_axes(x, plan_dims(operation, x.of(), axes, axes_are::gone), std::move(f));
}
template <class E, class F>
auto named_kept(const char* operation, const E& e, const named_axes& axes, F f) {
  const expression_t<E> x(e);
  return along_axes(x, plan_dims(operation, x.of(), axes, axes_are::kept), std::move(f));
}

// The names of what a function makes of values along axes, all others of which it leaves as they are.
RAVEL_API std::vector<dim> labels_along(const dims_plan& plan, std::vector<dim> labels, const shape& before, const shape& after);

// They stay with the extents that f gives them, which are known once it has run: it runs now.
template <class E, class F>
auto named_changed(const char* operation, const E& e, const named_axes& axes, const F& f) {
  const expression_t<E> x(e);
  const dims_plan plan = plan_dims(operation, x.of(), axes, axes_are::kept);
  check_known(plan.whole);
  const loops others = without(plan.whole.dims, plan.along);
  const auto given = lowered_inside(x, lowering(others, shape()), plan.along);
  auto made = worked<labelled_in<worked_t<expression_t<E>, F>>>(given, plan, f);
  made.labels = labels_along(plan, given.labels, given.values.shape(), made.values.shape());
  return bound(std::move(made));
}

}  // namespace detail

// A reduced operand stretches along a dim that is gone, and an axis that is kept would have no name. (Compilers show the name of the
// macro.)
#define RAVEL_LEAVE_OUT_KEEP_SINCE_DIMS_STRETCH(name, types, parameters, names)                      \
  template <detail::has_dims E, RAVEL_LISTED types class... Options>                                 \
    requires detail::is_given<keep_t, Options...>                                                    \
  void name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) = \
      delete;  // leave out keep: dims stretch by themselves
#define RAVEL_TAKES_DIMS_IN_BRACES(name)       \
  template <detail::has_dims E, class... Dims> \
  void name(const E& e, const dim& first, const dim& second, const Dims&... more) = delete;  // several dims are one list: sum(e, {i, k})
#define RAVEL_OVER_WHICH_DIMS(name) \
  template <detail::has_dims E>     \
  void name(const E& e) = delete;  // over which dims? Over all: sum(e, dims_of(e))
#define RAVEL_ALONG_WHICH_DIM(name) \
  template <detail::has_dims E>     \
  void name(const E& e) = delete;  // along which dim? sort(e, i)

#define RAVEL_NAMED_REFUSALS_gone(name, ...)                 \
  RAVEL_LEAVE_OUT_KEEP_SINCE_DIMS_STRETCH(name, __VA_ARGS__) \
  RAVEL_TAKES_DIMS_IN_BRACES(name)                           \
  RAVEL_OVER_WHICH_DIMS(name)
#define RAVEL_NAMED_REFUSALS_kept(name, ...) RAVEL_ALONG_WHICH_DIM(name)
#define RAVEL_NAMED_REFUSALS_changed(name, ...) RAVEL_ALONG_WHICH_DIM(name)

// The verb is called by its plain name, so that the tensor's overload is found where it is declared.
#define RAVEL_NAMED_CALLS(name, as, types, parameters, names)                                                                  \
  template <detail::named_operand E, RAVEL_LISTED types detail::no_keep... Options>                                            \
    requires requires(const detail::named_tensor_t<E>& t, RAVEL_LISTED parameters const ints& on, const Options&... options) { \
      name(t, RAVEL_LISTED names on, options...);                                                                              \
    }                                                                                                                          \
  [[nodiscard]] auto name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) {             \
    const auto verb = [RAVEL_LISTED names options...](const auto& t, const ints& on) {                                         \
      return name(t, RAVEL_LISTED names on, options...);                                                                       \
    };                                                                                                                         \
    return detail::named_##as(#name, e, axes, verb);                                                                           \
  }                                                                                                                            \
  RAVEL_NAMED_REFUSALS_##as(name, types, parameters, names)
// The lines of two expressions, side by side over the dims of both.
#define RAVEL_NAMED_CALLS_PAIRS(name, as)                                                                                  \
  template <class A, class B, detail::no_keep... Options>                                                                  \
    requires((detail::named_operand<A> || detail::named_operand<B>) && detail::named_source<A> && detail::named_source<B>) \
  [[nodiscard]] auto name(const A& a, const B& b, const named_axes& axes, const Options&... options) {                     \
    const auto of_pairs = [options...](const auto& pairs, const ints& on) {                                                \
      const auto verb = [](const auto&... given) { return name(given...); };                                               \
      return detail::reduced_line_pairs(pairs, on, verb, options...);                                                      \
    };                                                                                                                     \
    return detail::named_##as(#name, map(detail::paired{}, a, b), axes, of_pairs);                                         \
  }

#define RAVEL_NAMED(name) RAVEL_STAMP(RAVEL_NAMED_CALLS, name)
// (Clang shows this line.)
RAVEL_FOR_EACH_VERB(RAVEL_NAMED)  // over which dims, or along which dim? several dims are one list: {i, k}; leave out keep

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Verbs along axes of distributed tensors: sums, sorts, transforms, windows, filters and all others whose lines stand alone. Lines that are
// cut are first brought together, or get borders; then each rank runs the verb of one machine on its own, so results have its bits.
// covariance, correlation, linear_regression and theil_sen of pairs, along axes and of all elements: one side may be a local tensor, and
// lines of pairs come together as those of one tensor do. Collective.
#pragma once

#include <ravel/mpi/detail/by_lines.hpp>
#include <ravel/mpi/order.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/fold/reduce.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/fold/softmax.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/ewm.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/walk/axis_plan.hpp>

namespace ravel {
namespace mpi {

namespace detail {

// A tensor whose elements travel.
template <class R>
concept made_of_lines = readable<R> && travelling<ravel::detail::read_t<R>>;
template <class... Args>
concept without_target = !(std::derived_from<Args, distribution> || ...) && !ravel::detail::gives_into<Args...>;
// It may be called with what the verb takes beside lines, if it makes such a tensor of them. Never defined.
template <class Verb, distributed X, class... Args>
  requires(without_target<Args...> &&
           requires(const Verb& verb, const ravel::tensor<typename X::value_type>& lines, const Args&... args) {
             { verb(lines, args...) } -> made_of_lines;
           })
void works_on_lines(const X& x, const Args&... args);

// The tensor that stands for an operand on one machine.
template <class X>
using on_one_machine_t = ravel::tensor<const value_in_t<X>>;

// The verb of the lines of two operands, of which `pairs` has the elements.
template <class Pairs, class Verb, class... Options>
auto reduced_over_pairs(const char* operation, const Pairs& pairs, const ints& axes, const distribution* how, const Verb& verb,
                        const Options&... options) {
  const auto of_lines = [&](const auto& t, const ints& on) { return ravel::detail::reduced_line_pairs(t, on, verb, options...); };
  return by_lines(operation, pairs, axes, how, of_lines, said_arguments(options...), [] { return maybe_border(); });
}

}  // namespace detail

#define RAVEL_MPI_CALLS(name, ...)                \
  struct calls_##name {                           \
    template <class... Args>                      \
    auto operator()(const Args&... args) const    \
      requires requires { ravel::name(args...); } \
    {                                             \
      return ravel::name(args...);                \
    }                                             \
  };

// A distribution of the result stands behind the axes, before options. Without one, the result lies as its operand does.
#define RAVEL_MPI_LINES(name, ...)                   \
  RAVEL_MPI_LINES_TO(name, (), nullptr, __VA_ARGS__) \
  RAVEL_MPI_LINES_TO(name, (const distribution& how, ), &how, __VA_ARGS__)
#define RAVEL_MPI_LINES_TO(name, where, to, types, parameters, names)                                                           \
  template <class X, RAVEL_LISTED types class... Options>                                                                       \
    requires requires(const X& x, RAVEL_LISTED parameters const ints& on, const Options&... options) {                          \
      detail::works_on_lines<detail::calls_##name>(x, RAVEL_LISTED names on, options...);                                       \
    }                                                                                                                           \
  [[nodiscard]] auto name(const X& x, RAVEL_LISTED parameters const ints& axes, RAVEL_LISTED where const Options&... options) { \
    const auto verb = [&](const auto& t, const ints& on) { return ravel::name(t, RAVEL_LISTED names on, options...); };         \
    const auto near = [&] {                                                                                                     \
      constexpr const detail::calls_##name* calls = nullptr;                                                                    \
      return border_of(calls, std::type_identity<typename X::value_type>(), RAVEL_LISTED names options...);                     \
    };                                                                                                                          \
    return detail::by_lines(#name, x, axes, to, verb, detail::said_arguments(RAVEL_LISTED names options...), near);             \
  }
// Of the lines of two tensors side by side, one of which may be broadcast to the shape of the other.
#define RAVEL_MPI_LINES_PAIRS(name)           \
  RAVEL_MPI_LINES_PAIRS_TO(name, (), nullptr) \
  RAVEL_MPI_LINES_PAIRS_TO(name, (const distribution& how, ), &how)
#define RAVEL_MPI_LINES_PAIRS_TO(name, where, to)                                                                               \
  template <class A, class B, detail::without_target... Options>                                                                \
    requires(detail::spread_among<A, B> && requires(const detail::on_one_machine_t<A>& x, const detail::on_one_machine_t<B>& y, \
                                                    const ints& on, const Options&... o) { ravel::name(x, y, on, o...); })      \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, RAVEL_LISTED where const Options&... options) {             \
    const auto verb = [](const auto&... given) { return ravel::name(given...); };                                               \
    return detail::reduced_over_pairs(#name, map(ravel::detail::paired{}, a, b), axes, to, verb, options...);                   \
  }

namespace detail {
#define RAVEL_MPI_CALLS_PAIRS(name)
#define RAVEL_MPI_CALLS_OF(name) RAVEL_STAMP_LINES(RAVEL_MPI_CALLS, name)
RAVEL_FOR_EACH_VERB(RAVEL_MPI_CALLS_OF)
RAVEL_MPI_CALLS(compress)
#undef RAVEL_MPI_CALLS_OF
#undef RAVEL_MPI_CALLS_PAIRS
}  // namespace detail

// The verb of the same name along axes, with its arguments and options. Lines that are cut come together first, or windows get borders;
// each rank computes its own. (A mask of compress is of an axis by number, so that it has no named form.)
#define RAVEL_MPI_LINES_OF(name) RAVEL_STAMP_LINES(RAVEL_MPI_LINES, name)
RAVEL_FOR_EACH_VERB(RAVEL_MPI_LINES_OF)
RAVEL_STAMP_1(RAVEL_MPI_LINES, compress)
#undef RAVEL_MPI_LINES_OF

#define RAVEL_MPI_WEIGHED(name, types, parameters, names)                                                                            \
  template <detail::distributed X, RAVEL_LISTED types class... Options>                                                              \
    requires((detail::are_spread_weights<Options> || ...) &&                                                                         \
             requires(const X& x, RAVEL_LISTED parameters const ints& on, const detail::collected_option_t<Options>&... collected) { \
               name(x, RAVEL_LISTED names on, collected...);                                                                         \
             })                                                                                                                      \
  [[nodiscard]] auto name(const X& x, RAVEL_LISTED parameters const ints& axes, const Options&... options) {                         \
    return name(x, RAVEL_LISTED names axes, detail::collected_option(options)...);                                                   \
  }
// The same by distributed weights, which have the shape of a line and come to all ranks.
RAVEL_STAMP_0(RAVEL_MPI_WEIGHED, mean)
RAVEL_STAMP_0(RAVEL_MPI_WEIGHED, geometric_mean)
RAVEL_STAMP_0(RAVEL_MPI_WEIGHED, harmonic_mean)
RAVEL_STAMP_0(RAVEL_MPI_WEIGHED, median)
RAVEL_STAMP_0(RAVEL_MPI_WEIGHED, quartiles)
RAVEL_STAMP_1(RAVEL_MPI_WEIGHED, quantile)
template <detail::distributed X, class W, class Reducer, class... Options>
  requires requires(const X& x, const ravel::weights& given, const Reducer& reducer, const ints& on, const Options&... options) {
    rolling(x, given, reducer, on, options...);
  }
[[nodiscard]] auto rolling(const X& x, const weights<W>& given, const Reducer& reducer, const ints& axes, const Options&... options) {
  return rolling(x, detail::collected_option(given), reducer, axes, options...);
}
#undef RAVEL_MPI_WEIGHED
#undef RAVEL_MPI_CALLS
#undef RAVEL_MPI_LINES
#undef RAVEL_MPI_LINES_TO
#undef RAVEL_MPI_LINES_PAIRS
#undef RAVEL_MPI_LINES_PAIRS_TO

#define RAVEL_MPI_BY_FUNCTION(name)                                                                                            \
  template <detail::distributed X, class F>                                                                                    \
    requires requires(const ravel::tensor<typename X::value_type>& t, index_arg axis, const F& f) {                            \
      { ravel::name(t, axis, f) } -> detail::made_of_lines;                                                                    \
    }                                                                                                                          \
  [[nodiscard]] auto name(const X& x, index_arg axis, const F& f) {                                                            \
    const auto verb = [&](const auto& t, const ints&) { return ravel::name(t, axis, f); };                                     \
    return detail::by_lines(#name, x, {axis}, nullptr, verb, detail::said_argument(f), [] { return detail::maybe_border(); }); \
  }
// Calls f(line) for every line along an axis, on the rank that has it, as on one machine. The results of reduce_axis are elements of a
// tensor without that axis, those of map_axis its lines.
RAVEL_MPI_BY_FUNCTION(reduce_axis)
RAVEL_MPI_BY_FUNCTION(map_axis)
#undef RAVEL_MPI_BY_FUNCTION

namespace detail {

template <class A, class B>
void check_pairs_of_one_shape(const char* operation, const A& a, const B& b) {
  const ravel::shape first = joined_shape(a), second = joined_shape(b);
  if (first != second) ravel::detail::throw_not_of_one_shape(operation, first, second);
}

// The comoments of all pairs; nothing if there are none. Blocks of one machine are as long as the shorter ones of both types.
template <class A, class B, class Paired = ravel::detail::paired>
std::optional<comoments> comoments_over_ranks(const call& operation, const A& a, const B& b, nan_policy policy, Paired paired = {}) {
  check_pairs_of_one_shape(operation.name, a, b);
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation.name, a, b);
  const auto pairs = map(paired, a, b);
  using both = typename std::remove_cvref_t<decltype(pairs)>::value_type;
  const auto of_part = [&](const auto& part) {
    const reader<both> lent = ravel::detail::borrowed_handle(part);
    return ravel::detail::reduce_under(operation.name, policy, reducer::comoments, field(lent, &both::first), field(lent, &both::second));
  };
  const index_t block = std::min(ravel::detail::block_length<decltype(both::first)>, ravel::detail::block_length<decltype(both::second)>);
  return state_over_ranks(operation, pairs, reducer::comoments, block, of_part);
}
template <class A, class B>
comoments comoments_of_some(const call& operation, const A& a, const B& b, nan_policy policy) {
  const auto found = comoments_over_ranks(operation, a, b, policy);
  if (!found) ravel::detail::throw_no_elements(operation.name, joined_shape(a));
  return *found;
}
struct paired_in_doubles {
  template <class A, class B>
  ravel::detail::value_pair<double, double> operator()(const A& a, const B& b) const {
    return {static_cast<double>(a), static_cast<double>(b)};
  }
};

// The result of a verb that orders all pairs. Rank 0 must have room for them.
template <class A, class B, class Verb, class... Options>
auto ordered_pairs_over_ranks(const char* operation, const A& a, const B& b, const Verb& verb, const Options&... options) {
  check_pairs_of_one_shape(operation, a, b);
  const auto pairs = map(ravel::detail::paired{}, a, b);
  using both = typename std::remove_cvref_t<decltype(pairs)>::value_type;
  const auto of_all = [&](const auto& whole) {
    const reader<both> lent = ravel::detail::borrowed_handle(whole);
    return verb(field(lent, &both::first), field(lent, &both::second), options...);
  };
  return worked_on_rank_0(operation, pairs, said_arguments(options...), of_all);
}

template <class... Xs>
concept pairs_of_ranks = spread_among<Xs...> && ((element<value_in_t<Xs>> && !complex_element<value_in_t<Xs>>)&&...);

}  // namespace detail

// The mean of the products of the distances from both means, of all elements; value_error if there are none.
template <class A, class B, ravel::detail::among<ddof, nan_policy>... Options>
  requires detail::pairs_of_ranks<A, B>
[[nodiscard]] double covariance(const A& a, const B& b, Options... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  return detail::comoments_of_some({"covariance", detail::said_arguments(options...)}, a, b, policy)
      .covariance(ravel::detail::option_or(ddof{}, options...));
}
// The correlation of all pairs, from -1 to 1; NaN if one side does not vary. By spearman or kendall, all pairs come to rank 0.
template <class A, class B, ravel::detail::among<correlation_kind, nan_policy>... Options>
  requires detail::pairs_of_ranks<A, B>
[[nodiscard]] double correlation(const A& a, const B& b, Options... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  const correlation_kind kind = ravel::detail::option_or(correlation_kind::pearson, options...);
  if (kind == correlation_kind::pearson)
    return detail::comoments_of_some({"correlation", detail::said_arguments(policy)}, a, b, policy).pearson();
  detail::check_pairs_of_one_shape("correlation", a, b);
  const ravel::shape extents = detail::joined_shape(a);
  if (extents.elements() == 0) ravel::detail::throw_no_elements("correlation", extents);
  const auto verb = [](const auto&... given) { return ravel::correlation(given...); };
  return detail::ordered_pairs_over_ranks("correlation", a, b, verb, kind, policy);
}
// The least-squares line through all pairs.
template <class A, class B>
  requires detail::pairs_of_ranks<A, B>
line_fit linear_regression(const A& x, const B& y, nan_policy policy = nan_policy::keep) {
  const auto of_all =
      detail::comoments_over_ranks({"linear_regression", detail::said_arguments(policy)}, x, y, policy, detail::paired_in_doubles{});
  return ravel::detail::fitted_line(of_all.value_or(comoments{}));
}
// The line of the median slope through all pairs, which come to rank 0.
template <class A, class B>
  requires detail::pairs_of_ranks<A, B>
median_line theil_sen(const A& x, const B& y, nan_policy policy = nan_policy::keep) {
  const auto verb = [](const auto&... given) { return ravel::theil_sen(given...); };
  return detail::ordered_pairs_over_ranks("theil_sen", x, y, verb, policy);
}

}  // namespace mpi
}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Statistics of pairs of distributed elements: covariance, correlation, linear_regression and theil_sen, along axes and of all elements.
// One side may be a local tensor. Lines of pairs come together as those of one tensor do; results have the bits of one machine. Collective.
#pragma once

#include <ravel/mpi/lines.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/stats/regression.hpp>

namespace ravel {
namespace mpi {
namespace detail {

// What stands for an operand on one machine.
template <class X>
using on_one_machine_t = ravel::tensor<const value_in_t<X>>;
template <class... Args>
concept without_target = !(std::derived_from<Args, distribution> || ...) && !ravel::detail::gives_into<Args...>;

// The verb of the lines of two operands, of which `pairs` has the elements.
template <class Pairs, class Verb, class... Options>
auto reduced_over_pairs(const char* operation, const Pairs& pairs, const ints& axes, const distribution* how, const Verb& verb,
                        const Options&... options) {
  const auto of_lines = [&](const auto& t, const ints& on) { return ravel::detail::reduced_line_pairs(t, on, verb, options...); };
  return by_lines(operation, pairs, axes, how, of_lines, said_arguments(options...), [] { return maybe_border(); });
}

template <class A, class B>
void check_pairs_of_one_shape(const char* operation, const A& a, const B& b) {
  const ravel::shape first = joined_shape(a), second = joined_shape(b);
  if (first != second) ravel::detail::throw_not_of_one_shape(operation, first, second);
}

// The comoments of all pairs; nothing if there are none. Blocks of one machine are as long as the shorter ones of both types.
template <class A, class B, class Paired = ravel::detail::paired>
std::optional<comoments> comoments_over_ranks(const char* operation, const A& a, const B& b, nan_policy policy, Paired paired = {}) {
  check_pairs_of_one_shape(operation, a, b);
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, a, b);
  const auto pairs = map(paired, a, b);
  using both = typename std::remove_cvref_t<decltype(pairs)>::value_type;
  const auto of_part = [&](const auto& part) {
    const reader<both> lent = ravel::detail::borrowed_handle(part);
    return ravel::detail::reduce_under(operation, policy, reducer::comoments, field(lent, &both::first), field(lent, &both::second));
  };
  const index_t block = std::min(ravel::detail::block_length<decltype(both::first)>, ravel::detail::block_length<decltype(both::second)>);
  return state_over_ranks(operation, pairs, reducer::comoments, block, of_part);
}
template <class A, class B>
comoments comoments_of_some(const char* operation, const A& a, const B& b, nan_policy policy) {
  const auto found = comoments_over_ranks(operation, a, b, policy);
  if (!found) ravel::detail::throw_no_elements(operation, joined_shape(a));
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

#define RAVEL_MPI_PAIRS(name)           \
  RAVEL_MPI_PAIRS_TO(name, (), nullptr) \
  RAVEL_MPI_PAIRS_TO(name, (const distribution& how, ), &how)
#define RAVEL_MPI_PAIRS_TO(name, where, to)                                                                                     \
  template <class A, class B, detail::without_target... Options>                                                                \
    requires(detail::spread_among<A, B> && requires(const detail::on_one_machine_t<A>& x, const detail::on_one_machine_t<B>& y, \
                                                    const ints& on, const Options&... o) { ravel::name(x, y, on, o...); })      \
  [[nodiscard]] auto name(const A& a, const B& b, const ints& axes, RAVEL_LISTED where const Options&... options) {             \
    const auto verb = [](const auto&... given) { return ravel::name(given...); };                                               \
    return detail::reduced_over_pairs(#name, map(ravel::detail::paired{}, a, b), axes, to, verb, options...);                   \
  }
// The verb of this name along axes, of the lines of two tensors side by side. One may be broadcast to the shape of the other.
RAVEL_MPI_PAIRS(covariance)
RAVEL_MPI_PAIRS(correlation)
RAVEL_MPI_PAIRS(linear_regression)
RAVEL_MPI_PAIRS(theil_sen)
#undef RAVEL_MPI_PAIRS_TO
#undef RAVEL_MPI_PAIRS

// The mean of the products of the distances from both means, of all elements; value_error if there are none.
template <class A, class B, ravel::detail::among<ddof, nan_policy>... Options>
  requires detail::pairs_of_ranks<A, B>
[[nodiscard]] double covariance(const A& a, const B& b, Options... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  return detail::comoments_of_some("covariance", a, b, policy).covariance(ravel::detail::option_or(ddof{}, options...));
}
// The correlation of all pairs, from -1 to 1; NaN if one side does not vary. By spearman or kendall, all pairs come to rank 0.
template <class A, class B, ravel::detail::among<correlation_kind, nan_policy>... Options>
  requires detail::pairs_of_ranks<A, B>
[[nodiscard]] double correlation(const A& a, const B& b, Options... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  const correlation_kind kind = ravel::detail::option_or(correlation_kind::pearson, options...);
  if (kind == correlation_kind::pearson) return detail::comoments_of_some("correlation", a, b, policy).pearson();
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
  const auto of_all = detail::comoments_over_ranks("linear_regression", x, y, policy, detail::paired_in_doubles{});
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

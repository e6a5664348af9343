// SPDX-License-Identifier: BSL-1.0
// Verbs that distributed tensors do not have, or not with these arguments: a call of one is a single error that says so, also of tensors
// with names for their axes. Declarations only.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/mpi/means.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/verbs.hpp>

namespace ravel {
namespace mpi {

template <class X>
class named;
template <class T>
class sparse_tensor;

namespace detail {

// A distributed tensor, dense or sparse, one with names for its axes, or weights of one.
struct no_distributed_form {
  template <distributed X>
  no_distributed_form(const X& x);  // never defined
  template <class X>
  no_distributed_form(const named<X>& x);
  template <class T>
  no_distributed_form(const sparse_tensor<T>& x);
  template <class W>
  no_distributed_form(const weights<W>& given);
};

struct anything {
  template <class A>
  anything(const A& a);  // never defined
};

// An argument that is neither axes, nor elements, nor a distribution, nor an option of a reduction of all elements.
template <class A>
concept other_argument = !std::convertible_to<const A&, ints> && !readable<A> && !distributed<A> && !std::derived_from<A, distribution> &&
                         !ravel::detail::among<A, ddof, elements_are, nan_policy, quantile_rule> && !any_weights<A>;

}  // namespace detail

// Overloads that take the arguments match better. An ellipsis takes no braces, so axes have their own parameter; and options would be taken
// for wrong axes.
#define RAVEL_MPI_REFUSES_OPERANDS(name)                                                    \
  void name(detail::no_distributed_form, ...) = delete;                                     \
  void name(detail::no_distributed_form, const ints& axes, ...) = delete;                   \
  void name(detail::no_distributed_form, detail::anything, const ints& axes, ...) = delete; \
  void name(detail::anything, detail::no_distributed_form, ...) = delete;
#define RAVEL_MPI_REFUSES(name)                                                                                \
  RAVEL_MPI_REFUSES_OPERANDS(name)                                                                             \
  template <detail::distributed X, detail::other_argument No_distributed_form, detail::other_argument... More> \
  void name(const X&, const No_distributed_form&, const More&...) = delete;
RAVEL_FOR_EACH_VERB(RAVEL_MPI_REFUSES)  // not distributed, or not so: collect(x) is local; docs/mpi.md has the list
// Verbs without a row in the table. check_refusals.py finds those that are missing here.
#define RAVEL_MPI_OTHER_VERBS(do_with)                                                                                                  \
  do_with(apply_along) do_with(arg_join) do_with(arg_join_asof) do_with(arg_outliers) do_with(arggroup) do_with(arggroup_by)            \
      do_with(argpartition) do_with(argpartition_by) do_with(argsort_by) do_with(binary_search) do_with(categorize) do_with(close)      \
          do_with(concat) do_with(digitize) do_with(dot) do_with(drop_missing) do_with(einsum) do_with(equal) do_with(for_each)         \
              do_with(gather_groups) do_with(group_apply) do_with(index_of) do_with(interleave) do_with(interp) do_with(lower_bound)    \
                  do_with(matmul) do_with(membership) do_with(merge_sorted) do_with(missing_where) do_with(nonzero) do_with(ordered_by) \
                      do_with(outer) do_with(pad) do_with(rearrange) do_with(repeat) do_with(reverse) do_with(searchsorted)             \
                          do_with(select_or) do_with(shift) do_with(shuffle) do_with(split_columns) do_with(stack) do_with(to_sparse)   \
                              do_with(unique) do_with(unique_all) do_with(upper_bound) do_with(value_counts)
RAVEL_MPI_OTHER_VERBS(RAVEL_MPI_REFUSES)  // not distributed, or not so: collect(x) is local; docs/mpi.md has the list
// These take a condition, which would be another argument.
RAVEL_MPI_REFUSES_OPERANDS(filter)     // of a distributed tensor, by a condition of an element: filter(x, f)
RAVEL_MPI_REFUSES_OPERANDS(argfilter)  // of a distributed tensor, by a condition of an element: argfilter(x, f); of a mask argfilter(m)
#undef RAVEL_MPI_OTHER_VERBS
#undef RAVEL_MPI_REFUSES
#undef RAVEL_MPI_REFUSES_OPERANDS

}  // namespace mpi
}  // namespace ravel

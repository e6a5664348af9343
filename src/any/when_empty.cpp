// SPDX-License-Identifier: BSL-1.0
// Finds the lines of run-time typed data that have elements left, and puts the value of when_empty in the results of the others.
#include <ravel/any/elementwise.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/when_empty.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

bool may_be_nan_at_run_time(dtype type) { return kind_of(type) == element_kind::real || kind_of(type) == element_kind::complex; }

shape with_worked_extents_of_1(const shape& of, const ints& axes) {
  std::vector<index_t> extents(of.begin(), of.end());
  for (const index_t axis : worked_axes(axes, of.rank())) extents[static_cast<std::size_t>(axis)] = 1;
  return shape(extents);
}

}  // namespace

any_tensor some_elements(dtype type, const shape& of) { return is_text(type) ? empty(type, of) : zeros(type, of); }

bool nothing_left(const any_data& x, nan_policy policy) {
  if (x.values.size() == 0) return true;
  return policy == nan_policy::skip && may_be_nan_at_run_time(x.values.dtype()) && all_of(x.values != x.values);
}

any_left lines_left_of(const any_data& x, const ints& axes, nan_policy policy) {
  const shape lines = with_worked_extents_of_1(x.values.shape(), axes);
  if (x.values.size() == 0 && lines.elements() > 0) return {some_elements(x.values.dtype(), lines), full(lines, true)};
  if (policy != nan_policy::skip || !may_be_nan_at_run_time(x.values.dtype())) return {x.values, {}};
  const tensor<const bool> nothing = as<bool>(all_of(x.values != x.values, axes, ravel::keep));
  if (none_of(nothing)) return {x.values, {}};
  return {where(any_tensor(nothing), any_scalar(0), x.values), nothing};
}

any_scalar told_as(const any_scalar& told, dtype type) { return full(type, {}, told)(); }

any_tensor with_told(const any_tensor& made, const any_left& left, const any_scalar& told) {
  const any_tensor value = full(made.dtype(), {}, told);
  if (left.nothing.size() == 0) return made;
  const bool kept = left.nothing.rank() == made.rank();
  return clone(where(any_tensor(kept ? left.nothing : reshape(left.nothing, made.shape())), value, made));
}

}  // namespace ravel::detail

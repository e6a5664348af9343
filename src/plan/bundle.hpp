// SPDX-License-Identifier: BSL-1.0
// Several tensors as the value of one step: a tensor of the shape of the first, whose node owns them all. Immutable; any thread may read.
#pragma once

#include <ravel/plan/several.hpp>

#include <string>
#include <vector>

namespace ravel::detail {

any_tensor bundle_of(std::vector<any_tensor> parts);
// Refers into the bundle.
const std::vector<any_tensor>& parts_of(const any_tensor& bundle);
void parts_of(any_tensor&& bundle) = delete;  // the parts would outlive it

// A result among several: how it is written behind the call, as ".counts".
struct shaped_part {
  std::string accessor;
  dtype type;
  planned_shape shape;
};
// Records a step that gives a bundle, and steps that pick one. The bundle has the shape of the first part, so that a run finds an extent of
// its own with it.
std::vector<planned> record_parts(const char* verb, call_arguments arguments, several_function f, std::vector<shared_recorded> operands,
                                  std::span<const shaped_part> parts);

// The step that gives all results, of one of them.
planned bundle_behind(const planned& part);
// The results of such a step, whatever its names; null for others.
const std::vector<shaped_part>* parts_behind(const planned& x);
// The result ".counts" of such a step; value_error if it has none.
planned part_named(const planned& bundle, std::string_view accessor);
// The same of a call whose value is a bundle, and which is not tried.
std::vector<planned> record_parts_of(step_call call, std::vector<shared_recorded> operands, std::span<const shaped_part> parts);

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Shared by the sources that record views: lengths as a list that each changes, and the step of a view. Plain functions.
#pragma once

#include <ravel/base/index.hpp>
#include "plan/steps.hpp"

#include <vector>

namespace ravel::detail {

using lengths_of = std::vector<planned_length>;

inline lengths_of lengths(const planned_shape& of) { return {of.lengths().begin(), of.lengths().end()}; }
inline lengths_of lengths(const planned& x) { return lengths(x.shape()); }
inline std::size_t place(index_t axis, index_t rank) { return static_cast<std::size_t>(check_axis(axis, rank)); }

// A tensor of one element in the type and the rank of a step. A view is tried on it, so that what it refuses of any shape is refused when
// the view is recorded.
any_tensor one_element(const recorded& of);
inline any_tensor one_element(const planned& x) { return one_element(*planned_access::step(x)); }

// A run makes the view f(tensor, extents). It asks for the lengths of the view and these.
using view_function = std::function<any_tensor(const any_tensor& x, const extent_values& extents)>;
planned record_view(const char* verb, const planned& x, call_arguments arguments, lengths_of made, view_function f, lengths_of also = {});

// Defaults that the row of a verb tells mean the same, written or left out.
void drop_defaults_of_row(std::string_view verb, call_arguments& arguments);

}  // namespace ravel::detail

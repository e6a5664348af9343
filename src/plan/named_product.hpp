// SPDX-License-Identifier: BSL-1.0
// A product of recorded expressions with dims, as it was written: a sum over it is a contraction. Immutable, shared by expressions.
#pragma once

#include <ravel/plan/named.hpp>

namespace ravel::detail {

// x * y, x / y or -x.
struct planned_product {
  any_function f;
  std::vector<planned_named_operand> operands;
  int depth;
};

// The product behind the value of f, or null if f is none.
std::shared_ptr<const planned_product> product_of(const any_function& f, std::vector<planned_named_operand> operands);

bool contains_dim(const std::vector<dim>& all, const dim& d);
// Throws an error that lists the dims, unless the expression has this one.
void check_has(const planned_named& e, const dim& d, const char* what);
std::size_t place_of_dim(const planned_named& e, const dim& d);
// The values with these dims first and in this order, then the positional axes. The dims are all that the expression has.
planned with_dims_in_order(const planned_named& e, const std::vector<dim>& dims);

// The dims of all operands, each once, in the order in which they were met. Where several have one, its lengths agree.
std::vector<dim> joint_dims(const std::vector<planned_named_operand>& operands);
// The values over these dims, of which others are new axes, and so many positional axes. What has neither stands beside any shape.
planned aligned_to_dims(const planned_named_operand& x, const std::vector<dim>& joint, index_t positional);

// Axes that a verb works along: dims, in their order, and positional axes, ascending.
struct planned_along {
  planned_along(const char* verb, const planned_named& e, const named_axes& axes);

  std::vector<dim> others, dims;
  std::vector<index_t> positional;
  std::vector<index_t> axes;  // of values that have the others first, and then the dims
};

}  // namespace ravel::detail

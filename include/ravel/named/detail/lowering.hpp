// SPDX-License-Identifier: BSL-1.0
// Lowers named operands to tensors that fit together. The loops of the whole expression become the leading axes, in one order for all, with
// extent 1 where an operand does not depend on a loop; positional axes follow. The tensor layer does the rest. Belongs to one call.
#pragma once

#include <ravel/named/detail/form.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel::detail {

struct RAVEL_API lowering {
  lowering(const loops& axes, const shape& positional);

  const loops& axes;  // every extent is stated
  index_t positional;
  index_t elements;                           // of the whole expression
  const tensor<const bool>* taken = nullptr;  // mask of the values that are used; null for all

  // The same for a branch that is taken only where the mask is true.
  lowering where_taken(const tensor<const bool>& mask) const;
  // The same with other names for the loops.
  lowering along(const loops& renamed) const;

  // Calls make(node, lowering) once for a node that stands in several places. A node that is valid outside its branches is made there, and
  // valid inside, unless that would read a position that lies outside.
  using maker = std::shared_ptr<const void> (*)(const void* node, const lowering&);
  std::shared_ptr<const void> made_once(const void* node, maker make) const;

 private:
  std::shared_ptr<const void> made_if_within(const void* node, maker make) const;

  const lowering* around_ = nullptr;  // of a branch
  mutable std::shared_ptr<void> made_;
};

// The masks of two branches: true where each is taken, within the positions whose values are used, or within all.
struct branch_masks {
  tensor<const bool> yes, no;
};
RAVEL_API branch_masks masks_of_branches(const tensor<const bool>* taken, const tensor<const bool>& condition);

// A tensor whose leading axes have names.
template <class T>
struct labelled {
  tensor<const T> values;
  std::vector<dim> labels;
};

// The map of labelled values, aligned with the loops.
RAVEL_API dims aligned(const dims& map, const std::vector<dim>& labels, const lowering& to);
RAVEL_API bool is_aligned(index_t rank, const std::vector<dim>& labels, const lowering& to);

template <class T>
tensor<const T> aligned(const labelled<T>& x, const lowering& to) {
  if (is_aligned(x.values.rank(), x.labels, to)) return x.values;
  return viewed(x.values, [&](const dims& map) { return aligned(map, x.labels, to); });
}

// Broadcasts a result that may not depend on all loops.
template <class T>
tensor<const T> stretched_out(const tensor<const T>& x, const shape& to) {
  return x.shape() == to ? x : tensor<const T>(ravel::stretch(x, to));
}

// The mask of used values of an inner expression. It may not know all outer loops, and may have `hidden` loops of its own.
RAVEL_API tensor<const bool> taken_inside(const tensor<const bool>& taken, const lowering& outside, const loops& hidden,
                                          const lowering& inside);

}  // namespace ravel::detail

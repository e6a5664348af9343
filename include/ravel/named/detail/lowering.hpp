// SPDX-License-Identifier: BSL-1.0
// How named operands become tensors that fit together: the loops of the whole expression are the leading axes, in one order for all, with
// extent 1 where an operand does not depend on a loop; positional axes follow. The tensor layer does the rest.
#pragma once

#include <ravel/named/detail/form.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel::detail {

struct RAVEL_API lowering {
  lowering(const loops& axes, const shape& positional);

  const loops& axes;  // every extent is stated
  index_t positional;
  index_t elements;                           // of the whole expression
  const tensor<const bool>* taken = nullptr;  // where its values are used, if not everywhere

  // The same for a branch that is not taken everywhere.
  lowering where_taken(const tensor<const bool>& mask) const;
  // The same for what calls the loops otherwise.
  lowering along(const loops& renamed) const;

  // make(node, lowering) for a node that stands in several places, made once for all of them. What holds without the branches around it
  // holds in them too: it is made there, unless a position that lies outside would be taken.
  using maker = std::shared_ptr<const void> (*)(const void* node, const lowering&);
  std::shared_ptr<const void> made_once(const void* node, maker make) const;

 private:
  std::shared_ptr<const void> made_if_within(const void* node, maker make) const;

  const lowering* around_ = nullptr;  // of a branch
  mutable std::shared_ptr<void> made_;
};

// Where each of two branches is taken, that are chosen between where their values are used, or everywhere.
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

// The map of labelled values, as an operand of the loops.
RAVEL_API dims aligned(const dims& map, const std::vector<dim>& labels, const lowering& to);
RAVEL_API bool is_aligned(index_t rank, const std::vector<dim>& labels, const lowering& to);

template <class T>
tensor<const T> aligned(const labelled<T>& x, const lowering& to) {
  if (is_aligned(x.values.rank(), x.labels, to)) return x.values;
  return viewed(x.values, [&](const dims& map) { return aligned(map, x.labels, to); });
}

// Of a result that may not depend on all loops.
template <class T>
tensor<const T> stretched_out(const tensor<const T>& x, const shape& to) {
  return x.shape() == to ? x : tensor<const T>(ravel::stretch(x, to));
}

// Where values are used that an inner expression has, which does not know all the loops outside, and has others inside.
RAVEL_API tensor<const bool> taken_inside(const tensor<const bool>& taken, const lowering& outside, const loops& hidden,
                                          const lowering& inside);

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// Lowers named operands to tensors that fit together. The loops of the whole expression become the leading axes, in one order for all, with
// extent 1 where an operand does not depend on a loop; positional axes follow. The tensor layer does the rest. Belongs to one call.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/named/dim.hpp>
#include <ravel/tensor/views.hpp>

// Types that hold vectors of dims are copied, moved and ended in src/, since every expression has some.
#define RAVEL_MEMBERS_IN_SRC(type)  \
  type(const type&);                \
  type(type&&) noexcept;            \
  type& operator=(const type&);     \
  type& operator=(type&&) noexcept; \
  ~type();
#define RAVEL_DEFAULT_MEMBERS(type)                 \
  type::type(const type&) = default;                \
  type::type(type&&) noexcept = default;            \
  type& type::operator=(const type&) = default;     \
  type& type::operator=(type&&) noexcept = default; \
  type::~type() = default;

namespace ravel::detail {

// The form of an expression: its dims, their known extents, packs with one unknown extent, and the shape of its positional axes. Joining
// operands joins their forms and solves for extents. Plain values; knows no elements.

// Loops, outermost first.
using loops = std::vector<sized_dim>;

// Dims whose extents multiply to a given number, and of which more than one is unknown.
struct open_pack {
  std::vector<dim> dims;
  index_t elements;
};

struct RAVEL_API form {
  form();
  RAVEL_MEMBERS_IN_SRC(form)

  loops dims;  // each once, in the order in which they were met
  std::vector<open_pack> packs;
  shape positional;
  bool may_miss = false;  // it looks up positions that may lie outside
  int depth = 1;

  const sized_dim* find(const dim& d) const;
  bool known() const;  // every extent is
  // States the extent of a dim, which is present or is added. If another extent is known, the error names `what`. Packs are solved as
  // extents become known.
  void state(const sized_dim& d, std::string_view what);
  void add(const form& other, std::string_view what);
  void solve();
  void drop(const loops& gone);  // dims whose extents are stated
};

// Names the first axes of a shape; the others stay positional.
RAVEL_API form form_of(const std::vector<dim>& labels, const shape& of);

// Joins the forms of all operands; null stands for one without dims. Extents that disagree are a shape_error that names both operands, the
// dim and both extents.
RAVEL_API form joined_forms(std::initializer_list<const form*> operands);

// "(i=3, j) and axes [4]"
RAVEL_API std::string to_string(const form& f);
RAVEL_API std::string to_string(const loops& dims);

// Throws an error that lists the dims, unless the form has this one.
RAVEL_API void check_has(const form& f, const dim& d, std::string_view what);
[[noreturn]] RAVEL_API void throw_unstated(const form& f, const dim& d);
// Throws unless all extents are known.
RAVEL_API void check_known(const form& f);

RAVEL_API bool contains(const loops& dims, const dim& d);
RAVEL_API loops without(const loops& dims, const loops& gone);
RAVEL_API loops with_more(loops dims, const loops& more);
RAVEL_API std::vector<dim> names(const loops& dims);
// The extents of the dims, followed by those of the positional axes.
RAVEL_API shape shape_of(const loops& dims, const shape& positional);

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

template <class Labelled>
auto aligned(const Labelled& x, const lowering& to) -> decltype(x.values) {
  if (is_aligned(x.values.rank(), x.labels, to)) return x.values;
  return view_maker<decltype(x.values)>::of(x.values, [&](const dims& map) { return aligned(map, x.labels, to); });
}

// Broadcasts a result that may not depend on all loops.
template <class Tensor>
Tensor stretched_out(const Tensor& x, const shape& to) {
  return x.shape() == to ? x : Tensor(stretch(x, to));
}

// The mask of used values of an inner expression. It may not know all outer loops, and may have `hidden` loops of its own.
RAVEL_API tensor<const bool> taken_inside(const tensor<const bool>& taken, const lowering& outside, const loops& hidden,
                                          const lowering& inside);

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// The form of an expression: its dims, their known extents, packs with one unknown extent, and the shape of its positional axes. Joining
// operands joins their forms and solves for extents. Plain values; knows no elements.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/named/dim.hpp>

namespace ravel::detail {

// Loops, outermost first.
using loops = std::vector<sized_dim>;

// Dims whose extents multiply to a given number, and of which more than one is unknown.
struct open_pack {
  std::vector<dim> dims;
  index_t elements;
};

struct RAVEL_API form {
  // Defined in src/, as for all types that hold vectors of dims, since every expression has a form.
  form();
  form(const form&);
  form(form&&) noexcept;
  form& operator=(const form&);
  form& operator=(form&&) noexcept;
  ~form();

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

}  // namespace ravel::detail

// SPDX-License-Identifier: BSL-1.0
// What an expression says of its dims before anything is computed: which there are, the extents that are stated, the packs that leave one
// to be found, and the shape of the axes that stay positional. Where operands meet their forms are joined, and all that is known is worked
// out. Plain values; knows no elements.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/named/dim.hpp>

namespace ravel::detail {

// Loops, outermost first.
using loops = std::vector<sized_dim>;

// Dims whose extents multiply to a number, of which more than one is not known yet.
struct open_pack {
  std::vector<dim> dims;
  index_t elements;
};

struct RAVEL_API form {
  // In src/, as are those of all that holds vectors of dims: every expression has one.
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
  // The extent of a dim, which is here or is added; `what` says of whom, where another one is known. Packs are solved by and by.
  void state(const sized_dim& d, std::string_view what);
  void add(const form& other, std::string_view what);
  void solve();
  void drop(const loops& gone);  // dims whose extents are stated
};

// Names for the first axes of a shape; the others stay positional.
RAVEL_API form form_of(const std::vector<dim>& labels, const shape& of);

// Those of all operands, null for one without dims; extents that disagree are a shape_error that names both operands, the dim and both
// extents.
RAVEL_API form joined_forms(std::initializer_list<const form*> operands);

// "(i=3, j) and axes [4]"
RAVEL_API std::string to_string(const form& f);
RAVEL_API std::string to_string(const loops& dims);

// The dims as an error has them, unless the form has this one.
RAVEL_API void check_has(const form& f, const dim& d, std::string_view what);
[[noreturn]] RAVEL_API void throw_unstated(const form& f, const dim& d);
// All extents must be known by now.
RAVEL_API void check_known(const form& f);

RAVEL_API bool contains(const loops& dims, const dim& d);
RAVEL_API loops without(const loops& dims, const loops& gone);
RAVEL_API loops with_more(loops dims, const loops& more);
RAVEL_API std::vector<dim> names(const loops& dims);
// Their extents and then those of the positional axes.
RAVEL_API shape shape_of(const loops& dims, const shape& positional);

}  // namespace ravel::detail

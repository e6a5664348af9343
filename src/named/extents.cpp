// SPDX-License-Identifier: BSL-1.0
// Changes the dims of forms.
#include <ravel/base/error.hpp>
#include <ravel/named/extents.hpp>

namespace ravel::detail {

form expanded_form(const form& of, const std::vector<sized_dim>& by) {
  form whole = of;
  ++whole.depth;
  for (const sized_dim& d : by) {
    if (whole.find(d.of))
      throw value_error(text() << "expand: the expression " << to_string(whole) << " has dim " << d.of.name() << " already");
    if (!d.stated()) throw_unstated(whole, d.of);
    whole.dims.push_back(d);
  }
  return whole;
}

loops loops_before_rename(loops axes, const dim& from, const dim& to) {
  for (sized_dim& axis : axes) {
    if (same(axis.of, from))
      axis.of = dim(from.name());  // another loop outside, which is not meant
    else if (same(axis.of, to))
      axis.of = from;
  }
  return axes;
}

form renamed_form(const form& of, const dim& from, const dim& to) {
  check_has(of, from, "rename");
  if (!same(from, to) && of.find(to))
    throw value_error(text() << "rename: the expression " << to_string(of) << " has dim " << to.name() << " already");
  form whole = of;
  ++whole.depth;
  for (sized_dim& d : whole.dims) {
    if (same(d.of, from)) d.of = to;
  }
  for (open_pack& pack : whole.packs) {
    for (dim& d : pack.dims) {
      if (same(d, from)) d = to;
    }
  }
  return whole;
}

loops split_parts(const form& of, const dim& d, loops parts) {
  check_has(of, d, "split");
  const index_t extent = of.find(d)->extent;
  if (extent == sized_dim::unstated) throw_unstated(of, d);
  index_t total = 0;
  sized_dim* open = nullptr;
  for (sized_dim& part : parts) {
    if (part.stated())
      total = add_index(total, part.extent);
    else if (open)
      throw shape_error(text() << "split: nobody states the extents of dims " << open->of.name() << " and " << part.of.name());
    else
      open = &part;
    if (!same(part.of, d) && of.find(part.of))
      throw value_error(text() << "split: the expression " << to_string(of) << " has dim " << part.of.name() << " already");
  }
  if (total > extent || (!open && total != extent))
    throw shape_error(text() << "split: parts " << to_string(parts) << " of dim " << d.name() << " make " << total << ", it has extent "
                             << extent);
  if (open) open->extent = extent - total;
  return parts;
}

index_t stated_extent(const form& of, const dim& d) {
  check_has(of, d, "extent");
  const sized_dim found = *of.find(d);
  if (!found.stated()) throw_unstated(of, d);
  return found.extent;
}

}  // namespace ravel::detail

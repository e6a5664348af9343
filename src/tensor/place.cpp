// SPDX-License-Identifier: BSL-1.0
// Makes views from places: each place changes the current axis, or drops it.
#include <ravel/base/error.hpp>
#include <ravel/tensor/place.hpp>

#include <algorithm>
#include <ranges>
#include <vector>

namespace ravel {

namespace {

// Replaces the axes before `end` that a mask stands for by one, of the positions where it is true.
dims masked(const dims& of, index_t end, const shape& mask, const selection& chosen) {
  const index_t first = end - mask.rank();
  std::vector<index_t> joined(of.shape().begin(), of.shape().end());
  const auto from = joined.begin() + first, to = joined.begin() + end;
  if (!std::equal(from, to, mask.begin()))
    throw shape_error(detail::text() << "a mask of shape " << to_string(mask) << " does not fit axes " << first << " to " << end - 1
                                     << " of shape " << to_string(of.shape()));
  joined.insert(joined.erase(from, to), mask.elements());
  return of.reshape(joined).gather(first, chosen);
}

}  // namespace

dims detail::sliced_axis(const dims& of, index_t axis, const open_slice& positions) {
  try {
    return of.slice(axis, positions.within(of.extent(axis)));
  } catch (const index_error& outside) {
    throw index_error(detail::text() << "cannot slice axis " << axis << " of " << to_string(of.shape()) << ": " << outside.what());
  }
}

dims view_at(const dims& of, std::span<const place> places) {
  index_t named = 0, ellipses = 0;
  for (const place& p : places) {
    if (p.kind_ == place::kind::rest)
      ++ellipses;
    else if (p.kind_ != place::kind::fresh)
      named += p.mask_ ? p.mask_->rank() : 1;
  }
  if (ellipses > 1) throw index_error(detail::text() << ellipses << " ellipses in one view of shape " << to_string(of.shape()));
  if (named > of.rank())
    throw index_error(detail::text() << detail::counted(named, "place") << " for shape " << to_string(of.shape()) << " of rank "
                                     << of.rank());
  // Goes from the last place to the first, so that errors give an axis its own number.
  dims view = of;
  index_t axis = ellipses == 0 ? named : of.rank();
  for (const place& p : places | std::views::reverse) {
    switch (p.kind_) {
      case place::kind::position:
        view = view.select(--axis, p.position_);
        break;
      case place::kind::from_last:
        --axis;
        view = view.select(axis, view.extent(axis) - 1 - p.position_);
        break;
      case place::kind::whole:
        --axis;
        break;
      case place::kind::range:
        view = view.slice(--axis, p.range_);
        break;
      case place::kind::open:
        --axis;
        view = detail::sliced_axis(view, axis, p.open_);
        break;
      case place::kind::marked:
        view = masked(view, axis, *p.mask_, p.chosen_);
        axis -= p.mask_->rank();
        break;
      case place::kind::chosen:
        view = view.gather(--axis, p.chosen_);
        break;
      case place::kind::fresh:
        view = view.new_axis(axis);
        break;
      case place::kind::rest:
        axis -= of.rank() - named;
        break;
    }
  }
  return view;
}

}  // namespace ravel

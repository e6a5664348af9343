// SPDX-License-Identifier: BSL-1.0
// Views that change several axes at once.
#include <ravel/base/error.hpp>
#include <ravel/tensor/views.hpp>

#include <numeric>
#include <vector>

namespace ravel::detail {

dims tiled(const dims& map, const ints& times) {
  dims view = map;
  while (view.rank() < times.size()) view = view.new_axis(0);
  for (index_t k = 0; k < times.size(); ++k) view = view.tile(view.rank() - times.size() + k, times[k]);
  return view;
}

dims rotated(const dims& map, const ints& shifts) {
  if (shifts.size() != map.rank())
    throw shape_error(text() << shifts.size() << " shifts " << list_text(shifts) << " for shape " << to_string(map.shape()) << " of rank "
                             << map.rank());
  dims view = map;
  for (index_t k = 0; k < shifts.size(); ++k) {
    if (shifts[k] != 0) view = view.rotate(k, shifts[k]);
  }
  return view;
}

dims flipped(const dims& map, const ints& axes) {
  dims view = map;
  std::vector<bool> flipped(at(map.rank()));
  for (const index_t given : axes) {
    const index_t axis = check_axis(given, map.rank());
    if (flipped[at(axis)]) throw value_error(text() << "flip: axis " << axis << " is named twice in " << list_text(axes));
    flipped[at(axis)] = true;
    view = view.flip(axis);
  }
  return view;
}

dims quarter_turned(const dims& map, index_t times, index_t from, index_t to) {
  if (map.rank() < 2) throw shape_error(text() << "rot90 of shape " << to_string(map.shape()) << ": it turns the plane of two axes");
  const index_t a = check_axis(from, map.rank()), b = check_axis(to, map.rank());
  if (a == b) throw shape_error(text() << "rot90 in the plane of axis " << a << " and itself: name two different axes");
  switch ((times % 4 + 4) % 4) {
    case 0:
      return map;
    case 1:
      return map.flip(b).swap_axes(a, b);
    case 2:
      return map.flip(a).flip(b);
    default:
      return map.swap_axes(a, b).flip(b);
  }
}

ints reversed_axes(index_t rank) {
  small_vector<index_t, 6> axes(static_cast<std::size_t>(rank));
  std::iota(axes.rbegin(), axes.rend(), index_t{0});
  return std::span<const index_t>(axes.data(), axes.size());
}

void check_split(const shape& of, index_t axis, const ints& counts) {
  const index_t extent = of[check_axis(axis, of.rank())];
  index_t sum = 0;
  for (const index_t count : counts) sum = add_index(sum, check_size(count, "part of an axis"));
  if (sum != extent)
    throw shape_error(text() << "parts " << list_text(counts) << " of axis " << axis << " of shape " << to_string(of) << " add up to "
                             << sum << ", not to " << extent);
}

dims squeezed(const dims& map, index_t axis) {
  if (const index_t extent = map.extent(axis); extent != 1)
    throw shape_error(text() << "cannot squeeze axis " << axis << " of " << to_string(map.shape()) << ": its extent is " << extent
                             << ", not 1");
  return map.select(axis, 0);
}

dims windowed(const dims& map, const ints& axes, const ints& widths, const ints& steps) {
  if (axes.size() != widths.size() || (steps.size() != 1 && steps.size() != axes.size()))
    throw value_error(text() << "windows along axes " << list_text(axes) << " need as many widths and steps, not " << list_text(widths)
                             << " and " << list_text(steps));
  dims view = map;
  for (index_t k = 0; k < axes.size(); ++k) {
    const index_t axis = check_axis(axes[k], map.rank());  // of the map, because the view has more
    for (index_t j = 0; j < k; ++j) {
      if (check_axis(axes[j], map.rank()) == axis) throw value_error(text() << "windows along axis " << axis << " twice");
    }
    view = view.windows(axis, widths[k], steps[steps.size() == 1 ? 0 : k]);
  }
  return view;
}

}  // namespace ravel::detail

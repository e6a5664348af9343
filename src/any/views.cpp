// SPDX-License-Identifier: BSL-1.0
// Views by name: each changes the index map as for a typed tensor.
#include <ravel/any/views.hpp>

#include "any/typed.hpp"

namespace ravel {

namespace {

template <class Change>
any_tensor changed(const detail::any_held& x, const Change& change) {
  return detail::viewed(x.values, change);
}
template <class Change>
any_tensor changed_to_read(const detail::any_held& x, const Change& change) {
  return any_tensor_access::to_read(changed(x, change));
}

}  // namespace

any_tensor transpose(const detail::any_held& x, const ints& axes) {
  return changed(x, [&](const dims& map) { return map.transpose(axes); });
}
any_tensor transpose(const detail::any_held& x) { return transpose(x, detail::reversed_axes(x.values.rank())); }
any_tensor swap_axes(const detail::any_held& x, index_arg a, index_arg b) {
  return changed(x, [&](const dims& map) { return map.swap_axes(a, b); });
}
any_tensor select(const detail::any_held& x, index_arg axis, index_arg position) {
  return changed(x, [&](const dims& map) { return map.select(axis, position); });
}
any_tensor slice(const detail::any_held& x, index_arg axis, index_arg start, index_arg count, index_arg step) {
  return changed(x, [&](const dims& map) { return map.slice(axis, start, count, step); });
}
any_tensor slice(const detail::any_held& x, index_arg axis, const index_range& positions) {
  return changed(x, [&](const dims& map) { return map.slice(axis, positions); });
}
any_tensor slice(const detail::any_held& x, index_arg axis, const open_slice& positions) {
  return changed(x, [&](const dims& map) { return detail::sliced_axis(map, axis, positions); });
}
any_tensor take(const detail::any_held& x, index_arg axis, const selection& positions) {
  return changed(x, [&](const dims& map) { return map.gather(axis, positions); });
}
any_tensor flip(const detail::any_held& x, const ints& axes) {
  return changed(x, [&](const dims& map) { return detail::flipped(map, axes); });
}
any_tensor flip(const detail::any_held& x) { return flip(x, detail::reversed_axes(x.values.rank())); }
any_tensor rot90(const detail::any_held& x, index_arg times, index_arg from, index_arg to) {
  return changed(x, [&](const dims& map) { return detail::quarter_turned(map, times, from, to); });
}
any_tensor rotate(const detail::any_held& x, const ints& shifts) {
  return changed(x, [&](const dims& map) { return detail::rotated(map, shifts); });
}
any_tensor reshape(const detail::any_held& x, const ints& extents) {
  return changed(x, [&](const dims& map) { return map.reshape(extents); });
}
any_tensor flat(const detail::any_held& x) { return reshape(x, {-1}); }
any_tensor squeeze(const detail::any_held& x) {
  return changed(x, [](const dims& map) { return map.squeeze(); });
}
any_tensor squeeze(const detail::any_held& x, index_arg axis) {
  return changed(x, [&](const dims& map) { return detail::squeezed(map, axis); });
}
any_tensor new_axis(const detail::any_held& x, index_arg at) {
  return changed(x, [&](const dims& map) { return map.new_axis(at); });
}
any_tensor diagonal(const detail::any_held& x, index_arg a, index_arg b, index_arg by) {
  return changed(x, [&](const dims& map) { return map.diagonal(a, b, by); });
}
any_tensor stretch(const detail::any_held& x, const shape& extents) {
  return changed_to_read(x, [&](const dims& map) { return detail::stretched_map(map, extents); });
}
any_tensor broadcast(const detail::any_held& x, const ints& extents) {
  return changed_to_read(x, [&](const dims& map) { return map.broadcast(extents); });
}
any_tensor tile(const detail::any_held& x, const ints& times) {
  return changed_to_read(x, [&](const dims& map) { return detail::tiled(map, times); });
}
any_tensor windows(const detail::any_held& x, const ints& axes, const ints& widths, const ints& steps) {
  return changed_to_read(x, [&](const dims& map) { return detail::windowed(map, axes, widths, steps); });
}

std::vector<any_tensor> split(const detail::any_held& x, index_arg axis, const ints& counts) {
  detail::check_split(x.values.shape(), axis, counts);
  std::vector<any_tensor> parts;
  index_t start = 0;
  for (const index_t count : counts) {
    parts.push_back(slice(x, axis, start, count));
    start += count;
  }
  return parts;
}

bool is_view_of(const any_tensor& a, const any_tensor& b) {
  return a.dtype() == b.dtype() && detail::is_view_of(any_tensor_access::node(a), any_tensor_access::node(b));
}

}  // namespace ravel

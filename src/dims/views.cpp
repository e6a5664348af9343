// SPDX-License-Identifier: BSL-1.0
// The views. Each tries to change the top layer. If no list of modes can express the result, a counting layer is put on top and changed
// instead, which always works; then the two are joined if possible.
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/build.hpp"

#include <algorithm>
#include <numeric>

namespace ravel {
namespace {

using detail::affine_mode;
using detail::as_span;
using detail::layer_builder;
using detail::layer_ptr;
using detail::text;

using axes = detail::small_vector<index_t, 6>;

text cannot(const char* verb, const shape& of, index_t axis) {
  text words;
  words << "cannot " << verb << " axis " << axis << " of " << to_string(of) << ": ";
  return words;
}

}  // namespace

// make(layer) gives the changed layer, or null if it cannot be expressed.
template <class F>
dims dims::view(F make) const {
  layer_ptr made = make(*top_);
  if (!made) made = make(*detail::count_over(top_, shape()));
  return dims(detail::collapsed(std::move(made)));
}

// change(modes) gives the new modes of one axis, or nullopt.
template <class F>
dims dims::with_axis(index_t axis, index_t extent, F change) const {
  return view([&](const layer& on) -> layer_ptr {
    const std::optional<detail::part> changed = change(on.axis(axis));
    if (!changed) return nullptr;
    layer_builder builder(on.base, on.below);
    for (index_t k = 0; k < on.rank(); ++k) k == axis ? builder.add(extent, *changed) : builder.add(on, k);
    return builder.finish();
  });
}

// ---- axes change places

dims dims::transpose(const ints& order) const {
  const auto refuse = [&] {
    throw value_error(text() << "cannot transpose " << to_string(shape()) << " by " << detail::list_text(order)
                             << ": not a permutation of its axes");
  };
  if (order.size() != rank()) refuse();
  axes from(static_cast<std::size_t>(rank())), seen(from.size(), 0);
  for (std::size_t k = 0; k < from.size(); ++k) {
    from[k] = axis_of(order[static_cast<index_t>(k)]);
    if (seen[static_cast<std::size_t>(from[k])]++ != 0) refuse();
  }
  return view([&](const layer& on) {
    layer_builder builder(on.base, on.below);
    for (const index_t k : from) builder.add(on, k);
    return builder.finish();
  });
}

dims dims::swap_axes(index_arg a, index_arg b) const {
  axes order(static_cast<std::size_t>(rank()));
  std::iota(order.begin(), order.end(), index_t{0});
  std::swap(order[static_cast<std::size_t>(axis_of(a))], order[static_cast<std::size_t>(axis_of(b))]);
  return transpose(as_span(order));
}

dims dims::new_axis(index_arg at) const {
  if (at < -rank() - 1 || at > rank()) {
    throw index_error(text() << "a new axis of " << to_string(shape()) << " cannot be axis " << at << " of rank " << rank() + 1);
  }
  const index_t place = at < 0 ? at + rank() + 1 : index_t{at};
  return view([&](const layer& on) {
    layer_builder builder(on.base, on.below);
    for (index_t k = 0; k <= on.rank(); ++k) {
      if (k == place) builder.add(1);
      if (k < on.rank()) builder.add(on, k);
    }
    return builder.finish();
  });
}

dims dims::squeeze() const {
  return view([](const layer& on) {
    layer_builder builder(on.base, on.below);
    for (index_t k = 0; k < on.rank(); ++k) {
      if (on.extents[k] != 1) builder.add(on, k);
    }
    return builder.finish();
  });
}

// ---- positions are chosen

dims dims::select(index_arg axis, index_arg position) const {
  axis = axis_of(axis);
  if (position < 0 || position >= shape()[axis]) {
    throw index_error(cannot("select from", shape(), axis) << "position " << position << " is outside [0, " << shape()[axis] << ")"
                                                           << (position < 0 ? ": write last for the end" : ""));
  }
  return view([&](const layer& on) {
    layer_builder builder(on.base + detail::value_at(on.axis(axis), position), on.below);
    for (index_t k = 0; k < on.rank(); ++k) {
      if (k != axis) builder.add(on, k);
    }
    return builder.finish();
  });
}

dims dims::slice(index_arg axis, index_arg start, index_arg count, index_arg step) const {
  axis = axis_of(axis);
  if (count < 0) throw value_error(cannot("slice", shape(), axis) << "count " << count << " is negative");
  if (step == 0) throw value_error(cannot("slice", shape(), axis) << "the step is 0");
  return slice(axis, ravel::slice(start, count, step));
}

dims dims::slice(index_arg axis, const index_range& positions) const {
  axis = axis_of(axis);
  try {
    positions.check_within(shape()[axis]);
  } catch (const index_error& outside) {
    throw index_error(cannot("slice", shape(), axis) << outside.what());
  }
  return with_axis(axis, positions.size(), [&](auto modes) { return detail::slice_axis(modes, positions); });
}

dims dims::gather(index_arg axis, const selection& positions) const {
  axis = axis_of(axis);
  try {
    positions.check_within(shape()[axis]);
  } catch (const index_error& outside) {
    throw index_error(cannot("gather from", shape(), axis) << outside.what());
  }
  if (const auto range = positions.as_range()) return slice(axis, *range);
  const auto chosen = std::make_shared<const selection>(positions);
  return with_axis(axis, positions.size(), [&](auto modes) { return detail::gather_axis(modes, chosen); });
}

dims dims::flip(index_arg axis) const {
  axis = axis_of(axis);
  return with_axis(axis, shape()[axis], [](auto modes) { return std::optional(detail::flip_axis(modes)); });
}

dims dims::rotate(index_arg axis, index_arg by) const {
  axis = axis_of(axis);
  const index_t extent = shape()[axis];
  if (extent == 0 || by % extent == 0) return *this;
  const index_t offset = extent - detail::floor_mod(by, extent);
  return with_axis(axis, extent, [&](auto modes) { return detail::rotate_axis(modes, offset); });
}

// ---- positions are repeated

dims dims::tile(index_arg axis, index_arg times) const {
  axis = axis_of(axis);
  if (times < 0) throw value_error(cannot("tile", shape(), axis) << times << " times");
  const index_t extent = detail::mul_index(shape()[axis], times);
  return with_axis(axis, extent, [&](auto modes) {
    detail::part tiled{0, {affine_mode(times, 0)}};
    tiled.modes.insert(tiled.modes.end(), modes.begin(), modes.end());
    return std::optional(std::move(tiled));
  });
}

dims dims::broadcast(const ints& wanted) const {
  const ravel::shape to(wanted);
  const index_t added = to.rank() - rank();
  const auto refuse = [&] { return text() << "cannot broadcast " << to_string(shape()) << " to " << to_string(to) << ": "; };
  if (added < 0) throw shape_error(refuse() << "it has more axes");
  for (index_t k = 0; k < rank(); ++k) {
    const index_t from = shape()[k], extent = to[added + k];
    if (from == extent || (from != 0 && extent % from == 0)) continue;
    throw shape_error(refuse() << "axis " << k << " has extent " << from << ", and " << extent << " is not a multiple of it");
  }
  return view([&](const layer& on) {
    layer_builder builder(on.base, on.below);
    const auto repeated = [](index_t times) { return detail::part{0, {affine_mode(times, 0)}}; };
    for (index_t k = 0; k < added; ++k) builder.add(to[k], repeated(to[k]));
    for (index_t k = 0; k < rank(); ++k) {
      const index_t from = shape()[k], extent = to[added + k];
      if (from == extent) {
        builder.add(on, k);
        continue;
      }
      detail::part tiled = repeated(extent / from);
      const auto modes = on.axis(k);
      tiled.modes.insert(tiled.modes.end(), modes.begin(), modes.end());
      builder.add(extent, tiled);
    }
    return builder.finish();
  });
}

// ---- axes are joined and made

dims dims::diagonal(index_arg a, index_arg b, index_arg shift) const {
  a = axis_of(a);
  b = axis_of(b);
  if (a == b) throw value_error(cannot("take a diagonal along", shape(), a) << "it needs another axis");
  shift = std::clamp<index_t>(shift, -shape()[a], shape()[b]);
  const index_t start_a = std::max<index_t>(-shift, 0), start_b = std::max<index_t>(shift, 0);
  const index_t count = std::min(shape()[a] - start_a, shape()[b] - start_b);
  return view([&](const layer& on) -> layer_ptr {
    const auto from_a = detail::slice_axis(on.axis(a), ravel::slice(start_a, count));
    const auto from_b = detail::slice_axis(on.axis(b), ravel::slice(start_b, count));
    if (!from_a || !from_b) return nullptr;
    const auto both = detail::add_axes(as_span(from_a->modes), as_span(from_b->modes));
    if (!both) return nullptr;
    layer_builder builder(on.base + from_a->base + from_b->base, on.below);
    for (index_t k = 0; k < on.rank(); ++k) {
      if (k != a && k != b) builder.add(on, k);
    }
    builder.add(count, *both);
    return builder.finish();
  });
}

dims dims::windows(index_arg axis, index_arg width, index_arg step) const {
  axis = axis_of(axis);
  if (width < 1) throw value_error(cannot("make windows along", shape(), axis) << "width " << width << " is not positive");
  if (step < 1) throw value_error(cannot("make windows along", shape(), axis) << "step " << step << " is not positive");
  if (width > shape()[axis]) throw shape_error(cannot("make windows along", shape(), axis) << "width " << width << " is larger");
  const index_t count = (shape()[axis] - width) / step + 1;
  return view([&](const layer& on) -> layer_ptr {
    const detail::mode walks[] = {affine_mode(count, step), affine_mode(width, 1)};
    const auto modes = on.axis(axis);
    const auto both = detail::compose({0, {modes.begin(), modes.end()}}, 0, walks);
    if (!both) return nullptr;
    const auto all = as_span(both->result.modes);
    layer_builder builder(on.base + both->result.base, on.below);
    for (index_t k = 0; k < on.rank(); ++k) k == axis ? builder.add(count, all.first(both->ends[0])) : builder.add(on, k);
    builder.add(width, all.subspan(both->ends[0]));
    return builder.finish();
  });
}

}  // namespace ravel

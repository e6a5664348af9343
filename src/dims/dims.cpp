// SPDX-License-Identifier: BSL-1.0
// Construction and whole-map properties of dims.
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/build.hpp"

#include <algorithm>

namespace ravel {
namespace {

using detail::as_span;
using detail::layer_builder;
using detail::text;
using wide = detail::int128;

void check_lengths(const ints& shape, const ints& other, const char* what) {
  if (other.size() == shape.size()) return;
  throw shape_error(text() << other.size() << " " << what << " " << detail::list_text(other) << " do not fit shape "
                           << detail::list_text(shape) << " of rank " << shape.size());
}

// Checks that the lowest and the highest address are legal, and so is their difference.
class address_range {
 public:
  explicit address_range(index_t base) : low_(base), high_(base) {}

  void add(index_t steps, index_t stride) {
    const wide reach = wide{steps} * stride;
    (reach < 0 ? low_ : high_) += reach;
  }
  void check(const ints& shape, const ints& strides) const {
    if (low_ >= -index_limit && high_ <= index_limit && high_ - low_ <= index_limit) return;
    throw overflow_error(text() << "shape " << detail::list_text(shape) << " with strides " << detail::list_text(strides)
                                << " has addresses beyond the limit of 2^62, or further apart");
  }

 private:
  wide low_;
  wide high_;
};

std::vector<index_t> packed_strides(const ravel::shape& allocated, bool last_is_fastest) {
  std::vector<index_t> strides(static_cast<std::size_t>(allocated.rank()));
  index_t stride = 1;
  for (index_t i = 0; i < allocated.rank(); ++i) {
    const index_t k = last_is_fastest ? allocated.rank() - 1 - i : i;
    strides[static_cast<std::size_t>(k)] = stride;
    stride *= std::max<index_t>(allocated[k], 1);
  }
  return strides;
}

dims packed(const ints& shape, const ints& allocated, bool last_is_fastest) {
  check_lengths(shape, allocated, "allocated extents");
  for (index_t k = 0; k < shape.size(); ++k) {
    if (shape[k] <= allocated[k]) continue;
    throw shape_error(text() << "shape " << detail::list_text(shape) << " does not fit into the allocated " << detail::list_text(allocated)
                             << ": axis " << k << " has extent " << shape[k] << ", and " << allocated[k] << " is smaller");
  }
  return dims::strided(shape, packed_strides(allocated, last_is_fastest));
}

}  // namespace

dims::dims(std::shared_ptr<const layer> top) : top_(std::move(top)) {}

dims::dims() {
  static const auto one = layer_builder(0, nullptr).finish();
  top_ = one;
}

dims::dims(const ints& shape, const ints& strides, const ints& offsets, const ints& max_shape) {
  check_lengths(shape, strides, "strides");
  check_lengths(shape, offsets, "offsets");
  check_lengths(shape, max_shape, "extents of max_shape");
  detail::checked_size(shape);
  const bool empty = detail::checked_size(max_shape) == 0;
  address_range range(0);
  layer_builder builder(0, nullptr);
  for (index_t k = 0; k < shape.size(); ++k) {
    if (empty) {
      builder.add(max_shape[k]);
      continue;
    }
    if (shape[k] == 0) {
      throw shape_error(text() << "shape " << detail::list_text(shape) << " cannot fill max_shape " << detail::list_text(max_shape)
                               << ": axis " << k << " has extent 0, and " << max_shape[k] << " is more");
    }
    range.add(shape[k] - 1, strides[k]);
    range.check(shape, strides);
    const detail::mode axis{max_shape[k], shape[k], detail::floor_mod(offsets[k], shape[k]), strides[k], nullptr};
    builder.add(max_shape[k], {&axis, 1});
  }
  top_ = builder.finish();
}

dims dims::strided(const ints& shape, const ints& strides, index_arg base) {
  check_lengths(shape, strides, "strides");
  const bool empty = detail::checked_size(shape) == 0;
  address_range range(base);
  for (index_t k = 0; k < shape.size() && !empty; ++k) range.add(shape[k] - 1, strides[k]);
  range.check(shape, strides);
  layer_builder builder(base, nullptr);
  for (index_t k = 0; k < shape.size(); ++k) {
    const detail::mode axis = detail::affine_mode(shape[k], strides[k]);
    empty ? builder.add(shape[k]) : builder.add(shape[k], {&axis, 1});
  }
  return dims(builder.finish());
}

dims dims::row_major(const ints& shape) { return strided(shape, packed_strides(shape, true)); }
dims dims::column_major(const ints& shape) { return strided(shape, packed_strides(shape, false)); }
dims dims::row_major(const ints& shape, const ints& allocated) { return packed(shape, allocated, true); }
dims dims::column_major(const ints& shape, const ints& allocated) { return packed(shape, allocated, false); }

shape aligned(const ints& extents, index_arg multiple, index_arg axis) {
  if (multiple < 1) throw value_error(text() << "cannot align to multiples of " << multiple);
  std::vector<index_t> rounded(extents.begin(), extents.end());
  index_t& extent = rounded[static_cast<std::size_t>(detail::check_axis(axis, extents.size()))];
  const index_t over = detail::floor_mod(extent, multiple);
  if (over != 0) extent = detail::add_index(extent, multiple - over);
  return shape(rounded);
}

index_t dims::axis_of(index_t axis) const {
  if (axis >= -rank() && axis < rank()) return axis < 0 ? axis + rank() : axis;
  throw index_error(text() << "axis " << axis << " is outside shape " << to_string(shape()) << " of rank " << rank());
}

std::vector<layer> dims::layers() const {
  std::vector<const layer*> downwards;
  for (const layer* at = top_.get(); at != nullptr; at = at->below.get()) downwards.push_back(at);
  std::vector<layer> upwards;
  upwards.reserve(downwards.size());
  for (std::size_t i = downwards.size(); i-- > 0;) upwards.push_back(*downwards[i]);
  return upwards;
}

namespace {

address_bounds bounds_of(const layer& of) {
  address_bounds found{of.base, of.base};
  for (const detail::mode& m : of.modes) {
    const index_t a = m.stride * m.lowest(), b = m.stride * m.highest();
    found.lowest += std::min(a, b);
    found.highest += std::max(a, b);
  }
  return found;
}

}  // namespace

address_bounds detail::outer_bounds(const layer& top) {
  const layer* lowest = &top;
  while (lowest->below) lowest = lowest->below.get();
  return bounds_of(*lowest);
}

address_bounds dims::bounds() const {
  if (size() == 0) return {};
  return top_->facts.bounds.get([this] {
    if (!top_->below) return bounds_of(*top_);
    address_bounds found{index_limit, -index_limit};
    each_run([&](const run& r) {
      const auto include = [&](index_t address) {
        found.lowest = std::min(found.lowest, address);
        found.highest = std::max(found.highest, address);
      };
      if (r.gather == nullptr) {
        include(r.address);
        include(r.address + r.step * (r.count - 1));
      } else {
        for (index_t i = 0; i < r.count; ++i) include(r.address + r.step * r.gather[i]);
      }
    });
    return found;
  });
}

index_t dims::span() const {
  const auto [lowest, highest] = bounds();
  return highest - lowest + 1;
}

// An axis of extent 1 could have any stride. It gets the one that packs it with the axes inside it.
std::optional<std::vector<index_t>> dims::strides() const {
  if (top_->below) return std::nullopt;
  std::vector<index_t> strides(static_cast<std::size_t>(rank()));
  index_t packed = 1;
  for (index_t k = rank(); k-- > 0;) {
    const auto modes = top_->axis(k);
    if (modes.size() > 1 || (modes.size() == 1 && !modes[0].affine())) return std::nullopt;
    const index_t stride = modes.empty() ? packed : modes[0].stride;
    strides[static_cast<std::size_t>(k)] = stride;
    const wide next = wide{stride} * std::max<index_t>(shape()[k], 1);
    packed = next > index_limit || next < -index_limit ? stride : static_cast<index_t>(next);
  }
  return strides;
}

bool dims::is_affine() const { return strides().has_value(); }

bool dims::is_contiguous() const {
  if (size() == 0) return true;
  if (!top_->below) {
    const detail::part& flat = detail::flat_of(*top_);
    return flat.modes.empty() || (flat.modes.size() == 1 && flat.modes[0].affine() && flat.modes[0].stride == 1);
  }
  const index_t start = to_local(0);
  return each_run([&](const run& r) { return r.gather == nullptr && (r.step == 1 || r.count == 1) && r.address == start + r.position; });
}

detail::run_walk dims::walk(index_arg first, index_arg last) const& {
  if (first < 0 || last < first || last > size()) {
    throw index_error(text() << "positions [" << first << ", " << last << ") do not lie inside [0, " << size() << ") of shape "
                             << to_string(shape()));
  }
  return {*top_, first, last};
}

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// One layer of an index map: a base address plus, for every axis, a list of modes, outermost first. It addresses the memory or the
// row-major positions of the layer below. Immutable once part of a dims, and then shared.
#pragma once

#include <ravel/base/detail/published.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/dims/inverse.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace ravel {

// The lowest and the highest address of an index map.
struct address_bounds {
  index_t lowest = 0;
  index_t highest = -1;  // below the lowest: no addresses

  friend bool operator==(const address_bounds&, const address_bounds&) = default;
};

namespace detail {

// Facts about a layer that are computed on first use.
struct layer_facts {
  published<part> flat;
  published<inverse_plan> inverse;
  published<address_bounds> bounds;
  published<bool> unique;
};

}  // namespace detail

// In canonical form, an axis of extent 1 has no modes, and a layer without elements has no modes and base 0.
struct RAVEL_API layer {
  index_t base = 0;
  shape extents;
  detail::mode_list modes;
  detail::small_vector<std::uint32_t, 6> ends;  // axis k owns modes [ends[k - 1], ends[k])
  std::shared_ptr<const layer> below;           // null: the addresses are those of the memory
  index_t depth = 1;                            // the number of layers, this one included
  detail::layer_facts facts;

  index_t rank() const { return extents.rank(); }
  index_t size() const { return extents.elements(); }
  std::span<const detail::mode> axis(index_t k) const& {
    const std::size_t first = k == 0 ? 0 : ends[static_cast<std::size_t>(k - 1)];
    return {modes.data() + first, ends[static_cast<std::size_t>(k)] - first};
  }
  std::span<const detail::mode> axis(index_t k) const&& = delete;  // they would outlive the layer: name the layer first
  index_t at(index_t position) const;                              // the address of an unchecked row-major position, in the layer below

  friend RAVEL_API bool operator==(const layer& a, const layer& b);  // the same form, layers below included
};

namespace detail {

// Bounds for all addresses in memory, which need not be reached. Does not walk a chain. The layer has elements.
RAVEL_API address_bounds outer_bounds(const layer& top);

}  // namespace detail

}  // namespace ravel

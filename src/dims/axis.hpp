// SPDX-License-Identifier: BSL-1.0
// The algebra of mode lists: canonical form, slicing, rotating, gathering, adding and cutting the modes of one axis. Pure functions of
// values. Those that return an optional give nullopt if the result is not a list of modes; the caller then adds a layer.
#pragma once

#include <ravel/dims/layer.hpp>

#include <optional>

namespace ravel::detail {

// ---- canonical form (canonical.cpp)

inline mode affine_mode(index_t extent, index_t stride) { return {extent, extent, 0, stride, nullptr}; }

// A mode with the ticks tick(0), tick(1), ... of a function.
template <class F>
mode chosen_mode(index_t extent, index_t stride, F tick) {
  std::vector<index_t> ticks(static_cast<std::size_t>(extent));
  for (index_t digit = 0; digit < extent; ++digit) ticks[static_cast<std::size_t>(digit)] = tick(digit);
  return {extent, extent, 0, stride, std::make_shared<const selection>(ticks)};
}

// Adds a mode inside those already there, keeping modes [first, end) canonical.
RAVEL_API void append_mode(mode_list& modes, std::size_t first, index_t& base, const mode& m);
RAVEL_API void append(part& to, std::span<const mode> modes);
RAVEL_API part in_canonical_form(std::span<const mode> modes);

// The layer as a function of its row-major position: axes are joined where they continue each other. The second keeps the result with the
// layer.
RAVEL_API part flatten(const layer& of);
RAVEL_API const part& flat_of(const layer& of);

// The reverse of splitting, for operations that keep a cycle but not its pieces: two modes that walk one cycle become that cycle.
RAVEL_API part fuse_cycles(std::span<const mode> modes);
// Splits into as many pieces as possible: a rotation by whole blocks becomes a rotation of the blocks.
RAVEL_API mode_list split_cycles(std::span<const mode> modes);

// ---- one axis (axis.cpp); a list of modes has an extent, the product of theirs

RAVEL_API index_t extent_of(std::span<const mode> modes);
RAVEL_API index_t value_at(std::span<const mode> modes, index_t position);

RAVEL_API std::optional<part> slice_mode(const mode& m, const index_range& digits);
RAVEL_API std::optional<part> slice_axis(std::span<const mode> modes, const index_range& positions);
RAVEL_API part flip_axis(std::span<const mode> modes);
RAVEL_API std::optional<part> rotate_axis(std::span<const mode> modes, index_t offset);  // position i takes what i + offset had
RAVEL_API std::optional<part> gather_axis(std::span<const mode> modes, const std::shared_ptr<const selection>& positions);
RAVEL_API std::optional<part> add_axes(std::span<const mode> a, std::span<const mode> b);  // a diagonal: both walk together

// Removes the innermost modes of extent `inner` from the end of `from` and appends them to `off`, innermost first. False if no cut is
// possible there.
RAVEL_API bool cut(mode_list& from, index_t inner, mode_list& off);

// ---- composition (compose.cpp)

// The map `lower` (of a row-major position) after start + the sum of `upper`. ends[j] is the end of the modes that upper[j] became.
struct composition {
  part result;
  small_vector<std::uint32_t, 6> ends;
};
RAVEL_API std::optional<composition> compose(const part& lower, index_t start, std::span<const mode> upper);

}  // namespace ravel::detail

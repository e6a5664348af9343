// SPDX-License-Identifier: BSL-1.0
// More views of planned values, with the names and meanings of <ravel/any/views.hpp> and <ravel/any/pad.hpp>: margins, copies side by side,
// turned planes, diagonals, slices without counting. Each records a step that owns what it looks at; any thread may record.
#pragma once

#include <ravel/index/open_slice.hpp>
#include <ravel/plan/planned.hpp>
#include <ravel/tensor/pad.hpp>

#include <vector>

namespace ravel {

RAVEL_API planned pad(const planned& x, const margins& widths, const any_scalar& value);
RAVEL_API planned pad(const planned& x, const margins& widths);
RAVEL_API planned pad(const planned& x, const margins& widths, pad_mode mode);
RAVEL_API planned tile(const planned& x, const ints& times);
RAVEL_API planned rotate(const planned& x, const ints& shifts);
RAVEL_API planned rot90(const planned& x, index_arg times = 1, index_arg from = 0, index_arg to = 1);
// The main diagonal of equal lengths is as long as they are; of lengths that are no numbers, another has an extent of its own.
RAVEL_API planned diagonal(const planned& x, index_arg a = 0, index_arg b = 1, index_arg by = 0);
RAVEL_API planned slice(const planned& x, index_arg axis, const index_range& positions);
// slice(x, 0, slice_from(1)). Every other element is taken of an axis whose length is a number.
RAVEL_API planned slice(const planned& x, index_arg axis, const open_slice& positions);
// Parts of these lengths, which make up the axis.
[[nodiscard]] RAVEL_API std::vector<planned> split(const planned& x, index_arg axis, const std::vector<planned_length>& counts);
// Without the axes of length 1.
RAVEL_API planned squeeze(const planned& x);

}  // namespace ravel

// SPDX-License-Identifier: BSL-1.0
// Views of planned values, with the names and meanings of <ravel/any/views.hpp>. A position or a count is checked when the step is recorded
// if the length of its axis is known, else in the run.
#pragma once

#include <ravel/any/concat.hpp>
#include <ravel/plan/planned.hpp>

namespace ravel {

RAVEL_API planned transpose(const planned& x, const ints& axes);
RAVEL_API planned transpose(const planned& x);
RAVEL_API planned swap_axes(const planned& x, index_arg a, index_arg b);
RAVEL_API planned select(const planned& x, index_arg axis, index_arg position);
// `count` positions from `start` on; both may be lengths, such as n - 1.
RAVEL_API planned slice(const planned& x, index_arg axis, const planned_length& start, const planned_length& count, index_arg step = 1);
RAVEL_API planned take(const planned& x, index_arg axis, const selection& positions);
RAVEL_API planned flip(const planned& x, const ints& axes);
RAVEL_API planned flip(const planned& x);
// The lengths have as many elements as x, whatever the extents.
RAVEL_API planned reshape(const planned& x, const planned_shape& lengths);
RAVEL_API planned flat(const planned& x);
RAVEL_API planned squeeze(const planned& x, index_arg axis);
RAVEL_API planned new_axis(const planned& x, index_arg at);
// Stretches axes of length 1 to any lengths, and adds leading axes.
RAVEL_API planned broadcast(const planned& x, const planned_shape& lengths);
RAVEL_API planned windows(const planned& x, const ints& axes, const ints& widths);

namespace detail {

RAVEL_API planned record_concat(along axis, std::vector<shared_recorded> parts);
RAVEL_API planned record_stack(along axis, std::vector<shared_recorded> parts);

}  // namespace detail

template <class... Parts>
  requires detail::planned_among<Parts...>
[[nodiscard]] planned concat(along axis, const Parts&... parts) {
  return detail::record_concat(axis, {detail::planned_argument(parts).step...});
}
template <class... Parts>
  requires detail::planned_among<Parts...>
[[nodiscard]] planned stack(along axis, const Parts&... parts) {
  return detail::record_stack(axis, {detail::planned_argument(parts).step...});
}

}  // namespace ravel
